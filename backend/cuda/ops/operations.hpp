/// \file operations.hpp
/// The operations of the table, one file each: C<mask, replace> ⊙= T.
#pragma once

#include "context.hpp"

namespace mergus::cuda {

void mxm(Context& context, const mergus_call& call);
/// mxm, but ⊗ gets (B(k, j), A(i, k)), and its positions are (j, k, i): the transpose of B'·A'.
void multiply_flipped(Context& context, const mergus_call& call);
void mxv(Context& context, const mergus_call& call);
void vxm(Context& context, const mergus_call& call);
/// The same on cells (vectors/push.hpp, vectors/pull_cells.hpp), or by degrees of rows, in any storage
/// (vectors/degrees.hpp). False: the call is for none of these, and nothing was done.
bool mxm_cells(Context& context, const mergus_call& call);
bool mxv_cells(Context& context, const mergus_call& call);
bool vxm_cells(Context& context, const mergus_call& call);
void transpose(Context& context, const mergus_call& call);
void select(Context& context, const mergus_call& call);
void apply(Context& context, const mergus_call& call);
void ewise_add(Context& context, const mergus_call& call);
void ewise_mult(Context& context, const mergus_call& call);
void reduce_rows(Context& context, const mergus_call& call);
void reduce_scalar(Context& context, const mergus_call& call);
void assign(Context& context, const mergus_call& call);
void assign_scalar(Context& context, const mergus_call& call);
void extract(Context& context, const mergus_call& call);
void kronecker(Context& context, const mergus_call& call);
void diag(Context& context, const mergus_call& call);
void extract_diag(Context& context, const mergus_call& call);
void count_triangles(Context& context, const mergus_call& call);
void bfs_levels(Context& context, const mergus_call& call);
void bfs_parents(Context& context, const mergus_call& call);
void connected_components(Context& context, const mergus_call& call);

} // namespace mergus::cuda
