/// \file test_index_lists.cpp
/// Vectors with an entry at every index, long lists of indices, and whole rows of a matrix.
#include "testing/device_testing.hpp"
#include "testing/vectors.hpp"

#include <mergus/mergus.hpp>

#include <random>
#include <utility>

using namespace mergus;
using namespace mergus::tests;

namespace {

using I32 = std::int32_t;
using I64 = std::int64_t;
using List = std::vector<std::uint64_t>;

/// A list of indices below `bound` with repetitions, in no order.
List random_list(std::uint64_t count, std::uint64_t bound, unsigned seed) {
    std::mt19937_64 random(seed);
    List list(count);
    for (std::uint64_t& index : list) index = random() % bound;
    return list;
}

} // namespace

TEST_SUITE_BEGIN("vectors");

TEST_CASE("full vectors: built from indices in order or not, and read as tuples") {
    on_each_backend([](const Context& context) {
        constexpr std::uint64_t n = 5000;
        List indices(n);
        std::vector<I64> values(n);
        for (std::uint64_t i = 0; i < n; ++i) {
            indices[i] = i;
            values[i] = static_cast<I64>(i * i % 1001);
        }
        const auto check = [&](const Vector<I64>& u, I64 factor) {
            List found(n);
            std::vector<I64> read(n);
            CHECK(u.nvals() == n);
            u.extract_tuples(found.data(), read.data(), type_of<I64>());
            List only(n);
            u.extract_tuples(only.data(), nullptr, nullptr);
            CHECK(only == found);
            for (std::uint64_t i = 0; i < n; ++i) {
                REQUIRE(found[i] == i);
                REQUIRE(read[i] == factor * static_cast<I64>(i * i % 1001));
            }
        };
        Vector<I64> u(context, n);
        u.build(indices, values);
        check(u, 1);
        u.clear();
        u.build(indices, values, ops::plus<I64>);
        check(u, 1);
        std::swap(indices[10], indices[4000]);
        std::swap(values[10], values[4000]);
        u.clear();
        u.build(indices, values);
        check(u, 1);
        // As many entries as indices, but two of one index.
        indices[10] = indices[11];
        u.clear();
        CHECK_THROWS_AS(u.build(indices, values), Error);
        u.build(indices, values, ops::plus<I64>);
        CHECK(u.nvals() == n - 1);
        // A cast on the way.
        Vector<I32> narrow(context, n);
        for (std::uint64_t i = 0; i < n; ++i) indices[i] = i;
        const std::vector<double> reals(n, 2.75);
        narrow.build(indices, reals.data(), type_of<double>());
        CHECK(narrow.extract_element(4999) == 2);
    });
}

