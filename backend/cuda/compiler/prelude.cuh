// prelude.cuh: precedes the text of every kernel.
//
// Defines what a run-time compiler without headers lacks: fixed-width types, limits, infinities, and the
// helpers that every kernel uses. Invariant: it compiles with NVRTC (-default-device, no includes) and,
// unchanged, with the host compiler behind the emulation's shim. 64-bit integers are long long, the type that
// CUDA's atomics take.

typedef signed char int8_t;
typedef unsigned char uint8_t;
typedef short int16_t;
typedef unsigned short uint16_t;
typedef int int32_t;
typedef unsigned int uint32_t;
typedef long long int64_t;
typedef unsigned long long uint64_t;
typedef unsigned long long uintptr_t;
typedef long long intptr_t;

typedef uint64_t GrB_Index; // the index type of operators written for SuiteSparse

#ifndef INFINITY
#define INFINITY (__builtin_bit_cast(float, 0x7f800000))
#endif
#ifndef NAN
#define NAN (__builtin_bit_cast(float, 0x7fffffff))
#endif

#ifndef INT8_MAX
#define INT8_MIN (-128)
#define INT8_MAX 127
#define UINT8_MAX 255
#define INT16_MIN (-32768)
#define INT16_MAX 32767
#define UINT16_MAX 65535
#define INT32_MIN (-2147483647 - 1)
#define INT32_MAX 2147483647
#define UINT32_MAX 4294967295u
#define INT64_MIN (-9223372036854775807ll - 1)
#define INT64_MAX 9223372036854775807ll
#define UINT64_MAX 18446744073709551615ull
#endif
#ifndef FLT_MAX
#define FLT_MAX 3.402823466e+38f
#define FLT_MIN 1.175494351e-38f
#define FLT_EPSILON 1.192092896e-07f
#define DBL_MAX 1.7976931348623157e+308
#define DBL_MIN 2.2250738585072014e-308
#define DBL_EPSILON 2.2204460492503131e-16
#endif

#ifndef M_PI
#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
#endif

// NVRTC has no __builtin_offsetof, which texts shared with the host use in assertions. A type with commas
// needs an alias.
#ifdef __CUDACC__
#define __builtin_offsetof(type, member) __INTADDR__(&((type*)0)->member)
#endif

// Operators in C use restrict.
#ifndef restrict
#define restrict __restrict__
#endif

namespace mergus {

static_assert(sizeof(int64_t) == 8 && sizeof(void*) == 8, "kernels are 64-bit");

// The type of values that are not there. A copy accesses no memory, so an array of them may be null.
struct NoValue {
    constexpr NoValue() {}
    constexpr NoValue(const NoValue&) {}
    constexpr NoValue& operator=(const NoValue&) { return *this; }
};

// One value in place of an array of equal ones.
template <class Value>
struct OneValue {
    const Value* value;
    constexpr const Value& operator[](uint64_t) const { return *value; }
};

// Loads of arrays that do not change while the kernel runs. Elements that are read once leave the L1 cache to
// those that are read again. Elements of other sizes than a register's are loaded as they are.
#ifdef __CUDACC__
#define MERGUS_LOAD(name, hint)                                                                              \
    template <class Value>                                                                                   \
    __device__ __forceinline__ Value name(const Value* values, uint64_t at) {                                \
        const Value* const from = values + at;                                                               \
        if constexpr (sizeof(Value) == 8 && alignof(Value) == 8) {                                           \
            uint64_t word;                                                                                   \
            asm("ld.global.nc.L1::" hint ".u64 %0, [%1];" : "=l"(word) : "l"(from));                         \
            return __builtin_bit_cast(Value, word);                                                          \
        } else if constexpr (sizeof(Value) == 4 && alignof(Value) == 4) {                                    \
            uint32_t word;                                                                                   \
            asm("ld.global.nc.L1::" hint ".u32 %0, [%1];" : "=r"(word) : "l"(from));                         \
            return __builtin_bit_cast(Value, word);                                                          \
        } else {                                                                                             \
            return *from;                                                                                    \
        }                                                                                                    \
    }
#else
#define MERGUS_LOAD(name, hint)                                                                              \
    template <class Value>                                                                                   \
    Value name(const Value* values, uint64_t at) {                                                           \
        return values[at];                                                                                   \
    }
#endif
MERGUS_LOAD(load_streaming, "no_allocate")
MERGUS_LOAD(load_kept, "evict_last")
#undef MERGUS_LOAD
template <class Value>
__device__ __forceinline__ Value load_streaming(const OneValue<Value>& values, uint64_t) {
    return *values.value;
}

// Built-in operators (operators.hpp) that implement products and quotients of complex numbers.
namespace functions {
template <class T>
constexpr T times(T x, T y);
template <class T>
constexpr T div(T x, T y);
} // namespace functions

// The part of std::complex that kernels and operator texts need, in its layout (aligned as one of its parts).
// Friend functions are found by their arguments only, so they do not hide an operator text's own abs.
template <class R>
struct complex {
    typedef R value_type;
    R re, im;

