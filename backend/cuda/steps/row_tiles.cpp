/// \file row_tiles.cpp
#include "row_tiles.hpp"

#include <algorithm>
#include <utility>

namespace mergus::cuda {

namespace {

/// \param bits and counts may be null
RowTiles launch_split(Context& context, const std::uint64_t* offset, std::uint64_t rows,
                      std::uint64_t entries, std::uint64_t whole, std::uint32_t* bits,
                      RowTileCounts* counts) {
    constexpr std::uint32_t split_threads = 64; // few, so that all multiprocessors search
    const std::uint64_t tiles = (rows + entries + tile_items - 1) / tile_items;
    RowTiles made{Array<RowTile>(context.device, tiles + 1), tiles, rows};
    const std::uint64_t threads = std::max(tiles + 1, bits == nullptr ? 0 : rows);
    context.device.launch(context.jit.kernel(row_tiles_kernel()), grid_for(context, threads, split_threads),
                          {split_threads}, 0, offset, rows, tiles, whole, made.begin.data(), bits, counts);
    return made;
}

} // namespace

KernelRequest row_tiles_kernel() {
    return {"steps/row_tiles.cuh", "split_rows", Bindings()};
}

RowTiles split_rows(Context& context, const std::uint64_t* offset, std::uint64_t rows,
                    std::uint64_t entries) {
    // The searches of few blocks take less time than a launch.
    const auto few = 2 * static_cast<std::uint64_t>(context.device.properties().sm_count);
    const std::uint64_t tiles = (rows + entries + tile_items - 1) / tile_items;
    if (tiles <= few) return {{}, tiles, rows};
    return launch_split(context, offset, rows, entries, 0, nullptr, nullptr);
}

const MatrixTiles* known_matrix_tiles(Context& context, const Matrix& matrix) {
    const auto* const known = derived<MatrixTiles>(matrix);
    if (known == nullptr || known->begin.size() == 0) return nullptr;
    return &derive<MatrixTiles>(context, matrix); // this call uses them
}

const MatrixTiles& matrix_tiles(Context& context, const Matrix& matrix) {
    if (const MatrixTiles* const known = known_matrix_tiles(context, matrix)) return *known;
    Device& device = context.device;
    Array<std::uint32_t> bits = raw_bits(context, matrix.nrows);
    const Array<RowTileCounts> counts(device, 1);
    device.fill(counts.data(), 0, sizeof(RowTileCounts));
    RowTiles tiles = launch_split(context, matrix.ptr.data(), matrix.nrows, matrix.nvals, whole_row,
                                  bits.data(), counts.data());
    // A bitmap's count follows its bits.
    device.copy(bits.data() + bits.size() - 2, counts.data(), sizeof(std::uint64_t));
    const RowTileCounts found = device.read(static_cast<const RowTileCounts*>(counts.data()));
    auto& made = derive<MatrixTiles>(context, matrix);
    static_cast<RowTiles&>(made) = std::move(tiles);
    made.bits = std::move(bits);
    made.present = found.present;
    made.has_split = found.split != 0;
    return made;
}

} // namespace mergus::cuda
