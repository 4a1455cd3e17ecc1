/// \file primitives.cpp
/// Runs the driver's primitives with scratch memory from the pool.
#include "primitives.hpp"

#include "buffer.hpp"
#include "driver.hpp"

#include <limits>

namespace mergus::cuda {
namespace {

template <class T>
constexpr Word word_of() {
    if constexpr (std::is_same_v<T, std::uint32_t>) return Word::u32;
    if constexpr (std::is_same_v<T, std::uint64_t>) return Word::u64;
    if constexpr (std::is_same_v<T, std::int64_t>) return Word::i64;
}

/// Calls step(temporary) twice: first to get the size of the scratch memory, then to run the primitive.
template <class Step>
void with_temporary(Device& device, std::string_view what, Step step) {
    Temporary temporary;
    step(temporary);
    if (temporary.bytes == 0) temporary.bytes = 1; // null data means a query of the size
    const Buffer scratch(device, temporary.bytes);
    temporary.data = scratch.data();
    device.timed(what, [&] { step(temporary); });
}

} // namespace

template <class T>
void exclusive_scan(Device& device, const T* in, T* out, std::size_t n) {
    Driver& driver = device.driver();
    with_temporary(device, "scan", [&](Temporary& t) { driver.exclusive_scan(t, word_of<T>(), in, out, n); });
}

template <class Key, class Value>
void sort_pairs(Device& device, Key*& keys, Key*& spare_keys, Value*& values, Value*& spare_values,
                std::size_t n, int begin_bit, int end_bit) {
    if (n < 2 || begin_bit >= end_bit) return;
    Driver& driver = device.driver();
    void* key_pair[2] = {keys, spare_keys};
    void* value_pair[2] = {values, spare_values};
    with_temporary(device, "sort", [&](Temporary& t) {
        driver.sort_pairs(t, word_of<Key>(), word_of<Value>(), key_pair, value_pair, n, begin_bit, end_bit);
    });
    keys = static_cast<Key*>(key_pair[0]);
    spare_keys = static_cast<Key*>(key_pair[1]);
    values = static_cast<Value*>(value_pair[0]);
    spare_values = static_cast<Value*>(value_pair[1]);
}

template <class T>
void reduce_sum(Device& device, const T* in, std::uint64_t* out, std::size_t n) {
    Driver& driver = device.driver();
    with_temporary(device, "reduce",
                   [&](Temporary& t) { driver.reduce(t, word_of<T>(), false, in, out, n); });
}

template <class T>
void reduce_max(Device& device, const T* in, std::uint64_t* out, std::size_t n) {
    Driver& driver = device.driver();
    with_temporary(device, "reduce", [&](Temporary& t) { driver.reduce(t, word_of<T>(), true, in, out, n); });
}

template <class T>
void select_flagged(Device& device, const std::uint8_t* flags, T* indices, std::uint64_t* count,
                    std::size_t n) {
    if (n > 0 && n - 1 > std::numeric_limits<T>::max())
        throw Error(Code::invalid_value,
                    "indices of " + std::to_string(n) + " flags do not fit the index type");
    Driver& driver = device.driver();
    with_temporary(device, "select",
                   [&](Temporary& t) { driver.select_flagged(t, word_of<T>(), flags, indices, count, n); });
}

using u32 = std::uint32_t;
using u64 = std::uint64_t;

template void exclusive_scan(Device&, const u32*, u32*, std::size_t);
template void exclusive_scan(Device&, const u64*, u64*, std::size_t);
template void exclusive_scan(Device&, const std::int64_t*, std::int64_t*, std::size_t);
template void sort_pairs(Device&, u32*&, u32*&, u32*&, u32*&, std::size_t, int, int);
template void sort_pairs(Device&, u32*&, u32*&, u64*&, u64*&, std::size_t, int, int);
template void sort_pairs(Device&, u64*&, u64*&, u32*&, u32*&, std::size_t, int, int);
template void sort_pairs(Device&, u64*&, u64*&, u64*&, u64*&, std::size_t, int, int);
template void reduce_sum(Device&, const u32*, u64*, std::size_t);
template void reduce_sum(Device&, const u64*, u64*, std::size_t);
template void reduce_max(Device&, const u32*, u64*, std::size_t);
template void reduce_max(Device&, const u64*, u64*, std::size_t);
template void select_flagged(Device&, const std::uint8_t*, u32*, u64*, std::size_t);
template void select_flagged(Device&, const std::uint8_t*, u64*, u64*, std::size_t);

} // namespace mergus::cuda
