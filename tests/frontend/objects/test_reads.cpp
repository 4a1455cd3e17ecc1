/// \file test_reads.cpp
/// Many reads of single elements and of rows: they see every change of the object, and a device is asked a
/// few times only.
#include "testing/device_testing.hpp"
#include "testing/vectors.hpp"

#include <mergus/mergus.hpp>

#include <numeric>
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
    on_devices([&](const Context& context) {
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
    });
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
    on_devices([&](const Context& context) {
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
    });
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

TEST_SUITE_END();
