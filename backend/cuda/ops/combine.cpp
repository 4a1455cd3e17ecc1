/// \file combine.cpp
#include "combine.hpp"

#include "device/primitives.hpp"
#include "jit/unused_type.hpp"
#include "ops/combine_input.h"

#include <utility>

namespace mergus::cuda {

namespace {

using CombineInput = CombineInputOf<void, void, void, void>;

CombineInput input_of(const Combination& how, const Matrix& X, const Matrix& Y) {
    CombineInput in{};
    in.x_ptr = X.ptr.data();
    in.x_col = X.col.data();
    in.x_val = X.val.data();
    in.y_ptr = Y.ptr.data();
    in.y_col = Y.col.data();
    in.y_val = Y.val.data();
    if (how.mask != nullptr) {
        in.m_ptr = how.mask->ptr.data();
        in.m_col = how.mask->col.data();
        in.m_val = how.mask->val.data();
    }
    if (how.region.rows != nullptr) {
        in.region.rows = how.region.rows->data();
        in.region.row_count = how.region.rows->size();
    }
    if (how.region.cols != nullptr) {
        in.region.cols = how.region.cols->data();
        in.region.col_count = how.region.cols->size();
    }
    in.nrows = X.nrows;
    return in;
}

} // namespace

CombineMatrices::CombineMatrices(Context& context, const MatrixShape& X, const mergus_type* y_type,
                                 std::uint64_t entries, const Combination& how)
    : context_(context), expected_entries_(entries), how_(how) {
    const mergus_type* mask_type = how.mask == nullptr ? how.z_type
                                   : how.structure     ? unused_type()
                                                       : how.mask->type;
    bindings_.index("Index", X.wide())
        .type("X_value", X.type)
        .type("Y_value", y_type)
        .type("Z_value", how.z_type)
        .type("M_value", mask_type);
    if (how.both != nullptr) bindings_.binary("both", how.both, X.type, y_type, how.z_type);
    if (!how.intersection) bindings_.cast("only_x", X.type, how.z_type).cast("only_y", y_type, how.z_type);
    bindings_.truth("truth", mask_type, how.structure || how.mask == nullptr)
        .constant("intersection", how.intersection)
        .constant("has_mask", how.mask != nullptr)
        .constant("y_is_masked", how.y_is_masked)
        .constant("complement", how.complement)
        .constant("replace", how.replace)
        .constant("has_accum", how.both != nullptr)
        .constant("has_row_list", how.region.rows != nullptr)
        .constant("has_col_list", how.region.cols != nullptr)
        .constant("keeps_x", how.keeps_x);
    if (context.deterministic) bindings_.no_contraction();
}

Bindings CombineMatrices::bindings(bool wide_count) const {
    Bindings bindings = bindings_;
    bindings.index("Count", wide_count);
    return bindings;
}

void CombineMatrices::kernels(KernelRequests& requests) const {
    requests.push_back({"ops/combine.cuh", "combine_flag_y", bindings(needs_wide(expected_entries_))});
}

template <class Count>
Matrix CombineMatrices::run_as(const Matrix& X, const Matrix& Y) const {
    Device& device = context_.device;
    const Bindings bound = bindings(sizeof(Count) == 8);
    const auto kernel = [&](const char* entry) -> const Kernel& {
        return context_.jit.kernel("ops/combine.cuh", entry, bound);
    };
    const CombineInput in = input_of(how_, X, Y);
    Array<Count> x_offset(device, how_.keeps_x ? 0 : X.nvals + 1);
    Array<Count> y_offset(device, Y.nvals + 1);
    const Dim3 x_grid = grid_for(context_, X.nvals, block_threads);
    const Dim3 y_grid = grid_for(context_, Y.nvals, block_threads);
    const Dim3 block{block_threads};
    if (!how_.keeps_x) {
        device.launch(kernel("combine_flag_x"), x_grid, block, 0, in, X.nvals, x_offset.data());
        exclusive_scan(device, x_offset.data(), x_offset.data(), X.nvals);
    }
    device.launch(kernel("combine_flag_y"), y_grid, block, 0, in, Y.nvals, y_offset.data());
    exclusive_scan(device, y_offset.data(), y_offset.data(), Y.nvals);

    const Count* const x_offsets = x_offset.data();
    const Count* const y_offsets = y_offset.data();
    Array<std::uint64_t> ptr(device, X.nrows + 1);
    device.launch(kernel("combine_row_offsets"), grid_for(context_, X.nrows + 1, block_threads), block, 0, in,
                  x_offsets, y_offsets, ptr.data());
    const std::uint64_t nvals = device.read(ptr.data() + X.nrows);
    Matrix Z = raw_matrix(context_, how_.z_type, X.nrows, X.ncols, nvals, std::move(ptr));
    const void* const col = Z.col.data();
    const void* const val = Z.val.data();
    device.launch(kernel("combine_write_x"), x_grid, block, 0, in, X.nvals, x_offsets, y_offsets, col, val);
    device.launch(kernel("combine_write_y"), y_grid, block, 0, in, Y.nvals, x_offsets, y_offsets, col, val);
    return Z;
}

Matrix CombineMatrices::run(const Matrix& X, const Matrix& Y) const {
    return needs_wide(X.nvals + Y.nvals) ? run_as<std::uint64_t>(X, Y) : run_as<std::uint32_t>(X, Y);
}

} // namespace mergus::cuda
