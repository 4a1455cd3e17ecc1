/// \file test_segmented_merge.cpp
/// The segmented merge against std::stable_sort: every shape, width and value size, in place and not,
/// reducing and not, bad input, and how often keys move.
#include "segmented_merge_cases.hpp"
#include "testing/backends_under_test.hpp"
#include "testing/refuses.hpp"

#include <mergus/mergus.hpp>

#include <doctest/doctest.h>

#include <array>

using namespace mergus;
using namespace mergus::tests;

namespace {

template <std::size_t size>
struct Bytes {
    std::array<unsigned char, size> bytes;
    bool operator==(const Bytes&) const = default;
};
/// A value that tells where it was.
template <class Value>
Value tag(std::uint64_t place) {
    Value value{};
    for (std::size_t b = 0; b < sizeof value; b += sizeof place)
        std::memcpy(reinterpret_cast<unsigned char*>(&value) + b, &place,
                    std::min(sizeof place, sizeof value - b));
    return value;
}

std::uint64_t elements(const std::string& backend) {
    return is_slow(backend) ? 30000 : 60000;
}

template <class Key>
Segments segments_of(const MergeCase<Key>& c, Memory memory = Memory::host) {
    return {c.segment_ptr, c.subsegment_ptr, memory};
}

/// Host memory, and the emulated device's, which is memory as any.
std::vector<Memory> memories(const Context& context) {
    if (context.backend() == "cuda-emulated") return {Memory::host, Memory::device};
    return {Memory::host};
}

struct InPlace {
    bool keys, values;
};

template <class Key, class Value>
void check_values(const Context& context, const MergeCase<Key>& c, InPlace in_place) {
    const std::uint64_t n = c.keys.size();
    const Offsets order = c.expected();
    for (const Memory memory : memories(context)) {
        CAPTURE(static_cast<int>(memory));
        std::vector<Key> keys = c.keys, keys_out(n);
        std::vector<Value> values(n), values_out(n);
        for (std::uint64_t e = 0; e < n; ++e) values[e] = tag<Value>(e);
        Key* const to = in_place.keys ? keys.data() : keys_out.data();
        Value* const values_to = in_place.values ? values.data() : values_out.data();
        segmented_merge(context, segments_of(c, memory), n, keys.data(), values.data(), to, values_to);
        std::uint64_t wrong = 0;
        for (std::uint64_t e = 0; e < n; ++e)
            wrong += to[e] != c.keys[order[e]] || !(values_to[e] == tag<Value>(order[e])) ? 1u : 0u;
        CHECK(wrong == 0);
        CHECK(bool(in_place.keys || keys == c.keys));
    }
}

template <class Key>
void check_keys(const Context& context, const MergeCase<Key>& c) {
    std::vector<Key> expected;
    for (const std::uint64_t from : c.expected()) expected.push_back(c.keys[from]);
    for (const Memory memory : memories(context)) {
        CAPTURE(static_cast<int>(memory));
        std::vector<Key> out(c.keys.size()), in_place = c.keys;
        segmented_merge(context, segments_of(c, memory), c.keys.size(), c.keys.data(), out.data());
        CHECK(bool(out == expected));
        segmented_merge(context, segments_of(c, memory), c.keys.size(), in_place.data(), in_place.data());
        CHECK(bool(in_place == expected));
    }
}

/// The same by a fold from left to right.
template <class Key, class Value>
void check_reducing(const Context& context, const MergeCase<Key>& c, const Monoid<Value>& monoid,
                    const std::function<Value(std::uint64_t)>& value,
                    const std::function<Value(Value, Value)>& add) {
    const std::uint64_t n = c.keys.size();
    const Offsets order = c.expected();
    std::vector<Value> values, expected_values;
    std::vector<Key> expected_keys;
    for (std::uint64_t e = 0; e < n; ++e) values.push_back(value(e));
    Offsets expected_ptr{0}, ptr_out(c.segment_ptr.size());
    for (std::size_t s = 0; s + 1 < c.segment_ptr.size(); ++s) {
        for (auto e = c.at(c.segment_ptr[s]); e < c.at(c.segment_ptr[s + 1]); ++e) {
            const std::uint64_t from = order[static_cast<std::size_t>(e)];
            if (expected_keys.size() > expected_ptr.back() && expected_keys.back() == c.keys[from]) {
                expected_values.back() = add(expected_values.back(), values[from]);
            } else {
                expected_keys.push_back(c.keys[from]);
                expected_values.push_back(values[from]);
            }
        }
        expected_ptr.push_back(expected_keys.size());
    }
    for (const Memory memory : memories(context))
        for (const bool in_place : {false, true}) {
            CAPTURE(static_cast<int>(memory));
            CAPTURE(in_place);
            std::vector<Key> keys = c.keys, keys_out(n);
            std::vector<Value> old_values = values, values_out(n);
            Key* const to = in_place ? keys.data() : keys_out.data();
            Value* const values_to = in_place ? old_values.data() : values_out.data();
            segmented_merge(context, segments_of(c, memory), n, monoid, keys.data(), old_values.data(),
                            ptr_out.data(), to, values_to);
            REQUIRE(bool(ptr_out == expected_ptr));
            CHECK(std::equal(expected_keys.begin(), expected_keys.end(), to));
            CHECK((n == 0 || std::memcmp(values_to, expected_values.data(),
                                         expected_values.size() * sizeof(Value)) == 0));
        }
}

MERGUS_TYPE(affine, uint32_t scale; uint32_t shift;);
/// Composition of x → scale·x + shift, which does not commute.
MERGUS_MONOID(
    compose,
    static affine identity() {
        return affine{1, 0};
    } static affine add(affine x, affine y) {
        return affine{x.scale * y.scale, x.shift * y.scale + y.shift};
    })
MERGUS_TYPE(five, int64_t sums[5];);
MERGUS_MONOID(
    add_five, static five identity() { return five{}; } static five add(five x, five y) {
        for (int i = 0; i < 5; ++i) x.sums[i] += y.sums[i];
        return x;
    })

} // namespace

