// transpose_local.cuh: the same as transpose_count.cuh for matrices of which a tile touches few of very many buckets: only what is touched
// is counted. A pair is a tile and a bucket that it touches.

#include "transpose_tile.cuh"

namespace mergus {

constexpr unsigned most_slots = 128, slot_table = 512; // the buckets of a tile, and a hash table for them
constexpr unsigned longest_list = 64;                  // tiles that touch a bucket

// What the host wants to know before it goes on.
struct LocalStatus {
    uint32_t pairs;
    uint32_t gave_up;      // the matrix has no such locality
    uint32_t largest_size; // of a bucket
};

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

// One tile a block: its pairs, with the tile's number in the lists of the buckets.
extern "C" __global__ void __launch_bounds__(mergus::tile_threads)
    transpose_touch(const uint64_t* ptr, uint64_t rows, const uint32_t* col, uint64_t entries, uint32_t magic, uint32_t pair_limit,
                    uint32_t* tile_rows, uint32_t* tile_pairs, uint32_t* tile_slots, uint32_t* pair_buckets, uint32_t* pair_counts,
                    uint32_t* list_lengths, uint64_t* lists, mergus::LocalStatus* status) {
    using namespace mergus;
    __shared__ unsigned table[slot_table], bucket[most_slots], counts[most_slots];
    __shared__ unsigned slots, first;
    // All threads or none: another block may give up while those of this one look.
    if (__syncthreads_or(reinterpret_cast<volatile LocalStatus*>(status)->gave_up != 0)) return;
    const uint64_t begin = uint64_t(blockIdx.x) * tile_size;
    const unsigned count = unsigned(min_of(uint64_t(tile_size), entries - begin));
    unsigned digit[tile_items];
#pragma unroll
    for (unsigned i = 0; i < tile_items; ++i) digit[i] = item_at(i) < count ? __umulhi(col[begin + item_at(i)], magic) : none;
    find_tile_rows(ptr, rows, entries, tile_rows);
    for (unsigned i = threadIdx.x; i < slot_table; i += tile_threads) table[i] = none;
    for (unsigned i = threadIdx.x; i < most_slots; i += tile_threads) counts[i] = 0;
    __syncthreads();
    bool room = true;
    unsigned last = none;
#pragma unroll
    for (unsigned i = 0; i < tile_items; ++i)
        if (digit[i] != last && digit[i] != none) { // a lane's next item is often in the same bucket
            last = digit[i];
            room = room && insert_bucket(table, last, 0);
        }
    __syncthreads();
    if (warp() == 0) { // slots in the order of the table
        unsigned sum = 0;
        for (unsigned at = lane(); at < slot_table; at += 32) {
            const unsigned votes = __ballot_sync(full_mask, table[at] != none);
            const unsigned slot = sum + unsigned(__popc(votes & lanes_below()));
            if (table[at] != none && slot < most_slots) {
                bucket[slot] = table[at] >> 8;
                table[at] |= slot;
            }
            sum += unsigned(__popc(votes));
        }
        if (lane() == 0) slots = sum;
    }
    const bool crowded = __syncthreads_or(!room) || slots > most_slots;
    if (threadIdx.x == 0 && !crowded) {
        first = atomicAdd(&status->pairs, slots);
        tile_pairs[blockIdx.x] = first;
        tile_slots[blockIdx.x] = slots;
    }
    __syncthreads();
    if (crowded || first + slots > pair_limit) {
        if (threadIdx.x == 0) status->gave_up = 1;
        return;
    }
#pragma unroll
    for (unsigned i = 0; i < tile_items; ++i) {
        const LaneRun run(digit[i]);
        if (run.leads() && digit[i] != none) atomicAdd(&counts[slot_of(table, digit[i])], run.length);
    }
    __syncthreads();
    if (threadIdx.x >= slots) return;
    const unsigned pair = first + threadIdx.x, mine = bucket[threadIdx.x];
    pair_buckets[pair] = mine;
    pair_counts[pair] = counts[threadIdx.x];
    const unsigned at = atomicAdd(&list_lengths[mine], 1u);
    if (at < longest_list)
        lists[uint64_t(mine) * longest_list + at] = uint64_t(blockIdx.x) << 32 | pair;
    else
        status->gave_up = 1;
}

// A warp a bucket: pair_counts become the numbers of entries in earlier tiles, sizes[bucket] the sum.
extern "C" __global__ void transpose_lists(uint32_t buckets, const uint32_t* list_lengths, const uint64_t* lists, uint32_t* pair_counts,
                                           uint32_t* sizes, mergus::LocalStatus* status) {
    using namespace mergus;
    if (reinterpret_cast<volatile LocalStatus*>(status)->gave_up != 0) return;
    const unsigned bucket = unsigned(mergus::grid_thread() / 32);
    if (bucket >= buckets) return;
    const unsigned length = list_lengths[bucket];
    const uint64_t* list = lists + uint64_t(bucket) * longest_list;
    const uint64_t a = lane() < length ? list[lane()] : ~uint64_t(0), b = lane() + 32 < length ? list[lane() + 32] : ~uint64_t(0);
    const unsigned a_count = lane() < length ? pair_counts[unsigned(a)] : 0, b_count = lane() + 32 < length ? pair_counts[unsigned(b)] : 0;
    unsigned a_before = 0, b_before = 0, sum = 0;
    for (unsigned k = 0; k < length; ++k) {
        const uint64_t other = shuffle(full_mask, k < 32 ? a : b, int(k % 32));
        const unsigned count = shuffle(full_mask, k < 32 ? a_count : b_count, int(k % 32));
        if (other < a) a_before += count;
        if (other < b) b_before += count;
        sum += count;
    }
    if (lane() < length) pair_counts[unsigned(a)] = a_before;
    if (lane() + 32 < length) pair_counts[unsigned(b)] = b_before;
    if (lane() == 0) {
        sizes[bucket] = sum;
        if (sum > reinterpret_cast<volatile LocalStatus*>(status)->largest_size) atomicMax(&status->largest_size, sum);
    }
}
