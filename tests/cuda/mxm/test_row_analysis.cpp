/// \file test_row_analysis.cpp
/// The analysis of the rows of a product: the number of products, whatever the lengths of the rows, and rows
/// in more bins than a few. The results are those of the naive reference; values are small integers, so that
/// sums are exact in any order.
#include "product_testing.hpp"

#include <algorithm>

using namespace mergus;
using namespace mergus::tests;

namespace {

/// Rows of A have these lengths in turn, each a run of columns. Rows of B have 0 to 3 entries: if `near`, in
/// columns close to the number of the row.
Operands rows_of(const std::vector<std::uint64_t>& lengths, std::uint64_t nrows, std::uint64_t inner,
                 bool near) {
    Operands operands{{type_of<double>(), nrows, inner, {}}, {type_of<double>(), inner, inner + 4, {}}};
    for (std::uint64_t i = 0; i < nrows; ++i) {
        const std::uint64_t length = std::min(lengths[i % lengths.size()], inner);
        for (std::uint64_t e = 0; e < length; ++e)
            put_small<double>(operands.A, i, (i * 37 % (inner - length + 1)) + e);
    }
    for (std::uint64_t k = 0; k < inner; ++k)
        for (std::uint64_t e = 0; e < k % 4; ++e)
            put_small<double>(operands.B, k, near ? k + e : (k * 4001 + e * 977) % (inner + 4));
    return operands;
}

/// The second time A has its profile.
Method twice(const std::string& forced, const std::vector<std::string>& said = {}) {
    return {forced, said, true, 2};
}

const std::string bins = "esc,hash,ranked_bitmap,column_tile";

} // namespace

TEST_SUITE_BEGIN("row-analysis");

TEST_CASE("row analysis: products of rows of A of any length") {
    // Around the entries of a thread, of a group, of a warp, and the length from which the grid has a row.
    const std::vector<std::uint64_t> lengths = {0,  1,  2,   3,   7,   8,   9,   15,  16,  17,   31,   32,
                                                33, 63, 64,  65,  127, 128, 129, 255, 256, 257,  511,  700,
                                                1,  0,  900, 128, 5,   300, 2,   4,   640, 2047, 2048, 2049};
    for (const std::string& choice : {std::string(), bins}) {
        check(twice(choice, {"ranked_bitmap"}), plus_times<double>, rows_of(lengths, 72, 2600, false));
        // Fewer entries in the average row, so fewer threads.
        check(twice(choice), plus_times<double>,
              rows_of({0, 1, 1, 2, 700, 0, 3, 1, 129, 1, 0, 0, 2, 1, 1, 0, 17}, 300, 900, false));
    }
}

TEST_CASE("row analysis: all rows are longer than the grid's limit, or empty") {
    check(twice(bins), plus_times<double>, rows_of({2500, 0, 2300}, 70, 2600, false));
    check(twice(bins), plus_times<double>, rows_of({0}, 70, 2600, false));
}

TEST_CASE("row analysis: short and long rows, near the diagonal and scattered") {
    const std::vector<std::uint64_t> lengths = {3, 9, 40, 64, 65, 70, 200, 240, 300, 900};
    for (const bool near : {true, false})
        check(twice(bins, {"ranked_bitmap"}), plus_times<double>, rows_of(lengths, 80, 2000, near));
}

TEST_CASE("row analysis: rows in more than ten bins") {
    // Products of 2 to 2000 entries of A: every size of sorted rows, of hash tables and of bitmaps.
    const Operands operands = rows_of({4, 20, 40, 80, 150, 300, 600, 1200, 1900}, 90, 2000, false);
    check(twice(bins), plus_times<double>, operands);
    for (const std::string& backend : devices_under_test()) {
        const std::string bins_of_rows = product(backend, {bins}, plus_times<double>, operands).reason;
        CHECK(std::count(bins_of_rows.begin(), bins_of_rows.end(), ',') > 10);
    }
}

TEST_SUITE_END();
