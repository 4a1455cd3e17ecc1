// check_csr.cuh: whether the caller's arrays in device memory are compressed rows. A first kernel looks for
// faults and posts whether there are any. Only then further kernels run, which record the first fault of
// each kind; the host reads the verdict once, after them.
//
// The first kernel looks up no row. A column may be not above the one before only where a row begins. So it
// counts these columns twice: in all entries, and at the beginnings of rows. Valid rows have equal counts.
//
// Bindings: Index (of the caller's columns), Pointer (of the caller's offsets). The further kernels read
// offsets of 64 bits, which the first one may have written.

#include "kernels/search.cuh"
#include "primitives/block_sum.cuh"
#include "steps/csr_verdict.h"

namespace mergus {

// Whether an entry is the first of a row.
__device__ __forceinline__ bool begins_row(const uint64_t* ptr, uint64_t nrows, uint64_t e) {
    return ptr[lower_bound(ptr, uint64_t(0), nrows, e)] == e;
}

// Whether offset i is right: they run from 0 to nvals and do not decrease.
template <class Offset>
__device__ __forceinline__ bool good_offset(const Offset* ptr, uint64_t nrows, uint64_t nvals, uint64_t i) {
    const uint64_t offset = ptr[i];
    const bool good = i == 0 ? offset == 0 : offset >= ptr[i - 1] && offset <= nvals;
    return good && (i != nrows || offset == nvals);
}

// Whether column e is not above the one before.
__device__ __forceinline__ bool falls(const Index* cols, uint64_t e) {
    return e > 0 && cols[e] <= cols[e - 1];
}

// Whether row i has entries, is not the first row that has, and its first column falls. For valid offsets; of
// others it reads no column that does not exist.
__device__ __forceinline__ bool row_falls(const Pointer* ptr, const Index* cols, uint64_t nvals, uint64_t i) {
    const uint64_t e = ptr[i];
    return e < nvals && e < ptr[i + 1] && falls(cols, e);
}

// Whether column e is right: below ncols, and greater than the one before in its row.
__device__ __forceinline__ bool good_column(const uint64_t* ptr, const Index* cols, uint64_t nrows,
                                            uint64_t ncols, uint64_t e) {
    return uint64_t(cols[e]) < ncols && (!falls(cols, e) || begins_row(ptr, nrows, e));
}

// Whether the eight truth values from 8 * word on are bytes 0 or 1; the last word may have fewer.
__device__ __forceinline__ bool good_bools(const unsigned char* values, uint64_t nvals, uint64_t word) {
    if (word < nvals / 8)
        return (reinterpret_cast<const uint64_t*>(values)[word] & 0xfefefefefefefefeull) == 0;
    bool good = true;
    for (uint64_t e = 8 * word; e < nvals; ++e) good = good && values[e] <= 1;
    return good;
}

} // namespace mergus

// Looks for faults; the last block posts whether there are any. Wrong offsets are read as numbers only, so
// columns are checked at the same time. widened: the offsets are copied there, unless it is null. values:
// truth values, aligned to words, or null.
extern "C" __global__ void __launch_bounds__(256)
    find_faults(const Pointer* __restrict__ ptr, uint64_t* __restrict__ widened, const Index* cols,
                const unsigned char* values, uint64_t nrows, uint64_t ncols, uint64_t nvals,
                mergus::CsrFaults* faults, uint64_t* posted, uint32_t ticket) {
    using namespace mergus;
    const uint64_t first = grid_thread(), step = grid_threads();
    bool good = true;
    uint64_t unexplained = 0; // falling columns less those where rows begin, modulo 2^64
    // The loads of four rounds overlap.
#pragma unroll 4
    for (uint64_t i = first; i <= nrows; i += step) {
        good &= good_offset(ptr, nrows, nvals, i);
        if (widened != nullptr) widened[i] = ptr[i];
        unexplained -= i < nrows && row_falls(ptr, cols, nvals, i) ? 1 : 0;
    }
#pragma unroll 4
    for (uint64_t e = first; e < nvals; e += step) {
        good &= uint64_t(cols[e]) < ncols;
        unexplained += falls(cols, e) ? 1 : 0;
    }
    if (values != nullptr)
        for (uint64_t w = first; w <= nvals / 8; w += step) good = good && good_bools(values, nvals, w);
    __shared__ uint64_t sums[8];
    unexplained = block_sum(unexplained, sums);
    const bool all_good = __syncthreads_and(good) != 0;
    if (threadIdx.x != 0) return;
    if (gridDim.x == 1) {
        post_to_host(posted, ticket, 0, all_good && unexplained == 0 ? 0 : 1);
        return;
    }
    if (!all_good) atomicExch(&faults->found, uint64_t(1));
    if (unexplained != 0) atomicAdd(&faults->unexplained, unexplained);
    __threadfence();
    if (atomicAdd(&faults->blocks, uint64_t(1)) + 1 != gridDim.x) return;
    __threadfence();
    const uint64_t any =
        atomicExch(&faults->found, uint64_t(0)) | atomicExch(&faults->unexplained, uint64_t(0));
    post_to_host(posted, ticket, 0, any != 0 ? 1 : 0);
    atomicExch(&faults->blocks, uint64_t(0));
}

// The first wrong offset.
extern "C" __global__ void check_offsets(const uint64_t* ptr, uint64_t nrows, uint64_t nvals,
                                         mergus::CsrVerdict* verdict) {
    for (uint64_t i = mergus::grid_thread(); i <= nrows; i += mergus::grid_threads())
        if (!mergus::good_offset(ptr, nrows, nvals, i)) atomicMin(&verdict->offset, i);
}

// The first wrong column.
extern "C" __global__ void check_columns(const uint64_t* ptr, const Index* cols, uint64_t nrows,
                                         uint64_t ncols, uint64_t nvals, mergus::CsrVerdict* verdict) {
    if (verdict->offset != mergus::no_fault) return;
    for (uint64_t e = mergus::grid_thread(); e < nvals; e += mergus::grid_threads())
        if (!mergus::good_column(ptr, cols, nrows, ncols, e)) atomicMin(&verdict->entry, e);
}

// The numbers of the error message. One thread.
extern "C" __global__ void describe_csr(const uint64_t* ptr, const Index* cols, uint64_t nrows,
                                        mergus::CsrVerdict* verdict) {
    if (verdict->offset != mergus::no_fault) {
        const uint64_t i = verdict->offset;
        verdict->found = ptr[i];
        verdict->before = i == 0 ? 0 : ptr[i - 1];
        verdict->row = i == 0 ? 0 : i - 1;
    } else if (verdict->entry != mergus::no_fault) {
        const uint64_t e = verdict->entry;
        verdict->found = cols[e];
        verdict->before = e == 0 ? 0 : uint64_t(cols[e - 1]);
        verdict->row = mergus::row_of(ptr, nrows, e);
    }
}

// The first wrong truth value.
extern "C" __global__ void check_bools(const unsigned char* values, uint64_t nvals,
                                       mergus::CsrVerdict* verdict) {
    const uint64_t words = nvals / 8;
    for (uint64_t w = mergus::grid_thread(); w <= words; w += mergus::grid_threads()) {
        if (mergus::good_bools(values, nvals, w)) continue;
        for (uint64_t e = 8 * w; e < mergus::min_of<uint64_t>(8 * w + 8, nvals); ++e)
            if (values[e] > 1) atomicMin(&verdict->value, e);
    }
}
