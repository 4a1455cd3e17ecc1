// merge_fold.cuh: the values of merged rows. A block has a tile of merged products. Each thread computes one
// product into shared memory; the thread at the beginning of a group folds the group from left to right. If
// the last group continues behind the tile, all threads compute its further products, a tile at a time. The
// load is even whatever the sizes of groups, values may have any size, and the sum is the left fold in the
// order of k.
//
// Bindings: as merge_batch.cuh; multiply(a, b, i, k, j), combine(x, y), truth(m); constants mask_kind,
// has_terminal (then also is_terminal(z)), fold_threads, fold_stride: bytes from one product to the next.

#include "mxm/accumulators/merge_batch.cuh"

namespace mergus {

template <bool has, class Value>
__device__ __forceinline__ bool is_terminal_value(const Value& sum) {
    if constexpr (has)
        return is_terminal(sum);
    else
        return false;
}

struct MergeProducts {
    unsigned char* bytes;
    __device__ __forceinline__ C_value& operator[](unsigned x) const {
        return *reinterpret_cast<C_value*>(bytes + size_t(x) * unsigned(fold_stride));
    }
};

__device__ __forceinline__ bool bit_at(const unsigned* bits, uint64_t p) {
    return (bits[p / 32] >> p % 32 & 1u) != 0;
}

// The factors of product p, counted after the merge.
struct Factors {
    uint64_t a_entry, b_entry, row;

    __device__ __forceinline__ Factors(const MergeBatch& batch, uint64_t p) {
        const unsigned product = batch.permutation[p];
        const uint64_t s = batch.entry_of(product);
        const MergeEntry entry = batch.entry[s];
        a_entry = entry.a_entry;
        b_entry = entry.b_begin + (product - batch.subsegment_ptr[s]);
        row = entry.row;
    }
    __device__ __forceinline__ C_value multiplied(const Operands& in, const MergeBatch& batch,
                                                  Index j) const {
        return multiply(in.a_val[a_entry], in.b_val[b_entry], int64_t(in.first_row + batch.rows[row]),
                        int64_t(in.a_col[a_entry]), int64_t(j));
    }
};

// The first set bit in [x, end); `end` if there is none.
__device__ __forceinline__ unsigned next_bit(const unsigned* words, unsigned x, unsigned end) {
    while (x < end) {
        const unsigned left = words[x / 32] >> x % 32;
        if (left != 0) return min_of(x + unsigned(__ffs(int(left))) - 1u, end);
        x = (x / 32 + 1) * 32;
    }
    return end;
}
// The last set bit of `count` words, of which at least one is not 0.
__device__ __forceinline__ unsigned last_bit(const unsigned* words, unsigned count) {
    while (words[count - 1] == 0) --count;
    return count * 32 - 1u - unsigned(__clz(int(words[count - 1])));
}

// The bits of `length` products from `begin` on; 0 behind them.
__device__ __forceinline__ void load_bits(const unsigned* bits, uint64_t begin, unsigned length,
                                          unsigned* words) {
    if (threadIdx.x < fold_threads / 32)
        words[threadIdx.x] = threadIdx.x * 32 < length ? bits[begin / 32 + threadIdx.x] : 0;
}

// Values of several words are written by all threads, a word each; other values by the thread that has them.
constexpr bool by_words = sizeof(C_value) % 8 == 0 && sizeof(C_value) > 8 && alignof(C_value) >= 8;

} // namespace mergus

// shift[r]: the offset in the result minus the rank, for the kept groups of row r.
extern "C" __global__ void shift_rows(mergus::MergeBatch batch, const uint64_t* ptr, uint64_t* shift) {
    for (uint64_t r = mergus::grid_thread(); r < batch.row_count; r += mergus::grid_threads())
        shift[r] = ptr[batch.rows[r]] - batch.rank_of(batch.row_begin(r));
}

