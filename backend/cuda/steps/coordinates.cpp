/// \file coordinates.cpp
/// One stable radix sort by packed positions (two, by column and then by row, where they have more than 64
/// bits), and a fold of the duplicates. Nothing is sorted if the triples are in order.
#include "coordinates.hpp"

#include "device/primitives.hpp"

#include <fmt/format.h>

#include <utility>

namespace mergus::cuda {

SortCoordinates::SortCoordinates(Context& context, const MatrixShape& result, std::uint64_t expected,
                                 const mergus_op* dup)
    : context_(context), result_(result), expected_(expected), dup_(dup) {}

Bindings SortCoordinates::bindings(bool wide_positions) const {
    Bindings bindings;
    bindings.index("Key", KeyFormat(result_).key_bytes() == 8)
        .index("C_index", result_.wide())
        .index("Position", wide_positions)
        .type("Value", result_.type)
        .binary("combine", dup_, result_.type, result_.type, result_.type);
    bindings.no_contraction(); // free of cost here, and a build has no descriptor that could demand it
    return bindings;
}

void SortCoordinates::kernels(KernelRequests& requests) const {
    requests.push_back({"steps/coordinates.cuh", "number_entries", bindings(needs_wide(expected_))});
}

/// Entries in order without duplicates: the values stay where they are.
template <class Key>
Matrix SortCoordinates::convert_ascending(Coordinates triples) const {
    Device& device = context_.device;
    const std::uint64_t count = triples.count;
    const Bindings bound = bindings(needs_wide(count));
    Array<std::uint64_t> ptr(device, result_.nrows + 1);
    Matrix matrix = raw_pattern(context_, result_.type, result_.nrows, result_.ncols, count, std::move(ptr));
    matrix.val = std::move(triples.values);
    const auto* const keys = static_cast<const Key*>(triples.keys.data());
    const auto* const cols = static_cast<const Key*>(triples.cols.data());
    device.launch(context_.jit.kernel("steps/coordinates.cuh", "columns_of_keys", bound),
                  grid_for(context_, count, block_threads), {block_threads}, 0, keys, cols,
                  triples.format.col_bits, count, static_cast<const void*>(matrix.col.data()));
    device.launch(context_.jit.kernel("steps/coordinates.cuh", "offsets_of_distinct", bound),
                  grid_for(context_, result_.nrows + 1, block_threads), {block_threads}, 0, keys, cols,
                  triples.format.col_bits, count, result_.nrows, matrix.ptr.data());
    return matrix;
}

template <class Key, class Position>
Matrix SortCoordinates::sort(Coordinates triples) const {
    Device& device = context_.device;
    const std::uint64_t count = triples.count;
    const KeyFormat format = triples.format;
    const Bindings bound = bindings(sizeof(Position) == 8);
    const auto kernel = [&](const char* entry) -> const Kernel& {
        return context_.jit.kernel("steps/coordinates.cuh", entry, bound);
    };
    const Dim3 grid = grid_for(context_, count, block_threads);
    const Dim3 block{block_threads};

    Array<Position> positions(device, count + 1);
    Array<Position> spare_positions(device, count + 1);
    Position* order = positions.data();
    Position* other_order = spare_positions.data();
    device.launch(kernel("number_entries"), grid, block, 0, count, order);
    Buffer spare_keys;
    auto* key = static_cast<Key*>(triples.keys.data());
    auto* other_key = key;
    if (!triples.ascending && format.packed()) {
        spare_keys = Buffer(device, count * sizeof(Key));
        other_key = static_cast<Key*>(spare_keys.data());
        sort_pairs(device, key, other_key, order, other_order, count, 0, format.bits());
    } else if (!triples.ascending) {
        const Buffer rows = std::move(triples.keys);
        triples.keys = Buffer(device, count * sizeof(Key));
        spare_keys = Buffer(device, count * sizeof(Key));
        key = static_cast<Key*>(triples.keys.data());
        other_key = static_cast<Key*>(spare_keys.data());
        device.copy(key, triples.cols.data(), count * sizeof(Key));
        sort_pairs(device, key, other_key, order, other_order, count, 0, format.col_bits);
        const auto gather = [&](const Buffer& from, Key* to) {
            device.launch(kernel("gather_keys"), grid, block, 0, static_cast<const Key*>(from.data()),
                          static_cast<const Position*>(order), count, to);
        };
        gather(rows, key);
        sort_pairs(device, key, other_key, order, other_order, count, 0, format.row_bits);
        gather(triples.cols, other_key);
        triples.cols.reset();
    }
    if (key == spare_keys.data()) std::swap(spare_keys, triples.keys);
    if (format.packed() || triples.ascending)
        spare_keys.reset();
    else
        triples.cols = std::move(spare_keys);
    const auto* const keys = static_cast<const Key*>(key);
    const auto* const cols = static_cast<const Key*>(triples.cols.data());

    // The array that the sort leaves free is reused for the offsets, count + 1 of them.
    Position* offset = other_order;
    device.launch(kernel("flag_first"), grid, block, 0, keys, cols, count, offset);
    exclusive_scan(device, offset, offset, count);
    const std::uint64_t distinct = device.read(offset + count);
    if (dup_ == nullptr && distinct != count)
        throw Error(Code::invalid_value,
                    fmt::format("{} of {} entries are duplicates, and no operator was given to "
                                "combine them",
                                count - distinct, count));
    Matrix matrix = raw_matrix(context_, result_.type, result_.nrows, result_.ncols, distinct);
    device.launch(kernel("offsets_of_sorted"), grid_for(context_, result_.nrows + 1, block_threads), block, 0,
                  keys, cols, format.col_bits, count, result_.nrows, static_cast<const Position*>(offset),
                  matrix.ptr.data());
    // Values of an iso matrix are neither read nor written, but C++ wants an address for them.
    const auto address = [&](const Buffer& values) {
        return values.data() != nullptr ? values.data() : static_cast<const void*>(order);
    };
    device.launch(kernel("gather_entries"), grid, block, 0, keys, cols, format.col_bits,
                  address(triples.values), static_cast<const Position*>(order), count,
                  static_cast<const Position*>(offset), static_cast<const void*>(matrix.col.data()),
                  address(matrix.val));
    return matrix;
}

Matrix SortCoordinates::run(Coordinates&& triples) const {
    Coordinates own = std::move(triples); // freed when this returns
    const bool wide_keys = own.format.key_bytes() == 8, wide_positions = needs_wide(own.count);
    if (own.distinct)
        return wide_keys ? convert_ascending<std::uint64_t>(std::move(own))
                         : convert_ascending<std::uint32_t>(std::move(own));
    if (wide_keys)
        return wide_positions ? sort<std::uint64_t, std::uint64_t>(std::move(own))
                              : sort<std::uint64_t, std::uint32_t>(std::move(own));
    return wide_positions ? sort<std::uint32_t, std::uint64_t>(std::move(own))
                          : sort<std::uint32_t, std::uint32_t>(std::move(own));
}

} // namespace mergus::cuda
