// combine_split.cuh: the tiles of combine.cuh: equal parts of the merged sequence of X, Y and the mask by
// (row, column), in which the end of each row counts as an item too (merge path: Green, McColl and Bader
// 2012; with ends of rows: Merrill and Garland 2016). So the work of a tile is bounded for any lengths of
// rows.
//
// Entries of one row and column are in one tile.
//
// Bindings: those of combine.cuh.

#include "kernels/search.cuh"
#include "steps/combine_values.cuh"

namespace mergus {

// Positions in the entries of X, Y and the mask.
struct CombinePlace {
    uint64_t x, y, m;

    __device__ __forceinline__ uint64_t from(const CombinePlace& begin) const {
        return x - begin.x + (y - begin.y) + (m - begin.m);
    }
};

__device__ __forceinline__ CombinePlace begin_of_row(const CombineInput& in, uint64_t i) {
    return {in.x_ptr[i], in.y_ptr[i], has_mask ? in.m_ptr[i] : 0};
}

// The longest of three ranges of columns.
struct LongestRange {
    const Index* col;
    uint64_t begin, length;

    __device__ __forceinline__ void take(const Index* other, uint64_t from, uint64_t to) {
        if (to - from <= length) return;
        length = to - from;
        col = other;
        begin = from;
    }
};

// The place in a row before which there are `items` entries of the row, or up to two less, so that no column
// has entries on both sides. Searched by one thread, or by the 32 lanes of a warp, which test a column each.
template <unsigned lanes>
__device__ __forceinline__ CombinePlace place_in_row(const CombineInput& in, uint64_t row, uint64_t items) {
    const CombinePlace begin = begin_of_row(in, row);
    CombinePlace low = begin, high = begin_of_row(in, row + 1);
    if (high.from(begin) <= items) return high;
    for (;;) {
        LongestRange range = {in.x_col, 0, 0};
        range.take(in.x_col, low.x, high.x);
        range.take(in.y_col, low.y, high.y);
        if (has_mask) range.take(in.m_col, low.m, high.m);
        if (range.length == 0) return low;
        const unsigned l = lanes == 1 ? 0 : lane();
        const Index j = range.col[range.begin + range.length * (2 * l + 1) / (2 * lanes)];
        const CombinePlace before = {lower_bound(in.x_col, low.x, high.x, j),
                                     lower_bound(in.y_col, low.y, high.y, j),
                                     has_mask ? lower_bound(in.m_col, low.m, high.m, j) : 0};
        const CombinePlace after = {before.x + (before.x < high.x && in.x_col[before.x] == j),
                                    before.y + (before.y < high.y && in.y_col[before.y] == j),
                                    before.m + (has_mask && before.m < high.m && in.m_col[before.m] == j)};
        const bool is_high = before.from(begin) > items, is_low = after.from(begin) <= items;
        if constexpr (lanes == 1) {
            if (!is_high && !is_low) return before;
            if (is_high)
                high = before;
            else
                low = after;
        } else {
            // Columns ascend with the lanes: the first lanes are low, the last ones are high.
            const unsigned lows = unsigned(__popc(__ballot_sync(full_mask, is_low))),
                           highs = unsigned(__popc(__ballot_sync(full_mask, is_high)));
            if (lows + highs < lanes) return shuffle(full_mask, before, int(lows));
            if (highs != 0) high = shuffle(full_mask, before, int(lows));
            if (lows != 0) low = shuffle(full_mask, after, int(lows) - 1);
        }
    }
}

// Where the tile begins whose first item is `item`. `lanes` threads search together: 1, or the 32 of a warp.
template <unsigned lanes>
__device__ __forceinline__ CombineTile tile_at(const CombineInput& in, uint64_t item) {
    const CombinePlace first = begin_of_row(in, 0), last = begin_of_row(in, in.nrows);
    if (last.from(first) + in.nrows <= item) return {in.nrows, last.x, last.y, last.m};
    const auto begins = [&](uint64_t row) { return begin_of_row(in, row).from(first) + row <= item; };
    uint64_t low = 0, high = in.nrows; // the row that has the item: begins(low), not begins(high)
    while (high - low > 1) {
        if constexpr (lanes == 1) {
            const uint64_t middle = low + (high - low) / 2;
            if (begins(middle))
                low = middle;
            else
                high = middle;
        } else {
            const uint64_t step = div_up<uint64_t>(high - low, lanes), at = low + (lane() + 1) * step;
            low += unsigned(__popc(__ballot_sync(full_mask, at < high && begins(at)))) * step;
            high = min_of(low + step, high);
        }
    }
    const uint64_t in_row = item - low - begin_of_row(in, low).from(first);
    const CombinePlace place = place_in_row<lanes>(in, low, in_row);
    return {low, place.x, place.y, place.m};
}

} // namespace mergus

// begin[t] for the tiles, and where the last one ends.
extern "C" __global__ void combine_split(mergus::CombineInput in, uint64_t tiles,
                                         mergus::CombineTile* begin) {
    using namespace mergus;
    trigger_dependents();
    for (uint64_t t = grid_thread(); t <= tiles; t += grid_threads())
        begin[t] = tile_at<1>(in, t * combine_items);
}
