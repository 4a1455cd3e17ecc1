// transpose_overlap.cuh: the first pass of a banded transpose: finds which tiles of entries overlap which
// bucket of columns, and in which parts of the tile, and counts the entries of buckets. Reads columns only.
// For matrices with very many buckets, of which a tile overlaps few.
//
// Bindings: those of transpose_tile.cuh, with tiles of 4096 entries, and constants max_overlaps (tiles that
// may overlap a bucket) and max_ranges.
//
// An overlap is a tile and a bucket, one word in the list of the bucket: the tile from bit 44 on, its number
// of entries in the bucket minus one from bit 32 on, and a bit for each of the tile's 32 parts that has some.
//
// A search range is a run of neighbouring parts of an overlap. The parts between the ranges of an overlap
// have no entries of the bucket (a stencil overlaps a bucket once for each diagonal).
//
// Invariant: a bucket has at most max_ranges. One is reserved for each tile that it may have; overlaps that
// come first take the others.

#include "transpose/transpose_overlap.h"
#include "transpose/transpose_tile.cuh"

namespace mergus {

constexpr unsigned overlap_table = 512;  // slots of the hash table of a tile's buckets
constexpr unsigned max_overlapped = 128; // buckets of a tile
constexpr unsigned tile_parts = 32;
// Rows of a tile to be searched, over all its overlaps: bounds the work of a block of the second pass.
constexpr unsigned max_searched_rows = 16 * tile_size;
// The length of a list is the number of overlaps, plus from this bit on the number of their ranges after the
// first of each.
constexpr unsigned extra_ranges_shift = 20;
static_assert(max_overlaps * tile_parts / 2 < 1ll << (32 - extra_ranges_shift),
              "neither count overflows while the matrix counts as banded");

__device__ __forceinline__ unsigned ranges_of(unsigned parts) {
    return unsigned(__popc(parts & ~(parts << 1)));
}

// The buckets of a tile: a hash table with linear probing. The hash of a bucket is its number, so that
// neighbouring buckets do not collide.
struct OverlapTable {
    unsigned bucket[overlap_table], count[overlap_table], parts[overlap_table];
    unsigned buckets;

