// check_csr.cuh: whether the caller's arrays in device memory are compressed rows. Each kernel records the
// first fault that it finds; the host reads the verdict once, after all kernels. Offsets are used to read
// columns only if they are valid.
//
// Bindings: Index (of the caller's columns).

#include "kernels/search.cuh"
#include "steps/csr_verdict.h"

namespace mergus {

// Whether an entry is the first of a row.
__device__ __forceinline__ bool begins_row(const uint64_t* ptr, uint64_t nrows, uint64_t e) {
    return ptr[lower_bound(ptr, uint64_t(0), nrows, e)] == e;
}

} // namespace mergus

// Offsets run from 0 to nvals and do not decrease.
extern "C" __global__ void check_offsets(const uint64_t* ptr, uint64_t nrows, uint64_t nvals,
                                         mergus::CsrVerdict* verdict) {
    for (uint64_t i = mergus::grid_thread(); i <= nrows; i += mergus::grid_threads()) {
        const uint64_t offset = ptr[i];
        bool good = i == 0 ? offset == 0 : offset >= ptr[i - 1] && offset <= nvals;
        if (i == nrows) good = good && offset == nvals;
        if (!good) atomicMin(&verdict->offset, i);
    }
}

// Columns are below ncols and increase in each row.
extern "C" __global__ void check_columns(const uint64_t* ptr, const Index* cols, uint64_t nrows,
                                         uint64_t ncols, uint64_t nvals, mergus::CsrVerdict* verdict) {
    if (verdict->offset != mergus::no_fault) return;
    for (uint64_t e = mergus::grid_thread(); e < nvals; e += mergus::grid_threads()) {
        const Index j = cols[e];
        const bool falls = e > 0 && j <= cols[e - 1];
        if (uint64_t(j) >= ncols || (falls && !mergus::begins_row(ptr, nrows, e)))
            atomicMin(&verdict->entry, e);
    }
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

// Truth values are bytes 0 or 1. A thread reads eight at a time: values are aligned to words.
extern "C" __global__ void check_bools(const unsigned char* values, uint64_t nvals,
                                       mergus::CsrVerdict* verdict) {
    const uint64_t words = nvals / 8;
    for (uint64_t w = mergus::grid_thread(); w <= words; w += mergus::grid_threads()) {
        if (w < words && (reinterpret_cast<const uint64_t*>(values)[w] & 0xfefefefefefefefeull) == 0)
            continue;
        for (uint64_t e = 8 * w; e < mergus::min_of<uint64_t>(8 * w + 8, nvals); ++e)
            if (values[e] > 1) atomicMin(&verdict->value, e);
    }
}