    constexpr complex(R real = R(), R imag = R()) : re(real), im(imag) {}
    template <class S>
    constexpr complex(const complex<S>& z) : re(R(z.real())), im(R(z.imag())) {}
    constexpr R real() const { return re; }
    constexpr R imag() const { return im; }

    constexpr complex operator-() const { return complex(-re, -im); }
    constexpr complex& operator+=(complex y) { return *this = *this + y; }
    constexpr complex& operator-=(complex y) { return *this = *this - y; }
    constexpr complex& operator*=(complex y) { return *this = *this * y; }
    constexpr complex& operator/=(complex y) { return *this = *this / y; }

    friend constexpr complex operator+(complex x, complex y) { return complex(x.re + y.re, x.im + y.im); }
    friend constexpr complex operator-(complex x, complex y) { return complex(x.re - y.re, x.im - y.im); }
    friend constexpr complex operator*(complex x, complex y) { return functions::times<complex>(x, y); }
    friend constexpr complex operator/(complex x, complex y) { return functions::div<complex>(x, y); }
    friend constexpr bool operator==(complex x, complex y) { return x.re == y.re && x.im == y.im; }
    friend constexpr bool operator!=(complex x, complex y) { return !(x == y); }
    friend constexpr R real(complex x) { return x.re; }
    friend constexpr R imag(complex x) { return x.im; }
    friend constexpr complex conj(complex x) { return complex(x.re, -x.im); }
    friend constexpr R norm(complex x) { return x.re * x.re + x.im * x.im; }
    friend R abs(complex x) { return hypot(x.re, x.im); }
    friend R arg(complex x) { return atan2(x.im, x.re); }
};
static_assert(sizeof(complex<float>) == 8 && sizeof(complex<double>) == 16, "two parts, as on the host");

constexpr unsigned full_mask = 0xffffffffu;

template <class T>
__device__ __forceinline__ constexpr T min_of(T a, T b) {
    return b < a ? b : a;
}
template <class T>
__device__ __forceinline__ constexpr T max_of(T a, T b) {
    return a < b ? b : a;
}
template <class T>
__device__ __forceinline__ constexpr T div_up(T a, T b) {
    return (a + b - 1) / b;
}

// The index of a thread in its warp, and of its warp in the block. Blocks of one dimension only.
__device__ __forceinline__ unsigned lane() {
    return threadIdx.x & 31u;
}
__device__ __forceinline__ unsigned warp() {
    return threadIdx.x >> 5;
}
__device__ __forceinline__ unsigned lanes_below() {
    return (1u << lane()) - 1u;
}

// For kernels launched by Device::launch_dependent: what an earlier kernel writes may be accessed after this
// only. Every thread must call it, idle ones too, because the next kernel waits for this kernel alone.
__device__ __forceinline__ void wait_for_dependency() {
#if defined(__CUDACC__) && __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}
// In the kernel before a dependent launch: once all blocks have called it, blocks of the dependent kernel may
// start.
__device__ __forceinline__ void trigger_dependents() {
#if defined(__CUDACC__) && __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.launch_dependents;");
#endif
}

// For kernels launched by Device::launch_cooperative: every thread of the grid calls it, none continues
// before all have called it, and then each sees what the others wrote before. It also is a __syncthreads().
// `word` is Device::grid_barrier_word(). Its top bit flips when all blocks have arrived: the first block adds
// 2³¹ minus the number of the others, the others add one each, so the low bits are zero again.
#ifdef MERGUS_EMULATED
__device__ __forceinline__ void grid_barrier(uint32_t*, MERGUS_SITE) {
    mergus_collective_result(MERGUS_SYNC_GRID, 0, 0, 0, 0, file, line);
}
#else
__device__ __forceinline__ void grid_barrier(uint32_t* word) {
    __syncthreads();
    if (threadIdx.x == 0) {
        const uint32_t add = blockIdx.x == 0 ? 0x80000000u - (gridDim.x - 1) : 1u;
        uint32_t before, now;
        asm volatile("atom.add.acq_rel.gpu.u32 %0, [%1], %2;"
                     : "=r"(before)
                     : "l"(word), "r"(add)
                     : "memory");
        do asm volatile("ld.acquire.gpu.u32 %0, [%1];" : "=r"(now) : "l"(word) : "memory");
        while (((now ^ before) & 0x80000000u) == 0);
    }
    __syncthreads();
}
#endif

// Sends a value below 2⁴⁸ to the host, which waits for it in Device::posted(). `words` and `ticket` are of
// Device::next_post(). A word is complete by itself, so no fence is needed.
__device__ __forceinline__ void post_to_host(uint64_t* words, uint32_t ticket, unsigned index,
                                             uint64_t value) {
    const uint64_t word = uint64_t(ticket) << 48 | value;
#ifdef MERGUS_EMULATED
    words[index] = word;
#else
    asm volatile("st.relaxed.sys.u64 [%0], %1;" : : "l"(words + index), "l"(word) : "memory");
#endif
}

// The index of this thread in the grid and the number of its threads, for grid-strided loops.
__device__ __forceinline__ uint64_t grid_thread() {
    return uint64_t(blockIdx.x) * blockDim.x + threadIdx.x;
}
__device__ __forceinline__ uint64_t grid_threads() {
    return uint64_t(gridDim.x) * blockDim.x;
}

// Shuffles of any trivially copyable type, word by word.
template <class T>
struct Words {
    static constexpr int count = (sizeof(T) + 3) / 4;
    unsigned word[count];
    __device__ __forceinline__ explicit Words(const T& value) {
        word[count - 1] = 0;
        memcpy(word, &value, sizeof(T));
    }
    __device__ __forceinline__ T back(T value) const {
        memcpy(&value, word, sizeof(T));
        return value;
    }
};

template <class T>
__device__ __forceinline__ T shuffle(unsigned mask, const T& value, int source) {
    Words<T> w(value);
    for (int i = 0; i < Words<T>::count; ++i) w.word[i] = __shfl_sync(mask, w.word[i], source);
    return w.back(value);
}
template <class T>
__device__ __forceinline__ T shuffle_up(unsigned mask, const T& value, unsigned distance) {
    Words<T> w(value);
    for (int i = 0; i < Words<T>::count; ++i) w.word[i] = __shfl_up_sync(mask, w.word[i], distance);
    return w.back(value);
}
template <class T>
__device__ __forceinline__ T shuffle_down(unsigned mask, const T& value, unsigned distance) {
    Words<T> w(value);
    for (int i = 0; i < Words<T>::count; ++i) w.word[i] = __shfl_down_sync(mask, w.word[i], distance);
    return w.back(value);
}
template <class T>
__device__ __forceinline__ T shuffle_xor(unsigned mask, const T& value, int bits) {
    Words<T> w(value);
    for (int i = 0; i < Words<T>::count; ++i) w.word[i] = __shfl_xor_sync(mask, w.word[i], bits);
    return w.back(value);
}

struct Plus {
    template <class T>
    __device__ __forceinline__ T operator()(T a, T b) const {
        return a + b;
    }
};
struct Greater {
    template <class T>
    __device__ __forceinline__ T operator()(T a, T b) const {
        return max_of(a, b);
    }
};

// All 32 lanes take part. The reduction returns the result to every lane and requires a commutative op; the
// scan keeps the order of the lanes and does not require that.
template <class T, class Op>
__device__ __forceinline__ T warp_reduce(T value, Op op) {
    for (int bits = 16; bits > 0; bits /= 2) value = op(value, shuffle_xor(full_mask, value, bits));
    return value;
}
template <class T, class Op>
__device__ __forceinline__ T warp_inclusive_scan(T value, Op op) {
    for (unsigned distance = 1; distance < 32; distance *= 2) {
        const T other = shuffle_up(full_mask, value, distance);
        if (lane() >= distance) value = op(other, value);
    }
    return value;
}

} // namespace mergus
