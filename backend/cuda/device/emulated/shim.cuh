// shim.cuh: CUDA's device language for a host compiler; inserted before the text of every emulated kernel.
//
// Invariant: it has exactly CUDA's overloads (no atomic on unsigned long, for instance) and nothing from the
// C++ library, so that texts usually compile either here and with NVRTC or with neither. All waiting goes
// through mergus_rt->collective: to the compiler an opaque call, which may change any shared variable.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define __host__
#define __device__
#define __global__
#define __constant__ static
#define __shared__ static
#define __forceinline__ inline __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define __align__(n) __attribute__((aligned(n)))
#define __launch_bounds__(...)
#define __grid_constant__

static mergus_runtime* mergus_rt;

typedef mergus_uint3 uint3;
typedef mergus_uint3 dim3;
#define threadIdx (mergus_rt->self->thread_idx)
#define blockIdx (mergus_rt->self->block_idx)
#define blockDim (mergus_rt->block_dim)
#define gridDim (mergus_rt->grid_dim)
static const int warpSize = 32;

#define MERGUS_VECTOR(type, name, bytes2, bytes4)                                                            \
    struct __align__(bytes2) name##2 {                                                                       \
        type x, y;                                                                                           \
    };                                                                                                       \
    struct __align__(bytes4) name##4 {                                                                       \
        type x, y, z, w;                                                                                     \
    };                                                                                                       \
    static inline name##2 make_##name##2(type x, type y) {                                                   \
        return name##2 {x, y};                                                                               \
    }                                                                                                        \
    static inline name##4 make_##name##4(type x, type y, type z, type w) {                                   \
        return name##4 {x, y, z, w};                                                                         \
    }
MERGUS_VECTOR(int, int, 8, 16)
MERGUS_VECTOR(unsigned, uint, 8, 16)
MERGUS_VECTOR(float, float, 8, 16)
MERGUS_VECTOR(double, double, 16, 16)
MERGUS_VECTOR(long long, longlong, 16, 16)
MERGUS_VECTOR(unsigned long long, ulonglong, 16, 16)

// ---- barriers and collectives

#define MERGUS_SITE const char *file = __builtin_FILE(), int line = __builtin_LINE()

static inline unsigned long long mergus_collective_result(int op, unsigned mask, unsigned long long value,
                                                          int operand, int width, const char* file,
                                                          int line) {
    const mergus_collective_call call = {op, mask, value, operand, width, file, line};
    return mergus_rt->collective(mergus_rt, &call);
}
static inline void __syncthreads(MERGUS_SITE) {
    mergus_collective_result(MERGUS_SYNC_BLOCK, 0, 0, 0, 0, file, line);
}
static inline int __syncthreads_count(int p, MERGUS_SITE) {
    return (int)mergus_collective_result(MERGUS_SYNC_COUNT, 0, p != 0, 0, 0, file, line);
}
static inline int __syncthreads_and(int p, MERGUS_SITE) {
    return (int)mergus_collective_result(MERGUS_SYNC_AND, 0, p != 0, 0, 0, file, line);
}
static inline int __syncthreads_or(int p, MERGUS_SITE) {
    return (int)mergus_collective_result(MERGUS_SYNC_OR, 0, p != 0, 0, 0, file, line);
}
static inline void __syncwarp(unsigned mask = 0xffffffffu, MERGUS_SITE) {
    mergus_collective_result(MERGUS_SYNC_WARP, mask, 0, 0, 0, file, line);
}
static inline unsigned __ballot_sync(unsigned mask, int p, MERGUS_SITE) {
    return (unsigned)mergus_collective_result(MERGUS_BALLOT, mask, p != 0, 0, 0, file, line);
}
static inline int __any_sync(unsigned mask, int p, MERGUS_SITE) {
    return (int)mergus_collective_result(MERGUS_ANY, mask, p != 0, 0, 0, file, line);
}
static inline int __all_sync(unsigned mask, int p, MERGUS_SITE) {
    return (int)mergus_collective_result(MERGUS_ALL, mask, p != 0, 0, 0, file, line);
}
// CUDA guarantees only that the mask contains the caller.
static inline unsigned __activemask() {
    const unsigned rank = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    return 1u << (rank & 31u);
}

