// two_launch_fill.cuh: the rows of a product by tiles (two_launch.cuh), written where their sizes put them.
//
// - sorted rows: a group of 8, 16 or 32 threads (esc_row.cuh)
// - dense rows: a warp or the block sets a bit for each column; the rank of a bit is the index of its value;
//   a second look at the products adds them. Where all values do not fit in shared memory, a range of ranks
//   after the other.
//
// Bindings: as esc_row.cuh with group_threads = 32; Slot and its functions; as dense_row.cuh; Rank, a
// number below the number of columns.

#include "mxm/esc_row.cuh"
#include "mxm/two_launch/dense_row.cuh"
#include "mxm/two_launch/two_launch.cuh"
#include "primitives/tile_offset.cuh"

namespace mergus {

// The values of a dense row, in shared memory.
template <bool whole_block>
struct DenseValues : DenseRow<whole_block> {
    using Row = DenseRow<whole_block>;
    static constexpr unsigned threads = Row::threads;
    static constexpr bool alone = takes_row && !whole_block; // no two lanes add to one value
    Slot* values;
    unsigned* bits;
    Rank* ranks; // of the words' first bits
    unsigned words, slots;

    __device__ __forceinline__ DenseValues(unsigned char* shared, unsigned words, unsigned slots)
        : values(reinterpret_cast<Slot*>(shared)),
          bits(reinterpret_cast<unsigned*>(shared + (sizeof(Slot) * size_t(slots) + 15) / 16 * 16)),
          ranks(reinterpret_cast<Rank*>(bits + words)), words(words), slots(slots) {}

    // Returns the number of bits to all threads. sums: a number for each warp.
    __device__ __forceinline__ unsigned find_ranks(unsigned* sums) const {
        const unsigned total = rank_bits<whole_block>(
            words, threads, sums, [&](unsigned w) { return unsigned(__popc(bits[w])); },
            [&](unsigned w, unsigned before) { ranks[w] = Rank(before); });
        Row::sync();
        return total;
    }

    struct Term {
        Index j;
        B_value b;
    };

    // Writes row i.
    __device__ __forceinline__ void fill(const Operands& in, uint64_t i, unsigned* sums, Index* cols,
                                         C_value* vals) const {
        Row::mark(in, i, bits, words);
        const unsigned entries = find_ranks(sums);
        for (unsigned first = 0; first < entries; first += slots) {
            const unsigned here = min_of(slots, entries - first);
            for (unsigned e = Row::rank(); e < here; e += threads) values[e] = empty_slot();
            Row::sync();
            Row::template items<alone>(
                in, i, in.b_ptr, Row::lanes_of(in),
                [&](B_offset at) {
                    return Term{in.b_col[at], in.b_val[at]};
                },
                [&](uint64_t e, const Term& term) {
                    const Index j = term.j;
                    const unsigned below = bits[j / 32] & ((1u << (j % 32)) - 1u),
                                   at = ranks[j / 32] + unsigned(__popc(below)) - first;
                    if (at >= here) return; // also those of lower ranks
                    const C_value value = multiply(in.a_val[e], term.b, int64_t(in.first_row + i),
                                                   int64_t(in.a_col[e]), int64_t(j));
                    if constexpr (alone)
                        values[at] = Slots::next_of(values[at], value);
                    else
                        accumulate(&values[at], value);
                });
            Row::sync();
            for (unsigned e = Row::rank(); e < here; e += threads) vals[first + e] = value_of(values[e]);
            Row::sync();
        }
        for (unsigned w = Row::rank(); w < words; w += threads) {
            Index* col = cols + ranks[w];
            for (unsigned left = bits[w]; left != 0; left &= left - 1, ++col)
                *col = Index(w) * 32 + Index(__ffs(int(left)) - 1);
        }
        Row::sync();
    }
};

// The rows of a tile, for take_rows().
struct FillRows {
    const Operands& in;
    const TwoLaunch& tiling;
    uint64_t first;
    unsigned char* shared;
    unsigned* sums;       // a number for each warp
    const unsigned* from; // of each row of the tile: the entries before it, from cols and vals on
    Index* cols;
    C_value* vals;

    __device__ __forceinline__ void block_row(unsigned r) const {
        DenseValues<true>(shared, tiling.words, tiling.block_slots)
            .fill(in, first + r, sums, cols + from[r], vals + from[r]);
    }
    __device__ __forceinline__ void warp_row(unsigned r) const {
        DenseValues<false>(shared + size_t(warp()) * tiling.warp_bytes, tiling.words, tiling.warp_slots)
            .fill(in, first + r, nullptr, cols + from[r], vals + from[r]);
    }
    template <int threads>
    __device__ __forceinline__ void esc_row(unsigned r, bool has_row) const {
        constexpr unsigned capacity = unsigned(threads) * unsigned(each), groups = 32 / unsigned(threads);
        const uint64_t i = first + r, begin = has_row ? in.a_ptr[i] : 0, end = has_row ? in.a_ptr[i + 1] : 0;
        const unsigned rank = lane() % unsigned(threads), group = lane() / unsigned(threads);
        unsigned char* const own = shared + size_t(warp()) * tiling.warp_bytes;
        auto* const products = reinterpret_cast<Spread<C_value>*>(own) + capacity * group;
        Key* const keys =
            reinterpret_cast<Key*>(own + (sizeof(Spread<C_value>) * capacity * groups + 15) / 16 * 16) +
            unsigned(threads) * unsigned(each + 1) * group;
        fill_sorted_row<threads>(in, i, begin, end, rank, products, keys, cols + from[r], vals + from[r]);
    }
};

} // namespace mergus

// Turns tiling.ptr from sizes to offsets. tiling.tiles has the entries of each tile, or their sums
// (`summed`). Shared memory: tiling.warp_bytes for each warp, which a row of the whole block may exceed.
extern "C" __global__ void __launch_bounds__(256, 4)
    fill_two_launch(mergus::Operands in, mergus::TwoLaunch tiling, bool summed, Index* cols, C_value* vals) {
    mergus::wait_for_dependency();
    using namespace mergus;
    extern __shared__ __align__(16) unsigned char shared_bytes[];
    __shared__ TileRows tile;
    __shared__ uint64_t tile_sums[two_launch_warps];
    __shared__ unsigned sums[two_launch_warps], from[most_tile_rows];
    tile.clear();
    const uint64_t first = uint64_t(blockIdx.x) * tiling.rows, i = first + threadIdx.x;
    const bool has_row = threadIdx.x < tiling.rows && i < tiling.nrows;
    const uint64_t counted = has_row ? tiling.ptr[i] : 0,
                   before = tile_offset(tiling.tiles, summed, tile_sums);
    const unsigned size = unsigned(counted);
    unsigned total;
    const unsigned mine = block_exclusive_sum(size, sums, total);
    if (has_row) {
        from[threadIdx.x] = mine;
        tiling.ptr[i] = before + mine;
        if (i + 1 == tiling.nrows) tiling.ptr[i + 1] = before + total;
        if (size != 0) tile.add(unsigned(counted >> 32), threadIdx.x);
    }
    take_rows(tile, FillRows{in, tiling, first, shared_bytes, sums, from, cols + before, vals + before});
}
