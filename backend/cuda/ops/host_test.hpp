/// \file host_test.hpp
/// select with a function of the host: the team of the host's threads (device/staged_copies.hpp) reads
/// columns and values in pieces and calls the function; one bit for each entry goes back to the device.
#pragma once

#include "objects/matrix.hpp"
#include "steps/cast.hpp"

namespace mergus::cuda {

/// The step that tests the entries of a matrix with an index unary operator that has no text.
class HostTest {
public:
    /// \param A its type and whether it is iso; its arrays need not exist yet. \param op, \param y must live
    /// as long as the step. \throws Error not_implemented for values too large to read in pieces
    HostTest(Context& context, const Matrix& A, const mergus_op& op, const void* y);

    void kernels(KernelRequests& requests) const;
    /// A bit for each entry, in words: bit e % 64 of word e / 64 is set if entry e passes. Waits.
    [[nodiscard]] Array<std::uint64_t> run(const Matrix& A) const;

private:
    Context& context_;
    const mergus_op& op_;
    const void* y_;
    const mergus_type* x_type_; ///< of the values that the function gets; null: it gets none
    Cast cast_;
};

} // namespace mergus::cuda