// Under a normal mask shift and cols are null, and the offset of an entry is that of the mask's entry.
extern "C" __global__ void __launch_bounds__(fold_threads)
    fold_groups(mergus::Operands in, mergus::MergeBatch batch, const uint64_t* shift, Index* cols,
                C_value* vals, uint8_t* present) {
    extern __shared__ __align__(16) unsigned char shared_bytes[];
    constexpr unsigned tile = unsigned(fold_threads);
    constexpr size_t product_bytes = (size_t(tile) * unsigned(fold_stride) + 15) / 16 * 16;
    const mergus::MergeProducts products{shared_bytes};
    uint64_t* const offsets =
        reinterpret_cast<uint64_t*>(shared_bytes + product_bytes);        // of kept groups in the result
    unsigned* const owners = reinterpret_cast<unsigned*>(offsets + tile); // their threads
    __shared__ unsigned begins[tile / 32];
    __shared__ unsigned kept[tile / 32];
    __shared__ bool ended;
    const unsigned x = threadIdx.x;
    const uint64_t tiles = mergus::div_up<uint64_t>(batch.products, tile);
    for (uint64_t t = blockIdx.x; t < tiles; t += gridDim.x) {
        const uint64_t begin = t * tile;
        const unsigned length = unsigned(mergus::min_of<uint64_t>(tile, batch.products - begin));
        __syncthreads();
        mergus::load_bits(batch.begins, begin, length, begins);
        mergus::load_bits(batch.kept, begin, length, kept);
        __syncthreads();
        const unsigned first =
            mergus::next_bit(begins, 0, length); // products before it belong to a group of a previous tile
        unsigned before = 0, groups = 0;
        for (unsigned w = 0; w < tile / 32; ++w) {
            if (w < x / 32) before += unsigned(__popc(kept[w]));
            groups += unsigned(__popc(kept[w]));
        }
        if (groups == 0) continue;
        before += unsigned(__popc(kept[x / 32] & mergus::lanes_below()));
        const unsigned last = mergus::last_bit(begins, tile / 32);
        const bool goes_on = mergus::bit_at(kept, last) && begin + tile < batch.products &&
                             !mergus::bit_at(batch.begins, begin + tile);
        const bool owns = mergus::bit_at(kept, x);
        uint64_t offset = 0;
        if (x >= first && x < length) {
            const mergus::Factors factors(batch, begin + x);
            const Index j = batch.keys[begin + x];
            products[x] = factors.multiplied(in, batch, j);
            if (owns && mask_kind == 1) {
                offset = mergus::find_in_mask(in, batch.rows[factors.row], j);
                present[offset] = 1;
            } else if (owns) {
                offset = shift[factors.row] + batch.rank_of(begin) + before;
                cols[offset] = j;
            }
        }
        __syncthreads();
        C_value sum = C_value();
        if (owns) {
            sum = products[x];
            const unsigned end = mergus::next_bit(begins, x + 1, length);
            for (unsigned y = x + 1; y < end && !mergus::is_terminal_value<has_terminal != 0>(sum); ++y)
                sum = combine(sum, products[y]);
            products[x] = sum; // only this thread reads a group's products
            offsets[before] = offset;
            owners[before] = x;
        }
        const unsigned done = groups - (goes_on ? 1u : 0u);
        if (mergus::by_words) {
            constexpr unsigned words = unsigned(sizeof(C_value) / 8);
            __syncthreads();
            for (unsigned w = x; w < done * words; w += tile) {
                uint64_t word;
                memcpy(&word,
                       products.bytes + size_t(owners[w / words]) * unsigned(fold_stride) + w % words * 8, 8);
                memcpy(reinterpret_cast<unsigned char*>(vals) + offsets[w / words] * sizeof(C_value) +
                           w % words * 8,
                       &word, 8);
            }
        } else if (owns && before < done) {
            vals[offset] = sum;
        }
        if (!goes_on) continue;

        // The further products of the last group, a tile at a time.
        bool more = true;
        if (x == last) ended = mergus::is_terminal_value<has_terminal != 0>(sum);
        for (uint64_t next = begin + tile; more; next += tile) {
            const unsigned rest = unsigned(mergus::min_of<uint64_t>(tile, batch.products - next));
            __syncthreads();
            if (ended) break;
            mergus::load_bits(batch.begins, next, rest, begins);
            __syncthreads();
            const unsigned stop = mergus::next_bit(begins, 0, rest);
            if (x < stop)
                products[x] = mergus::Factors(batch, next + x).multiplied(in, batch, batch.keys[next + x]);
            __syncthreads();
            if (x == last) {
                for (unsigned y = 0; y < stop && !mergus::is_terminal_value<has_terminal != 0>(sum); ++y)
                    sum = combine(sum, products[y]);
                ended = mergus::is_terminal_value<has_terminal != 0>(sum);
            }
            more = stop == tile && next + tile < batch.products;
        }
        if (x == last) vals[offset] = sum;
    }
}
