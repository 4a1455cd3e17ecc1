/// \file operations.hpp
/// The operations of the table on hypersparse matrices. Each runs the ordinary operation, `ordinary`, on the
/// stored matrices, or on the call itself if it has no hypersparse operand and no space with a list.
#pragma once

#include "spaces.hpp"

namespace mergus::cuda {

// matrix_operations.cpp
void mxm_on_ids(Context& context, const mergus_call& call, Operation ordinary);
void ewise_on_ids(Context& context, const mergus_call& call, Operation ordinary);
void transpose_on_ids(Context& context, const mergus_call& call, Operation ordinary);
void apply_on_ids(Context& context, const mergus_call& call, Operation ordinary);
void select_on_ids(Context& context, const mergus_call& call, Operation ordinary);
void reduce_scalar_on_ids(Context& context, const mergus_call& call, Operation ordinary);
void isequal_on_ids(Context& context, const mergus_call& call, Operation ordinary);
void kronecker_on_ids(Context& context, const mergus_call& call, Operation ordinary);

// vector_operations.cpp
void mxv_on_ids(Context& context, const mergus_call& call, Operation ordinary);
void vxm_on_ids(Context& context, const mergus_call& call, Operation ordinary);
void reduce_rows_on_ids(Context& context, const mergus_call& call, Operation ordinary);
void diag_on_ids(Context& context, const mergus_call& call, Operation ordinary);
void extract_diag_on_ids(Context& context, const mergus_call& call, Operation ordinary);

// regions.cpp
void assign_on_ids(Context& context, const mergus_call& call, Operation ordinary);
void assign_scalar_on_ids(Context& context, const mergus_call& call, Operation ordinary);
void extract_on_ids(Context& context, const mergus_call& call, Operation ordinary);

/// C<mask, replace> ⊙= T, a matrix that may be hypersparse (regions.cpp).
void write_on_ids(Context& context, const mergus_call& call, Matrix&& T);

/// Whether some matrix of a call is stored so.
[[nodiscard]] bool has_hypersparse(const mergus_call& call) noexcept;
/// Whether some matrix of a call may need the functions above.
[[nodiscard]] bool concerns_hypersparse(const Context& context, const mergus_call& call);

/// A function of an extension that needs every row. \throws Error not_implemented for hypersparse matrices:
/// the library runs public operations instead
template <void (*Ordinary)(Context&, const mergus_call&)>
void on_all_rows(Context& context, const mergus_call& call) {
    if (has_hypersparse(call)) throw Error(Code::not_implemented, "the matrix is hypersparse");
    Ordinary(context, call);
}

/// The operation, of a backend function's type, on operands of any storage.
template <void (*OnIds)(Context&, const mergus_call&, Operation),
          void (*Ordinary)(Context&, const mergus_call&)>
void on_ids(Context& context, const mergus_call& call) {
    if (!concerns_hypersparse(context, call)) return Ordinary(context, call);
    OnIds(context, call, Ordinary);
}

} // namespace mergus::cuda
