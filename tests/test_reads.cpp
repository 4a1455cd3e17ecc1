/// \file test_reads.cpp
/// Reads of single elements in large numbers, vectors with an entry at every index, and long lists of
/// indices.
#include "device_testing.hpp"
#include "vectors.hpp"

#include <mergus/mergus.hpp>

#include <numeric>
#include <random>
#include <thread>

using namespace mergus;
using namespace mergus::tests;

namespace {

using I32 = std::int32_t;
using I64 = std::int64_t;
using List = std::vector<std::uint64_t>;

template <class T>
void check_all(const Vector<T>& u, const Items<T>& expected) {
    for (int round = 0; round < 2; ++round)
        for (std::uint64_t i = 0; i < u.size(); ++i) {
            const auto found = u.extract_element(i);
            CHECK(found.has_value() == expected.contains(i));
            if (found.has_value()) CHECK(*found == expected.at(i));
        }
}

/// A list of indices below `bound` with repetitions, in no order.
List random_list(std::uint64_t count, std::uint64_t bound, unsigned seed) {
    std::mt19937_64 random(seed);
    List list(count);
    for (std::uint64_t& index : list) index = random() % bound;
    return list;
}

} // namespace

TEST_SUITE_BEGIN("vectors");

TEST_CASE("reads: many of one object see every change between them") {
    on_each_backend([](const Context& context) {
        auto u = make_vector<I32>(context, 9, {{0, 3}, {4, 5}, {8, 7}});
        check_all(u, {{0, 3}, {4, 5}, {8, 7}});
        u.set_element(4, 6);
        check_all(u, {{0, 3}, {4, 6}, {8, 7}});
        u.remove_element(8);
        CHECK(u.nvals() == 2);
        check_all(u, {{0, 3}, {4, 6}});
        apply(u, ops::ainv<I32>, u);
        check_all(u, {{0, -3}, {4, -6}});
        assign(u, 1);
        check_all(u, {{0, 1}, {1, 1}, {2, 1}, {3, 1}, {4, 1}, {5, 1}, {6, 1}, {7, 1}, {8, 1}});
        u.resize(3);
        check_all(u, {{0, 1}, {1, 1}, {2, 1}});
        static_cast<void>(u.release_arrays());
        check_all(u, {});
        u.clear();
        u.build(List{1}, std::vector<I32>{4});
        check_all(u, {{1, 4}});

        auto A = make<I32>(context, 4, 5, {{0, 1, 2}, {0, 4, 3}, {2, 0, 4}, {2, 2, 5}, {3, 4, 6}});
        const auto sum = [&] {
            I32 total = 0;
            for (std::uint64_t i = 0; i < 4; ++i)
                for (std::uint64_t j = 0; j < 5; ++j)
                    total += static_cast<I32>(1 + 10 * i + j) * A.extract_element(i, j).value_or(0);
            return total;
        };
        const I32 expected = 2 * 2 + 5 * 3 + 21 * 4 + 23 * 5 + 35 * 6;
        CHECK(sum() == expected);
        CHECK(sum() == expected);
        set_values(A, std::vector<I32>{4, 6, 8, 10, 12});
        CHECK(sum() == 2 * expected);
        static_cast<void>(A.release_csr());
        CHECK(sum() == 0);
    });
}

TEST_CASE("reads: those of a plan's result see its last run") {
    on_each_backend([](const Context& context) {
        auto A = make<double>(context, 2, 2, {{0, 0, 1}, {0, 1, 2}, {1, 1, 3}});
        MxmPlan plan = mxm_plan(plus_times<double>, A, A);
        const auto read = [&](std::uint64_t i, std::uint64_t j) {
            double value = -1;
            plan.result().extract_element(i, j, &value, type_of<double>());
            return value;
        };
        plan.run(A, A);
        for (int k = 0; k < 3; ++k) CHECK(read(0, 1) == 8);
        set_values(A, std::vector<double>{2, 2, 3});
        plan.run(A, A);
        for (int k = 0; k < 3; ++k) CHECK(read(0, 1) == 10);
        CHECK(read(1, 0) == -1);
    });
}

TEST_CASE("reads: after some, a device is not asked again") {
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        const Context context(backend);
        std::vector<I64> values(3000);
        for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<I64>(7 * i);
        const auto u = Vector<I64>::from_dense(context, values);
        for (std::uint64_t i = 0; i < 3; ++i) CHECK(u.extract_element(i) == values[i]);
        const Counters before = context.counters();
        for (std::uint64_t i = 0; i < values.size(); ++i) CHECK(u.extract_element(i) == values[i]);
        const Counters after = context.counters();
        CHECK(after.launches == before.launches);
        CHECK(after.bytes_to_host == before.bytes_to_host);
        CHECK(after.synchronizations == before.synchronizations);
    }
}

namespace {

/// Entries in about a third of the positions of 40 x 50.
Entries<I32> sparse_entries() {
    Entries<I32> entries;
    for (std::uint64_t i = 0; i < 40; ++i)
        for (std::uint64_t j = 0; j < 50; ++j)
            if ((7 * i + 11 * j) % 3 == 0 && i % 8 != 5)
                entries.push_back({i, j, static_cast<I32>(100 * i + j)});
    return entries;
}

template <class T>
Items<T> row_of(const Entries<I32>& entries, std::uint64_t i) {
    Items<T> items;
    for (const auto& entry : entries)
        if (entry.row == i) items[entry.col] = static_cast<T>(entry.value);
    return items;
}

/// Reads of several rows in w, after which rows come from the copy of the host.
template <class T>
void read_rows(Vector<T>& w, const Matrix<I32>& A, const Entries<I32>& entries) {
    for (int round = 0; round < 2; ++round)
        for (std::uint64_t i = 0; i < A.nrows(); ++i) {
            extract(w, A, i, all);
            const Items<T> expected = row_of<T>(entries, i);
            REQUIRE(w.nvals() == expected.size());
            REQUIRE(items<T>(w) == expected);
        }
}

} // namespace

