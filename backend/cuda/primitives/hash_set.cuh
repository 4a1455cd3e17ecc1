// hash_set.cuh: a set of keys in shared memory, for a group of threads: open addressing, linear probing.
//
// Invariant: a slot is free, so that every search ends. A key stays in its slot, which is the index of what
// belongs to it in other arrays.

#include "kernels/hash.cuh"

namespace mergus {

template <class Key>
struct HashSet {
    static constexpr Key none = ~Key(0); // a free slot; no key has this value

    Key* keys;
    unsigned slots; // a power of two

    __device__ __forceinline__ unsigned first_slot(Key key) const { return hash_of(key) & (slots - 1); }
    __device__ __forceinline__ unsigned next_slot(unsigned s) const { return (s + 1) & (slots - 1); }

    // By thread `rank` of `threads`, with a barrier after it.
    __device__ __forceinline__ void clear(unsigned rank, unsigned threads) const {
        for (unsigned s = rank; s < slots; s += threads) keys[s] = none;
    }

    // Inserts a key that no thread has inserted before. \return its slot
    __device__ __forceinline__ unsigned insert_new(Key key) const {
        unsigned s = first_slot(key);
        while (atomicCAS(&keys[s], none, key) != none) s = next_slot(s);
        return s;
    }

    // Inserts the key if it is missing. `fresh`: this thread inserted it. \return its slot, or `slots` if
    // there was none among `probes` slots; 0 probes as many as it takes
    template <unsigned probes = 0>
    __device__ __forceinline__ unsigned insert(Key key, bool& fresh) const {
        fresh = false;
        unsigned s = first_slot(key);
        for (unsigned n = 0; probes == 0 || n < probes; ++n, s = next_slot(s)) {
            const Key found = keys[s];
            if (found == key) return s;
            if (found != none) continue;
            const Key before = atomicCAS(&keys[s], none, key);
            fresh = before == none;
            if (fresh || before == key) return s;
        }
        return slots;
    }

    // found(slot) of the key, or `missing`. Not while another thread inserts.
    template <class Found, class Result>
    __device__ __forceinline__ Result look_up(Key key, const Found& found, Result missing) const {
        for (unsigned s = first_slot(key);; s = next_slot(s)) {
            const Key there = keys[s];
            if (there == key) return found(s);
            if (there == none) return missing;
        }
    }
    // The key's slot, or `slots` if it is missing.
    __device__ __forceinline__ unsigned find(Key key) const {
        return look_up(
            key, [](unsigned s) { return s; }, slots);
    }
    __device__ __forceinline__ bool has(Key key) const {
        return look_up(
            key, [](unsigned) { return true; }, false);
    }
};

} // namespace mergus
