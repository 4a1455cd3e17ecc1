/// \file combine.cpp
#include "combine.hpp"

#include "device/primitives.hpp"
#include "jit/unused_type.hpp"
#include "objects/copy_arrays.hpp"
#include "steps/combine_input.h"
#include "steps/iso.hpp"

#include <utility>

namespace mergus::cuda {

namespace {

using CombineInput = CombineInputOf<void, void, void, void>;

CombineInput input_of(Context& context, const Combination& how, const Matrix& X, const Matrix& Y) {
    CombineInput in{};
    in.x_ptr = X.ptr.data();
    in.x_col = X.col.data();
    in.x_val = values_of(context, X);
    in.y_ptr = Y.ptr.data();
    in.y_col = Y.col.data();
    in.y_val = values_of(context, Y);
    if (how.mask != nullptr) {
        in.m_ptr = how.mask->ptr.data();
        in.m_col = how.mask->col.data();
        // Values that are not read have an address too: a reference to one must not be null.
        in.m_val =
            how.structure ? static_cast<const void*>(how.mask->ptr.data()) : values_of(context, *how.mask);
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
    in.x_full = X.full() ? 1 : 0;
    in.y_full = Y.full() ? 1 : 0;
    in.m_full = how.mask != nullptr && how.mask->full() ? 1 : 0;
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
    requests.push_back({"steps/combine.cuh", "combine_flag_y", bindings(needs_wide(expected_entries_))});
}

template <class Count>
Matrix CombineMatrices::run_as(const Matrix& X, const Matrix& Y) const {
    Device& device = context_.device;
    const Bindings bound = bindings(sizeof(Count) == 8);
    const auto kernel = [&](const char* entry) -> const Kernel& {
        return context_.jit.kernel("steps/combine.cuh", entry, bound);
    };
    const CombineInput in = input_of(context_, how_, X, Y);
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

const Kernel& CombineMatrices::kernel(const char* entry) const {
    return context_.jit.kernel("steps/combine.cuh", entry, bindings(needs_wide(expected_entries_)));
}

bool CombineMatrices::full_by_x(const Matrix& X, const Matrix& Y) const noexcept {
    return X.full() && !how_.intersection && (how_.keeps_x || (Y.full() && !how_.replace));
}

bool CombineMatrices::full_by_y(const Matrix& Y) const noexcept {
    return Y.full() && !how_.intersection && how_.mask == nullptr;
}

void CombineMatrices::write_full(const Matrix& X, const Matrix& Y, const void* values) const {
    Device& device = context_.device;
    const CombineInput in = input_of(context_, how_, X, Y);
    const Dim3 block{block_threads};
    const bool both_full = X.full() && Y.full(), in_place = values == X.val.data();
    if (!in_place || both_full)
        device.launch(kernel("combine_full"), grid_for(context_, X.ncols, block_threads), block, 0, in,
                      X.ncols, values);
    if (both_full) return;
    const std::uint64_t others = X.full() ? Y.nvals : X.nvals;
    device.launch(kernel("combine_scatter"), grid_for(context_, others, block_threads), block, 0, in, others,
                  values);
}

Matrix CombineMatrices::run_full(const Matrix& X, const Matrix& Y) const {
    Matrix Z;
    static_cast<MatrixShape&>(Z) = X.full() ? X : Y;
    const Matrix& pattern = X.full() ? X : Y;
    Z.type = how_.z_type;
    Z.ptr = Array<std::uint64_t>(context_.device, 2);
    ArrayCopies copies(context_);
    copies.add(Z.ptr.data(), pattern.ptr.data(), 2 * sizeof(std::uint64_t));
    Z.col = copy_of_columns(pattern, copies);
    copies.run();
    Z.val = Buffer(context_.device, Z.nvals * Z.type->size);
    write_full(X, Y, Z.val.data());
    return Z;
}

Matrix CombineMatrices::intersect_full(const Matrix& X, const Matrix& Y) const {
    const Matrix& pattern = X.full() ? Y : X;
    Matrix Z;
    static_cast<MatrixShape&>(Z) = pattern;
    Z.type = how_.z_type;
    Z.ptr = Array<std::uint64_t>(context_.device, 2);
    ArrayCopies copies(context_);
    copies.add(Z.ptr.data(), pattern.ptr.data(), 2 * sizeof(std::uint64_t));
    Z.col = copy_of_columns(pattern, copies);
    copies.run();
    Z.val = Buffer(context_.device, Z.nvals * Z.type->size);
    context_.device.launch(kernel("combine_intersect_full"), grid_for(context_, Z.nvals, block_threads),
                           {block_threads}, 0, input_of(context_, how_, X, Y), Z.nvals,
                           static_cast<const void*>(Z.val.data()));
    return Z;
}

bool CombineMatrices::run_in_place(Matrix& X, const Matrix& Y) const {
    if (!full_by_x(X, Y) || X.type != how_.z_type || X.iso) return false;
    values_changed(X);
    write_full(X, Y, X.val.data());
    return true;
}

Matrix CombineMatrices::run(const Matrix& X, const Matrix& Y) const {
    if (full_by_x(X, Y) || full_by_y(Y)) return run_full(X, Y);
    if (how_.intersection && (X.full() || Y.full())) return intersect_full(X, Y);
    return needs_wide(X.nvals + Y.nvals) ? run_as<std::uint64_t>(X, Y) : run_as<std::uint32_t>(X, Y);
}

} // namespace mergus::cuda
