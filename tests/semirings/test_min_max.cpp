/// \file test_min_max.cpp
/// Floating min and max in every accumulator: NaNs give way to numbers, infinities, signs, zeros, and sums of
/// many terms.
#include "testing/deterministic_testing.hpp"

#include <algorithm>
#include <limits>

using namespace mergus;
using namespace mergus::tests;

namespace {

/// min_second and max_second of the columns, each the terms of one sum.
template <class T>
void check_sums(const Context& context, const std::vector<std::vector<T>>& columns) {
    std::size_t longest = 1;
    for (const auto& column : columns) longest = std::max(longest, column.size());
    std::vector<std::uint64_t> ks, js, zeros(longest), all_k;
    std::vector<T> values;
    for (std::size_t j = 0; j < columns.size(); ++j)
        for (std::size_t k = 0; k < columns[j].size(); ++k) {
            ks.push_back(k);
            js.push_back(j);
            values.push_back(columns[j][k]);
        }
    for (std::size_t k = 0; k < longest; ++k) all_k.push_back(k);
    const auto A = Matrix<T>::from_tuples(context, 1, longest, zeros, all_k, std::vector<T>(longest));
    const auto B = Matrix<T>::from_tuples(context, longest, columns.size(), ks, js, values);
    for (const bool is_min : {true, false}) {
        CAPTURE(is_min);
        const auto C = is_min ? mxm(min_second<T>, A, B) : mxm(max_second<T>, A, B);
        std::vector<std::uint64_t> rows, cols;
        std::vector<T> sums;
        C.extract_tuples(rows, cols, sums);
        REQUIRE(sums.size() == columns.size());
        for (std::size_t j = 0; j < columns.size(); ++j) {
            CAPTURE(j);
            std::vector<T> numbers;
            for (const T x : columns[j])
                if (!std::isnan(x)) numbers.push_back(x);
            if (numbers.empty()) {
                CHECK(std::isnan(sums[j]));
                continue;
            }
            const auto [least, greatest] = std::minmax_element(numbers.begin(), numbers.end());
            CHECK(sums[j] == (is_min ? *least : *greatest));
            if (numbers.size() == 1) CHECK(std::signbit(sums[j]) == std::signbit(numbers[0]));
        }
    }
}

template <class T>
void check_type(const Context& context) {
    using Limits = std::numeric_limits<T>;
    const T nan = Limits::quiet_NaN(), infinity = Limits::infinity();
    std::vector<T> many;
    for (std::uint64_t n = 0; n < 300; ++n) many.push_back(static_cast<T>(uneven(n)));
    check_sums<T>(context, {{nan, 2, -3, nan},
                            {nan, -nan, nan},
                            {-nan},
                            {nan},
                            {infinity, nan},
                            {nan, -infinity},
                            {-infinity, infinity, 1},
                            {T(-0.0)},
                            {T(0.0), nan},
                            {T(-0.0), T(0.0)},
                            {-1, -2},
                            {-1, T(-0.0)},
                            {Limits::denorm_min(), -Limits::denorm_min(), 0},
                            {Limits::max(), Limits::lowest()},
                            {infinity},
                            {-infinity},
                            many});
}

} // namespace

TEST_SUITE_BEGIN("semirings");

TEST_CASE("floating min and max in every accumulator") {
    for (const std::string& backend : devices_under_test())
        for (const char* accumulator : {"", "hash", "esc", "ranked_bitmap", "column_tile",
                                        "dense_accumulator", "merge", "k_way_merge", "subwarp_esc"}) {
            CAPTURE(backend);
            CAPTURE(accumulator);
            const Context context = shuffled(backend, accumulator, 5);
            check_type<double>(context);
            check_type<float>(context);
        }
}

TEST_SUITE_END();
