// acc_merge_fold.cuh: the values of merged rows. A block has a tile of merged products: each thread
// multiplies one, into shared memory, and the one where a group begins folds it from there, from left to
// right. What goes on behind the tile is fetched by all threads, a tile at a time. So the products are even
// work, whatever the groups are, a value of any size is kept by one thread, and the sum is the left fold in
// the order of k.
//
// Bindings: as acc_merge_rows.cuh; multiply(a, b, i, k, j), combine(x, y), truth(m); constants mask_kind,
// has_terminal (then also is_terminal(z)), fold_threads, fold_stride: bytes from one product to the next.

#include "mxm/accumulators/acc_merge_rows.cuh"

namespace mergus {

template <bool has, class Value>
__device__ __forceinline__ bool is_last(const Value& sum) {
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

// Where merged product p comes from.
struct Factors {
    uint64_t a_entry, b_entry, row;

    __device__ __forceinline__ Factors(const MergeBatch& batch, uint64_t p) {
        const unsigned place = batch.places[p];
        const uint64_t s = batch.entry_of(place);
        const MergeEntry entry = batch.entry[s];
        a_entry = entry.a_entry;
        b_entry = entry.b_begin + (place - batch.subsegment_ptr[s]);
        row = entry.row;
    }
    __device__ __forceinline__ C_value multiplied(const Operands& in, const MergeBatch& batch,
                                                  Index j) const {
        return multiply(in.a_val[a_entry], in.b_val[b_entry], int64_t(batch.rows[row]),
                        int64_t(in.a_col[a_entry]), int64_t(j));
    }
};

// The first place from x on and before `end` where a bit is set; `end` if there is none.
__device__ __forceinline__ unsigned next_bit(const unsigned* words, unsigned x, unsigned end) {
    while (x < end) {
        const unsigned left = words[x / 32] >> x % 32;
        if (left != 0) return min_of(x + unsigned(__ffs(int(left))) - 1u, end);
        x = (x / 32 + 1) * 32;
    }
    return end;
}
// The last of the `count` words' bits that is set; one is.
__device__ __forceinline__ unsigned last_bit(const unsigned* words, unsigned count) {
    while (words[count - 1] == 0) --count;
    return count * 32 - 1u - unsigned(__clz(int(words[count - 1])));
}

// The bits of products from `begin` on, as far as there are any.
__device__ __forceinline__ void load_bits(const unsigned* bits, uint64_t begin, unsigned length,
                                          unsigned* words) {
    if (threadIdx.x < fold_threads / 32)
        words[threadIdx.x] = threadIdx.x * 32 < length ? bits[begin / 32 + threadIdx.x] : 0;
}

// Values of several words are written a word a thread, others by those that have them.
constexpr bool by_words = sizeof(C_value) % 8 == 0 && sizeof(C_value) > 8 && alignof(C_value) >= 8;

} // namespace mergus

// shift[r]: what to add to a kept group's rank to get its place in the result.
extern "C" __global__ void shift_rows(mergus::MergeBatch batch, const uint64_t* ptr, uint64_t* shift) {
    for (uint64_t r = mergus::grid_thread(); r < batch.row_count; r += mergus::grid_threads())
        shift[r] = ptr[batch.rows[r]] - batch.rank_of(batch.row_begin(r));
}

// Under an admitting mask shift and cols are null, and an entry's place is the mask's.
extern "C" __global__ void __launch_bounds__(fold_threads)
    fold_groups(mergus::Operands in, mergus::MergeBatch batch, const uint64_t* shift, Index* cols,
                C_value* vals, Place* hits) {
    extern __shared__ __align__(16) unsigned char shared_bytes[];
    constexpr unsigned tile = unsigned(fold_threads);
    constexpr size_t product_bytes = (size_t(tile) * unsigned(fold_stride) + 15) / 16 * 16;
    const mergus::MergeProducts products{shared_bytes};
    uint64_t* const places =
        reinterpret_cast<uint64_t*>(shared_bytes + product_bytes);       // of kept groups in the result
    unsigned* const owners = reinterpret_cast<unsigned*>(places + tile); // and their threads
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
        const unsigned first = mergus::next_bit(begins, 0, length); // what is before it is another block's
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
        uint64_t place = 0;
        if (x >= first && x < length) {
            const mergus::Factors factors(batch, begin + x);
            const Index j = batch.keys[begin + x];
            products[x] = factors.multiplied(in, batch, j);
            if (owns && mask_kind == 1) {
                place = mergus::find_in_mask(in, batch.rows[factors.row], j);
                hits[place] = 1;
            } else if (owns) {
                place = shift[factors.row] + batch.rank_of(begin) + before;
                cols[place] = j;
            }
        }
        __syncthreads();
        C_value sum = C_value();
        if (owns) {
            sum = products[x];
            const unsigned end = mergus::next_bit(begins, x + 1, length);
            for (unsigned y = x + 1; y < end && !mergus::is_last<has_terminal != 0>(sum); ++y)
                sum = combine(sum, products[y]);
            products[x] = sum; // nobody else looks at a group's products
            places[before] = place;
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
                memcpy(reinterpret_cast<unsigned char*>(vals) + places[w / words] * sizeof(C_value) +
                           w % words * 8,
                       &word, 8);
            }
        } else if (owns && before < done) {
            vals[place] = sum;
        }
        if (!goes_on) continue;

        // The last group's other products, a tile at a time.
        bool more = true;
        if (x == last) ended = mergus::is_last<has_terminal != 0>(sum);
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
                for (unsigned y = 0; y < stop && !mergus::is_last<has_terminal != 0>(sum); ++y)
                    sum = combine(sum, products[y]);
                ended = mergus::is_last<has_terminal != 0>(sum);
            }
            more = stop == tile && next + tile < batch.products;
        }
        if (x == last) vals[place] = sum;
    }
}
