// search.cuh: binary searches that every kernel over compressed rows needs.

namespace mergus {

// The first position in [begin, end) whose value is not below `wanted`; end if there is none.
template <class Position, class Value>
__device__ __forceinline__ Position lower_bound(const Value* __restrict__ values, Position begin, Position end,
                                                Value wanted) {
    while (begin < end) {
        const Position middle = begin + (end - begin) / 2;
        if (values[middle] < wanted)
            begin = middle + 1;
        else
            end = middle;
    }
    return begin;
}

// The row of an entry: the last one that begins at or before it. Entry is below offsets[rows].
__device__ __forceinline__ uint64_t row_of(const uint64_t* __restrict__ offsets, uint64_t rows, uint64_t entry) {
    uint64_t low = 0, high = rows; // offsets[low] <= entry < offsets[high]
    while (high - low > 1) {
        const uint64_t middle = low + (high - low) / 2;
        if (offsets[middle] <= entry)
            low = middle;
        else
            high = middle;
    }
    return low;
}

} // namespace mergus
