/// \file test_wide_values.cpp
/// Sums of values that are wider than an atomic: by each accumulator that adds to them under locks, with and
/// without masks, and by the methods that read wide operands by words. Several sizes and alignments. Sums of
/// integers are exact, so the expected values are SuiteSparse's.
#include "testing/deterministic_testing.hpp"
#include "testing/device_testing.hpp"

#include <mergus/mergus.hpp>

#include <cstring>
#include <string>
#include <vector>

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
MERGUS_TEST_SUMS(words16, uint64_t, 2)
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

struct Bits {
    std::vector<std::uint64_t> rows, cols;
    std::vector<unsigned char> values;

    bool operator==(const Bits&) const = default;
};

enum class Under { none, mask, complement };

Csr graph_of_sums() {
    // Short rows of B, so that the threads of a group have several of them at a time; and columns that many
    // products meet in.
    return csr_where(90, 90, [](std::uint64_t i, std::uint64_t j) {
        return (i * 7 + j * 3) % 11 == 0 || j == 5 || (i % 16 == 0 && j % 2 == 0);
    });
}

/// The product of a graph with itself; the mask has every third entry.
template <class T>
Bits product(const Context& context, const AnySemiring& semiring, const Csr& graph, Under under) {
    const auto A = Matrix<double>::from_csr(context, graph);
    const auto M = Matrix<double>::from_csr(context, csr_every(graph.nrows, graph.ncols, 3));
    Matrix<T> C(context, graph.nrows, graph.ncols);
    mxm(C,
        under == Under::none   ? Mask(no_mask)
        : under == Under::mask ? Mask(structure(M))
                               : Mask(complement(structure(M))),
        no_accum, semiring, A, A);
    Bits bits;
    bits.rows.resize(C.nvals());
    bits.cols.resize(C.nvals());
    bits.values.resize(C.nvals() * sizeof(T));
    C.extract_tuples(bits.rows.data(), bits.cols.data(), bits.values.data(), type_of<T>());
    return bits;
}

template <class T>
void check_sums(const AnySemiring& semiring) {
    CAPTURE(sizeof(T));
    const Csr graph = graph_of_sums();
    for (const Under under : {Under::none, Under::mask, Under::complement}) {
        CAPTURE(static_cast<int>(under));
        const Bits wanted = product<T>(Context("suitesparse"), semiring, graph, under);
        for (const std::string& backend : devices_under_test())
            for (const char* form : {"hash", "bitmap_rank", "bitmap_rank:10", "column_tile"}) {
                CAPTURE(form);
                const Setting choice("MERGUS_CUDA_ACCUMULATORS", form);
                CHECK((product<T>(Context(backend), semiring, graph, under) == wanted));
            }
    }
}

/// A band whose rows repeat, and one with gaps.
Csr band(std::uint64_t n, std::uint64_t half, bool gaps) {
    return csr_where(n, n, [=](std::uint64_t i, std::uint64_t j) {
        return (i < j ? j - i : i - j) <= half && (!gaps || (i + 3 * j) % 4 != 0);
    });
}

/// The product of a matrix of wide values with itself, and the method that made it.
template <class T>
Bits wide_product(const std::string& backend, const AnySemiring& widen, const AnySemiring& semiring,
                  const Csr& graph, std::string& method) {
    ContextOptions options;
    options.backend = backend;
    options.explain = [&](const Explanation& e) {
        if (e.operation == "mxm") method = e.method;
    };
    const Context context(options);
    const auto narrow = Matrix<double>::from_csr(context, graph);
    const auto ones =
        Matrix<double>::from_csr(context, csr_where(graph.ncols, graph.ncols,
                                                    [](std::uint64_t i, std::uint64_t j) { return i == j; }));
    Matrix<T> A(context, graph.nrows, graph.ncols), C(context, graph.nrows, graph.ncols);
    mxm(A, no_mask, no_accum, widen, narrow, ones);
    mxm(C, no_mask, no_accum, semiring, A, A);
    Bits bits;
    bits.rows.resize(C.nvals());
    bits.cols.resize(C.nvals());
    bits.values.resize(C.nvals() * sizeof(T));
    C.extract_tuples(bits.rows.data(), bits.cols.data(), bits.values.data(), type_of<T>());
    return bits;
}

template <class T>
void check_operands(const AnySemiring& widen, const AnySemiring& semiring) {
    CAPTURE(sizeof(T));
    const Csr repeated = band(80, 20, false), gaps = band(70, 30, true);
    const struct {
        const Csr& graph;
        const char *form, *method;
    } cases[] = {{repeated, "repeated_rows", "repeated rows"},
                 {repeated, "row_groups", "groups of rows"},
                 {gaps, "row_groups", "groups of rows"}};
    for (const auto& c : cases) {
        CAPTURE(c.form);
        std::string method;
        const Bits wanted = wide_product<T>("suitesparse", widen, semiring, c.graph, method);
        for (const std::string& backend : devices_under_test()) {
            const Setting choice("MERGUS_CUDA_ACCUMULATORS", c.form);
            CHECK((wide_product<T>(backend, widen, semiring, c.graph, method) == wanted));
            CHECK_MESSAGE(method.find(c.method) != std::string::npos, method);
        }
    }
}

} // namespace

TEST_SUITE_BEGIN("wide-values");

TEST_CASE("wide values: sums of 9 bytes under locks") {
    check_sums<bytes9>(bytes9_sums);
}

TEST_CASE("wide values: sums of 16 bytes under locks") {
    check_sums<words16>(words16_sums);
}

TEST_CASE("wide values: sums of 64 bytes under locks") {
    check_sums<words64>(words64_sums);
}

TEST_CASE("wide values: operands of 20 bytes in words of 4") {
    check_operands<words20>(words20_sums, words20_products);
}

TEST_CASE("wide values: operands of 24 bytes without words") {
    check_operands<bytes24>(bytes24_sums, bytes24_products);
}

TEST_CASE("wide values: operands of 64 bytes") {
    check_operands<words64>(words64_sums, words64_products);
}

TEST_CASE("wide values: operands of 2048 bytes, which do not fit in shared memory beside narrow sums") {
    const Csr graph = band(100, 3, false);
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
        for (const char* form : {"repeated_rows", "short_rows", "sorted_rows", "row_tiles"}) {
            CAPTURE(form);
            const Setting choice("MERGUS_CUDA_ACCUMULATORS", form);
            const bool same = product(backend) == expected;
            CHECK(same);
        }
}

TEST_CASE("wide values: in the order of k, rows of many products are merged where values are the widest") {
    const auto merges = [](auto type, const AnySemiring& semiring, const std::string& backend, Under under,
                           bool deterministic = true) {
        using T = decltype(type);
        std::string bins;
        ContextOptions options;
        options.backend = backend;
        options.deterministic = deterministic;
        options.explain = [&](const Explanation& e) {
            if (e.operation == "mxm") bins = e.reason;
        };
        const Csr graph = graph_of_sums();
        CHECK((product<T>(Context(options), semiring, graph, under) ==
               product<T>(Context("suitesparse"), semiring, graph, under)));
        return bins.find("merge") != std::string::npos;
    };
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        CHECK(merges(words64{}, words64_sums, backend, Under::none));
        CHECK(merges(words64{}, words64_sums, backend, Under::complement));
        CHECK_FALSE(merges(words64{}, words64_sums, backend, Under::mask));
        CHECK_FALSE(merges(words16{}, words16_sums, backend, Under::none));
        CHECK_FALSE(merges(words64{}, words64_sums, backend, Under::none, false));
    }
}

TEST_SUITE_END();
