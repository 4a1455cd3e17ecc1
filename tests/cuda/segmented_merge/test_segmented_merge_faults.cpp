/// \file test_segmented_merge_faults.cpp
/// Every allocation of a segmented merge of device memory fails in turn, through an allocator of the
/// caller's: inputs and outputs, which may be one, are as they were.
#include "segmented_merge_cases.hpp"
#include "testing/device_testing.hpp"
#include "testing/faulty_allocator.hpp"

#include <mergus/mergus.hpp>

#include <array>
#include <cstring>

using namespace mergus;
using namespace mergus::tests;

namespace {

using Key = std::uint32_t;

MERGUS_TYPE(sums_of_five, int64_t sums[5];);
MERGUS_MONOID(
    add_sums_of_five,
    static sums_of_five identity() { return sums_of_five{}; } static sums_of_five add(sums_of_five x,
                                                                                      sums_of_five y) {
        for (int i = 0; i < 5; ++i) x.sums[i] += y.sums[i];
        return x;
    })

/// Several segments, one of them of several tiles and more than one level.
const MergeCase<Key>& merge_case() {
    static const MergeCase<Key> c({{700, 700, 700, 700, 700, 700}, {5, 0, 9}, {}, {40}}, Keys::few, 3);
    return c;
}

/// The arrays of a merge in device memory.
template <class Value>
struct MergeArrays {
    DeviceArray<std::uint64_t> segment_ptr, subsegment_ptr, ptr_out;
    DeviceArray<Key> keys, keys_out;
    DeviceArray<Value> values, values_out;

    explicit MergeArrays(CallerDevice& device)
        : segment_ptr(device, merge_case().segment_ptr), subsegment_ptr(device, merge_case().subsegment_ptr),
          ptr_out(device, std::vector<std::uint64_t>(merge_case().segment_ptr.size(), 77)),
          keys(device, merge_case().keys), keys_out(device, std::vector<Key>(merge_case().keys.size(), 77)),
          values(device, numbered()), values_out(device, std::vector<Value>(merge_case().keys.size())) {}

    static std::vector<Value> numbered() {
        std::vector<Value> values(merge_case().keys.size());
        for (std::size_t e = 0; e < values.size(); ++e) {
            const auto number = static_cast<std::uint32_t>(e % 1000);
            std::memcpy(&values[e], &number, sizeof number);
        }
        return values;
    }
    [[nodiscard]] std::string bytes() const {
        std::string all;
        const auto add = [&](const auto& array) {
            const auto values = array.download();
            all.append(reinterpret_cast<const char*>(values.data()), array.bytes());
        };
        add(ptr_out);
        add(keys);
        add(keys_out);
        add(values);
        add(values_out);
        return all;
    }
};

/// Merges without reducing.
struct Plain {
    template <class Value>
    void operator()(const Context& context, const Segments& segments, MergeArrays<Value>& a, Key* keys_to,
                    Value* values_to) const {
        segmented_merge(context, segments, merge_case().keys.size(), a.keys.data(), a.values.data(), keys_to,
                        values_to);
    }
};
template <class Value>
struct Reducing {
    Monoid<Value> monoid;
    void operator()(const Context& context, const Segments& segments, MergeArrays<Value>& a, Key* keys_to,
                    Value* values_to) const {
        segmented_merge(context, segments, merge_case().keys.size(), monoid, a.keys.data(), a.values.data(),
                        a.ptr_out.data(), keys_to, values_to);
    }
};

template <class Value, class Merge>
void run(const Context& context, const Merge& merge, MergeArrays<Value>& a, bool in_place) {
    const MergeCase<Key>& c = merge_case();
    const Segments segments{{a.segment_ptr.data(), c.segment_ptr.size()},
                            {a.subsegment_ptr.data(), c.subsegment_ptr.size()},
                            Memory::device};
    merge(context, segments, a, in_place ? a.keys.data() : a.keys_out.data(),
          in_place ? a.values.data() : a.values_out.data());
}

template <class Value, class Merge>
void check_faults(const Merge& merge) {
    for (const std::string& backend : devices_under_test())
        for (const bool in_place : {false, true}) {
            CAPTURE(backend);
            CAPTURE(sizeof(Value));
            CAPTURE(in_place);
            const std::unique_ptr<CallerDevice> device = CallerDevice::of(backend);
            FaultyAllocator allocator(backend);
            std::uint64_t faults = 0;
            {
                const Context context = allocator.context();
                std::string expected;
                {
                    MergeArrays<Value> arrays(*device);
                    run(context, merge, arrays, in_place);
                    context.wait();
                    expected = arrays.bytes();
                }
                const std::uint64_t live = allocator.live;
                MergeArrays<Value> arrays(*device);
                const std::string before = arrays.bytes();
                for (std::uint64_t nth = 1;; ++nth) {
                    CAPTURE(nth);
                    allocator.refused = 0;
                    allocator.fail(nth);
                    Code thrown{};
                    try {
                        run(context, merge, arrays, in_place);
                    } catch (const Error& error) {
                        thrown = error.code();
                    }
                    allocator.fail(0);
                    context.wait();
                    CHECK(allocator.live == live);
                    if (allocator.refused == 0) {
                        CHECK(thrown == Code{});
                        const bool same = arrays.bytes() == expected;
                        CHECK(same);
                        break;
                    }
                    ++faults;
                    CHECK(thrown == Code::out_of_memory);
                    const bool unchanged = arrays.bytes() == before;
                    REQUIRE(unchanged);
                }
            }
            CHECK(faults > 5);
        }
}

} // namespace

TEST_SUITE_BEGIN("faults");

TEST_CASE("faults: every allocation of a segmented merge in device memory fails in turn") {
    check_faults<std::uint32_t>(Plain());
    check_faults<std::array<double, 2>>(Plain());
    check_faults<std::array<double, 5>>(Plain()); // fetched at the end
}

TEST_CASE("faults: every allocation of a reducing segmented merge in device memory fails in turn") {
    check_faults<std::int64_t>(Reducing<std::int64_t>{plus_monoid<std::int64_t>});
    check_faults<sums_of_five>(Reducing<sums_of_five>{add_sums_of_five});
}

TEST_SUITE_END();
