/// \file sort_rows.cpp
#include "sort_rows.hpp"

#include "device/primitives.hpp"
#include "jit/unused_type.hpp"
#include "scan_at_once.hpp"
#include "steps/sort_rows.h"

namespace mergus::cuda {

namespace {

constexpr const char* text = "steps/sort_rows.cuh";

Bindings bind_sort(bool wide, const MatrixShape& T, bool has_values, bool wide_positions) {
    Bindings bindings;
    bindings.index("Index", wide)
        .index("T_index", T.wide())
        .index("Position", wide_positions)
        .type("Value", has_values ? T.type : unused_type())
        .constant("has_values", has_values);
    return bindings;
}

} // namespace

SortRows::SortRows(Context& context, const Matrix& A, const MatrixShape& T)
    : context_(context), has_values_(!A.iso), bindings_(bind_sort(A.wide(), T, !A.iso, false)) {}

void SortRows::kernels(KernelRequests& requests) const {
    requests.push_back({text, "sort_tile", bindings_});
}

const Kernel& SortRows::kernel(const char* entry) const {
    return context_.jit.kernel(text, entry, bindings_);
}

SortTiles SortRows::split(const Matrix& T) const {
    const std::uint64_t count = (T.nrows + T.nvals + sort_items - 1) / sort_items;
    SortTiles tiles{Array<std::uint64_t>(context_.device, count + 1),
                    Array<std::uint64_t>(context_.device, count + 1),
                    count,
                    {}};
    tiles.post = launch_scan(context_, kernel("split_short_rows"), count, tiles.longs.data(),
                             static_cast<const std::uint64_t*>(T.ptr.data()), T.nrows, count,
                             static_cast<const std::uint64_t*>(tiles.first.data()));
    return tiles;
}

bool SortRows::copy_parts(const Matrix& T, const SortTiles& tiles, const Matrix& A,
                          const std::uint64_t* begins, const ColumnMap& map) const {
    if (scanned_pairs(context_.device, tiles.post).second != 0) return false;
    context_.device.launch(kernel("sort_parts"), {static_cast<std::uint32_t>(tiles.count)}, {block_threads},
                           0, static_cast<const std::uint64_t*>(T.ptr.data()),
                           static_cast<const std::uint64_t*>(tiles.first.data()),
                           static_cast<const std::uint64_t*>(tiles.longs.data()),
                           static_cast<unsigned>(bits_below(T.ncols)), begins, map,
                           static_cast<const void*>(A.col.data()), static_cast<const void*>(A.val.data()),
                           static_cast<const void*>(T.col.data()), static_cast<const void*>(T.val.data()));
    return true;
}

void SortRows::run(const Matrix& T, const SortTiles& tiles) const {
    Device& device = context_.device;
    constexpr std::uint32_t split_threads = 64; // few, so that all multiprocessors search
    const std::uint64_t *const ptr = T.ptr.data(), *const first = tiles.first.data(),
                               *const scan = tiles.longs.data();
    device.launch(kernel("sort_tile"), {static_cast<std::uint32_t>(tiles.count)}, {block_threads}, 0, ptr,
                  first, scan, static_cast<unsigned>(bits_below(T.ncols)),
                  static_cast<const void*>(T.col.data()), static_cast<const void*>(T.val.data()));
    const auto [entries, rows] = scanned_pairs(device, tiles.post);
    if (rows == 0) return;
    const Array<std::uint64_t> begin(device, rows), offset(device, rows + 1);
    const LongRows list{begin.data(), offset.data(), rows, entries};
    device.launch(kernel("list_long_rows"), grid_for(context_, tiles.count + 1, split_threads),
                  {split_threads}, 0, ptr, first, scan, tiles.count, list);
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
    const Bindings bindings = bind_sort(sizeof(Index) == 8, T, has_values_, sizeof(Position) == 8);
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
