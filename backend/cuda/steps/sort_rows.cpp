/// \file sort_rows.cpp
#include "sort_rows.hpp"

#include "device/primitives.hpp"
#include "jit/unused_type.hpp"
#include "scan_at_once.hpp"
#include "steps/sort_rows.h"

namespace mergus::cuda {

namespace {

constexpr const char* text = "steps/sort_rows.cuh";

Bindings bind_sort(const MatrixShape& T, bool has_values, bool wide_positions) {
    Bindings bindings;
    bindings.index("Index", T.wide())
        .index("Position", wide_positions)
        .type("Value", has_values ? T.type : unused_type())
        .constant("has_values", has_values);
    return bindings;
}

} // namespace

SortRows::SortRows(Context& context, const MatrixShape& T, bool has_values)
    : context_(context), has_values_(has_values), bindings_(bind_sort(T, has_values, false)) {}

void SortRows::kernels(KernelRequests& requests) const {
    requests.push_back({text, "sort_tile", bindings_});
}

void SortRows::run(Matrix& T) const {
    if (T.nvals == 0) return;
    Device& device = context_.device;
    const auto kernel = [&](const char* entry) -> const Kernel& {
        return context_.jit.kernel(text, entry, bindings_);
    };
    constexpr std::uint32_t split_threads = 64; // few, so that all multiprocessors search
    const Dim3 few{split_threads};
    const std::uint64_t tiles = (T.nrows + T.nvals + sort_items - 1) / sort_items;
    const Array<std::uint64_t> first(device, tiles + 1), longs(device, tiles + 1);
    const std::uint64_t *const ptr = T.ptr.data(), *const first_row = first.data(),
                               *const scan = longs.data();
    const Device::Message post = launch_scan(context_, kernel("split_short_rows"), tiles, longs.data(), ptr,
                                             T.nrows, tiles, first_row);
    device.launch(kernel("sort_tile"), {static_cast<std::uint32_t>(tiles)}, {block_threads}, 0, ptr,
                  first_row, scan, static_cast<unsigned>(bits_below(T.ncols)),
                  static_cast<const void*>(T.col.data()), static_cast<const void*>(T.val.data()));
    const auto [entries, rows] = scanned_pairs(device, post);
    if (rows == 0) return;
    const Array<std::uint64_t> begin(device, rows), offset(device, rows + 1);
    const LongRows list{begin.data(), offset.data(), rows, entries};
    device.launch(kernel("list_long_rows"), grid_for(context_, tiles + 1, split_threads), few, 0, ptr,
                  first_row, scan, tiles, list);
    if (needs_wide(entries))
        T.wide() ? sort_long<std::uint64_t, std::uint64_t>(T, list)
                 : sort_long<std::uint32_t, std::uint64_t>(T, list);
    else
        T.wide() ? sort_long<std::uint64_t, std::uint32_t>(T, list)
                 : sort_long<std::uint32_t, std::uint32_t>(T, list);
}

template <class Index, class Position>
void SortRows::sort_long(const Matrix& T, const LongRows& rows) const {
    Device& device = context_.device;
    const std::uint64_t count = rows.entries;
    const Bindings bindings = bind_sort(T, has_values_, sizeof(Position) == 8);
    const auto launch = [&](const char* entry, const auto&... arguments) {
        device.launch(context_.jit.kernel(text, entry, bindings), grid_for(context_, count, block_threads),
                      {block_threads}, 0, rows, arguments...);
    };
    const Array<Index> keys(device, count), spare_keys(device, count);
    const Array<Position> positions(device, count), spare_positions(device, count);
    Index *key = keys.data(), *other_key = spare_keys.data();
    Position *order = positions.data(), *other_order = spare_positions.data();
    const auto sort = [&](std::uint64_t limit) {
        sort_pairs(device, key, other_key, order, other_order, count, 0, bits_below(limit));
    };
    const void *const col = T.col.data(), *const val = T.val.data();
    launch("long_columns", col, key, order);
    sort(T.ncols);
    if (rows.rows > 1) {
        launch("long_rows", static_cast<const Position*>(order), key);
        sort(rows.rows);
    }
    const Buffer values(device, has_values_ ? count * T.type->size : 0);
    const void* const sorted = values.data();
    launch("collect_long_rows", static_cast<const Position*>(order), col, val, key, sorted);
    launch("store_long_rows", static_cast<const Index*>(key), sorted, col, val);
}

} // namespace mergus::cuda