TEST_SUITE_BEGIN("segmented-merge");

TEST_CASE("segmented merge: keys alone, every shape") {
    for (const std::string& backend : backends_under_test()) {
        CAPTURE(backend);
        const Context context(backend);
        for (const MergeShape& shape : merge_shapes(elements(backend))) {
            CAPTURE(shape.name);
            check_keys(context, MergeCase<std::uint32_t>(shape.lengths, Keys::few, 1));
            check_keys(context, MergeCase<std::uint64_t>(shape.lengths, Keys::any, 2));
        }
    }
}

TEST_CASE("segmented merge: values of many sizes, stable, every shape") {
    for (const std::string& backend : backends_under_test()) {
        CAPTURE(backend);
        const Context context(backend);
        for (const MergeShape& shape : merge_shapes(elements(backend))) {
            CAPTURE(shape.name);
            const MergeCase<std::uint32_t> narrow(shape.lengths, Keys::few, 3);
            const MergeCase<std::uint64_t> wide(shape.lengths, Keys::few, 4);
            for (const InPlace in_place : {InPlace{false, false}, {true, true}}) {
                CAPTURE(in_place.keys);
                check_values<std::uint32_t, std::uint8_t>(context, narrow, in_place);
                check_values<std::uint32_t, float>(context, narrow, in_place);
                check_values<std::uint64_t, std::uint64_t>(context, wide, in_place);
                check_values<std::uint64_t, Bytes<16>>(context, wide, in_place);
                check_values<std::uint32_t, Bytes<40>>(context, narrow, in_place);
                check_values<std::uint32_t, Bytes<3>>(context, narrow, in_place);
            }
            check_values<std::uint32_t, float>(context, narrow, {true, false});
            check_values<std::uint32_t, Bytes<40>>(context, narrow, {false, true});
        }
    }
}

