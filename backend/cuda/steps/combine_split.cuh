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

// The longest of three ranges, halved.
struct Middle {
    const Index* col;
    uint64_t at, length;

    __device__ __forceinline__ void take(const Index* other, uint64_t begin, uint64_t end) {
        if (end - begin <= length) return;
        length = end - begin;
        col = other;
        at = begin + length / 2;
    }
};

// The place in a row before which there are `items` entries of the row, or up to two less, so that no column
// has entries on both sides.
__device__ __forceinline__ CombinePlace place_in_row(const CombineInput& in, uint64_t row, uint64_t items) {
    const CombinePlace begin = begin_of_row(in, row);
    CombinePlace low = begin, high = begin_of_row(in, row + 1);
    if (high.from(begin) <= items) return high;
    for (;;) {
        Middle middle = {in.x_col, 0, 0};
        middle.take(in.x_col, low.x, high.x);
        middle.take(in.y_col, low.y, high.y);
        if (has_mask) middle.take(in.m_col, low.m, high.m);
        if (middle.length == 0) return low;
        const Index j = middle.col[middle.at];
        const CombinePlace before = {lower_bound(in.x_col, low.x, high.x, j),
                                     lower_bound(in.y_col, low.y, high.y, j),
                                     has_mask ? lower_bound(in.m_col, low.m, high.m, j) : 0};
        if (before.from(begin) > items) {
            high = before;
            continue;
        }
        const CombinePlace after = {before.x + (before.x < high.x && in.x_col[before.x] == j),
                                    before.y + (before.y < high.y && in.y_col[before.y] == j),
                                    before.m + (has_mask && before.m < high.m && in.m_col[before.m] == j)};
        if (after.from(begin) > items) return before;
        low = after;
    }
}

} // namespace mergus

// begin[t] for the tiles, and where the last one ends.
extern "C" __global__ void combine_split(mergus::CombineInput in, uint64_t tiles,
                                         mergus::CombineTile* begin) {
    using namespace mergus;
    trigger_dependents();
    const CombinePlace first = begin_of_row(in, 0);
    for (uint64_t t = grid_thread(); t <= tiles; t += grid_threads()) {
        const uint64_t item = t * combine_items;
        uint64_t low = 0, high = in.nrows; // the row that has the item: items before it begin at low
        CombinePlace place = begin_of_row(in, high);
        if (place.from(first) + high > item) {
            while (high - low > 1) {
                const uint64_t middle = low + (high - low) / 2;
                if (begin_of_row(in, middle).from(first) + middle <= item)
                    low = middle;
                else
                    high = middle;
            }
            place = place_in_row(in, low, item - low - begin_of_row(in, low).from(first));
        } else {
            low = high;
        }
        begin[t] = {low, place.x, place.y, place.m};
    }
}
