/// \file table_operations.hpp
/// The operations of the table: storage of their operands decides how each is done, from the outside to the
/// inside on hypersparse matrices (hypersparse/), on bitmaps (bitmap/) and on compressed rows.
#pragma once

#include "bitmap/bitmap_forms.hpp"
#include "bitmap/dispatch.hpp"
#include "bitmap/gather.hpp"
#include "explained.hpp"
#include "hypersparse/operations.hpp"
#include "mxm/operations.hpp"
#include "ops/operations.hpp"
#include "transpose/transpose.hpp"
#include "vectors/operations.hpp"

namespace mergus::cuda {

struct TableOperations {
    static constexpr auto mxm = explained<on_ids<mxm_on_ids, on_bitmap_or_rows<mxm_bitmap, cuda::mxm, true>>>;
    static constexpr auto transpose = explained<on_ids<transpose_on_ids, on_rows<cuda::transpose>>>;
    static constexpr auto select =
        explained<on_ids<select_on_ids, on_bitmap_or_rows<select_bitmap, cuda::select>>>;
    static constexpr auto apply =
        explained<on_ids<apply_on_ids, on_bitmap_or_rows<apply_bitmap, cuda::apply>>>;
    static constexpr auto ewise_add =
        explained<on_ids<ewise_on_ids, on_bitmap_or_rows<ewise_add_bitmap, cuda::ewise_add>>>;
    static constexpr auto ewise_mult =
        explained<on_ids<ewise_on_ids, on_bitmap_or_rows<ewise_mult_bitmap, cuda::ewise_mult>>>;
    static constexpr auto mxv = explained<on_ids<mxv_on_ids, on_bitmap_or_rows<mxv_bitmap, cuda::mxv, true>>>;
    static constexpr auto vxm = explained<on_ids<vxm_on_ids, on_bitmap_or_rows<vxm_bitmap, cuda::vxm, true>>>;
    static constexpr auto reduce_rows = explained<on_ids<reduce_rows_on_ids, cuda::reduce_rows>>;
    static constexpr auto reduce_scalar =
        explained<on_ids<reduce_scalar_on_ids, on_bitmap_or_rows<reduce_scalar_bitmap, cuda::reduce_scalar>>>;
    static constexpr auto assign =
        explained<on_ids<assign_on_ids, on_bitmap_or_rows<copy_bitmap, cuda::assign>>>;
    static constexpr auto assign_scalar =
        explained<on_ids<assign_scalar_on_ids, on_bitmap_or_rows<assign_scalar_bitmap, cuda::assign_scalar>>>;
    static constexpr auto extract =
        explained<on_ids<extract_on_ids, on_bitmap_or_rows<extract_bitmap, cuda::extract>>>;
    static constexpr auto kronecker = explained<on_ids<kronecker_on_ids, on_rows<cuda::kronecker>>>;
    static constexpr auto diag = explained<on_ids<diag_on_ids, on_rows<cuda::diag>>>;
    static constexpr auto extract_diag = explained<on_ids<extract_diag_on_ids, on_rows<cuda::extract_diag>>>;
};

} // namespace mergus::cuda
