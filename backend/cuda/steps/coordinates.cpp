/// \file coordinates.cpp
/// Two stable radix sorts, by column and then by row, and a fold of the duplicates.
#include "coordinates.hpp"

#include "device/primitives.hpp"

#include <fmt/format.h>

#include <utility>

namespace mergus::cuda {

SortCoordinates::SortCoordinates(Context& context, const MatrixShape& result, std::uint64_t expected,
                                 bool wide, const mergus_op* dup)
    : context_(context), result_(result), expected_(expected), wide_(wide), dup_(dup) {}

Bindings SortCoordinates::bindings(bool wide_positions) const {
    Bindings bindings;
    bindings.index("Row", wide_)
        .index("Index", wide_)
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

template <class Index, class Position>
Matrix SortCoordinates::run_as(const Coordinates& triples) const {
    Device& device = context_.device;
    const std::uint64_t count = triples.count;
    const Bindings bound = bindings(sizeof(Position) == 8);
    const auto kernel = [&](const char* entry) -> const Kernel& {
        return context_.jit.kernel("steps/coordinates.cuh", entry, bound);
    };
    const Dim3 grid = grid_for(context_, count, block_threads);
    const Dim3 block{block_threads};
    const void* const rows = triples.rows.data();
    const void* const cols = triples.cols.data();

    Array<Index> keys(device, count);
    Array<Index> spare_keys(device, count);
    Array<Position> positions(device, count + 1);
    Array<Position> spare_positions(device, count + 1);
    Index* key = keys.data();
    Index* other_key = spare_keys.data();
    Position* order = positions.data();
    Position* other_order = spare_positions.data();
    device.copy(key, cols, count * sizeof(Index));
    device.launch(kernel("number_entries"), grid, block, 0, count, order);
    sort_pairs(device, key, other_key, order, other_order, count, 0, bits_below(result_.ncols));
    device.launch(kernel("gather_rows"), grid, block, 0, rows, static_cast<const Position*>(order), count,
                  key);
    sort_pairs(device, key, other_key, order, other_order, count, 0, bits_below(result_.nrows));

    // The array that the sort leaves free is reused for the offsets, count + 1 of them.
    Position* offset = other_order;
    device.launch(kernel("flag_first"), grid, block, 0, static_cast<const Index*>(key), cols,
                  static_cast<const Position*>(order), count, offset);
    exclusive_scan(device, offset, offset, count);
    const std::uint64_t distinct = device.read(offset + count);
    if (dup_ == nullptr && distinct != count)
        throw Error(Code::invalid_value,
                    fmt::format("{} of {} entries are duplicates, and no operator was given to "
                                "combine them",
                                count - distinct, count));
    Matrix matrix = raw_matrix(context_, result_.type, result_.nrows, result_.ncols, distinct);
    device.launch(kernel("offsets_of_sorted"), grid_for(context_, result_.nrows + 1, block_threads), block, 0,
                  static_cast<const Index*>(key), count, result_.nrows, static_cast<const Position*>(offset),
                  matrix.ptr.data());
    // Values of an iso matrix are neither read nor written, but C++ wants an address for them.
    const auto address = [&](const Buffer& values) {
        return values.data() != nullptr ? values.data() : static_cast<const void*>(order);
    };
    device.launch(kernel("gather_entries"), grid, block, 0, cols, address(triples.values),
                  static_cast<const Position*>(order), count, static_cast<const Position*>(offset),
                  static_cast<const void*>(matrix.col.data()), address(matrix.val));
    return matrix;
}

Matrix SortCoordinates::run(Coordinates&& triples) const {
    const Coordinates own = std::move(triples); // freed when this returns
    const bool wide_positions = needs_wide(own.count);
    if (wide_)
        return wide_positions ? run_as<std::uint64_t, std::uint64_t>(own)
                              : run_as<std::uint64_t, std::uint32_t>(own);
    return wide_positions ? run_as<std::uint32_t, std::uint64_t>(own)
                          : run_as<std::uint32_t, std::uint32_t>(own);
}

} // namespace mergus::cuda
