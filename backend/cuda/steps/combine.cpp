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

constexpr const char* text = "steps/combine.cuh";
constexpr std::uint32_t split_threads = 64; // few, so that all multiprocessors search

} // namespace

CombineMatrices::CombineMatrices(Context& context, const MatrixShape& X, bool x_iso,
                                 const mergus_type* y_type, bool y_iso, const Combination& how)
    : context_(context), how_(how), x_iso_(x_iso), y_iso_(y_iso) {
    // Where X stays whole, and Y has admitted entries only, nothing asks the mask.
    if (how_.keeps_x && how_.y_is_masked) how_.mask = nullptr;
    const mergus_type* mask_type = how_.mask == nullptr ? how_.z_type
                                   : how_.structure     ? unused_type()
                                                        : how_.mask->type;
    bindings_.index("Index", X.wide())
        .type("X_value", X.type)
        .type("Y_value", y_type)
        .type("Z_value", how_.z_type)
        .type("M_value", mask_type)
        .line(line_values(x_iso, 'X'))
        .line(line_values(y_iso, 'Y'))
        .line(line_values(how_.mask != nullptr && how_.mask->iso && !how_.structure, 'M'));
    if (how_.both != nullptr) bindings_.binary("both", how_.both, X.type, y_type, how_.z_type);
    if (!how_.intersection) bindings_.cast("only_x", X.type, how_.z_type).cast("only_y", y_type, how_.z_type);
    bindings_.truth("truth", mask_type, how_.structure || how_.mask == nullptr)
        .constant("intersection", how_.intersection)
        .constant("has_mask", how_.mask != nullptr)
        .constant("y_is_masked", how_.y_is_masked)
        .constant("complement", how_.complement)
        .constant("replace", how_.replace)
        .constant("has_accum", how_.both != nullptr)
        .constant("has_row_list", how_.region.rows.has_value())
        .constant("has_col_list", how_.region.cols.has_value())
        .constant("keeps_x", how_.keeps_x);
    if (context.deterministic) bindings_.no_contraction();
}

CombineMatrices::CombineInput CombineMatrices::input(const Matrix& X, const Matrix& Y) const {
    CombineInput in{};
    in.x_ptr = X.ptr.data();
    in.x_col = X.col.data();
    in.x_val = x_iso_ ? X.val.data() : values_of(context_, X);
    in.y_ptr = Y.ptr.data();
    in.y_col = Y.col.data();
    in.y_val = y_iso_ ? Y.val.data() : values_of(context_, Y);
    if (how_.mask != nullptr) {
        in.m_ptr = how_.mask->ptr.data();
        in.m_col = how_.mask->col.data();
        // Values that are not read have an address too: a reference to one must not be null.
        in.m_val = how_.structure ? static_cast<const void*>(how_.mask->ptr.data()) : how_.mask->val.data();
    }
    in.region = {how_.region.rows.value_or(IndexSet{}), how_.region.cols.value_or(IndexSet{})};
    in.nrows = X.nrows;
    in.x_full = X.full() ? 1 : 0;
    in.y_full = Y.full() ? 1 : 0;
    in.m_full = how_.mask != nullptr && how_.mask->full() ? 1 : 0;
    return in;
}

void CombineMatrices::kernels(KernelRequests& requests) const {
    requests.push_back({text, "combine_count", bindings_});
}

const Kernel& CombineMatrices::kernel(const char* entry) const {
    return context_.jit.kernel(text, entry, bindings_);
}

Matrix CombineMatrices::run_in_tiles(const Matrix& X, const Matrix& Y) const {
    Device& device = context_.device;
    const CombineInput in = input(X, Y);
    const std::uint64_t items = X.nrows + X.nvals + Y.nvals + (how_.mask != nullptr ? how_.mask->nvals : 0);
    const std::uint64_t tiles = (items + combine_items - 1) / combine_items;
    if (tiles == 0) return empty_matrix(context_, how_.z_type, X.nrows, X.ncols);
    Array<CombineTile> begin(device, tiles + 1);
    Array<std::uint64_t> offset(device, tiles + 1);
    const Dim3 grid{static_cast<std::uint32_t>(tiles)}, block{combine_threads};
    device.launch(kernel("combine_split"), grid_for(context_, tiles + 1, split_threads), {split_threads}, 0,
                  in, tiles, begin.data());
    const CombineTile* const tile = begin.data();
    device.launch(kernel("combine_count"), grid, block, 0, in, tile, offset.data());
    exclusive_scan(device, offset.data(), offset.data(), tiles);
    const std::uint64_t nvals = device.read(offset.data() + tiles);
    Matrix Z = raw_matrix(context_, how_.z_type, X.nrows, X.ncols, nvals);
    device.launch(kernel("combine_write"), grid, block, 0, in, tile,
                  static_cast<const std::uint64_t*>(offset.data()), Z.ptr.data(),
                  static_cast<const void*>(Z.col.data()), static_cast<const void*>(Z.val.data()));
    return Z;
}

bool CombineMatrices::full_by_x(const Matrix& X, const Matrix& Y) const noexcept {
    return X.full() && !how_.intersection && (how_.keeps_x || (Y.full() && !how_.replace));
}

bool CombineMatrices::full_by_y(const Matrix& Y) const noexcept {
    return Y.full() && !how_.intersection && how_.mask == nullptr;
}

void CombineMatrices::write_full(const Matrix& X, const Matrix& Y, const void* values) const {
    Device& device = context_.device;
    const CombineInput in = input(X, Y);
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
                           {block_threads}, 0, input(X, Y), Z.nvals, static_cast<const void*>(Z.val.data()));
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
    return run_in_tiles(X, Y);
}

} // namespace mergus::cuda
