/// \file test_wide_values.cpp
/// Sums of values that are wider than an atomic: by each accumulator that adds to them under locks, with and
/// without masks, and by the methods that read wide operands by words. Several sizes and alignments. Sums of
/// integers are exact in any order.
#include "product_testing.hpp"

using namespace mergus;
using namespace mergus::tests;

// Outside anonymous namespaces, as a program's are.
namespace wide_values {

// clang-format off
#define MERGUS_TEST_SUMS(NAME, TYPE, COUNT)                                                                  \
    MERGUS_TYPE(NAME, TYPE v[COUNT];);                                                                       \
    MERGUS_SEMIRING(NAME##_sums,                                                                             \
        static NAME identity() { return NAME{}; }                                                            \
        static NAME add(NAME x, NAME y) {                                                                    \
            for (int c = 0; c < COUNT; ++c) x.v[c] = TYPE(x.v[c] + y.v[c]);                                  \
            return x;                                                                                        \
        }                                                                                                    \
        static NAME mul(double a, double b) {                                                                \
            NAME z{};                                                                                        \
            for (int c = 0; c < COUNT; ++c) z.v[c] = TYPE(int64_t(a) * (c + 1) + int64_t(b));                \
            return z;                                                                                        \
        })                                                                                                   \
    MERGUS_SEMIRING(NAME##_products,                                                                         \
        static NAME identity() { return NAME{}; }                                                            \
        static NAME add(NAME x, NAME y) {                                                                    \
            for (int c = 0; c < COUNT; ++c) x.v[c] = TYPE(x.v[c] + y.v[c]);                                  \
            return x;                                                                                        \
        }                                                                                                    \
        static NAME mul(NAME a, NAME b) {                                                                    \
            for (int c = 0; c < COUNT; ++c) a.v[c] = TYPE(a.v[c] * (b.v[c] + 1));                            \
            return a;                                                                                        \
        })
MERGUS_TEST_SUMS(bytes9, uint8_t, 9)
MERGUS_TEST_SUMS(words20, uint32_t, 5)
MERGUS_TEST_SUMS(bytes24, uint8_t, 24)
MERGUS_TEST_SUMS(words64, uint64_t, 8)
// clang-format on

MERGUS_TYPE(page, uint64_t v[256];);
MERGUS_SEMIRING(
    page_dots, static uint64_t identity() { return 0; } static uint64_t add(uint64_t x, uint64_t y) {
        return x + y;
    } static uint64_t mul(page a, page b) { return a.v[3] * b.v[255] + b.v[0]; })

} // namespace wide_values

namespace {

using namespace wide_values;

/// The product of a graph with itself; the mask has every third entry.
Operands graph_of_sums() {
    // Short rows of B, so that the threads of a group have several of them at a time; and columns that many
    // products meet in.
    const auto graph = whole_numbers<double>(90, 90, [](std::uint64_t i, std::uint64_t j) {
        return (i * 7 + j * 3) % 11 == 0 || j == 5 || (i % 16 == 0 && j % 2 == 0);
    });
    return {graph, graph,
            whole_numbers<double>(90, 90, [](auto i, auto j) { return (i * 90 + j) % 3 == 0; })};
}

Operands without_mask(Operands operands) {
    operands.M.reset();
    return operands;
}

void check_sums(const AnySemiring& semiring) {
    const Operands masked = graph_of_sums();
    for (const char* form : {"hash", "ranked_bitmap", "ranked_bitmap:10", "column_tile"}) {
        check({form}, semiring, without_mask(masked));
        check({form}, semiring, masked, DESC_S);
    }
}

/// A band whose rows repeat, or one with gaps, by itself.
Operands band(const mergus_type* type, std::uint64_t n, std::uint64_t half, bool gaps) {
    const auto matrix = uneven_matrix(type, n, n, [=](std::uint64_t i, std::uint64_t j) {
        return (i < j ? j - i : i - j) <= half && (!gaps || (i + 3 * j) % 4 != 0);
    });
    return {matrix, matrix};
}

void check_operands(const AnySemiring& semiring) {
    const mergus_type* const type = semiring.get()->mul->x_type;
    const Operands repeated = band(type, 80, 20, false), gaps = band(type, 70, 30, true);
    check({"pattern_classes", {"pattern_classes"}}, semiring, repeated);
    check({"register_band", {"register_band"}}, semiring, repeated);
    check({"register_band", {"register_band"}}, semiring, gaps);
}

} // namespace

TEST_SUITE_BEGIN("wide-values");

TEST_CASE("wide values: sums of 9 bytes under locks") {
    check_sums(bytes9_sums);
}

TEST_CASE("wide values: sums of 64 bytes under locks") {
    check_sums(words64_sums);
}

TEST_CASE("wide values: operands of 20 bytes in words of 4") {
    check_operands(words20_products);
}

TEST_CASE("wide values: operands of 24 bytes without words") {
    check_operands(bytes24_products);
}

TEST_CASE("wide values: operands of 2048 bytes, which do not fit in shared memory beside narrow sums") {
    const Csr graph =
        csr_where(100, 100, [](std::uint64_t i, std::uint64_t j) { return i <= j + 3 && j <= i + 3; });
    const auto product = [&](const std::string& backend) {
        const Context context(backend);
        std::vector<std::uint64_t> rows, cols;
        std::vector<page> values;
        for (std::uint64_t i = 0; i < graph.nrows; ++i)
            for (std::uint64_t e = graph.row_ptr[i]; e < graph.row_ptr[i + 1]; ++e) {
                rows.push_back(i);
                cols.push_back(graph.cols[e]);
                values.emplace_back();
                for (std::uint64_t v = 0; v < 256; ++v) values.back().v[v] = 1000 * e + v;
            }
        Matrix<page> A(context, graph.nrows, graph.ncols);
        A.build(rows, cols, values);
        return read<std::uint64_t>(mxm(page_dots, A, A));
    };
    const auto expected = product("suitesparse");
    for (const std::string& backend : devices_under_test())
        for (const char* form : {"pattern_classes", "k_way_merge", "subwarp_esc", "two_launch"}) {
            CAPTURE(form);
            const Variable choice("MERGUS_CUDA_MXM", form);
            const bool same = product(backend) == expected;
            CHECK(same);
        }
}

TEST_CASE("wide values: in the order of k, rows of many products are merged where values are the widest") {
    const Operands masked = graph_of_sums(), whole = without_mask(masked);
    const Method merge{"", {"merge"}};
    check(merge, words64_sums, whole, DESC_DETERMINISTIC);
    check(merge, words64_sums, masked, DESC_S | DESC_C | DESC_DETERMINISTIC);
    check(merge, words64_sums, masked, DESC_S | DESC_DETERMINISTIC, Used::no);
    check(merge, bytes9_sums, whole, DESC_DETERMINISTIC, Used::no);
    check(merge, words64_sums, whole, {}, Used::no);
}

TEST_SUITE_END();
