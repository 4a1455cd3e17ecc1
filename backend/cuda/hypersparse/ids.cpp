/// \file ids.cpp
#include "ids.hpp"

#include "device/primitives.hpp"
#include "steps/identity.hpp"
#include "steps/index_arrays.hpp"

#include <utility>

namespace mergus::cuda {

namespace {

using Words = Array<std::uint64_t>;

/// Launches a kernel of ids.cuh over n items.
template <class... Args>
void launch(Context& context, const char* entry, bool wide_from, bool wide_to, std::uint64_t n,
            const Args&... args) {
    Bindings bindings;
    bindings.index("From", wide_from).index("To", wide_to);
    context.device.launch(context.jit.kernel("hypersparse/ids.cuh", entry, bindings),
                          grid_for(context, n, block_threads), {block_threads}, 0, args...);
}

template <class... Args>
void launch(Context& context, const char* entry, std::uint64_t n, const Args&... args) {
    launch(context, entry, true, true, n, args...);
}

const std::uint64_t* constant(const Words& words) {
    return words.data();
}

Ids list_of(Words&& ids) {
    return std::make_shared<const IdList>(std::move(ids));
}

Ids zero(Context& context) {
    Words ids(context.device, 1);
    context.device.fill(ids.data(), 0, sizeof(std::uint64_t));
    return list_of(std::move(ids));
}

/// The positions of the flags that are set; {0} if none is. Waits for their number.
Ids positions_of(Context& context, const Array<std::uint8_t>& flags) {
    Device& device = context.device;
    Words positions(device, flags.size());
    Words count(device, 1);
    select_flagged(device, flags.data(), positions.data(), count.data(), flags.size());
    const std::uint64_t found = device.read(constant(count));
    if (found == 0) return zero(context);
    if (found == flags.size()) return list_of(std::move(positions));
    Words ids(device, found); // the positions have memory for all
    device.copy(ids.data(), positions.data(), found * sizeof(std::uint64_t));
    return list_of(std::move(ids));
}

} // namespace

Ids united(Context& context, const Ids& a, const Ids& b) {
    if (a == b) return a;
    if (a->size() < b->size()) return united(context, b, a);
    Device& device = context.device;
    const std::uint64_t a_count = a->size(), b_count = b->size();
    Words added(device, b_count + 1);
    launch(context, "flag_missing", b_count, a->data(), a_count, b->data(), b_count, added.data());
    exclusive_scan(device, added.data(), added.data(), b_count);
    const std::uint64_t more = device.read(constant(added) + b_count);
    if (more == 0) return a;
    Words ids(device, a_count + more);
    launch(context, "unite", a_count + b_count, a->data(), a_count, b->data(), b_count, constant(added),
           ids.data());
    return list_of(std::move(ids));
}

DistinctIds distinct(Context& context, Words&& ids, int bits, bool sorted) {
    Device& device = context.device;
    const std::uint64_t count = ids.size();
    DistinctIds result;
    if (count == 0) {
        result.ids = zero(context);
        return result;
    }
    const bool wide = needs_wide(count);
    Words spare_ids, wide_order, spare_wide;
    Array<std::uint32_t> order, spare_order;
    std::uint64_t *keys = ids.data(), *other_keys = keys, *wide_positions = nullptr;
    std::uint32_t* positions = nullptr;
    if (!sorted) {
        spare_ids = Words(device, count);
        other_keys = spare_ids.data();
        if (wide) {
            wide_order = Words(device, count);
            spare_wide = Words(device, count);
            std::uint64_t* other = spare_wide.data();
            wide_positions = wide_order.data();
            write_identity(context, count, wide_positions);
            sort_pairs(device, keys, other_keys, wide_positions, other, count, 0, bits);
        } else {
            order = Array<std::uint32_t>(device, count);
            spare_order = Array<std::uint32_t>(device, count);
            std::uint32_t* other = spare_order.data();
            positions = order.data();
            launch(context, "count_up", count, positions, count);
            sort_pairs(device, keys, other_keys, positions, other, count, 0, bits);
        }
    }
    const std::uint64_t* const sorted_keys = keys;
    Words scan(device, count + 1);
    launch(context, "flag_new", count, sorted_keys, count, scan.data());
    exclusive_scan(device, scan.data(), scan.data(), count);
    Words list(device, device.read(constant(scan) + count));
    result.ranks = Words(device, count);
    if (wide_positions != nullptr)
        launch(context, "number_distinct_wide", count, sorted_keys,
               static_cast<const std::uint64_t*>(wide_positions), count, constant(scan), list.data(),
               result.ranks.data());
    else
        launch(context, "number_distinct", count, sorted_keys, static_cast<const std::uint32_t*>(positions),
               count, constant(scan), list.data(), result.ranks.data());
    result.ids = list_of(std::move(list));
    return result;
}

Words ranks_of(Context& context, const std::uint64_t* ids, std::uint64_t count, const IdList& list) {
    Words ranks(context.device, count);
    launch(context, "rank_ids", count, ids, count, list.data(), list.size(), ranks.data());
    return ranks;
}

Buffer rank_columns(Context& context, const void* columns, bool wide_from, std::uint64_t count,
                    const IdList& list) {
    const bool wide_to = needs_wide(list.size());
    Buffer ranks(context.device, count * (wide_to ? 8 : 4));
    launch(context, "rank_ids", wide_from, wide_to, count, columns, count, list.data(), list.size(),
           ranks.data());
    return ranks;
}

Buffer map_columns(Context& context, const void* columns, bool wide_from, std::uint64_t count,
                   const std::uint64_t* map, bool wide_to) {
    Buffer mapped(context.device, count * (wide_to ? 8 : 4));
    launch(context, "map_ids", wide_from, wide_to, count, columns, count, map, mapped.data());
    return mapped;
}

Array<std::uint8_t> flag_present(Context& context, const void* columns, bool wide, std::uint64_t count,
                                 const IdList& list) {
    Array<std::uint8_t> flags(context.device, count);
    launch(context, "flag_present", wide, true, count, columns, count, list.data(), list.size(),
           flags.data());
    return flags;
}

Ids rows_with_entries(Context& context, const Matrix& matrix) {
    if (matrix.nvals == 0) return zero(context);
    Array<std::uint8_t> flags(context.device, matrix.nrows);
    launch(context, "flag_rows", matrix.nrows, constant(matrix.ptr), matrix.nrows, flags.data());
    return positions_of(context, flags);
}

Ids columns_with_entries(Context& context, const Matrix& matrix) {
    Device& device = context.device;
    if (matrix.nvals == 0) return zero(context);
    if (matrix.ncols / 32 < matrix.nvals) { // a flag for each takes less memory than a sort
        Array<std::uint8_t> flags(device, matrix.ncols);
        device.fill(flags.data(), 0, flags.size());
        launch(context, "flag_columns", matrix.wide(), true, matrix.nvals,
               static_cast<const void*>(matrix.col.data()), matrix.nvals, flags.data());
        return positions_of(context, flags);
    }
    Words columns(device, matrix.nvals);
    if (matrix.wide())
        device.copy(columns.data(), matrix.col.data(), matrix.nvals * sizeof(std::uint64_t));
    else
        columns.buffer() = ConvertIndex(context, false, true).run(matrix.col.data(), matrix.nvals);
    return distinct(context, std::move(columns), bits_below(matrix.ncols), false).ids;
}

Ids chosen(Context& context, const Ids& ids, const Ids& positions) {
    if (ids == nullptr) return positions;
    Words list(context.device, positions->size());
    launch(context, "map_ids", list.size(), positions->data(), positions->size(), ids->data(), list.data());
    return list_of(std::move(list));
}

Words spread_offsets(Context& context, const Matrix& matrix, const std::uint64_t* map, std::uint64_t count,
                     std::uint64_t nrows) {
    Words ptr(context.device, nrows + 1);
    launch(context, "spread_offsets", nrows + 1, constant(matrix.ptr), map, count, nrows, ptr.data());
    return ptr;
}

Words offsets_of(Context& context, const Matrix& matrix, const IdList& rows) {
    Words ptr(context.device, rows.size() + 1);
    launch(context, "choose_offsets", rows.size() + 1, constant(matrix.ptr), matrix.nrows, rows.data(),
           rows.size(), ptr.data());
    return ptr;
}

Ids product_ids(Context& context, const Ids& a, const Ids& b, std::uint64_t factor) {
    if (a->size() > (UINT64_MAX / 64) / b->size())
        throw Error(Code::out_of_memory,
                    "the product has more rows or columns with entries than memory can address");
    Words ids(context.device, a->size() * b->size());
    launch(context, "multiply_ids", ids.size(), a->data(), a->size(), b->data(), b->size(), factor,
           ids.data());
    return list_of(std::move(ids));
}

Ids shifted(Context& context, const Words& ids, std::uint64_t distance) {
    if (ids.size() == 0) return zero(context);
    Words moved(context.device, ids.size());
    launch(context, "shift_ids", moved.size(), constant(ids), ids.size(), distance, moved.data());
    return list_of(std::move(moved));
}

RowsAndColumns split_keys(Context& context, const void* keys, bool wide, int col_bits, std::uint64_t count) {
    RowsAndColumns tuples{Words(context.device, count), Words(context.device, count)};
    launch(context, "split_keys", wide, true, count, keys, count, col_bits, tuples.rows.data(),
           tuples.cols.data());
    return tuples;
}

Buffer joined_keys(Context& context, const RowsAndColumns& tuples, bool wide, int col_bits) {
    const std::uint64_t count = tuples.rows.size();
    Buffer keys(context.device, count * (wide ? 8 : 4));
    launch(context, "join_keys", true, wide, count, constant(tuples.rows), constant(tuples.cols), count,
           col_bits, keys.data());
    return keys;
}

Words upload_ids(Context& context, const std::uint64_t* ids, std::uint64_t count) {
    Words words(context.device, count);
    context.device.copy_to_device(words.data(), ids, count * sizeof(std::uint64_t));
    return words;
}

} // namespace mergus::cuda
