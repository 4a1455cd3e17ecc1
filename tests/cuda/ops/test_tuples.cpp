/// \file test_tuples.cpp
/// Tuples that are copied in several pieces, to the device and back, in every number of host threads.
#include "testing/device_testing.hpp"
#include "testing/variable.hpp"

#include <mergus/mergus.hpp>

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <string>

using namespace mergus;
using namespace mergus::tests;

namespace {

using List = std::vector<std::uint64_t>;

/// Distinct positions in row order; `stride` spreads them over large dimensions.
struct Positions {
    List rows, cols;

    Positions(std::uint64_t count, std::uint64_t per_row, std::uint64_t row_stride, std::uint64_t col_stride)
        : rows(count), cols(count) {
        for (std::uint64_t e = 0; e < count; ++e) {
            rows[e] = e / per_row * row_stride;
            cols[e] = e % per_row * col_stride;
        }
    }
    /// Entry k of the result is entry order[k] of this.
    [[nodiscard]] Positions in_order(const List& order) const {
        Positions result = *this;
        for (std::uint64_t k = 0; k < order.size(); ++k) {
            result.rows[k] = rows[order[k]];
            result.cols[k] = cols[order[k]];
        }
        return result;
    }
};

/// A permutation of 0 … count-1 without a random generator: multiples of a prime that does not divide count.
List shuffled(std::uint64_t count) {
    List order(count);
    for (std::uint64_t k = 0; k < count; ++k) order[k] = k * 7919 % count;
    return order;
}

template <class T>
std::vector<T> values_at(const List& order) {
    std::vector<T> values(order.size());
    std::transform(order.begin(), order.end(), values.begin(), [](std::uint64_t k) { return T(k % 101); });
    return values;
}

template <class T>
void check_round_trip(const Context& context, std::uint64_t nrows, std::uint64_t ncols,
                      const Positions& sorted) {
    const std::uint64_t count = sorted.rows.size();
    List in_order(count);
    std::iota(in_order.begin(), in_order.end(), std::uint64_t{0});
    for (const List& order : {in_order, shuffled(count)}) {
        const Positions given = sorted.in_order(order);
        Matrix<T> A(context, nrows, ncols);
        A.build(given.rows, given.cols, values_at<T>(order).data(), type_of<T>());
        REQUIRE(A.nvals() == count);
        List rows(count), cols(count);
        std::vector<T> values(count);
        A.extract_tuples(rows.data(), cols.data(), values.data(), type_of<T>());
        const bool same = rows == sorted.rows && cols == sorted.cols && values == values_at<T>(in_order);
        CHECK(same);
        // One array alone, and values in another type.
        List cols_alone(count);
        A.extract_tuples(nullptr, cols_alone.data(), nullptr, nullptr);
        CHECK((cols_alone == sorted.cols));
        std::vector<double> wide(count);
        A.extract_tuples(nullptr, nullptr, wide.data(), type_of<double>());
        CHECK((wide == values_at<double>(in_order)));
    }
}

void for_each_setting(const std::function<void(const Context&)>& check) {
    for (const std::string& backend : devices_under_test())
        for (const char* const threads : {"1", "4"}) {
            CAPTURE(backend);
            CAPTURE(threads);
            const Variable setting("MERGUS_THREADS", threads);
            check(Context(backend));
        }
}

constexpr std::uint64_t count = 300007; // a prime; several chunks of keys of 32 bits

} // namespace

TEST_SUITE_BEGIN("ops");

TEST_CASE("tuples in several pieces: all sizes of values and of keys") {
    for_each_setting([](const Context& context) {
        const std::uint64_t rows = count / 100 + 1;
        check_round_trip<std::int8_t>(context, rows, 100, {count, 100, 1, 1});
        check_round_trip<std::int16_t>(context, rows << 4, 100, {count, 100, 1 << 4, 1});
        check_round_trip<float>(context, rows, 100, {count, 100, 1, 1});
        // Keys of 64 bits.
        check_round_trip<double>(context, rows, std::uint64_t{100} << 29, {count, 100, 1, 1 << 29});
    });
}

