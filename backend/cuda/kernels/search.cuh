// search.cuh: binary searches for kernels over compressed rows.

namespace mergus {

// The first position in [begin, end) whose value is not below `wanted`; end if there is none.
template <class Position, class Value>
__device__ __forceinline__ Position lower_bound(const Value* __restrict__ values, Position begin,
                                                Position end, Value wanted) {
    while (begin < end) {
        const Position middle = begin + (end - begin) / 2;
        if (values[middle] < wanted)
            begin = middle + 1;
        else
            end = middle;
    }
    return begin;
}

// The last of the rows [low, high) that begins at or before an entry, which is in one of them.
template <class Offset, class Position>
__device__ __forceinline__ Position row_among(const Offset* __restrict__ offsets, Position low, Position high,
                                              Position entry) {
    while (high - low > 1) { // offsets[low] <= entry < offsets[high]
        const Position middle = low + (high - low) / 2;
        if (offsets[middle] <= entry)
            low = middle;
        else
            high = middle;
    }
    return low;
}

// The row of an entry: the last row that begins at or before it. Requires entry < offsets[rows].
__device__ __forceinline__ uint64_t row_of(const uint64_t* __restrict__ offsets, uint64_t rows,
                                           uint64_t entry) {
    return row_among(offsets, uint64_t(0), rows, entry);
}

// The same by a warp, whose lanes test 32 offsets at once.
__device__ __forceinline__ uint64_t row_of_by_warp(const uint64_t* offsets, uint64_t rows, uint64_t entry) {
    uint64_t low = 0, high = rows; // offsets[low] <= entry < offsets[high]
    while (high - low > 1) {
        const uint64_t step = div_up<uint64_t>(high - low, 32), at = low + (lane() + 1) * step;
        const bool begins = at < high && offsets[at] <= entry;
        low += unsigned(__popc(__ballot_sync(full_mask, begins))) * step;
        high = min_of(low + step, high);
    }
    return low;
}

// The rows of a tile of entries, so that the row of each entry is searched among few.
struct RowsOfTile {
    const uint64_t* offsets;
    uint64_t first, count;

    __device__ __forceinline__ uint64_t row(uint64_t entry) const {
        return first + row_of(offsets + first, count, entry);
    }
};

// The rows of entries [begin, end), which must not be empty. Called by all threads of a block, two of which
// search. `found`: two numbers in shared memory, free again after the next barrier.
__device__ __forceinline__ RowsOfTile rows_of_tile(const uint64_t* offsets, uint64_t rows, uint64_t begin,
                                                   uint64_t end, uint64_t* found) {
    if (threadIdx.x < 2) found[threadIdx.x] = row_of(offsets, rows, threadIdx.x == 0 ? begin : end - 1);
    __syncthreads();
    return {offsets, found[0], found[1] - found[0] + 1};
}

// The same by two warps, which need a fifth of the steps.
__device__ __forceinline__ RowsOfTile rows_of_tile_by_warps(const uint64_t* offsets, uint64_t rows,
                                                            uint64_t begin, uint64_t end, uint64_t* found) {
    if (warp() < 2) {
        const uint64_t row = row_of_by_warp(offsets, rows, warp() == 0 ? begin : end - 1);
        if (lane() == 0) found[warp()] = row;
    }
    __syncthreads();
    return {offsets, found[0], found[1] - found[0] + 1};
}

} // namespace mergus
