/// \file row_parts.cpp
#include "row_parts.hpp"

#include "device/primitives.hpp"
#include "iso.hpp"
#include "jit/unused_type.hpp"

#include <algorithm>
#include <utility>

namespace mergus::cuda {

namespace {

constexpr const char* file = "steps/row_parts.cuh";
constexpr std::uint64_t tile_entries = 2048; ///< as in the kernel

} // namespace

RowParts::RowParts(Context& context, const Matrix& A, bool upper) : context_(context), iso_(A.iso) {
    bindings_.index("Index", A.wide())
        .type("Value", A.iso ? unused_type() : A.type)
        .constant("upper", upper)
        .constant("has_values", !A.iso);
}

void RowParts::kernels(KernelRequests& requests) const {
    requests.push_back({file, "copy_parts", bindings_});
}

Matrix RowParts::copied(const Matrix& A, const Array<std::uint64_t>& begins, Array<std::uint64_t>&& lengths,
                        std::uint64_t rows) const {
    Device& device = context_.device;
    Array<std::uint64_t> ptr = std::move(lengths);
    exclusive_scan(device, ptr.data(), ptr.data(), rows);
    const std::uint64_t count = device.read(ptr.data() + rows);
    Matrix T = raw_pattern(context_, A.type, rows, A.ncols, count, std::move(ptr));
    if (count == 0) return T;
    if (!iso_) T.val = Buffer(device, count * A.type->size);
    const auto tiles = static_cast<std::uint32_t>(
        std::min<std::uint64_t>((count + tile_entries - 1) / tile_entries, std::uint64_t{1} << 30));
    device.launch(context_.jit.kernel(file, "copy_parts", bindings_), {tiles}, {block_threads}, 0,
                  static_cast<const std::uint64_t*>(begins.data()),
                  static_cast<const std::uint64_t*>(T.ptr.data()), rows, count,
                  static_cast<const void*>(A.col.data()), static_cast<const void*>(A.val.data()),
                  static_cast<const void*>(T.col.data()), static_cast<const void*>(T.val.data()));
    if (iso_) set_one_value(context_, T, A.val.data());
    return T;
}

Matrix RowParts::triangle(const Matrix& A, std::int64_t y) const {
    const Array<std::uint64_t> begins(context_.device, A.nrows);
    Array<std::uint64_t> lengths(context_.device, A.nrows + 1);
    // Beyond these y all entries or none pass, and i + y would overflow.
    y = std::clamp(y, -static_cast<std::int64_t>(A.nrows), static_cast<std::int64_t>(A.ncols));
    context_.device.launch(context_.jit.kernel(file, "triangle_parts", bindings_),
                           grid_for(context_, A.nrows, block_threads), {block_threads}, 0,
                           static_cast<const std::uint64_t*>(A.ptr.data()),
                           static_cast<const void*>(A.col.data()), A.nrows, y, begins.data(), lengths.data());
    return copied(A, begins, std::move(lengths), A.nrows);
}

Matrix RowParts::listed(const Matrix& A, const std::uint64_t* list, std::uint64_t rows) const {
    const Array<std::uint64_t> begins(context_.device, rows);
    Array<std::uint64_t> lengths(context_.device, rows + 1);
    context_.device.launch(context_.jit.kernel(file, "listed_parts", bindings_),
                           grid_for(context_, rows, block_threads), {block_threads}, 0,
                           static_cast<const std::uint64_t*>(A.ptr.data()), list, rows, begins.data(),
                           lengths.data());
    return copied(A, begins, std::move(lengths), rows);
}

} // namespace mergus::cuda
