/// \file pick.hpp
/// Vectors from entries of a matrix at given positions; host side of steps/pick.cuh.
#pragma once

#include "objects/matrix.hpp"
#include "steps/index_sets.h"

namespace mergus::cuda {

/// The positions (rows[t], col + step · t).
struct Positions {
    IndexSet rows{};
    std::uint64_t col = 0;
    std::uint64_t step = 0; ///< 0 or 1
};

/// The step that reads entries at positions into a vector, whose size is their number.
class PickEntries {
public:
    PickEntries(Context& context, const Matrix& A, std::uint64_t size);

    void kernels(KernelRequests& requests) const { requests.push_back(kernel("count_found")); }
    /// A vector of A's type. Waits for the number of its entries.
    [[nodiscard]] Matrix run(const Matrix& A, const Positions& positions) const;

private:
    [[nodiscard]] KernelRequest kernel(const char* entry) const;

    Context& context_;
    Bindings bindings_;
};

/// The step that makes a vector of a matrix whose rows have at most one entry.
class RowsWithValue {
public:
    RowsWithValue(Context& context, bool wide_rows) : context_(context), wide_(wide_rows) {}

    void kernels(KernelRequests& requests) const { requests.push_back(kernel()); }
    /// \param ptr nrows + 1 offsets. \param values nvals of the type.
    [[nodiscard]] Matrix run(std::uint64_t nrows, std::uint64_t nvals, const Array<std::uint64_t>& ptr,
                             const mergus_type* type, Buffer&& values) const;

private:
    [[nodiscard]] KernelRequest kernel() const;

    Context& context_;
    bool wide_;
};

} // namespace mergus::cuda
