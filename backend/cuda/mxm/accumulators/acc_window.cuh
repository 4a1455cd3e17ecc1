// acc_window.cuh: a window of columns of one row of a product, dense in shared memory: a bit and a value for
// each column.
//
// Rows that fit no hash table are cut into windows, and each (row, window) is the work of one block, so that
// a long row is spread over the device. Entries come out in order without a sort. Bindings as acc_hash.cuh;
// group_threads is 0.

#include "mxm/product.cuh"

namespace mergus {

struct Window {
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
    __device__ __forceinline__ void touch(Index j) {
        const unsigned c = unsigned(j - low);
        if (!dropped(c)) atomicOr(&bits[c / 32], 1u << (c % 32));
    }
    __device__ __forceinline__ void add(Index j, const C_value& value) {
        const unsigned c = unsigned(j - low);
        if (dropped(c)) return;
        const unsigned bit = 1u << (c % 32);
        if (one_by_one) {
            const bool fresh = (atomicOr(&bits[c / 32], bit) & bit) == 0;
            values[c] = slot_of(fresh ? value : combine(value_of(values[c]), value));
        } else {
            accumulate(&values[c], value);
            if ((bits[c / 32] & bit) == 0) atomicOr(&bits[c / 32], bit);
        }
    }
};

} // namespace mergus

// splits[k * inner + w] = entries of row k of B before the end of window w, for the `inner` windows that have
// one after them.
extern "C" __global__ void split_rows(mergus::Operands in, uint64_t b_rows, uint64_t inner, unsigned width,
                                      unsigned* splits) {
    for (uint64_t s = mergus::grid_thread(); s < b_rows * inner; s += mergus::grid_threads()) {
        const uint64_t k = s / inner, w = s % inner, begin = in.b_ptr[k];
        const Index end_of_window = Index((w + 1) * width);
        splits[s] = unsigned(mergus::lower_bound(in.b_col, begin, in.b_ptr[k + 1], end_of_window) - begin);
    }
}

// Block b, counted from first_item, has window b % windows of row rows[b / windows]. Symbolic:
// window_sizes[b], if it is not null, and their sum in sizes[i], if that is not null. Numeric: window_sizes
// holds the scan of what it held.
extern "C" __global__ void __launch_bounds__(group_threads == 0 ? 1024 : 256)
    multiply_window(mergus::Operands in, const Row* rows, uint64_t windows, unsigned width, uint64_t ncols,
                    uint64_t first_item, const unsigned* splits, uint64_t* window_sizes, const uint64_t* ptr,
                    uint64_t* sizes, Index* cols, C_value* vals, Place* hits) {
    extern __shared__ __align__(16) unsigned char shared_bytes[];
    __shared__ unsigned sums[32];
    __shared__ mergus::LongEntries long_entries;
    const uint64_t item = first_item + blockIdx.x;
    const uint64_t i = rows[item / windows];
    const uint64_t low = item % windows * width;
    mergus::Window window;
    window.low = Index(low);
    window.width = unsigned(mergus::min_of<uint64_t>(width, ncols - low));
    window.values = reinterpret_cast<Slot*>(shared_bytes);
    window.bits = reinterpret_cast<unsigned*>(shared_bytes + (symbolic ? 0 : sizeof(Slot) * size_t(width)));
    window.masked = window.bits + mergus::div_up(width, 32u);
    const Index high = Index(low + window.width);

    uint64_t m_begin = 0, m_end = 0;
    if (mask_kind != 0) {
        m_begin = mergus::lower_bound(in.m_col, in.m_ptr[i], in.m_ptr[i + 1], Index(low));
        m_end = mergus::lower_bound(in.m_col, m_begin, in.m_ptr[i + 1], high);
    }
    window.clear();
    window.load_mask(in, m_begin, m_end);
    // The table has windows - 1 numbers for each row of B: the pointer is moved to those of this window.
    const uint64_t number = item % windows;
    const mergus::Columns columns{
        Index(low),  high,        windows == 1,         splits == nullptr ? nullptr : splits + number,
        windows - 1, number == 0, number + 1 == windows};
    mergus::multiply_row<symbolic != 0>(in, i, columns, mergus::Group(), &long_entries, window);
    __syncthreads();

    if (!symbolic && mask_kind == 1) {
        for (uint64_t e = m_begin + threadIdx.x; e < m_end; e += blockDim.x) {
            const unsigned c = unsigned(in.m_col[e] - window.low);
            if (((window.bits[c / 32] >> (c % 32)) & 1u) == 0) continue;
            hits[e] = 1;
            vals[e] = value_of(window.values[c]);
        }
        return;
    }

    // Each thread has the same number of neighbouring words of bits; a scan over the threads gives them their
    // places.
    const unsigned words = mergus::div_up(window.width, 32u);
    const unsigned each = mergus::div_up(words, blockDim.x);
    const unsigned begin = mergus::min_of(threadIdx.x * each, words),
                   end = mergus::min_of(begin + each, words);
    unsigned mine = 0;
    for (unsigned w = begin; w < end; ++w) mine += unsigned(__popc(window.bits[w]));
    unsigned total;
    const unsigned before = mergus::block_exclusive_sum(mine, sums, total);
    if (symbolic) {
        if (threadIdx.x != 0) return;
        if (window_sizes != nullptr) window_sizes[item] = total;
        if (sizes != nullptr) atomicAdd(&sizes[i], uint64_t(total));
        return;
    }
    const uint64_t first = item / windows * windows;
    uint64_t place = ptr[i] + (window_sizes[item] - window_sizes[first]) + before;
    for (unsigned w = begin; w < end; ++w)
        for (unsigned left = window.bits[w]; left != 0; left &= left - 1) {
            const unsigned c = w * 32 + unsigned(__ffs(int(left)) - 1);
            cols[place] = Index(low + c);
            vals[place] = value_of(window.values[c]);
            ++place;
        }
}
