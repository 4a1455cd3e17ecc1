/// \file sample_kernels.hpp
/// Small kernels in the style of the real ones: run by the emulation (test_emulated.cpp, test_device.cpp) and
/// compiled by NVRTC (test_nvrtc.cpp), so that each kernel is checked by both
/// compilers.
#pragma once

#include "device/device.hpp"

#include <vector>

namespace mergus::cuda::samples {

/// out[i] = in[0] + … + in[i] for up to 256 values, in one block.
inline KernelSource block_scan() {
    return {"block_scan", R"(
extern "C" __global__ void __launch_bounds__(256) block_scan(const int* restrict in, int* out, int n) {
    __shared__ int sums[8];
    const int i = threadIdx.x;
    int sum = mergus::warp_inclusive_scan(i < n ? in[i] : 0, mergus::Plus{});
    if (mergus::lane() == 31) sums[mergus::warp()] = sum;
    __syncthreads();
    for (unsigned w = 0; w < mergus::warp(); ++w) sum += sums[w];
    if (i < n) out[i] = sum;
}
)"};
}

/// The same with a shared array that is read back, and no barrier between writing and reading it.
inline KernelSource missing_barrier() {
    return {"missing_barrier", R"(
extern "C" __global__ void missing_barrier(const int* in, int* out) {
    __shared__ int copy[256];
    copy[threadIdx.x] = in[threadIdx.x];
    out[threadIdx.x] = copy[255 - threadIdx.x];
}
)"};
}

/// Sums values by key in a hash of `slots` (a power of two) entries of dynamic shared memory. The table goes
/// to out_keys and out_sums; empty slots have key -1.
inline KernelSource shared_hash() {
    return {"shared_hash", R"(
extern "C" __global__ void shared_hash(const int* keys, const unsigned long long* values, int n, int slots,
                                       int* out_keys, unsigned long long* out_sums) {
    extern __shared__ __align__(16) unsigned char memory[];
    unsigned long long* sums = (unsigned long long*)memory;
    int* table = (int*)(sums + slots);
    for (int s = threadIdx.x; s < slots; s += blockDim.x) {
        table[s] = -1;
        sums[s] = 0;
    }
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        int s = keys[i] * 107 & (slots - 1);
        for (;;) {
            const int seen = atomicCAS(&table[s], -1, keys[i]);
            if (seen == -1 || seen == keys[i]) break;
            s = (s + 1) & (slots - 1);
        }
        atomicAdd(&sums[s], values[i]);
    }
    __syncthreads();
    for (int s = threadIdx.x; s < slots; s += blockDim.x) {
        out_keys[s] = table[s];
        out_sums[s] = sums[s];
    }
}
)"};
}

/// Merges two sorted lists along the merge path: each thread finds where its share of the output begins.
inline KernelSource merge_path() {
    return {"merge_path", R"(
__device__ int split(const uint32_t* a, int na, const uint32_t* b, int nb, int diagonal) {
    int low = mergus::max_of(0, diagonal - nb);
    int high = mergus::min_of(diagonal, na);
    while (low < high) {
        const int middle = (low + high) / 2;
        if (b[diagonal - 1 - middle] < a[middle]) high = middle;
        else low = middle + 1;
    }
    return low;
}
extern "C" __global__ void merge_path(const uint32_t* a, int na, const uint32_t* b, int nb, uint32_t* out,
                                      int share) {
    const int begin = mergus::min_of(int(mergus::grid_thread()) * share, na + nb);
    const int end = mergus::min_of(begin + share, na + nb);
    int i = split(a, na, b, nb, begin);
    int j = begin - i;
    for (int k = begin; k < end; ++k) out[k] = j == nb || (i < na && a[i] <= b[j]) ? a[i++] : b[j++];
}
)"};
}

/// One warp; 16 results for each lane, from every collective.
inline KernelSource collectives() {
    return {"collectives", R"(
struct Wide { double a; int b; short c; };
extern "C" __global__ void collectives(unsigned* out) {
    const unsigned lane = threadIdx.x;
    unsigned* r = out + lane * 16;
    r[0] = __ballot_sync(0xffffffffu, lane % 3 == 0);
    r[1] = __any_sync(0xffffffffu, lane == 7) + 2 * __all_sync(0xffffffffu, lane < 32) + 4 * __all_sync(0xffffffffu, lane < 31);
    r[2] = __shfl_sync(0xffffffffu, lane * 10, 5);
    r[3] = __shfl_sync(0xffffffffu, lane, 3, 8);
    r[4] = __shfl_up_sync(0xffffffffu, lane, 2);
    r[5] = __shfl_down_sync(0xffffffffu, lane, 3, 16);
    r[6] = __shfl_xor_sync(0xffffffffu, lane, 1);
    r[7] = __match_any_sync(0xffffffffu, lane / 4);
    if (lane < 16) r[8] = __ballot_sync(0x0000ffffu, lane % 2);
    else r[8] = __ballot_sync(0xffff0000u, lane % 4 == 0);
    __syncwarp();
    r[9] = mergus::warp_reduce(lane, mergus::Plus{});
    const Wide w = mergus::shuffle_down(mergus::full_mask, Wide{lane * 0.5, int(lane), short(lane + 1)}, 1);
    r[10] = unsigned(w.a * 2) + unsigned(w.b) + unsigned(w.c);
    r[11] = unsigned(__popc(lane)) + 100 * unsigned(__ffs(int(lane))) + 10000 * unsigned(__clz(int(lane)));
    r[12] = __brev(lane);
    r[13] = unsigned(__syncthreads_count(lane < 5)) + 100 * (__syncthreads_or(lane == 9) != 0) + 1000 * (__syncthreads_and(lane != 9) != 0);
    r[14] = unsigned(__popcll((unsigned long long)lane << 32)) + 100 * unsigned(__ffsll((long long)lane << 32)) + 10000 * unsigned(__clzll((long long)lane));
    r[15] = (__activemask() >> lane) & 1;
}
)"};
}