TEST_CASE("segmented merge: keys of every kind") {
    for (const std::string& backend : backends_under_test()) {
        CAPTURE(backend);
        const Context context(backend);
        const std::uint64_t n = elements(backend);
        const Lengths lengths{{n / 3, n / 4, 17, n / 5},
                              {5, 0, 300, 41},
                              std::vector<std::uint64_t>(97, 60),
                              {1},
                              std::vector<std::uint64_t>(7, n / 7),
                              std::vector<std::uint64_t>(8, n / 8)};
        for (const Keys how :
             {Keys::few, Keys::any, Keys::equal, Keys::extreme, Keys::in_order, Keys::reverse, Keys::bands}) {
            CAPTURE(static_cast<int>(how));
            check_values<std::uint32_t, std::uint32_t>(context, {lengths, how, 5}, {false, false});
            check_values<std::uint64_t, std::uint32_t>(context, {lengths, how, 6}, {true, true});
        }
    }
}

TEST_CASE("segmented merge: keys move as often as is said, and the host waits once") {
    for (const std::string& backend : backends_under_test()) {
        CAPTURE(backend);
        std::uint64_t moves = 0;
        ContextOptions options;
        options.backend = backend;
        options.explain = [&](const Explanation& e) { moves = e.work; };
        const Context counting(options), context(backend);
        for (const MergeShape& shape : merge_shapes(elements(backend))) {
            CAPTURE(shape.name);
            const MergeCase<std::uint32_t> c(shape.lengths, Keys::any, 7);
            std::vector<std::uint32_t> out(c.keys.size());
            for (const Memory memory : memories(counting)) {
                segmented_merge(counting, segments_of(c, memory), out.size(), c.keys.data(), out.data());
                CHECK(moves <= c.most_moves());
                CHECK((moves >= out.size() || memory == Memory::host)); // which may be merged in place
            }
            if (memories(context).size() == 1) continue;
            const std::uint64_t waits = context.counters().synchronizations,
                                copied = context.counters().bytes_to_host;
            segmented_merge(context, segments_of(c, Memory::device), out.size(), c.keys.data(), out.data());
            CHECK(context.counters().synchronizations <= waits + 1);
            CHECK(context.counters().bytes_to_host <= copied + 256);
        }
    }
}

TEST_CASE("segmented merge: reducing") {
    for (const std::string& backend : backends_under_test()) {
        CAPTURE(backend);
        const Context context(backend);
        for (const MergeShape& shape : merge_shapes(elements(backend))) {
            CAPTURE(shape.name);
            for (const Keys how : {Keys::few, Keys::equal}) {
                const MergeCase<std::uint32_t> narrow(shape.lengths, how, 8);
                const MergeCase<std::uint64_t> wide(shape.lengths, how, 9);
                check_reducing<std::uint32_t, std::int64_t>(
                    context, narrow, plus_monoid<std::int64_t>,
                    [](auto e) { return static_cast<std::int64_t>(e); },
                    [](auto a, auto b) { return a + b; });
                check_reducing<std::uint64_t, float>(
                    context, wide, min_monoid<float>,
                    [](auto e) { return 0.5f * static_cast<float>(e * 7919 % 1000); },
                    [](auto a, auto b) { return std::min(a, b); });
                check_reducing<std::uint32_t, affine>(
                    context, narrow, compose,
                    [](auto e) {
                        return affine{static_cast<std::uint32_t>(2 * e + 3), static_cast<std::uint32_t>(e)};
                    },
                    compose_definition::add);
            }
            check_reducing<std::uint64_t, five>(
                context, {shape.lengths, Keys::few, 10}, add_five,
                [](auto e) {
                    return five{{static_cast<std::int64_t>(e), 1, 2, 3, -static_cast<std::int64_t>(e)}};
                },
                add_five_definition::add);
        }
    }
}

