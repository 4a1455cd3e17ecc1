// column_tile.cuh: a tile of columns of a row of a product, dense in shared memory: a bit and a value for
// each column.
//
// For rows that fit no other accumulator. A block has a (row, tile), so that a long row is spread over the
// device. The entries are in order without a sort. Bindings as hash.cuh; group_threads is 0.

#include "mxm/row_loop.cuh"
#include "primitives/block_sum.cuh"
#include "primitives/set_bits.cuh"

namespace mergus {

struct ColumnTile {
    Slot* values;
    unsigned* bits;   // columns that have an entry
    unsigned* masked; // columns where the mask is true
    Index low;
    unsigned width;

    __device__ __forceinline__ bool in_mask(unsigned c) const { return (masked[c / 32] >> (c % 32)) & 1u; }

    __device__ __forceinline__ void clear() {
        for (unsigned c = threadIdx.x; c < width && !symbolic; c += blockDim.x) values[c] = empty_slot();
        for (unsigned w = threadIdx.x; w < div_up(width, 32u); w += blockDim.x) {
            bits[w] = 0;
            if (mask_kind != 0) masked[w] = 0;
        }
        __syncthreads();
    }
    __device__ __forceinline__ void load_mask(const Operands& in, uint64_t begin, uint64_t end) {
        if (mask_kind == 0) return;
        for (uint64_t e = begin + threadIdx.x; e < end; e += blockDim.x) {
            const unsigned c = unsigned(in.m_col[e] - low);
            if (truth(in.m_val[e])) atomicOr(&masked[c / 32], 1u << (c % 32));
        }
        __syncthreads();
    }

    __device__ __forceinline__ bool dropped(unsigned c) const {
        return mask_kind != 0 && in_mask(c) != (mask_kind == 1);
    }
    __device__ __forceinline__ void insert_key(Index j) {
        const unsigned c = unsigned(j - low);
        if (!dropped(c)) atomicOr(&bits[c / 32], 1u << (c % 32));
    }
    __device__ __forceinline__ void add(Index j, const C_value& value) {
        const unsigned c = unsigned(j - low);
        if (dropped(c)) return;
        const unsigned bit = 1u << (c % 32);
        add_to_slot(&values[c], ordered_fold && (atomicOr(&bits[c / 32], bit) & bit) == 0, value);
        if (!ordered_fold && (bits[c / 32] & bit) == 0) atomicOr(&bits[c / 32], bit);
    }
};

// The values of the columns that are set in `bits`, word w of the tile, from `offset` on. Each lane of the
// warp has a word; all lanes write the values of each.
__device__ __forceinline__ void emit_words(const ColumnTile& tile, unsigned bits, unsigned w, uint64_t offset,
                                           C_value* vals) {
    for (unsigned left = __ballot_sync(full_mask, bits != 0); left != 0; left &= left - 1) {
        const int owner = __ffs(int(left)) - 1;
        const unsigned its_bits = shuffle(full_mask, bits, owner), its_word = shuffle(full_mask, w, owner);
        copy_slots(
            vals + shuffle(full_mask, offset, owner), unsigned(__popc(its_bits)), lane(), 32,
            [&](unsigned e) -> const Slot& { return tile.values[its_word * 32 + nth_set_bit(its_bits, e)]; });
    }
}

} // namespace mergus

// splits[k * inner + t] = entries of row k of B before the end of tile t, for the first `inner` tiles, all
// but the last.
extern "C" __global__ void split_rows(mergus::Operands in, uint64_t b_rows, uint64_t inner, unsigned width,
                                      unsigned* splits) {
    for (uint64_t s = mergus::grid_thread(); s < b_rows * inner; s += mergus::grid_threads()) {
        const uint64_t k = s / inner, t = s % inner, begin = in.b_ptr[k];
        const Index tile_end = Index((t + 1) * width);
        splits[s] = unsigned(mergus::lower_bound(in.b_col, begin, in.b_ptr[k + 1], tile_end) - begin);
    }
}

