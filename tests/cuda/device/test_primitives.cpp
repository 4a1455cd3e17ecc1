/// \file test_primitives.cpp
/// The device-wide primitives against standard algorithms, on whichever device is linked: sizes 0, 1, and
/// around powers of two, in place, any range of bits, and with memory that fails.
#include "arrays.hpp"
#include "device/primitives.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <numeric>

using namespace mergus;
using namespace mergus::cuda;
using testing::download;
using testing::random_values;
using testing::upload;

namespace {

/// The primitives need no kernel, so no cache either.
DeviceOptions options() {
    DeviceOptions o;
    o.cache = JitCache();
    return o;
}

const std::size_t sizes[] = {0, 1, 2, 3, 31, 32, 33, 255, 256, 257, 1023, 1025, 4095, 4096, 4097, 65537};

template <class T>
void check_scan(Device& device) {
    for (const std::size_t n : sizes)
        for (const bool in_place : {false, true}) {
            INFO("n = " << n << (in_place ? ", in place" : ""));
            auto values = random_values<T>(n, 1000);
            if (std::is_signed_v<T>)
                for (T& v : values) v = static_cast<T>(v - 500);
            std::vector<T> expected(n + 1, 0);
            std::partial_sum(values.begin(), values.end(), expected.begin() + 1);
            const auto in = upload(device, values, n + 1);
            const Array<T> out(device, n + 1);
            T* const target = in_place ? in.data() : out.data();
            exclusive_scan<T>(device, in.data(), target, n);
            CHECK(download(device, target, n + 1) == expected);
        }
}

template <class Key, class Value>
void check_sort(Device& device) {
    for (const std::size_t n : sizes)
        for (const auto& [begin, end] : {std::pair{0, int(8 * sizeof(Key))}, {0, 5}, {3, 17}, {4, 4}}) {
            INFO("n = " << n << ", bits " << begin << " to " << end);
            auto keys = random_values<Key>(n, Key{1} << 20);
            std::vector<Value> values(n);
            std::iota(values.begin(), values.end(), Value{0});
            std::vector<std::pair<Key, Value>> expected;
            for (std::size_t i = 0; i < n; ++i) expected.emplace_back(keys[i], values[i]);
            const std::uint64_t mask = end - begin == 64 ? ~0ull : (1ull << (end - begin)) - 1;
            std::stable_sort(expected.begin(), expected.end(), [&](const auto& a, const auto& b) {
                return ((std::uint64_t{a.first} >> begin) & mask) <
                       ((std::uint64_t{b.first} >> begin) & mask);
            });
            const auto k0 = upload(device, keys);
            const auto v0 = upload(device, values);
            const Array<Key> k1(device, n);
            const Array<Value> v1(device, n);
            Key* k[2] = {k0.data(), k1.data()};
            Value* v[2] = {v0.data(), v1.data()};
            sort_pairs(device, k[0], k[1], v[0], v[1], n, begin, end);
            keys = download(device, k[0], n);
            values = download(device, v[0], n);
            bool same = true;
            for (std::size_t i = 0; i < n; ++i)
                same = same && keys[i] == expected[i].first && values[i] == expected[i].second;
            CHECK(same);
            if (n > 0) CHECK(k[0] != k[1]);
        }
}

template <class T>
void check_reduce_and_select(Device& device) {
    const Array<std::uint64_t> result(device, 3);
    for (const std::size_t n : sizes) {
        INFO("n = " << n);
        auto values = random_values<T>(n, std::numeric_limits<T>::max());
        if (sizeof(T) == 8)
            for (T& v : values) v >>= 8;
        const auto in = upload(device, values);
        std::vector<std::uint8_t> flags(n);
        std::vector<T> chosen;
        for (std::size_t i = 0; i < n; ++i) {
            flags[i] = values[i] % 3 == 0 ? static_cast<std::uint8_t>(1 + i % 255) : std::uint8_t{0};
            if (flags[i] != 0) chosen.push_back(static_cast<T>(i));
        }
        const auto d_flags = upload(device, flags);
        const Array<T> indices(device, n);
        reduce_sum<T>(device, in.data(), result.data(), n);
        reduce_max<T>(device, in.data(), result.data() + 1, n);
        select_flagged<T>(device, d_flags.data(), indices.data(), result.data() + 2, n);
        struct Three {
            std::uint64_t sum, most, count;
        };
        const Three three = device.read(reinterpret_cast<const Three*>(result.data()));
        CHECK(three.sum == std::accumulate(values.begin(), values.end(), std::uint64_t{0}));
        CHECK(three.most == (n == 0 ? 0 : *std::max_element(values.begin(), values.end())));
        REQUIRE(three.count == chosen.size());
        CHECK(download(device, indices.data(), chosen.size()) == chosen);
    }
}

} // namespace

TEST_CASE("exclusive scan") {
    Device device(options());
    check_scan<std::uint32_t>(device);
    check_scan<std::uint64_t>(device);
    check_scan<std::int64_t>(device);
}

TEST_CASE("stable radix sort of pairs") {
    Device device(options());
    check_sort<std::uint32_t, std::uint32_t>(device);
    check_sort<std::uint32_t, std::uint64_t>(device);
    check_sort<std::uint64_t, std::uint32_t>(device);
    check_sort<std::uint64_t, std::uint64_t>(device);
}

TEST_CASE("reductions and selection") {
    Device device(options());
    check_reduce_and_select<std::uint32_t>(device);
    check_reduce_and_select<std::uint64_t>(device);
    CHECK_THROWS_AS(
        select_flagged<std::uint32_t>(device, nullptr, nullptr, nullptr, (std::size_t{1} << 32) + 1), Error);
}

TEST_CASE("primitives give their scratch back and survive its failing") {
    Device device(options());
    const auto in = upload(device, random_values<std::uint64_t>(5000, 100), 5001);
    const std::size_t held = device.memory_use().current;
    device.fail_allocation(1);
    CHECK_THROWS_AS(exclusive_scan<std::uint64_t>(device, in.data(), in.data(), 5000), Error);
    CHECK(device.memory_use().current == held);
    exclusive_scan<std::uint64_t>(device, in.data(), in.data(), 5000);
    CHECK(device.memory_use().current == held);
}