    // Whether there was room. The table is never full, so that probing is short for other matrices too.
    __device__ __forceinline__ bool add(unsigned key, unsigned entries, unsigned part) {
        unsigned at = key % overlap_table;
        for (unsigned tries = 0; tries < overlap_table / 2; ++tries, at = (at + 1) % overlap_table) {
            unsigned found = reinterpret_cast<volatile unsigned*>(bucket)[at];
            if (found == none) {
                found = atomicCAS(&bucket[at], none, key);
                if (found == none && atomicAdd(&buckets, 1u) >= max_overlapped) return false;
            }
            if (found != none && found != key) continue;
            atomicAdd(&count[at], entries);
            atomicOr(&parts[at], 1u << part);
            return true;
        }
        return false;
    }
};

// Consecutive entries of a thread, so that it finds runs without other lanes.
constexpr unsigned neighbours = 8;

// Loads columns [0, neighbours); `none` from `count` on.
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

// A block has one tile. sizes[bucket] must not exceed `chunk`. list_lengths: see extra_ranges_shift.
extern "C" __global__ void __launch_bounds__(mergus::tile_threads)
    transpose_overlap(const uint64_t* ptr, uint64_t rows, const uint32_t* col, uint64_t entries,
                      uint32_t magic, uint32_t chunk, mergus::TileRows* tile_rows, uint32_t* list_lengths,
                      uint32_t* sizes, uint64_t* lists, mergus::OverlapStatus* status) {
    using namespace mergus;
    __shared__ OverlapTable overlaps;
    __shared__ unsigned ends[2];
    __shared__ unsigned searched;
    const uint64_t begin = uint64_t(blockIdx.x) * tile_size;
    const unsigned count = unsigned(min_of(uint64_t(tile_size), entries - begin));
    const bool aligned = (reinterpret_cast<uintptr_t>(col) & 15) == 0;
    // For the whole block at once, since another block may set it meanwhile. Before the columns are read: for
    // a matrix that is not banded all this work is wasted.
    if (__syncthreads_or(reinterpret_cast<volatile OverlapStatus*>(status)->overflowed != 0)) return;
    constexpr unsigned rounds = tile_items / neighbours;
    unsigned column[rounds][neighbours];
#pragma unroll
    for (unsigned r = 0; r < rounds; ++r) {
        const unsigned first = (r * tile_threads + threadIdx.x) * neighbours;
        load_neighbours(col + begin + first, count > first ? count - first : 0, aligned, column[r]);
    }
    for (unsigned i = threadIdx.x; i < overlap_table; i += tile_threads) {
        overlaps.bucket[i] = none;
        overlaps.count[i] = overlaps.parts[i] = 0;
    }
    if (threadIdx.x == 0) searched = overlaps.buckets = 0;
    __syncthreads();
    if (warp() < 2) {
        const unsigned row = warp_find(ptr, unsigned(rows), begin + (warp() == 0 ? 0 : count - 1));
        if (lane() == 0) ends[warp()] = row;
    }
    const unsigned missing = __umulhi(none, magic); // above any bucket, since columns are below 2^31
    bool room = true;
#pragma unroll
    for (unsigned r = 0; r < rounds; ++r) {
        const unsigned part = (r * tile_threads + threadIdx.x) * neighbours / (tile_size / tile_parts);
        unsigned bucket = missing, run = 0;
#pragma unroll
        for (unsigned i = 0; i < neighbours; ++i) {
            const unsigned next = __umulhi(column[r][i], magic);
            if (next != bucket) {
                if (bucket != missing) room = room && overlaps.add(bucket, run, part);
                bucket = next;
                run = 0;
            }
            ++run;
        }
        if (bucket != missing) room = room && overlaps.add(bucket, run, part);
    }
    if (__syncthreads_or(!room)) {
        if (threadIdx.x == 0) status->overflowed = 1;
        return;
    }
    const unsigned rows_here = ends[1] - ends[0] + 1, parts_here = div_up(count, tile_size / tile_parts);
    for (unsigned i = threadIdx.x; i < overlap_table; i += tile_threads) {
        const unsigned bucket = overlaps.bucket[i];
        if (bucket == none) continue;
        unsigned parts = overlaps.parts[i];
        // Gaps of one part are searched too: they cost less than another range, and the rows of a band may
        // be longer than a part.
        parts |= parts << 1 & parts >> 1;
        const unsigned more = ranges_of(parts) - 1;
        const unsigned before = atomicAdd(&list_lengths[bucket], more << extra_ranges_shift | 1),
                       at = before & (1u << extra_ranges_shift) - 1;
        if ((before >> extra_ranges_shift) + more > unsigned(max_ranges - max_overlaps)) // one range for all
            parts = ~0u << (__ffs(int(parts)) - 1) & ~0u >> __clz(int(parts));
        const uint64_t rows_of_parts = uint64_t(rows_here) * unsigned(__popc(parts)) / parts_here;
        atomicAdd(&searched, unsigned(min_of(uint64_t(max_searched_rows), rows_of_parts)) + ranges_of(parts));
        const unsigned size = atomicAdd(&sizes[bucket], overlaps.count[i]) + overlaps.count[i];
        if (at < unsigned(max_overlaps) && size <= chunk)
            lists[uint64_t(bucket) * unsigned(max_overlaps) + at] =
                uint64_t(blockIdx.x) << 44 | uint64_t(overlaps.count[i] - 1) << 32 | parts;
        else
            status->overflowed = 1;
    }
    __syncthreads();
    if (threadIdx.x != 0) return;
    tile_rows[blockIdx.x] = {ends[0], ends[1]};
    atomicAdd(&status->overlaps, overlaps.buckets);
    atomicAdd(&status->rows, uint64_t(searched));
    if (searched > max_searched_rows) status->overflowed = 1;
}