TEST_CASE("tuples in several pieces: duplicates are folded in the order given") {
    for_each_setting([](const Context& context) {
        // Keys of 32 and of 64 bits.
        for (const std::uint64_t stride : {std::uint64_t{1}, std::uint64_t{1} << 32})
            for (const bool ascending : {false, true}) {
                constexpr std::uint64_t places = 1000;
                List rows(count), cols(count);
                std::vector<std::int64_t> values(count);
                std::map<std::pair<std::uint64_t, std::uint64_t>, std::int64_t> first, last;
                for (std::uint64_t e = 0; e < count; ++e) {
                    const std::uint64_t place = ascending ? e * places / count : e * 7919 % places;
                    rows[e] = place / 10;
                    cols[e] = place % 10 * stride;
                    values[e] = static_cast<std::int64_t>(e);
                    first.try_emplace({rows[e], cols[e]}, values[e]);
                    last[{rows[e], cols[e]}] = values[e];
                }
                for (const bool wants_first : {true, false}) {
                    Matrix<std::int64_t> A(context, 100, 10 * stride);
                    A.build(rows, cols, values.data(), type_of<std::int64_t>(),
                            wants_first ? BinaryOp(ops::first<std::int64_t>)
                                        : BinaryOp(ops::second<std::int64_t>));
                    Entries<std::int64_t> expected;
                    for (const auto& [at, value] : wants_first ? first : last)
                        expected.push_back({at.first, at.second, value});
                    const bool same = read<std::int64_t>(A) == expected;
                    CHECK(same);
                }
                Matrix<std::int64_t> A(context, 100, 10 * stride);
                CHECK_THROWS_AS(A.build(rows, cols, values.data(), type_of<std::int64_t>()), Error);
                CHECK(A.nvals() == 0);
            }
    });
}

TEST_CASE("tuples in several pieces: an error names the first entry outside") {
    for_each_setting([](const Context& context) {
        const Positions sorted(count, 100, 1, 1);
        const std::vector<double> values(count, 1);
        for (const std::uint64_t bad : {std::uint64_t{0}, count / 2, count - 1})
            for (const bool in_row : {true, false}) {
                Positions given = sorted;
                (in_row ? given.rows : given.cols)[bad] = std::uint64_t{1} << 40;
                given.rows[count - 1] = 50000; // outside too, and later
                Matrix<double> A(context, 3001, 100);
                const std::string expected = "INDEX_OUT_OF_BOUNDS: build: entry " + std::to_string(bad) +
                                             " is at (" + std::to_string(given.rows[bad]) + ", " +
                                             std::to_string(given.cols[bad]) + "), outside 3001 x 100";
                try {
                    A.build(given.rows, given.cols, values.data(), type_of<double>());
                    FAIL("it was built");
                } catch (const Error& error) {
                    CHECK(error.code() == Code::index_out_of_bounds);
                    CHECK(std::string(error.what()) == expected);
                }
                CHECK(A.nvals() == 0);
            }
        Vector<double> x(context, count);
        List indices(sorted.rows);
        indices[count - 2] = count;
        CHECK_THROWS_WITH_AS(
            x.build(indices, values.data(), type_of<double>(), ops::plus<double>),
            "INDEX_OUT_OF_BOUNDS: build: entry 300005 is at 300007, outside a vector of size 300007", Error);
    });
}

TEST_CASE("tuples in several pieces: vectors") {
    for_each_setting([](const Context& context) {
        for (const std::uint64_t stride : {std::uint64_t{2}, std::uint64_t{1} << 35}) {
            const List order = shuffled(count);
            List indices(count), expected(count);
            for (std::uint64_t k = 0; k < count; ++k) {
                indices[k] = order[k] * stride;
                expected[k] = k * stride;
            }
            Vector<float> x(context, count * stride);
            x.build(indices, values_at<float>(order).data(), type_of<float>());
            List found(count);
            std::vector<float> values(count), in_order(count);
            x.extract_tuples(found.data(), values.data(), type_of<float>());
            for (std::uint64_t k = 0; k < count; ++k) in_order[k] = float(k % 101);
            CHECK((found == expected));
            CHECK((values == in_order));
        }
    });
}

TEST_SUITE_END();