/// Every atomic that kernels may use, once for each thread, on out[0…11] (8 bytes each).
inline KernelSource atomics() {
    return {"atomics", R"(
extern "C" __global__ void atomics(unsigned long long* out) {
    const unsigned i = threadIdx.x;
    atomicAdd((int*)&out[0], 1);
    atomicAdd(&out[1], (unsigned long long)i);
    atomicAdd((float*)&out[2], 0.5f);
    atomicAdd((double*)&out[3], 0.25);
    atomicMin((int*)&out[4], -int(i));
    atomicMax(&out[5], (unsigned long long)i << 40);
    atomicMin((long long*)&out[6], -((long long)i << 40));
    atomicOr((unsigned*)&out[7], 1u << (i & 31));
    atomicAnd(&out[8], ~(1ull << (i & 63)));
    atomicXor((unsigned*)&out[9], i);
    unsigned short* half = (unsigned short*)&out[10];
    for (unsigned short seen = *half;;) {
        const unsigned short before = atomicCAS(half, seen, (unsigned short)(seen + 3));
        if (before == seen) break;
        seen = before;
    }
    atomicExch((unsigned*)&out[11], 77u);
#if __CUDA_ARCH__ >= 900
    struct __align__(16) Pair { unsigned long long a, b; };
    Pair* pair = (Pair*)&out[12];
    for (Pair seen = *pair;;) {
        const Pair before = atomicCAS(pair, seen, Pair{seen.a + 1, seen.b + i});
        if (before.a == seen.a && before.b == seen.b) break;
        seen = before;
    }
#endif
}
)"};
}

/// The functions and limits that operators of users are written with.
inline KernelSource arithmetic() {
    return {"arithmetic", R"(
void in_c(double *restrict z, const double *restrict x, const double *restrict y) { *z = fmin(*x, *y); }
static_assert(sizeof(int8_t) == 1 && sizeof(uint16_t) == 2 && sizeof(int64_t) == 8, "");
constexpr float lowest = -INFINITY;
constexpr double highest = INFINITY;
extern "C" __global__ void arithmetic(const float* x, float* f, double* d, int64_t* i) {
    f[0] = sqrt(x[0]) + fmax(x[0], lowest) + pow(x[0], x[1]) + fabs(-x[1]) + min(x[0], x[1]);
    in_c(&d[0], &highest, &d[1]);
    d[2] = sqrt(2.0) + isnan(x[0]) + isinf(highest) + fmod(7.5, 2.0);
    i[0] = max(int64_t(3), int64_t(-4)) + abs(-5) + INT32_MIN + int64_t(UINT8_MAX) + (INT64_MAX < 0);
    i[1] = int64_t(__umul64hi(~0ull, 16ull)) + __double_as_longlong(0.0) + __float_as_int(1.0f) + __ldg(&i[2]);
    f[1] = NAN;
    f[2] = exp(x[1]) + floor(x[1]) + log2f(8.0f) + expf(0.0f) + truncf(2.5f);
}
)"};
}

/// In each round every block writes the sum of its shared counters to sums[round][block], and then adds to
/// seen[block] what all blocks wrote: gridDim.x · (threads in the grid) · (1 + … + rounds) in the end.
inline KernelSource grid_rounds() {
    return {"grid_rounds", R"(
extern "C" __global__ void grid_rounds(uint32_t* barrier, unsigned rounds, unsigned* sums, unsigned* seen) {
    extern __shared__ unsigned dynamic[];
    __shared__ unsigned count;
    if (threadIdx.x == 0) {
        count = 0;
        dynamic[0] = 0;
        seen[blockIdx.x] = 0;
    }
    mergus::grid_barrier(barrier);
    for (unsigned round = 0; round < rounds; ++round) {
        atomicAdd(threadIdx.x % 2 == 0 ? &count : &dynamic[0], 1u);
        __syncthreads();
        if (threadIdx.x == 0) sums[round * gridDim.x + blockIdx.x] = count + dynamic[0];
        mergus::grid_barrier(barrier);
        if (threadIdx.x < gridDim.x) atomicAdd(&seen[blockIdx.x], sums[round * gridDim.x + threadIdx.x]);
    }
}
)"};
}

inline std::vector<KernelSource> all() {
    return {block_scan(),  missing_barrier(), shared_hash(), merge_path(),
            collectives(), atomics(),         arithmetic(),  grid_rounds()};
}

} // namespace mergus::cuda::samples
