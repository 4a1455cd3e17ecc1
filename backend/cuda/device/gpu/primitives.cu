/// \file primitives.cu
/// Scan, sort, reduce and select from CUB, compiled ahead of time for fixed types, because NVRTC needs more
/// than a second for a text that includes CUB. Counts have 64 bits; see cub_max_items().
#include "primitives_cuda.hpp"

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include <limits>

namespace mergus::cuda {
namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;
using i64 = std::int64_t;

/// in[i], and 0 at index n, where the scan writes the total.
template <class T>
struct ValueOrZero {
    const T* in;
    i64 n;
    __device__ T operator()(i64 i) const { return i < n ? in[i] : T(0); }
};

struct Sum {
    __host__ __device__ u64 operator()(u64 a, u64 b) const { return a + b; }
};
struct Maximum {
    __host__ __device__ u64 operator()(u64 a, u64 b) const { return a < b ? b : a; }
};

template <class T>
cudaError_t scan(Temporary& t, const void* in, void* out, std::size_t n, cudaStream_t stream) {
    const auto values = thrust::make_transform_iterator(thrust::counting_iterator<i64>(0),
                                                        ValueOrZero<T>{static_cast<const T*>(in), i64(n)});
    return cub::DeviceScan::ExclusiveSum(t.data, t.bytes, values, static_cast<T*>(out), i64(n) + 1, stream);
}

template <class Key, class Value>
cudaError_t sort(Temporary& t, void* keys[2], void* values[2], std::size_t n, int begin_bit, int end_bit,
                 cudaStream_t stream) {
    cub::DoubleBuffer<Key> key_pair(static_cast<Key*>(keys[0]), static_cast<Key*>(keys[1]));
    cub::DoubleBuffer<Value> value_pair(static_cast<Value*>(values[0]), static_cast<Value*>(values[1]));
    const cudaError_t result = cub::DeviceRadixSort::SortPairs(t.data, t.bytes, key_pair, value_pair, i64(n),
                                                               begin_bit, end_bit, stream);
    if (t.data != nullptr && result == cudaSuccess) {
        keys[0] = key_pair.Current();
        keys[1] = key_pair.Alternate();
        values[0] = value_pair.Current();
        values[1] = value_pair.Alternate();
    }
    return result;
}

template <class T>
cudaError_t reduce(Temporary& t, bool maximum, const void* in, u64* out, std::size_t n, cudaStream_t stream) {
    const auto* const values = static_cast<const T*>(in);
    if (maximum)
        return cub::DeviceReduce::Reduce(t.data, t.bytes, values, out, i64(n), Maximum{}, u64(0), stream);
    return cub::DeviceReduce::Reduce(t.data, t.bytes, values, out, i64(n), Sum{}, u64(0), stream);
}

template <class T>
cudaError_t select(Temporary& t, const std::uint8_t* flags, void* indices, u64* count, std::size_t n,
                   cudaStream_t stream) {
    return cub::DeviceSelect::Flagged(t.data, t.bytes, thrust::counting_iterator<T>(0), flags,
                                      static_cast<T*>(indices), count, i64(n), stream);
}

} // namespace

std::size_t cub_max_items() {
#if CUB_VERSION < 200800
    return std::numeric_limits<int>::max() - 1; // a scan of n items has n + 1 outputs
#else
    return std::numeric_limits<i64>::max();
#endif
}

cudaError_t cub_exclusive_scan(Temporary& t, Word word, const void* in, void* out, std::size_t n,
                               cudaStream_t stream) {
    switch (word) {
    case Word::u32:
        return scan<u32>(t, in, out, n, stream);
    case Word::u64:
        return scan<u64>(t, in, out, n, stream);
    case Word::i64:
        return scan<i64>(t, in, out, n, stream);
    }
    return cudaErrorInvalidValue;
}

cudaError_t cub_sort_pairs(Temporary& t, Word key, Word value, void* keys[2], void* values[2], std::size_t n,
                           int begin_bit, int end_bit, cudaStream_t stream) {
    if (key == Word::u32)
        return value == Word::u32 ? sort<u32, u32>(t, keys, values, n, begin_bit, end_bit, stream)
                                  : sort<u32, u64>(t, keys, values, n, begin_bit, end_bit, stream);
    return value == Word::u32 ? sort<u64, u32>(t, keys, values, n, begin_bit, end_bit, stream)
                              : sort<u64, u64>(t, keys, values, n, begin_bit, end_bit, stream);
}

cudaError_t cub_reduce(Temporary& t, Word word, bool maximum, const void* in, u64* out, std::size_t n,
                       cudaStream_t stream) {
    return word == Word::u32 ? reduce<u32>(t, maximum, in, out, n, stream)
                             : reduce<u64>(t, maximum, in, out, n, stream);
}

cudaError_t cub_select_flagged(Temporary& t, Word word, const std::uint8_t* flags, void* indices, u64* count,
                               std::size_t n, cudaStream_t stream) {
    return word == Word::u32 ? select<u32>(t, flags, indices, count, n, stream)
                             : select<u64>(t, flags, indices, count, n, stream);
}

} // namespace mergus::cuda
