// dense_row.cuh: a row whose columns are bits of a bitmap of all columns, for a warp or for the block. The
// bits before a column are the index of its value.
//
// Bindings: as row_loop.cuh; constants takes_row: rows of B are long enough for a whole warp, by_blocks: the
// pattern of B is read as blocks.

#include "mxm/row_loop.cuh"
#include "primitives/bit_ranks.cuh"

namespace mergus {

template <bool whole_block>
struct DenseRow {
    static constexpr unsigned warps = whole_block ? 8 : 1, threads = warps * 32;

    static __device__ __forceinline__ unsigned rank() { return whole_block ? threadIdx.x : lane(); }
    static __device__ __forceinline__ void sync() {
        if (whole_block)
            __syncthreads();
        else
            __syncwarp();
    }

    // What a lane has of a row of B at first. Set, so that no registers are kept around the loop over rows.
    template <class Item>
    struct Loaded {
        Item item[2] = {};
    };

    // Calls visit(entry of A, item) for all items of the rows of B that row i has: load(position) for the
    // positions from ptr[k] to ptr[k + 1]. Entries of A go to the warps in turn, and `lanes` lanes share a
    // row of B. The next row is loaded while one is added. alone: no two lanes may visit one column at a
    // time.
    template <bool alone, class Ptr, class Load, class Visit>
    static __device__ __forceinline__ void items(const Operands& in, uint64_t i, const Ptr* ptr,
                                                 unsigned lanes, const Load& load, const Visit& visit) {
        typedef decltype(load(Ptr(0))) Item;
        const uint64_t end = in.a_ptr[i + 1];
        const unsigned teams = 32 / lanes, team = lane() / lanes, mine = lane() % lanes;
        for (uint64_t e0 = in.a_ptr[i] + (whole_block ? warp() : 0); e0 < end; e0 += threads) {
            const uint64_t e = e0 + uint64_t(warps) * lane();
            B_offset first = 0;
            unsigned length = 0;
            if (e < end) {
                const A_index k = in.a_col[e];
                first = B_offset(ptr[k]);
                length = unsigned(ptr[k + 1] - first);
            }
            const unsigned count = unsigned(min_of(uint64_t(32), (end - e0 + warps - 1) / warps));
            const auto begin_row = [&](unsigned n, B_offset& begin, unsigned& here, Loaded<Item>& loaded) {
                begin = shuffle(full_mask, first, int((n + team) % 32));
                here = shuffle(full_mask, length, int((n + team) % 32));
                if (n + team >= count) here = 0;
                for (unsigned u = 0; u < 2; ++u) {
                    const unsigned p = mine + u * lanes;
                    if (p >= here) break;
                    loaded.item[u] = load(begin + p);
                }
            };
            B_offset begin;
            unsigned here;
            Loaded<Item> loaded;
            begin_row(0, begin, here, loaded);
            for (unsigned n = 0; n < count; n += teams) {
                B_offset next_begin;
                unsigned next_here;
                Loaded<Item> next;
                begin_row(n + teams, next_begin, next_here, next);
                const uint64_t entry = e0 + uint64_t(warps) * (n + team);
                if (mine < here) visit(entry, loaded.item[0]);
                if (mine + lanes < here) visit(entry, loaded.item[1]);
                for (unsigned p = mine + 2 * lanes; p < here; p += lanes) visit(entry, load(begin + p));
                if (alone) __syncwarp();
                begin = next_begin;
                here = next_here;
                loaded = next;
            }
        }
    }
    // The lanes that share a row of B.
    static __device__ __forceinline__ unsigned lanes_of(const Operands& in) {
        return takes_row ? 32 : 1u << in.b_threads_log2;
    }

    // Sets the bits of the row's columns.
    static __device__ __forceinline__ void mark(const Operands& in, uint64_t i, unsigned* bits,
                                                unsigned words) {
        for (unsigned w = rank(); w < words; w += threads) bits[w] = 0;
        sync();
        const auto set = [&](unsigned word, unsigned mask) {
            if ((mask & ~bits[word]) != 0) atomicOr(&bits[word], mask);
        };
        if constexpr (by_blocks)
            items<false>(
                in, i, in.b_block_ptr, 1u << in.b_block_threads_log2,
                [&](B_offset at) { return in.b_blocks[at]; },
                [&](uint64_t, const PatternBlock& block) { set(block.id, block.mask); });
        else
            items<false>(
                in, i, in.b_ptr, lanes_of(in), [&](B_offset at) { return in.b_col[at]; },
                [&](uint64_t, Index j) { set(unsigned(j / 32), 1u << (j % 32)); });
        sync();
    }

    // The number of bits, which all threads learn. sums: a number for each warp.
    static __device__ __forceinline__ unsigned count(const unsigned* bits, unsigned words, unsigned* sums) {
        return count_bits<whole_block>(words, threads, sums,
                                       [&](unsigned w) { return unsigned(__popc(bits[w])); });
    }
};

} // namespace mergus
