// transpose_touch.cuh: of a matrix of which a tile touches few of very many buckets of columns, which tiles
// touch which bucket, where, and how large the buckets are. Only columns are read, and only what is touched
// is counted.
//
// Bindings: those of transpose_tile.cuh, with tiles of 4096 entries, and constants longest_list (tiles that
// may touch a bucket) and most_places.
//
// A pair is a tile and a bucket that it touches, one word in the list of the bucket: the tile above bit 44,
// its entries of the bucket less one above bit 32, and a bit for each of the tile's 32 parts that is to be
// searched for them.
//
// A place is what is searched together: neighbouring parts of a pair. Between the places of a pair are parts
// that have nothing of the bucket (a stencil touches it by each diagonal).
//
// Invariant: a bucket has at most most_places. One is kept for each tile that it may have, the others are for
// those that come first.

#include "transpose/transpose_tile.cuh"

namespace mergus {

constexpr unsigned touch_table = 512;  // a hash table for the buckets of a tile,
constexpr unsigned most_touched = 128; // which are at most so many
constexpr unsigned tile_parts = 32;
// Rows of a tile that are searched, over all its pairs, so that no block of the second pass has too many.
constexpr unsigned most_searched_here = 16 * tile_size;
// A list's length: the pairs, and above this bit the places that they asked for beside one each.
constexpr unsigned more_places = 20;
static_assert(longest_list * tile_parts / 2 < 1ll << (32 - more_places),
              "they do not run over as long as the matrix counts as local");

__device__ __forceinline__ unsigned places_of(unsigned parts) {
    return unsigned(__popc(parts & ~(parts << 1)));
}

// What the host wants to know before it goes on.
struct TouchStatus {
    uint64_t rows; // that will be searched, over all pairs
    uint32_t pairs;
    uint32_t gave_up; // the matrix has no such locality
};

// The buckets of a tile, by linear probing from the bucket's own number: neighbours do not meet.
struct Touched {
    unsigned bucket[touch_table], count[touch_table], parts[touch_table];
    unsigned buckets;

    // Whether there was room. The table never fills up, so that probing is short for what is not local too.
    __device__ __forceinline__ bool add(unsigned wanted, unsigned entries, unsigned part) {
        unsigned at = wanted % touch_table;
        for (unsigned tries = 0; tries < touch_table / 2; ++tries, at = (at + 1) % touch_table) {
            unsigned found = reinterpret_cast<volatile unsigned*>(bucket)[at];
            if (found == none) {
                found = atomicCAS(&bucket[at], none, wanted);
                if (found == none && atomicAdd(&buckets, 1u) >= most_touched) return false;
            }
            if (found != none && found != wanted) continue;
            atomicAdd(&count[at], entries);
            atomicOr(&parts[at], 1u << part);
            return true;
        }
        return false;
    }
};

// Entries that a thread looks at one after the other: eight neighbours, so that runs are found without asking
// other lanes.
constexpr unsigned neighbours = 8;

// Columns [0, neighbours) from there; none for those at `count` or behind.
__device__ __forceinline__ void load_neighbours(const uint32_t* col, unsigned count, bool aligned,
                                                unsigned* columns) {
    if (aligned && count >= neighbours) {
        const uint4* const from = reinterpret_cast<const uint4*>(col);
        const uint4 a = from[0], b = from[1];
        columns[0] = a.x, columns[1] = a.y, columns[2] = a.z, columns[3] = a.w;
        columns[4] = b.x, columns[5] = b.y, columns[6] = b.z, columns[7] = b.w;
    } else {
#pragma unroll
        for (unsigned i = 0; i < neighbours; ++i) columns[i] = i < count ? col[i] : none;
    }
}

} // namespace mergus