TEST_CASE("segmented merge: keys that do not ascend stay in their segments, and nothing else is touched") {
    for (const std::string& backend : backends_under_test()) {
        CAPTURE(backend);
        const Context context(backend);
        const std::uint64_t n = elements(backend);
        constexpr std::ptrdiff_t guard = 64;
        for (const Lengths& lengths : {Lengths{std::vector<std::uint64_t>(n / 8, 8)},
                                       Lengths{{n / 2, n / 4, 3000, 1, 5000}, {n / 2, n / 2}}}) {
            MergeCase<std::uint32_t> c(lengths, Keys::any, 11);
            std::reverse(c.keys.begin(), c.keys.end());
            std::vector<std::uint32_t> keys(c.keys.size() + 2 * guard, 77), places(keys);
            std::iota(places.begin(), places.end(), 0u);
            std::vector<std::size_t> segment(keys.size(), c.segment_ptr.size()); // of a guard: none
            for (std::size_t s = 0; s + 1 < c.segment_ptr.size(); ++s)
                std::fill(segment.begin() + guard + c.at(c.segment_ptr[s]),
                          segment.begin() + guard + c.at(c.segment_ptr[s + 1]), s);
            std::vector<std::uint32_t> keys_out(keys.size(), 77), places_out(keys.size(), 77);
            std::copy(c.keys.begin(), c.keys.end(), keys.begin() + guard);
            segmented_merge(context, segments_of(c, Memory::host), c.keys.size(), keys.data() + guard,
                            places.data() + guard, keys_out.data() + guard, places_out.data() + guard);
            for (std::size_t e = 0; e < keys.size(); ++e) {
                const std::uint32_t from = places_out[e];
                const bool is_guard = segment[e] == c.segment_ptr.size();
                if (is_guard
                        ? keys_out[e] != 77 || from != 77
                        : from >= keys.size() || segment[from] != segment[e] || keys_out[e] != keys[from])
                    FAIL_CHECK("element ", e, " is ", keys_out[e], " of ", places_out[e]);
            }
        }
    }
}

TEST_CASE("segmented merge: bad input") {
    for (const std::string& backend : backends_under_test()) {
        CAPTURE(backend);
        const Context context(backend);
        std::vector<std::uint32_t> keys{3, 1, 2}, out{7, 7, 7};
        const auto code = [&](const Offsets& segment_ptr, const Offsets& subsegment_ptr, Memory memory,
                              const std::uint32_t* from, std::uint32_t* to) {
            return code_of([&] {
                segmented_merge(context, {segment_ptr, subsegment_ptr, memory}, keys.size(), from, to);
            });
        };
        const Offsets good{0, 2}, good_sub{0, 1, 3};
        for (const Memory memory : {Memory::host, Memory::device}) {
            if (memory == Memory::device && backend == "cuda") continue; // these pointers are the host's
            CAPTURE(static_cast<int>(memory));
            for (const Offsets& bad : {Offsets{0, 1}, {0, 3}, {1, 2}, {0, 2, 1, 2}, {}})
                CHECK(code(bad, good_sub, memory, keys.data(), out.data()) == Code::invalid_value);
            for (const Offsets& bad :
                 {Offsets{0, 1, 2}, {0, 1, 4}, {1, 1, 3}, {0, 4, 3}, {0, 1ull << 60, 3}, {}})
                CHECK(code(good, bad, memory, keys.data(), out.data()) == Code::invalid_value);
            CHECK(code(good, good_sub, memory, nullptr, out.data()) == Code::invalid_value);
            CHECK(code(good, good_sub, memory, keys.data(), nullptr) == Code::invalid_value);
        }
        CHECK(out == std::vector<std::uint32_t>{7, 7, 7});
        CHECK(code(good, good_sub, Memory::host, keys.data(), out.data()) == Code::success);
        CHECK(out == std::vector<std::uint32_t>{1, 2, 3});
        CHECK_THROWS_AS(segmented_merge(context, {good, good_sub}, 3, keys.data(),
                                        static_cast<const int*>(nullptr), keys.data(),
                                        static_cast<int*>(nullptr)),
                        Error);
        CHECK_THROWS_AS(segmented_merge(context, {good, good_sub}, 3, Monoid<std::uint32_t>(), keys.data(),
                                        keys.data(), nullptr, out.data(), out.data()),
                        Error);
    }
}

TEST_SUITE_END();
