/// \file row_parts.cpp
#include "row_parts.hpp"

#include "iso.hpp"
#include "jit/unused_type.hpp"
#include "scan_at_once.hpp"

#include <algorithm>
#include <utility>

namespace mergus::cuda {

RowParts::RowParts(Context& context, const Matrix& A, const MatrixShape& T, const char* text)
    : context_(context), T_{A.type, T.nrows, T.ncols}, iso_(A.iso), text_(text) {
    bindings_.index("Index", A.wide())
        .index("T_index", T.wide())
        .type("Value", A.iso ? unused_type() : A.type)
        .constant("has_values", !A.iso);
}

Matrix RowParts::result(const Matrix& A, Array<std::uint64_t>&& ptr, std::uint64_t count) const {
    Matrix T = raw_pattern(context_, A.type, T_.nrows, T_.ncols, count, std::move(ptr));
    if (count == 0) return T;
    if (iso_)
        set_one_value(context_, T, A.val.data());
    else
        T.val = Buffer(context_.device, count * A.type->size);
    return T;
}

Matrix RowParts::copied(const Matrix& A, const std::uint64_t* begins, Array<std::uint64_t>&& offset,
                        std::uint64_t count, const ColumnMap& map) const {
    Matrix T = result(A, std::move(offset), count);
    if (count != 0) copy(T, A, begins, map);
    return T;
}

void RowParts::copy(const Matrix& T, const Matrix& A, const std::uint64_t* begins,
                    const ColumnMap& map) const {
    const std::uint64_t* const ptr = T.ptr.data();
    const RowTiles tiles = split_rows(context_, ptr, T.nrows, T.nvals);
    context_.device.launch(kernel("copy_parts"), tiles.grid(), {tile_threads}, 0, tiles.list(), begins, ptr,
                           map, static_cast<const void*>(A.col.data()),
                           static_cast<const void*>(A.val.data()), static_cast<const void*>(T.col.data()),
                           static_cast<const void*>(T.val.data()));
}

Matrix RowParts::triangle(const Matrix& A, std::int64_t y, bool upper) const {
    Device& device = context_.device;
    const Array<std::uint64_t> begins(device, A.nrows);
    Array<std::uint64_t> ptr(device, A.nrows + 1);
    // Beyond these y all entries or none pass, and i + y would overflow.
    y = std::clamp(y, -static_cast<std::int64_t>(A.nrows), static_cast<std::int64_t>(A.ncols));
    const std::uint64_t* const rows = A.ptr.data();
    const void* const col = A.col.data();
    const auto is_upper = static_cast<std::uint32_t>(upper);
    const Device::Message post = launch_scan(context_, kernel("triangle_parts"), A.nrows, ptr.data(), rows,
                                             col, A.nrows, y, is_upper, begins.data());
    const std::uint64_t count = scanned_sum(device, post);
    return copied(A, begins.data(), std::move(ptr), count, {nullptr, nullptr, ~std::uint64_t{0}, 0});
}

} // namespace mergus::cuda