// Block b, counted from first_item, has tile b % tiles of row rows[b / tiles]. Symbolic: the entries of the
// tile in tile_sizes[b], if not null, and added to sizes[i], if not null. Numeric: tile_sizes holds the scan
// of these sizes.
extern "C" __global__ void __launch_bounds__(group_threads == 0 ? 1024 : 256)
    multiply_column_tile(mergus::Operands in, const Row* rows, uint64_t tiles, unsigned width, uint64_t ncols,
                         uint64_t first_item, const unsigned* splits, uint64_t* tile_sizes,
                         const uint64_t* ptr, uint64_t* sizes, Index* cols, C_value* vals, uint8_t* present) {
    extern __shared__ __align__(16) unsigned char shared_bytes[];
    __shared__ unsigned sums[32];
    __shared__ mergus::LongEntries long_entries;
    const uint64_t item = first_item + blockIdx.x;
    const uint64_t i = rows[item / tiles];
    const uint64_t low = item % tiles * width;
    mergus::ColumnTile tile;
    tile.low = Index(low);
    tile.width = unsigned(mergus::min_of<uint64_t>(width, ncols - low));
    tile.values = reinterpret_cast<Slot*>(shared_bytes);
    tile.bits = reinterpret_cast<unsigned*>(shared_bytes + (symbolic ? 0 : sizeof(Slot) * size_t(width)));
    tile.masked = tile.bits + mergus::div_up(width, 32u);
    const Index high = Index(low + tile.width);

    uint64_t m_begin = 0, m_end = 0;
    if (mask_kind != 0) {
        m_begin = mergus::lower_bound(in.m_col, in.m_ptr[i], in.m_ptr[i + 1], Index(low));
        m_end = mergus::lower_bound(in.m_col, m_begin, in.m_ptr[i + 1], high);
    }
    tile.clear();
    tile.load_mask(in, m_begin, m_end);
    // splits has tiles - 1 numbers for each row of B; the pointer is offset to those of this tile.
    const uint64_t number = item % tiles;
    const mergus::Columns columns{
        Index(low), high,        tiles == 1,         splits == nullptr ? nullptr : splits + number,
        tiles - 1,  number == 0, number + 1 == tiles};
    mergus::multiply_row<symbolic != 0>(in, i, columns, mergus::Group(), &long_entries, tile);
    __syncthreads();

    if (!symbolic && mask_kind == 1) {
        for (uint64_t e = m_begin + threadIdx.x; e < m_end; e += blockDim.x) {
            const unsigned c = unsigned(in.m_col[e] - tile.low);
            if (((tile.bits[c / 32] >> (c % 32)) & 1u) == 0) continue;
            present[e] = 1;
            vals[e] = value_of(tile.values[c]);
        }
        return;
    }

    // Each thread has a range of words of bits; a scan over the threads gives the offsets of their entries.
    const unsigned words = mergus::div_up(tile.width, 32u);
    const unsigned each = mergus::div_up(words, blockDim.x);
    const unsigned begin = mergus::min_of(threadIdx.x * each, words),
                   end = mergus::min_of(begin + each, words);
    unsigned mine = 0;
    for (unsigned w = begin; w < end; ++w) mine += unsigned(__popc(tile.bits[w]));
    unsigned total;
    const unsigned before = mergus::block_exclusive_sum(mine, sums, total);
    if (symbolic) {
        if (threadIdx.x != 0) return;
        if (tile_sizes != nullptr) tile_sizes[item] = total;
        if (sizes != nullptr) atomicAdd(&sizes[i], uint64_t(total));
        return;
    }
    const uint64_t first = item / tiles * tiles;
    uint64_t offset = ptr[i] + (tile_sizes[item] - tile_sizes[first]) + before;
    if constexpr (sizeof(C_value) > 8) {
        for (unsigned u = 0; u < each; ++u) {
            const unsigned w = begin + u, bits = w < end ? tile.bits[w] : 0;
            mergus::emit_words(tile, bits, w, offset, vals);
            for (unsigned left = bits; left != 0; left &= left - 1)
                cols[offset++] = Index(low + w * 32 + unsigned(__ffs(int(left)) - 1));
        }
        return;
    }
    for (unsigned w = begin; w < end; ++w)
        for (unsigned left = tile.bits[w]; left != 0; left &= left - 1) {
            const unsigned c = w * 32 + unsigned(__ffs(int(left)) - 1);
            cols[offset] = Index(low + c);
            vals[offset] = value_of(tile.values[c]);
            ++offset;
        }
}
