/// \file primitives.hpp
/// Device-wide steps over fixed types that know nothing of semirings, so that they need no run-time compiler.
///
/// All are ordered by the device's stream and take their scratch from its pool; none waits. Results that are
/// one number go to device memory, so that several can be read back at once. T is std::uint32_t,
/// std::uint64_t or (scan only) std::int64_t. n = 0 is allowed everywhere.
#pragma once

#include "device.hpp"

namespace mergus::cuda {

/// out[i] = in[0] + … + in[i-1] for i in 0…n, thus n + 1 values with the total last. `out` may be `in` (which
/// then has room for n + 1). Sums wrap as T does.
template <class T>
void exclusive_scan(Device& device, const T* in, T* out, std::size_t n);

/// Sorts pairs by bits [begin_bit, end_bit) of their keys, equal keys in their old order. `keys` and `values`
/// hold the pairs, the spares are scratch of the same size; afterwards `keys` and `values` point to the
/// sorted pairs, wherever they ended up, and the spares to the rest.
template <class Key, class Value>
void sort_pairs(Device& device, Key*& keys, Key*& spare_keys, Value*& values, Value*& spare_values,
                std::size_t n, int begin_bit, int end_bit);

/// *out = the sum, or the greatest, of n values; 0 when n is 0. A sum of u32 does not overflow at 2^32.
template <class T>
void reduce_sum(Device& device, const T* in, std::uint64_t* out, std::size_t n);
template <class T>
void reduce_max(Device& device, const T* in, std::uint64_t* out, std::size_t n);

/// The indices i in ascending order with flags[i] != 0, and *count = how many. `indices` has room for n.
template <class T>
void select_flagged(Device& device, const std::uint8_t* flags, T* indices, std::uint64_t* count,
                    std::size_t n);

} // namespace mergus::cuda
