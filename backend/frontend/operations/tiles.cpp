/// \file tiles.cpp
/// A grid of matrices joined into one by assignments, and one matrix cut into a grid by extractions.
#include <mergus/tiles.hpp>

#include "checks.hpp"

#include <mergus/ops.hpp>

#include <fmt/format.h>

#include <numeric>

namespace mergus {

using core::Checker;
using core::state_of;

namespace {

/// The numbers begin … begin + count − 1.
std::vector<std::uint64_t> range(std::uint64_t begin, std::uint64_t count) {
    std::vector<std::uint64_t> indices(count);
    std::iota(indices.begin(), indices.end(), begin);
    return indices;
}

const AnyMatrix& tile_of(const Tiles& tiles, std::size_t r, std::size_t c) {
    if (tiles[r][c] == nullptr)
        throw Error(Code::null_pointer, fmt::format("concat: tile ({}, {}) is null", r, c));
    return *tiles[r][c];
}

/// \throws Error dimension_mismatch
void check_extent(const char* what, std::size_t r, std::size_t c, std::uint64_t extent,
                  std::uint64_t wanted) {
    if (extent != wanted)
        throw Error(Code::dimension_mismatch,
                    fmt::format("concat: tile ({}, {}) has {} {}, but the first one of that line has {}", r,
                                c, extent, what, wanted));
}

void check_total(std::string_view what, std::span<const std::uint64_t> sizes, std::uint64_t extent) {
    std::uint64_t total = 0;
    for (const std::uint64_t size : sizes) {
        if (size > extent - total)
            throw Error(Code::dimension_mismatch,
                        fmt::format("split: the tiles have more than the {} {} of A", extent, what));
        total += size;
    }
    if (total != extent)
        throw Error(Code::dimension_mismatch,
                    fmt::format("split: the tiles have {} {}, but A has {}", total, what, extent));
}

} // namespace

AnyMatrix concat(const Tiles& tiles, const mergus_type* type) {
    if (tiles.empty() || tiles.front().empty())
        throw Error(Code::invalid_value, "concat: there are no tiles");
    const std::size_t across = tiles.front().size();
    const Checker check("concat", tile_of(tiles, 0, 0), "tile (0, 0)");
    if (type == nullptr) type = check.C().type;
    std::uint64_t nrows = 0, ncols = 0;
    for (std::size_t r = 0; r < tiles.size(); ++r) {
        if (tiles[r].size() != across)
            check.fail(Code::invalid_value,
                       fmt::format("row {} of the grid has {} tiles, the first one has {}", r,
                                   tiles[r].size(), across));
        for (std::size_t c = 0; c < across; ++c) {
            const std::string name = fmt::format("tile ({}, {})", r, c);
            const detail::MatrixState& tile = check.input(tile_of(tiles, r, c), name);
            check.cast(name, {}, tile.type, type);
            const core::Shape shape = tile.shape();
            check_extent("rows", r, c, shape.nrows, tiles[r][0]->nrows());
            check_extent("columns", r, c, shape.ncols, tiles[0][c]->ncols());
            if (c == 0) nrows += shape.nrows;
            if (r == 0) ncols += shape.ncols;
        }
    }
    AnyMatrix C(tiles[0][0]->context(), type, nrows, ncols);
    std::uint64_t row = 0;
    for (const auto& line : tiles) {
        std::uint64_t col = 0;
        const std::vector<std::uint64_t> rows = range(row, line[0]->nrows());
        for (const AnyMatrix* const tile : line) {
            if (tile->nvals() != 0) assign(C, *tile, rows, range(col, tile->ncols()));
            col += tile->ncols();
        }
        row += line[0]->nrows();
    }
    return C;
}

std::vector<std::vector<AnyMatrix>> split(const AnyMatrix& A, const IndexList& rows, const IndexList& cols) {
    const core::Shape shape = state_of(A, "split", "A").shape();
    check_total("rows", rows.list(), shape.nrows);
    check_total("columns", cols.list(), shape.ncols);
    std::vector<std::vector<AnyMatrix>> tiles;
    std::uint64_t row = 0;
    for (const std::uint64_t height : rows.list()) {
        auto& line = tiles.emplace_back();
        const std::vector<std::uint64_t> row_list = range(row, height);
        std::uint64_t col = 0;
        for (const std::uint64_t width : cols.list()) {
            line.push_back(extract(A, row_list, range(col, width)));
            col += width;
        }
        row += height;
    }
    return tiles;
}

} // namespace mergus
