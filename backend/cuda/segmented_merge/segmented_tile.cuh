// segmented_tile.cuh: merges the sorted slices of segments in a tile on chip, level by level until each
// segment is one slice.
//
// A level is a merge path: each thread produces the same number of keys in registers, whatever slices they
// come from, and writes them to their positions. The original position in the tile goes with each key; values
// move once, at the end.
//
// Bindings: as segmented_runs.cuh and segmented_arrays.cuh; constant stages_values (values are on chip too).

#include "kernels/padded.cuh"
#include "segmented_merge/segmented_arrays.cuh"
#include "segmented_merge/segmented_runs.cuh"

namespace mergus {

static_assert(tile_items % 8 == 0, "the positions of a thread are a multiple of sixteen bytes");

struct Tile {
    // Padded, because neighbouring threads read keys at small distances. The one after the last may be read,
    // but is never used.
    Key keys[tile_keys + tile_keys / 32 + 1];
    __align__(16) unsigned short order[tile_keys];
    Value values[stages_values ? tile_keys : 1];

    __device__ __forceinline__ Key& key(unsigned i) { return keys[padded(i)]; }
    __device__ __forceinline__ const Key& key(unsigned i) const { return keys[padded(i)]; }
};

// Where the slices of a tile begin, and the end of the last; the first slice of each segment, and the number
// of slices. Slices may be empty, segments not.
struct Slices {
    const unsigned short* begin;
    const unsigned short* segment;
};
// The slice and the segment of the first position of a thread.
struct SlicePosition {
    unsigned slice, segment;
};

// A pair of neighbouring runs of up to 2^level slices of a segment; advance() goes to the next pair.
struct SlicePair {
    const Slices& slices;
    unsigned level, segment, first, last; // slices: of the pair, and of the next segment
    unsigned begin, middle, stop;         // positions

    __device__ __forceinline__ SlicePair(const Slices& p, const SlicePosition& at, unsigned l)
        : slices(p), level(l), segment(at.segment) {
        const unsigned base = slices.segment[segment];
        last = slices.segment[segment + 1];
        first = base + ((at.slice - base) >> (level + 1) << (level + 1));
        load();
    }
    __device__ __forceinline__ void advance() {
        first += 2u << level;
        if (first >= last) {
            first = last;
            last = slices.segment[++segment + 1];
        }
        load();
    }
    __device__ __forceinline__ void load() {
        begin = slices.begin[first];
        middle = slices.begin[min_of(first + (1u << level), last)];
        stop = slices.begin[min_of(first + (2u << level), last)];
    }
};

struct __align__(16) EightPositions {
    unsigned short position[8];
};

// Merges runs of 2^level slices into runs of twice as many. By all threads of the block.
__device__ __forceinline__ void merge_level(Tile& tile, const Slices& slices, const SlicePosition& at,
                                            unsigned level, unsigned length) {
    const unsigned first = threadIdx.x * unsigned(tile_items);
    Key keys[tile_items];
    unsigned order[tile_items];
    if (first < length) {
        SlicePair pair(slices, at, level);
        const unsigned taken = merge_split(
            first - pair.begin, pair.middle - pair.begin, pair.stop - pair.middle,
            [&](unsigned x) { return tile.key(pair.begin + x); },
            [&](unsigned x) { return tile.key(pair.middle + x); });
        unsigned a = pair.begin + taken, b = pair.middle + (first - pair.begin - taken);
        Key key_a = tile.key(a), key_b = tile.key(b);
#pragma unroll
        for (unsigned k = 0; k < tile_items; ++k) {
            if (first + k == pair.stop && pair.stop != length) {
                do pair.advance();
                while (pair.begin == pair.stop);
                a = pair.begin;
                b = pair.middle;
                key_a = tile.key(a);
                key_b = tile.key(b);
            }
            const bool from_a = a < pair.middle && (b >= pair.stop || !(key_b < key_a));
            keys[k] = from_a ? key_a : key_b;
            order[k] = from_a ? a : b;
            const unsigned next = order[k] + 1;
            const Key key_next = tile.key(next);
            a = from_a ? next : a;
            b = from_a ? b : next;
            key_a = from_a ? key_next : key_a;
            key_b = from_a ? key_b : key_next;
        }
#pragma unroll
        for (unsigned k = 0; k < tile_items; ++k) order[k] = tile.order[order[k]];
    }
    __syncthreads();
    if (first < length) {
#pragma unroll
        for (unsigned k = 0; k < tile_items; ++k) tile.key(first + k) = keys[k];
#pragma unroll
        for (unsigned g = 0; g < tile_items / 8; ++g) {
            EightPositions eight;
#pragma unroll
            for (unsigned k = 0; k < 8; ++k) eight.position[k] = (unsigned short)order[8 * g + k];
            reinterpret_cast<EightPositions*>(tile.order + first)[g] = eight;
        }
    }
    __syncthreads();
}

} // namespace mergus