#define MERGUS_SHUFFLES(T)                                                                                   \
    static inline T mergus_shuffle(int op, unsigned mask, T value, int operand, int width, const char* file, \
                                   int line) {                                                               \
        unsigned long long bits = 0;                                                                         \
        memcpy(&bits, &value, sizeof(T));                                                                    \
        bits = mergus_collective_result(op, mask, bits, operand, width, file, line);                         \
        memcpy(&value, &bits, sizeof(T));                                                                    \
        return value;                                                                                        \
    }                                                                                                        \
    static inline T __shfl_sync(unsigned mask, T value, int source, int width = 32, MERGUS_SITE) {           \
        return mergus_shuffle(MERGUS_SHFL, mask, value, source, width, file, line);                          \
    }                                                                                                        \
    static inline T __shfl_up_sync(unsigned mask, T value, unsigned distance, int width = 32, MERGUS_SITE) { \
        return mergus_shuffle(MERGUS_SHFL_UP, mask, value, (int)distance, width, file, line);                \
    }                                                                                                        \
    static inline T __shfl_down_sync(unsigned mask, T value, unsigned distance, int width = 32,              \
                                     MERGUS_SITE) {                                                          \
        return mergus_shuffle(MERGUS_SHFL_DOWN, mask, value, (int)distance, width, file, line);              \
    }                                                                                                        \
    static inline T __shfl_xor_sync(unsigned mask, T value, int bits, int width = 32, MERGUS_SITE) {         \
        return mergus_shuffle(MERGUS_SHFL_XOR, mask, value, bits, width, file, line);                        \
    }                                                                                                        \
    static inline unsigned __match_any_sync(unsigned mask, T value, MERGUS_SITE) {                           \
        unsigned long long bits = 0;                                                                         \
        memcpy(&bits, &value, sizeof(T));                                                                    \
        return (unsigned)mergus_collective_result(MERGUS_MATCH_ANY, mask, bits, 0, 0, file, line);           \
    }
MERGUS_SHUFFLES(int)
MERGUS_SHUFFLES(unsigned)
MERGUS_SHUFFLES(long)
MERGUS_SHUFFLES(unsigned long)
MERGUS_SHUFFLES(long long)
MERGUS_SHUFFLES(unsigned long long)
MERGUS_SHUFFLES(float)
MERGUS_SHUFFLES(double)

#define __trap() (mergus_rt->trap(mergus_rt, __FILE__, __LINE__))
static inline void __nanosleep(unsigned) {
    mergus_rt->yield(mergus_rt);
}
static inline void __threadfence() {
    __asm__ volatile("" ::: "memory");
}
static inline void __threadfence_block() {
    __asm__ volatile("" ::: "memory");
}
static inline void __threadfence_system() {
    __asm__ volatile("" ::: "memory");
}

// ---- atomics: one thread runs at a time, so a plain update is atomic

static inline void mergus_atomic() {
    if (mergus_rt->until_yield-- == 0) mergus_rt->yield(mergus_rt);
}
#define MERGUS_ATOMIC(name, T, expression)                                                                   \
    static inline T name(T* address, T value) {                                                              \
        mergus_atomic();                                                                                     \
        const T old = *address;                                                                              \
        *address = (expression);                                                                             \
        return old;                                                                                          \
    }
#define MERGUS_ATOMICS_ORDER(T)                                                                              \
    MERGUS_ATOMIC(atomicMin, T, value < old ? value : old)                                                   \
    MERGUS_ATOMIC(atomicMax, T, old < value ? value : old)                                                   \
    MERGUS_ATOMIC(atomicAnd, T, old& value)                                                                  \
    MERGUS_ATOMIC(atomicOr, T, old | value)                                                                  \
    MERGUS_ATOMIC(atomicXor, T, old ^ value)
#define MERGUS_ATOMIC_CAS(T)                                                                                 \
    static inline T atomicCAS(T* address, T compare, T value) {                                              \
        mergus_atomic();                                                                                     \
        const T old = *address;                                                                              \
        if (old == compare) *address = value;                                                                \
        return old;                                                                                          \
    }
