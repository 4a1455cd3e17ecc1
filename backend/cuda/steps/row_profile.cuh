// row_profile.cuh: what the rows of a matrix are like.
//
// Bindings: Index, of the matrix's columns.

#include "steps/row_profile.h"

namespace mergus {

// Whether one of the next rows has as many entries as row i and the same columns, relative to its first one.
// Of a long row entries from its first to its last are compared: rows of runs differ behind the first run.
__device__ __forceinline__ bool is_repeated(const uint64_t* ptr, const Index* col, uint64_t nrows,
                                            uint64_t i) {
    constexpr unsigned next_rows = 4, compared = 16;
    const uint64_t begin = ptr[i], length = ptr[i + 1] - begin;
    const unsigned end = unsigned(min_of(length, uint64_t(compared)));
    const auto entry = [&](unsigned n) {
        return length <= compared ? uint64_t(n) : n * (length - 1) / (compared - 1);
    };
    for (uint64_t other = i + 1; other < nrows && other <= i + next_rows; ++other) {
        const uint64_t from = ptr[other];
        if (ptr[other + 1] - from != length) continue;
        unsigned n = 0;
        while (n < end && col[from + entry(n)] - col[from] == col[begin + entry(n)] - col[begin]) ++n;
        if (n == end) return true;
    }
    return false;
}

__device__ __forceinline__ void add_long_row(RowProfile& profile, uint64_t i, uint64_t entries) {
    const uint64_t n = atomicAdd(&profile.long_rows, uint64_t(1));
    if (n < listed_rows) profile.long_row[n] = unsigned(i);
    atomicAdd(&profile.long_entries, entries);
}

// Posts the word of this thread, and clears what it is made of for the next launch.
__device__ __forceinline__ void post_profile(RowProfile& profile, uint64_t* posted, uint32_t ticket) {
    const unsigned word = threadIdx.x;
    if (word >= posted_profile) return;
    uint64_t value = 0;
    if (word < posted_counts) {
        value = min_of(uint64_t(atomicExch(&profile.longest + word, 0ull)), uint64_t(most_posted_count));
    } else if (word == posted_sample) {
        for (unsigned n = 0; n < 4; ++n)
            value |= min_of(uint64_t(atomicExch(&profile.sampled + n, 0u)), (uint64_t(1) << sample_bits) - 1)
                     << sample_bits * n;
    } else {
        value = atomicExch(profile.long_row + (word - posted_long_rows), 0u);
    }
    post_to_host(posted, ticket, word, value);
}

} // namespace mergus

// All blocks count, the first one also takes the sample, and the last one that ends posts the profile.
extern "C" __global__ void __launch_bounds__(256)
    profile_rows(const uint64_t* ptr, const Index* col, uint64_t nrows, mergus::RowProfileSum* sum,
                 uint64_t* posted, uint32_t ticket) {
    constexpr unsigned near_columns = 16, compared = 16;
    mergus::RowProfile* const profile = &sum->profile;
    __shared__ bool is_last;
    __shared__ unsigned sampled, near, sampled_rows, repeated;
    __shared__ uint64_t longest, longest_short, span, blocks, diagonal, filled;
    if (threadIdx.x == 0) {
        sampled = near = sampled_rows = repeated = 0;
        longest = longest_short = span = blocks = diagonal = filled = 0;
    }
    __syncthreads();
    uint64_t mine = 0, mine_short = 0, wide = 0, begun = 0, alone = 0, with_entries = 0;
    // An entry begins a block of 32 columns if the entry before it, of any row, is in another one. The rows
    // whose first entry is missed that way are added.
    for (uint64_t e = mergus::grid_thread(), end = ptr[nrows]; e < end; e += mergus::grid_threads())
        begun += e == 0 || col[e] / 32 != col[e - 1] / 32 ? 1 : 0;
    for (uint64_t i = mergus::grid_thread(); i < nrows; i += mergus::grid_threads()) {
        const uint64_t begin = ptr[i], end = ptr[i + 1];
        if (begin == end) continue;
        ++with_entries;
        begun += begin != 0 && col[begin] / 32 == col[begin - 1] / 32 ? 1 : 0;
        alone += end - begin == 1 && col[begin] == i ? 1 : 0;
        mine = mergus::max_of(mine, end - begin);
        if (end - begin <= mergus::long_row_entries)
            mine_short = mergus::max_of(mine_short, end - begin);
        else
            mergus::add_long_row(*profile, i, end - begin);
        wide = mergus::max_of(wide, uint64_t(col[end - 1] - col[begin]) + 1);
    }
    mine = mergus::warp_reduce(mine, mergus::Greater());
    mine_short = mergus::warp_reduce(mine_short, mergus::Greater());
    wide = mergus::warp_reduce(wide, mergus::Greater());
    begun = mergus::warp_reduce(begun, mergus::Plus());
    alone = mergus::warp_reduce(alone, mergus::Plus());
    with_entries = mergus::warp_reduce(with_entries, mergus::Plus());
    if (mergus::lane() == 0 && mine != 0) {
        atomicMax(&longest, mine);
        atomicMax(&longest_short, mine_short);
        atomicMax(&span, wide);
        atomicAdd(&filled, with_entries);
    }
    if (mergus::lane() == 0 && begun != 0) atomicAdd(&blocks, begun);
    if (mergus::lane() == 0 && alone != 0) atomicAdd(&diagonal, alone);
    const uint64_t pairs = nrows == 0 ? 0 : nrows - 1;
    const uint64_t i = pairs / blockDim.x * threadIdx.x + pairs % blockDim.x * threadIdx.x / blockDim.x;
    if (blockIdx.x == 0 && i < pairs) {
        const uint64_t one = ptr[i], two = ptr[i + 1], end = ptr[i + 2];
        const unsigned length =
            unsigned(mergus::min_of(mergus::min_of(two - one, end - two), uint64_t(compared)));
        unsigned close = 0;
        for (unsigned e = 0; e < length; ++e) {
            const Index k = col[one + e], l = col[two + e];
            if ((k < l ? l - k : k - l) <= near_columns) ++close;
        }
        atomicAdd(&near, close);
        atomicAdd(&sampled, length);
        if (one != two) {
            atomicAdd(&sampled_rows, 1u);
            if (mergus::is_repeated(ptr, col, nrows, i)) atomicAdd(&repeated, 1u);
        }
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        if (blocks != 0) atomicAdd(&profile->blocks, blocks);
        if (diagonal != 0) atomicAdd(&profile->diagonal, diagonal);
        if (longest != 0) {
            atomicMax(&profile->longest, longest);
            atomicMax(&profile->longest_short, longest_short);
            atomicMax(&profile->span, span);
            atomicAdd(&profile->filled_rows, filled);
        }
        if (blockIdx.x == 0) {
            profile->sampled = sampled;
            profile->near = near;
            profile->sampled_rows = sampled_rows;
            profile->repeated = repeated;
        }
        __threadfence();
        is_last = atomicAdd(&sum->blocks, uint64_t(1)) + 1 == gridDim.x;
        if (is_last) atomicExch(&sum->blocks, uint64_t(0));
        __threadfence();
    }
    __syncthreads();
    if (is_last) mergus::post_profile(*profile, posted, ticket);
}
