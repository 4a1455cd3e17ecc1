/// \file write_result.hpp
/// Two matrices into one: the union or the intersection of two inputs, and the last step of every operation.
#pragma once

#include "matrix.hpp"

#include <vector>

namespace mergus::cuda {

/// The index lists of an assignment, sorted, on the device. A null list is "all".
struct Region {
    const Array<std::uint64_t>* rows = nullptr;
    const Array<std::uint64_t>* cols = nullptr;
};

/// How a result T is written into C: C<mask, replace> ⊙= T.
struct OutputSpec {
    const Matrix* mask = nullptr;
    bool structure = false;
    bool complement = false;
    bool replace = false;
    const mergus_op* accum = nullptr;
    bool t_is_masked = false;  ///< T holds admitted entries only: the operation worked under the mask
    bool t_fills_mask = false; ///< and has one wherever the mask admits one
    Region region{};

    /// From a call's mask, accumulator and descriptor.
    static OutputSpec of(const mergus_call& call);
    /// Whether C's old entries cannot matter.
    [[nodiscard]] bool overwrites(const Matrix& C) const noexcept;
};

/// Adds the kernels that write_result() will ask for with a result of that type, as far as that is known
/// beforehand.
void request_write_result(std::vector<KernelRequest>& requests, Context& context, const Matrix& C,
                          const mergus_type* t_type, const OutputSpec& how);

/// Writes T through mask and accumulator. C changes only after everything that can fail has been done.
void write_result(Context& context, Matrix& C, Matrix&& T, const OutputSpec& how);

/// Adds the kernels of merge().
void request_merge(std::vector<KernelRequest>& requests, Context& context, const mergus_op* op,
                   const Matrix& A, const Matrix& B, bool intersection);

/// A ⊕ B on the union of the patterns, or on the intersection, in op's z type.
Matrix merge(Context& context, const mergus_op* op, const Matrix& A, const Matrix& B, bool intersection);

} // namespace mergus::cuda
