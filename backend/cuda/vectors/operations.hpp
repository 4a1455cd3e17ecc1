/// \file operations.hpp
/// Operations with vectors as operands or result.
#pragma once

#include "objects/context.hpp"

namespace mergus::cuda {

void mxv(Context& context, const mergus_call& call);
void vxm(Context& context, const mergus_call& call);
/// Products by the methods of vector_method.hpp that are on bitmaps, or by degrees of rows, in any storage.
/// False: the call is for none of these, and nothing was done.
bool mxm_bitmap(Context& context, const mergus_call& call);
bool mxv_bitmap(Context& context, const mergus_call& call);
bool vxm_bitmap(Context& context, const mergus_call& call);
void reduce_rows(Context& context, const mergus_call& call);
void reduce_scalar(Context& context, const mergus_call& call);
void diag(Context& context, const mergus_call& call);
void extract_diag(Context& context, const mergus_call& call);

} // namespace mergus::cuda
