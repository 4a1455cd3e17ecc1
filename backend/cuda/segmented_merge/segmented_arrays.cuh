// segmented_arrays.cuh: the arrays of keys and values of a segmented merge, and the split of one merge.
//
// Bindings: Key, Value, constants has_values, moves_indices (the value that moves is the position of the key
// in the input).

#include "kernels/places.cuh"
#include "segmented_merge/segmented_merge.h"

namespace mergus {

using SegmentedArrays = SegmentedArraysOf<Key, Value>;

enum Location { in_output = 0, in_spare = 1, in_input = 2 };

__device__ __forceinline__ const Key* keys_at(const SegmentedArrays& arrays, unsigned location) {
    return location == in_input ? arrays.keys_in : location == in_spare ? arrays.keys[1] : arrays.keys[0];
}
__device__ __forceinline__ const Value* values_at(const SegmentedArrays& arrays, unsigned location) {
    return location == in_input   ? arrays.values_in
           : location == in_spare ? arrays.values[1]
                                  : arrays.values[0];
}

// The number of keys of a among the first `diagonal` of a merge of a and b. Equal keys: those of a first.
template <class Count, class KeyA, class KeyB>
__device__ __forceinline__ Count merge_split(Count diagonal, Count a_count, Count b_count, KeyA key_a,
                                             KeyB key_b) {
    Count low = diagonal > b_count ? diagonal - b_count : Count(0), high = min_of(diagonal, a_count);
    while (low < high) {
        const Count middle = low + (high - low) / 2;
        if (key_b(diagonal - 1 - middle) < key_a(middle))
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

} // namespace mergus
