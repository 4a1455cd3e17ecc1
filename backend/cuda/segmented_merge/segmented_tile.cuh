// segmented_tile.cuh: a tile on chip: sorted pieces of segments, merged level by level until each segment is
// one piece.
//
// A level is a merge path: each thread makes as many keys as any other, whatever pieces they come from, in
// registers, and puts them where they belong. With a key goes the place in the tile that it was loaded to;
// values are moved once, at the end.
//
// Bindings: as segmented_runs.cuh and segmented_arrays.cuh; constant stages_values (they are on chip too).

#include "kernels/padded.cuh"
#include "segmented_merge/segmented_arrays.cuh"
#include "segmented_merge/segmented_runs.cuh"

namespace mergus {

static_assert(tile_items % 8 == 0, "a thread's places are a multiple of sixteen bytes");

struct Tile {
    // Padded, because neighbouring threads look for keys a few places apart. One behind the last may be read,
    // but is never used.
    Key keys[tile_keys + tile_keys / 32 + 1];
    __align__(16) unsigned short order[tile_keys];
    Value values[stages_values ? tile_keys : 1];

    __device__ __forceinline__ Key& key(unsigned i) { return keys[padded(i)]; }
    __device__ __forceinline__ const Key& key(unsigned i) const { return keys[padded(i)]; }
};

// Where the pieces of a tile begin, and the end of the last; the first piece of each segment, and the number
// of pieces. Pieces may be empty, segments not.
struct Pieces {
    const unsigned short* piece;
    const unsigned short* segment;
};
// The piece and the segment that a thread's first key comes to.
struct PiecePlace {
    unsigned piece, segment;
};

// Two neighbouring runs of up to 2^level pieces of a segment, and the way to the next two.
struct PiecePair {
    const Pieces& pieces;
    unsigned level, segment, first, last; // pieces, of the pair and behind the segment
    unsigned begin, middle, stop;         // places

    __device__ __forceinline__ PiecePair(const Pieces& p, const PiecePlace& at, unsigned l)
        : pieces(p), level(l), segment(at.segment) {
        const unsigned base = pieces.segment[segment];
        last = pieces.segment[segment + 1];
        first = base + ((at.piece - base) >> (level + 1) << (level + 1));
        look();
    }
    __device__ __forceinline__ void advance() {
        first += 2u << level;
        if (first >= last) {
            first = last;
            last = pieces.segment[++segment + 1];
        }
        look();
    }
    __device__ __forceinline__ void look() {
        begin = pieces.piece[first];
        middle = pieces.piece[min_of(first + (1u << level), last)];
        stop = pieces.piece[min_of(first + (2u << level), last)];
    }
};

struct __align__(16) EightPlaces {
    unsigned short place[8];
};

// Runs of 2^level pieces into runs of twice as many. All threads of the block.
__device__ __forceinline__ void merge_level(Tile& tile, const Pieces& pieces, const PiecePlace& at,
                                            unsigned level, unsigned length) {
    const unsigned first = threadIdx.x * unsigned(tile_items);
    Key keys[tile_items];
    unsigned order[tile_items];
    if (first < length) {
        PiecePair pair(pieces, at, level);
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
            EightPlaces eight;
#pragma unroll
            for (unsigned k = 0; k < 8; ++k) eight.place[k] = (unsigned short)order[8 * g + k];
            reinterpret_cast<EightPlaces*>(tile.order + first)[g] = eight;
        }
    }
    __syncthreads();
}

} // namespace mergus