MERGUS_ATOMICS_ORDER(int)
MERGUS_ATOMICS_ORDER(unsigned)
MERGUS_ATOMICS_ORDER(long long)
MERGUS_ATOMICS_ORDER(unsigned long long)
MERGUS_ATOMIC(atomicAdd, int, old + value)
MERGUS_ATOMIC(atomicAdd, unsigned, old + value)
MERGUS_ATOMIC(atomicAdd, unsigned long long, old + value)
MERGUS_ATOMIC(atomicAdd, float, old + value)
MERGUS_ATOMIC(atomicAdd, double, old + value)
MERGUS_ATOMIC(atomicSub, int, old - value)
MERGUS_ATOMIC(atomicSub, unsigned, old - value)
MERGUS_ATOMIC(atomicInc, unsigned, old >= value ? 0u : old + 1u)
MERGUS_ATOMIC(atomicDec, unsigned, old == 0u || old > value ? value : old - 1u)
MERGUS_ATOMIC(atomicExch, int, value)
MERGUS_ATOMIC(atomicExch, unsigned, value)
MERGUS_ATOMIC(atomicExch, unsigned long long, value)
MERGUS_ATOMIC(atomicExch, float, value)
MERGUS_ATOMIC_CAS(int)
MERGUS_ATOMIC_CAS(unsigned)
MERGUS_ATOMIC_CAS(unsigned long long)
MERGUS_ATOMIC_CAS(unsigned short)

#if __CUDA_ARCH__ >= 900
template <bool condition, class T>
struct mergus_if {};
template <class T>
struct mergus_if<true, T> {
    typedef T type;
};
template <class T>
struct mergus_is_wide {
    static const bool value = sizeof(T) == 16 && alignof(T) >= 16 && __is_trivially_copyable(T);
};
template <class T>
using mergus_wide = typename mergus_if<mergus_is_wide<T>::value, T>::type;
template <class T>
static inline mergus_wide<T> atomicCAS(T* address, T compare, T value) {
    mergus_atomic();
    const T old = *address;
    if (memcmp(&old, &compare, 16) == 0) *address = value;
    return old;
}
template <class T>
static inline mergus_wide<T> atomicExch(T* address, T value) {
    mergus_atomic();
    const T old = *address;
    *address = value;
    return old;
}
#endif

// ---- bits, loads, casts, arithmetic

static inline int __popc(unsigned x) {
    return __builtin_popcount(x);
}
static inline int __popcll(unsigned long long x) {
    return __builtin_popcountll(x);
}
static inline int __ffs(int x) {
    return __builtin_ffs(x);
}
static inline int __ffsll(long long x) {
    return __builtin_ffsll(x);
}
static inline int __clz(int x) {
    return x == 0 ? 32 : __builtin_clz((unsigned)x);
}
static inline int __clzll(long long x) {
    return x == 0 ? 64 : __builtin_clzll((unsigned long long)x);
}
static inline unsigned long long __brevll(unsigned long long x) {
    unsigned long long r = 0;
    for (int i = 0; i < 64; ++i) r |= ((x >> i) & 1u) << (63 - i);
    return r;
}
static inline unsigned __brev(unsigned x) {
    return (unsigned)(__brevll(x) >> 32);
}
static inline unsigned __umulhi(unsigned a, unsigned b) {
    return (unsigned)(((unsigned long long)a * b) >> 32);
}
static inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
    return (unsigned long long)(((unsigned __int128)a * b) >> 64);
}
template <class T>
static inline T __ldg(const T* pointer) {
    return *pointer;
}
template <class To, class From>
static inline To mergus_bits(From from) {
    To to;
    memcpy(&to, &from, sizeof(To));
    return to;
}
static inline int __float_as_int(float x) {
    return mergus_bits<int>(x);
}
static inline unsigned __float_as_uint(float x) {
    return mergus_bits<unsigned>(x);
}
static inline float __int_as_float(int x) {
    return mergus_bits<float>(x);
}
static inline float __uint_as_float(unsigned x) {
    return mergus_bits<float>(x);
}
static inline long long __double_as_longlong(double x) {
    return mergus_bits<long long>(x);
}
static inline double __longlong_as_double(long long x) {
    return mergus_bits<double>(x);
}

// Never contracted to a fused multiply-add; the emulation compiles with -ffp-contract=off.
static inline double __dmul_rn(double x, double y) {
    return x * y;
}
static inline float __fmul_rn(float x, float y) {
    return x * y;
}
