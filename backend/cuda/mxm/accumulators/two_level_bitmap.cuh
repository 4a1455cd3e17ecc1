// two_level_bitmap.cuh: a row of a product as a bitmap of two levels, for products of many columns whose rows
// have their columns in runs, as web graphs have.
//
// The outer bitmap has a bit for each block of 32 columns, the inner one a bit for each column of the blocks
// that are present, one word after the other in the order of columns. The index of a value is the rank of its
// column's bit, as in ranked_bitmap.cuh, and the index of an inner word is the rank of its block's bit, so
// the memory of a row depends on its entries and on one bit in 32 columns. Nothing is searched or sorted.
//
// Bindings as hash.cuh, with mask_kind 0 and group_threads 0; constant by_blocks: bits are set from the
// blocks of B. Shared memory: values[capacity] (numeric), the inner words (numeric: CountedWord
// inner[capacity]; symbolic: unsigned[capacity]), CountedWord outer[outer_words], and in k order a bit for
// each column whose value is present: unsigned second[capacity].

#include "mxm/row_loop.cuh"
#include "primitives/bit_ranks.cuh"

namespace mergus {

struct TwoLevelBitmap {
    // The bits that a pass over the pattern sets.
    enum Level { outer_level, inner_level };

    Slot* values;
    CountedWord* inner;
    unsigned* plain_inner; // symbolic: without counts
    CountedWord* outer;
    unsigned* second;
    unsigned first_block, block_count; // inner words that are in memory: all of them, unless symbolic
    Level level;

    __device__ __forceinline__ void insert_block(const PatternBlock& block) {
        if (level == outer_level) {
            set(outer[block.id / 32].bits, 1u << (block.id % 32));
            return;
        }
        const unsigned at = rank_in(outer[block.id / 32], block.id % 32) - first_block;
        if (symbolic && at >= block_count) return; // of another round
        set(symbolic ? plain_inner[at] : inner[at].bits, block.mask);
    }
    __device__ __forceinline__ void insert_key(Index j) {
        insert_block({unsigned(j / 32), 1u << unsigned(j % 32)});
    }
    static __device__ __forceinline__ void set(unsigned& word, unsigned bits) {
        if ((word & bits) != bits) atomicOr(&word, bits);
    }

    __device__ __forceinline__ void add(Index j, const C_value& value) {
        const unsigned id = unsigned(j / 32), bit = 1u << unsigned(j % 32);
        const unsigned at = rank_in(outer[id / 32], id % 32);
        Slot* const slot = &values[rank_in(inner[at], unsigned(j % 32))];
        const bool fresh = ordered_fold && (second[at] & bit) == 0;
        if (fresh) atomicOr(&second[at], bit);
        add_to_slot(slot, fresh, value);
    }
};

// Computes the ranks of counted words and returns the number of set bits. By the block.
__device__ __forceinline__ unsigned rank_words(CountedWord* words, unsigned count, unsigned* sums) {
    const unsigned total = rank_bits<true>(
        count, blockDim.x, sums, [&](unsigned w) { return unsigned(__popc(words[w].bits)); },
        [&](unsigned w, unsigned before) { words[w].before = before; });
    __syncthreads();
    return total;
}

} // namespace mergus

