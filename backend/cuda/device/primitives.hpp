/// \file primitives.hpp
/// Device-wide scans, sorts, reductions and selections for fixed types; they need no run-time compilation.
///
/// All are ordered by the device's stream and take scratch memory from its pool. None waits. Scalar results
/// go to device memory, so that one copy to the host can read several. T is std::uint32_t, std::uint64_t or
/// (scan only) std::int64_t. n = 0 is allowed.
#pragma once

#include "device.hpp"

namespace mergus::cuda {

/// out[i] = in[0] + … + in[i-1] for 0 ≤ i ≤ n: n + 1 values, the last of which is the total. `out` may equal
/// `in`, which then has space for n + 1 values. Sums wrap around.
template <class T>
void exclusive_scan(Device& device, const T* in, T* out, std::size_t n);

/// Sorts pairs by bits [begin_bit, end_bit) of their keys. The sort is stable. `keys` and `values` hold the
/// pairs; the spare arrays are scratch memory of the same size. On return `keys` and `values` point to the
/// sorted pairs; the arrays may have been exchanged with the spare ones.
template <class Key, class Value>
void sort_pairs(Device& device, Key*& keys, Key*& spare_keys, Value*& values, Value*& spare_values,
                std::size_t n, int begin_bit, int end_bit);

/// *out = the sum, or the maximum, of n values; 0 if n is 0. Sums have 64 bits for all T.
template <class T>
void reduce_sum(Device& device, const T* in, std::uint64_t* out, std::size_t n);
template <class T>
void reduce_max(Device& device, const T* in, std::uint64_t* out, std::size_t n);

/// Writes the indices i with flags[i] != 0 in ascending order, and their number to *count. `indices` has
/// space for n values.
template <class T>
void select_flagged(Device& device, const std::uint8_t* flags, T* indices, std::uint64_t* count,
                    std::size_t n);

} // namespace mergus::cuda
