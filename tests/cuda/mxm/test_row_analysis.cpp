/// \file test_row_analysis.cpp
/// The analysis of the rows of a product: the number of products, whatever the lengths of the rows, the spans
/// of columns, and rows in more bins than a few. The results are those of the naive reference; values are
/// small integers, so that sums are exact in any order.
#include "testing/deterministic_testing.hpp"

using namespace mergus;
using namespace mergus::tests;

namespace {

struct Operands {
    reference::Matrix A, B;
};

void put(reference::Matrix& matrix, std::uint64_t i, std::uint64_t j) {
    const auto value = static_cast<double>(1 + (i * 7 + j * 5) % 9);
    reference::Value bytes = reference::zero(matrix.type);
    std::memcpy(bytes.data(), &value, sizeof value);
    matrix.set(i, j, bytes);
}

/// Rows of A have these lengths in turn, each a run of columns. Rows of B have 0 to 3 entries: if `near`, in
/// columns close to the number of the row.
Operands rows_of(const std::vector<std::uint64_t>& lengths, std::uint64_t nrows, std::uint64_t inner,
                 bool near) {
    Operands operands{{type_of<double>(), nrows, inner, {}}, {type_of<double>(), inner, inner + 4, {}}};
    for (std::uint64_t i = 0; i < nrows; ++i) {
        const std::uint64_t length = std::min(lengths[i % lengths.size()], inner);
        for (std::uint64_t e = 0; e < length; ++e) put(operands.A, i, (i * 37 % (inner - length + 1)) + e);
    }
    for (std::uint64_t k = 0; k < inner; ++k)
        for (std::uint64_t e = 0; e < k % 4; ++e)
            put(operands.B, k, near ? k + e : (k * 4001 + e * 977) % (inner + 4));
    return operands;
}

std::uint64_t products_of(const Operands& operands) {
    std::map<std::uint64_t, std::uint64_t> lengths;
    for (const auto& [place, entry] : operands.B.entries) ++lengths[place.first];
    std::uint64_t products = 0;
    for (const auto& [place, entry] : operands.A.entries) {
        const auto row = lengths.find(place.second);
        products += row != lengths.end() ? row->second : 0;
    }
    return products;
}

/// Computes the product twice, since A has its profile the second time. \return the reason for the method
std::string check(const Operands& operands, const std::string& choice) {
    const reference::Matrix none{type_of<double>(), operands.A.nrows, operands.B.ncols, {}};
    const Bits wanted = bits_of(
        reference::mxm(none, {nullptr, nullptr, 0}, *plus_times<double>.get(), operands.A, operands.B));
    const std::uint64_t products = products_of(operands);
    std::string reason;
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        CAPTURE(choice);
        std::uint64_t work = 0;
        ContextOptions options;
        options.explain = [&](const Explanation& e) {
            if (e.operation != "mxm") return;
            reason = e.reason;
            work = e.work;
        };
        const Context context = shuffled(backend, choice, 3, options);
        const AnyMatrix A = upload(context, operands.A), B = upload(context, operands.B);
        for (int times = 0; times < 2; ++times) {
            AnyMatrix C(context, type_of<double>(), A.nrows(), B.ncols());
            mxm(C, no_mask, no_accum, plus_times<double>, A, B);
            CHECK(bits_of(C) == wanted);
            CHECK(work == products);
        }
    }
    return reason;
}

const std::string bins = "esc,hash,bitmap_rank,column_tile";

} // namespace

TEST_SUITE_BEGIN("row-analysis");

TEST_CASE("row analysis: products of rows of A of any length") {
    // Around the entries of a thread, of a group, of a warp, and the length from which the grid has a row.
    const std::vector<std::uint64_t> lengths = {0,  1,  2,   3,   7,   8,   9,   15,  16,  17,   31,   32,
                                                33, 63, 64,  65,  127, 128, 129, 255, 256, 257,  511,  700,
                                                1,  0,  900, 128, 5,   300, 2,   4,   640, 2047, 2048, 2049};
    for (const std::string& choice : {std::string(), bins}) {
        CHECK(check(rows_of(lengths, 72, 2600, false), choice).find("bitmap_rank") != std::string::npos);
        // Fewer entries in the average row, so fewer threads.
        check(rows_of({0, 1, 1, 2, 700, 0, 3, 1, 129, 1, 0, 0, 2, 1, 1, 0, 17}, 300, 900, false), choice);
    }
}

TEST_CASE("row analysis: all rows are longer than the grid's limit, or empty") {
    CHECK(!check(rows_of({2500, 0, 2300}, 70, 2600, false), bins).empty());
    check(rows_of({0}, 70, 2600, false), bins);
}

TEST_CASE("row analysis: spans of short and long rows") {
    const std::string choice = "narrow," + bins;
    const Operands near = rows_of({3, 9, 40, 64, 65, 70, 200, 240, 300, 900}, 80, 2000, true);
    CHECK(check(near, choice).find("narrow:0,1") != std::string::npos);
    check(rows_of({3, 9, 40, 64, 65, 70, 200, 240, 300, 900}, 80, 2000, false), choice);
}

TEST_CASE("row analysis: rows in more than ten bins") {
    // Products of 2 to 2000 entries of A: every size of sorted rows, of hash tables and of bitmaps.
    const std::vector<std::uint64_t> lengths = {4, 20, 40, 80, 150, 300, 600, 1200, 1900};
    const std::string reason = check(rows_of(lengths, 90, 2000, false), bins);
    CHECK(std::count(reason.begin(), reason.end(), ',') > 10);
}

TEST_SUITE_END();