TEST_CASE("lists of indices: long ones with repetitions, of vectors and matrices") {
    on_each_backend([](const Context& context) {
        constexpr std::uint64_t n = 700, count = 6000;
        const List list = random_list(count, n, 3);
        Items<I32> given;
        for (std::uint64_t i = 0; i < n; i += 3) given[i] = static_cast<I32>(i) - 50;
        const auto u = make_vector<I32>(context, n, given);
        const auto expected = [&](const Items<I32>& old, const Items<I32>& mask, bool masked, bool accumulate,
                                  bool replace) {
            Items<I32> result;
            for (std::uint64_t k = 0; k < count; ++k) {
                const bool admitted = !masked || (mask.contains(k) && mask.at(k) != 0);
                const auto from = given.find(list[k]);
                const bool had = old.contains(k);
                if (!admitted) {
                    if (had && !replace) result[k] = old.at(k);
                } else if (from != given.end()) {
                    result[k] = from->second + (accumulate && had ? old.at(k) : 0);
                } else if (accumulate && had) {
                    result[k] = old.at(k);
                }
            }
            return result;
        };
        Items<I32> old, mask;
        for (std::uint64_t k = 0; k < count; k += 2) old[k] = static_cast<I32>(k);
        for (std::uint64_t k = 0; k < count; k += 5) mask[k] = k % 3 == 0 ? 0 : 1;
        const auto m = make_vector<I32>(context, count, mask);
        Vector<I32> w(context, count);
        extract(w, u, list);
        CHECK(items<I32>(w) == expected({}, {}, false, false, false));
        w = make_vector<I32>(context, count, old);
        extract(w, u, list, {.mask = m, .accum = ops::plus<I32>});
        CHECK(items<I32>(w) == expected(old, mask, true, true, false));
        w = make_vector<I32>(context, count, old);
        extract(w, u, list, {.mask = m, .replace = true});
        CHECK(items<I32>(w) == expected(old, mask, true, false, true));
        Vector<double> cast(context, count);
        extract(cast, u, list);
        CHECK(items<I32>(cast) == items<I32>(extract(u, list)));
        auto itself = make_vector<I32>(context, n, given);
        List reversed(n);
        for (std::uint64_t i = 0; i < n; ++i) reversed[i] = n - 1 - i;
        extract(itself, itself, reversed);
        for (const auto& [i, value] : items<I32>(itself)) CHECK(value == given.at(n - 1 - i));
        CHECK(itself.nvals() == u.nvals());

        const auto A = make<I32>(context, n, 3, {{0, 0, 1}, {5, 1, 2}, {5, 2, 3}, {699, 0, 4}});
        const auto B = extract(A, list, List{2, 0, 2});
        Entries<I32> found;
        for (std::uint64_t k = 0; k < count; ++k) {
            if (list[k] == 0) found.push_back({k, 1, 1});
            if (list[k] == 5) {
                found.push_back({k, 0, 3});
                found.push_back({k, 2, 3});
            }
            if (list[k] == 699) found.push_back({k, 1, 4});
        }
        CHECK(read<I32>(B) == found);
        const auto T = make<I32>(context, 3, n, {{0, 0, 1}, {1, 5, 2}, {2, 5, 3}, {0, 699, 4}});
        const auto D = extract(T, List{2, 0}, list);
        Entries<I32> wide;
        for (std::uint64_t k = 0; k < count; ++k)
            if (list[k] == 5) wide.push_back({0, k, 3});
        for (std::uint64_t k = 0; k < count; ++k) {
            if (list[k] == 0) wide.push_back({1, k, 1});
            if (list[k] == 699) wide.push_back({1, k, 4});
        }
        CHECK(read<I32>(D) == wide);
    });
}

TEST_CASE("rows: whole ones of a matrix, with and without equal values, under masks") {
    on_each_backend([](const Context& context) {
        Entries<I32> entries;
        for (std::uint64_t j = 0; j < 300; j += 3) entries.push_back({1, j, static_cast<I32>(j) - 7});
        entries.push_back({3, 299, 5});
        const auto A = make<I32>(context, 4, 300, entries);
        const auto equal = apply<I32>(ops::one<I32>, A); // one value for all entries, on some backends
        for (const std::uint64_t i : {0, 1, 2, 3}) {
            Items<I32> expected, ones;
            for (const auto& entry : entries)
                if (entry.row == i) {
                    expected[entry.col] = entry.value;
                    ones[entry.col] = 1;
                }
            CHECK(items<I32>(extract(A, i, all)) == expected);
            CHECK(items<I32>(extract(equal, i, all)) == ones);
            Vector<double> cast(context, 300);
            extract(cast, A, i, all);
            CHECK(items<double>(cast).size() == expected.size());
            auto w = make_vector<I32>(context, 300, {{0, 100}, {1, 100}, {3, 100}});
            const auto mask = make_vector<bool>(context, 300, {{0, true}, {1, true}, {2, true}});
            extract(w, A, i, all, {.mask = mask, .accum = ops::plus<I32>});
            Items<I32> changed{{0, 100}, {1, 100}, {3, 100}};
            if (i == 1) changed[0] = 93;
            CHECK(items<I32>(w) == changed);
        }
    });
}

TEST_SUITE_END();