TEST_CASE("reads: rows of a matrix see every change of it") {
    on_each_backend([](const Context& context) {
        Entries<I32> entries = sparse_entries();
        auto A = make<I32>(context, 40, 50, entries);
        Vector<I32> w(context, 50);
        read_rows(w, A, entries);
        Vector<double> real(context, 50);
        read_rows(real, A, entries);
        A.remove_element(entries[3].row, entries[3].col);
        entries.erase(entries.begin() + 3);
        A.set_element(entries[5].row, entries[5].col, -9);
        entries[5].value = -9;
        read_rows(w, A, entries);
        std::vector<I32> values;
        for (auto& entry : entries) values.push_back(entry.value = entry.value + 1);
        set_values(A, values);
        read_rows(w, A, entries);
        A.clear();
        read_rows(w, A, {});
    });
}

TEST_CASE("reads: rows that the host has are operands and outputs like all vectors") {
    on_each_backend([](const Context& context) {
        const Entries<I32> entries = sparse_entries();
        const auto A = make<I32>(context, 40, 50, entries);
        Vector<I32> w(context, 50);
        const auto fresh = [&](std::uint64_t i) {
            read_rows(w, A, entries);
            extract(w, A, i, all);
            return row_of<I32>(entries, i);
        };
        Items<I32> expected = fresh(3);
        CHECK(reduce(plus_monoid<I32>, w) ==
              std::accumulate(expected.begin(), expected.end(), 0,
                              [](I32 sum, const auto& item) { return sum + item.second; }));
        expected = fresh(4);
        for (std::uint64_t j = 0; j < 50; ++j) {
            const auto found = w.extract_element(j);
            REQUIRE(found.has_value() == expected.contains(j));
            if (found) CHECK(*found == expected[j]);
        }
        w.set_element(0, 17);
        w.remove_element(49);
        expected[0] = 17;
        expected.erase(49);
        CHECK(items<I32>(w) == expected);
        expected = fresh(6);
        CHECK(items<I32>(w.dup()) == expected);
        CHECK(w.bytes() > 0);
        expected = fresh(7);
        expected.erase(expected.lower_bound(20), expected.end());
        w.resize(20);
        CHECK(items<I32>(w) == expected);
        w.resize(50);
        expected = fresh(5); // no entries
        CHECK(expected.empty());
        CHECK(w.nvals() == 0);
        w.build(List{2}, std::vector<I32>{3});
        CHECK(items<I32>(w) == Items<I32>{{2, 3}});
        fresh(8);
        w.clear();
        CHECK(items<I32>(w).empty());
        expected = fresh(9);
        extract(w, A, 10, all, {.accum = ops::plus<I32>});
        for (const auto& [j, value] : row_of<I32>(entries, 10)) expected[j] += value;
        CHECK(items<I32>(w) == expected);
        // A call that replaces all entries, and one that fails.
        fresh(11);
        w.set_element(1, 1);
        CHECK_THROWS_AS(extract(w, A, all, 12), Error); // w has another size
        CHECK(w.extract_element(1) == 1);
        Items<I32> column;
        for (const auto& entry : entries)
            if (entry.col == 12) column[entry.row] = entry.value;
        Vector<I32> v(context, 40);
        v.set_element(39, 1); // replaced before it is applied
        extract(v, A, all, 12);
        CHECK(items<I32>(v) == column);
    });
}

TEST_CASE("reads: after some rows, a device is not asked again") {
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        const Context context(backend);
        const Entries<I32> entries = sparse_entries();
        const auto A = make<I32>(context, 40, 50, entries);
        Vector<I32> w(context, 50);
        read_rows(w, A, entries);
        const Counters before = context.counters();
        read_rows(w, A, entries);
        const Counters after = context.counters();
        CHECK(after.launches == before.launches);
        CHECK(after.bytes_to_host == before.bytes_to_host);
        CHECK(after.synchronizations == before.synchronizations);
        // Rows that are used on the device are made there.
        for (std::uint64_t i = 0; i < 8; ++i) {
            extract(w, A, i, all);
            static_cast<void>(apply(ops::ainv<I32>, w));
        }
        const std::uint64_t uploaded = context.counters().bytes_to_device;
        extract(w, A, 0, all);
        static_cast<void>(apply(ops::ainv<I32>, w));
        CHECK(context.counters().bytes_to_device - uploaded < 64);
        CHECK(items<I32>(w) == row_of<I32>(entries, 0));
    }
}

TEST_CASE("reads: several threads") {
    on_each_backend([](const Context& context) {
        const auto u = make_vector<I32>(context, 50, {{1, 2}, {7, 3}, {49, 4}});
        std::vector<I32> sums(4);
        std::vector<std::thread> threads;
        for (I32& sum : sums)
            threads.emplace_back([&] {
                for (std::uint64_t i = 0; i < 50; ++i) sum += u.extract_element(i).value_or(0);
            });
        for (auto& thread : threads) thread.join();
        CHECK(sums == std::vector<I32>(4, 9));
    });
}

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
