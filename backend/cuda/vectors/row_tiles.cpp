/// \file row_tiles.cpp
#include "row_tiles.hpp"

#include <algorithm>
#include <utility>

namespace mergus::cuda {

namespace {

constexpr std::uint32_t split_threads = 64; // few, so that all multiprocessors search

} // namespace

KernelRequest row_tiles_kernel() {
    return {"vectors/row_tiles.cuh", "split_rows", Bindings()};
}

const RowTiles* known_row_tiles(Context& context, const Matrix& matrix) {
    const auto* const known = derived<RowTiles>(matrix);
    if (known == nullptr || known->begin.size() == 0) return nullptr;
    return &derive<RowTiles>(context, matrix); // this call uses them
}

const RowTiles& row_tiles(Context& context, const Matrix& matrix) {
    if (const RowTiles* const known = known_row_tiles(context, matrix)) return *known;
    Device& device = context.device;
    const std::uint64_t tiles = (matrix.nrows + matrix.nvals + tile_items - 1) / tile_items;
    Array<RowTile> begin(device, tiles + 1);
    Array<std::uint32_t> bits = raw_bits(context, matrix.nrows);
    const Array<RowTileCounts> counts(device, 1);
    device.fill(counts.data(), 0, sizeof(RowTileCounts));
    device.launch(context.jit.kernel(row_tiles_kernel()),
                  grid_for(context, std::max(tiles + 1, matrix.nrows), split_threads), {split_threads}, 0,
                  static_cast<const std::uint64_t*>(matrix.ptr.data()), matrix.nrows, tiles, begin.data(),
                  bits.data(), counts.data());
    // A bitmap's count follows its bits.
    device.copy(bits.data() + bits.size() - 2, counts.data(), sizeof(std::uint64_t));
    const RowTileCounts found = device.read(static_cast<const RowTileCounts*>(counts.data()));
    auto& made = derive<RowTiles>(context, matrix);
    made.begin = std::move(begin);
    made.tiles = tiles;
    made.bits = std::move(bits);
    made.present = found.present;
    made.has_split = found.split != 0;
    return made;
}

} // namespace mergus::cuda
