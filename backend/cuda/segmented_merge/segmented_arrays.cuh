// segmented_arrays.cuh: where the keys and values of a segmented merge are, and one merge of two sorted
// ranges.
//
// Bindings: Key, Value, constants has_values, makes_places (a value is the place in the input where it comes
// from).

#include "kernels/places.cuh"

namespace mergus {

enum Where { in_output = 0, in_spare = 1, in_input = 2 };

struct SegmentedArrays {
    const Key* keys_in;
    const Value* values_in;
    Key* keys[2]; // the output and the spare
    Value* values[2];

    __device__ __forceinline__ const Key* keys_at(unsigned where) const {
        return where == in_input ? keys_in : where == in_spare ? keys[1] : keys[0];
    }
    __device__ __forceinline__ const Value* values_at(unsigned where) const {
        return where == in_input ? values_in : where == in_spare ? values[1] : values[0];
    }
};

// How many of the first `diagonal` elements of a merge come from a; equal keys of a before those of b.
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