// A block has a row of the list. Symbolic: sizes[i] = entries of row i; the inner words are made in rounds of
// `capacity`. Numeric: writes the row at ptr[i].
extern "C" __global__ void __launch_bounds__(1024)
    multiply_two_level_bitmap(mergus::Operands in, const Row* rows, unsigned outer_words, unsigned capacity,
                              const uint64_t* ptr, uint64_t* sizes, Index* cols, C_value* vals) {
    using mergus::TwoLevelBitmap;
    extern __shared__ __align__(16) unsigned char shared_bytes[];
    __shared__ unsigned sums[32];
    __shared__ mergus::LongEntries long_entries;
    const uint64_t i = rows[blockIdx.x];
    const mergus::Group group;
    unsigned char* at = shared_bytes;
    TwoLevelBitmap table;
    table.values = reinterpret_cast<Slot*>(at); // first: the strictest alignment
    if (!symbolic) at += (sizeof(Slot) * size_t(capacity) + 15) / 16 * 16;
    table.outer = reinterpret_cast<mergus::CountedWord*>(at);
    table.inner = table.outer + outer_words;
    table.plain_inner = reinterpret_cast<unsigned*>(table.inner);
    table.second = reinterpret_cast<unsigned*>(table.inner + capacity);

    for (unsigned w = threadIdx.x; w < outer_words; w += blockDim.x) table.outer[w].bits = 0;
    __syncthreads();
    table.level = TwoLevelBitmap::outer_level;
    mergus::multiply_row<true, by_blocks>(in, i, mergus::all_columns, group, &long_entries, table);
    __syncthreads();
    const unsigned blocks = mergus::rank_words(table.outer, outer_words, sums);
    table.level = TwoLevelBitmap::inner_level;
    table.first_block = 0;
    table.block_count = blocks;
    if (symbolic) {
        unsigned mine = 0;
        for (; table.first_block < blocks; table.first_block += capacity) {
            table.block_count = mergus::min_of(capacity, blocks - table.first_block);
            for (unsigned b = threadIdx.x; b < table.block_count; b += blockDim.x) table.plain_inner[b] = 0;
            __syncthreads();
            mergus::multiply_row<true, by_blocks>(in, i, mergus::all_columns, group, &long_entries, table);
            __syncthreads();
            for (unsigned b = threadIdx.x; b < table.block_count; b += blockDim.x)
                mine += unsigned(__popc(table.plain_inner[b]));
            __syncthreads();
        }
        unsigned total;
        mergus::block_exclusive_sum(mine, sums, total);
        if (threadIdx.x == 0) sizes[i] = total;
        return;
    }
    for (unsigned b = threadIdx.x; b < blocks; b += blockDim.x) {
        table.inner[b].bits = 0;
        if (ordered_fold) table.second[b] = 0;
    }
    __syncthreads();
    mergus::multiply_row<true, by_blocks>(in, i, mergus::all_columns, group, &long_entries, table);
    __syncthreads();
    const unsigned entries = mergus::rank_words(table.inner, blocks, sums);
    for (unsigned e = threadIdx.x; e < entries; e += blockDim.x) table.values[e] = empty_slot();
    __syncthreads();
    mergus::multiply_row<symbolic != 0>(in, i, mergus::all_columns, group, &long_entries, table);
    __syncthreads();

    mergus::copy_slots(vals + ptr[i], entries, threadIdx.x, blockDim.x,
                       [&](unsigned e) -> const Slot& { return table.values[e]; });
    __syncthreads();
    // The columns are put in order where the values were: a thread writes those of a word of the outer
    // bitmap, which are no neighbours of those of the next thread.
    constexpr bool fits = sizeof(Index) <= sizeof(Slot);
    Index* const ordered = fits ? reinterpret_cast<Index*>(table.values) : cols + ptr[i];
    for (unsigned w = threadIdx.x; w < outer_words; w += blockDim.x) {
        unsigned b = table.outer[w].before;
        for (unsigned left = table.outer[w].bits; left != 0; left &= left - 1, ++b) {
            const Index column = (Index(w) * 32 + Index(__ffs(int(left)) - 1)) * 32;
            unsigned e = table.inner[b].before;
            for (unsigned bits = table.inner[b].bits; bits != 0; bits &= bits - 1)
                ordered[e++] = column + Index(__ffs(int(bits)) - 1);
        }
    }
    if (!fits) return;
    __syncthreads();
    for (unsigned e = threadIdx.x; e < entries; e += blockDim.x) cols[ptr[i] + e] = ordered[e];
}