// One tile a block. tile_rows[tile]: the rows of its first entry and of its last. sizes[bucket] must not
// exceed `piece`. list_lengths: see more_places.
extern "C" __global__ void __launch_bounds__(mergus::tile_threads)
    transpose_touch(const uint64_t* ptr, uint64_t rows, const uint32_t* col, uint64_t entries, uint32_t magic,
                    uint32_t piece, uint2* tile_rows, uint32_t* list_lengths, uint32_t* sizes,
                    uint64_t* lists, mergus::TouchStatus* status) {
    using namespace mergus;
    __shared__ Touched touched;
    __shared__ unsigned ends[2];
    __shared__ unsigned searched;
    const uint64_t begin = uint64_t(blockIdx.x) * tile_size;
    const unsigned count = unsigned(min_of(uint64_t(tile_size), entries - begin));
    const bool aligned = (reinterpret_cast<uintptr_t>(col) & 15) == 0;
    // All threads or none: another block may give up while those of this one look. Before anything is read,
    // since a matrix that is not local has lost all that this takes.
    if (__syncthreads_or(reinterpret_cast<volatile TouchStatus*>(status)->gave_up != 0)) return;
    constexpr unsigned rounds = tile_items / neighbours;
    unsigned column[rounds][neighbours];
#pragma unroll
    for (unsigned r = 0; r < rounds; ++r) {
        const unsigned first = (r * tile_threads + threadIdx.x) * neighbours;
        load_neighbours(col + begin + first, count > first ? count - first : 0, aligned, column[r]);
    }
    for (unsigned i = threadIdx.x; i < touch_table; i += tile_threads) {
        touched.bucket[i] = none;
        touched.count[i] = touched.parts[i] = 0;
    }
    if (threadIdx.x == 0) searched = touched.buckets = 0;
    __syncthreads();
    if (warp() < 2) {
        const unsigned row = warp_find(ptr, unsigned(rows), begin + (warp() == 0 ? 0 : count - 1));
        if (lane() == 0) ends[warp()] = row;
    }
    const unsigned missing =
        __umulhi(none, magic); // twice as large as any bucket, since no column is above 2^31
    bool room = true;
#pragma unroll
    for (unsigned r = 0; r < rounds; ++r) {
        const unsigned part = (r * tile_threads + threadIdx.x) * neighbours / (tile_size / tile_parts);
        unsigned bucket = missing, run = 0;
#pragma unroll
        for (unsigned i = 0; i < neighbours; ++i) {
            const unsigned next = __umulhi(column[r][i], magic);
            if (next != bucket) {
                if (bucket != missing) room = room && touched.add(bucket, run, part);
                bucket = next;
                run = 0;
            }
            ++run;
        }
        if (bucket != missing) room = room && touched.add(bucket, run, part);
    }
    if (__syncthreads_or(!room)) {
        if (threadIdx.x == 0) status->gave_up = 1;
        return;
    }
    const unsigned rows_here = ends[1] - ends[0] + 1, parts_here = div_up(count, tile_size / tile_parts);
    for (unsigned i = threadIdx.x; i < touch_table; i += tile_threads) {
        const unsigned bucket = touched.bucket[i];
        if (bucket == none) continue;
        unsigned parts = touched.parts[i];
        parts |=
            parts << 1 &
            parts >> 1; // one part is not worth a place: a band's row of more than a part would have its own
        const unsigned more = places_of(parts) - 1;
        const unsigned before = atomicAdd(&list_lengths[bucket], more << more_places | 1),
                       at = before & (1u << more_places) - 1;
        if ((before >> more_places) + more >
            unsigned(most_places - longest_list)) // from the first to the last
            parts = ~0u << (__ffs(int(parts)) - 1) & ~0u >> __clz(int(parts));
        const uint64_t rows_of_parts = uint64_t(rows_here) * unsigned(__popc(parts)) / parts_here;
        atomicAdd(&searched,
                  unsigned(min_of(uint64_t(most_searched_here), rows_of_parts)) + places_of(parts));
        const unsigned size = atomicAdd(&sizes[bucket], touched.count[i]) + touched.count[i];
        if (at < unsigned(longest_list) && size <= piece)
            lists[uint64_t(bucket) * unsigned(longest_list) + at] =
                uint64_t(blockIdx.x) << 44 | uint64_t(touched.count[i] - 1) << 32 | parts;
        else
            status->gave_up = 1;
    }
    __syncthreads();
    if (threadIdx.x != 0) return;
    tile_rows[blockIdx.x] = make_uint2(ends[0], ends[1]);
    atomicAdd(&status->pairs, touched.buckets);
    atomicAdd(&status->rows, uint64_t(searched));
    if (searched > most_searched_here) status->gave_up = 1;
}
