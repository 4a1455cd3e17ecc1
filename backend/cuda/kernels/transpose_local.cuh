// transpose_local.cuh: slots for the buckets that a tile touches, as transpose_partition.cuh names them.

#include "transpose_tile.cuh"

namespace mergus {

constexpr unsigned most_slots = 128, slot_table = 512; // the buckets of a tile, and a hash table for them

// Slots of buckets: words of bucket << 8 | slot.
__device__ __forceinline__ unsigned slot_hash(unsigned bucket) { return bucket * 2654435761u >> 23; }
__device__ __forceinline__ unsigned slot_of(const unsigned* table, unsigned bucket) {
    unsigned at = slot_hash(bucket), word = table[at];
    while (word >> 8 != bucket) word = table[at = (at + 1) % slot_table];
    return word & 0xff;
}
// Whether there was room.
__device__ __forceinline__ bool insert_bucket(unsigned* table, unsigned bucket, unsigned slot) {
    unsigned at = slot_hash(bucket);
    for (unsigned tries = 0; tries < slot_table / 2; ++tries, at = (at + 1) % slot_table) {
        unsigned word = reinterpret_cast<volatile unsigned*>(table)[at];
        if (word == none) word = atomicCAS(&table[at], none, bucket << 8 | slot);
        if (word == none || word >> 8 == bucket) return true;
    }
    return false;
}

} // namespace mergus
