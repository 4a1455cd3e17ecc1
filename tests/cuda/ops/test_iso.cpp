/// \file test_iso.cpp
/// Iso matrices, which store one value for all entries: every operation gives what it gives for the same
/// matrix with a value for each entry, and keeps a result iso where that can be known.
#include "testing/device_testing.hpp"

#include <mergus/mergus.hpp>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

using namespace mergus;
using namespace mergus::tests;

namespace iso_tests {
/// Wider than what the kernels move at once, and not a multiple of words.
MERGUS_TYPE(Odd, char c[37];);
MERGUS_TYPE(Wide, double d[3];);
} // namespace iso_tests

namespace {

using I64 = std::int64_t;
constexpr std::uint64_t m = 70, n = 90;

Csr pattern(std::uint64_t nrows, std::uint64_t ncols, std::uint64_t step) {
    Csr csr = csr_where(nrows, ncols,
                        [=](std::uint64_t i, std::uint64_t j) { return (i * 13 + j * j) % step == 0; });
    csr.field = Field::pattern;
    csr.reals.clear();
    return csr;
}

/// The value 3 at the pattern: iso on a device.
Matrix<I64> equal(const Context& context, const Csr& csr) {
    const Matrix<I64> ones = Matrix<I64>::from_csr(context, csr);
    return apply<I64>(ops::plus<I64>, ones, I64{2});
}
/// The same from tuples: with a value for each entry.
Matrix<I64> expanded(const Matrix<I64>& A) {
    std::vector<std::uint64_t> rows, cols;
    std::vector<I64> values;
    A.extract_tuples(rows, cols, values);
    return Matrix<I64>::from_tuples(A.context(), A.nrows(), A.ncols(), rows, cols, values);
}

/// Bytes of a matrix whose values take `value` bytes in all, if indices take 4.
std::uint64_t bytes_with(const AnyMatrix& A, std::uint64_t value) {
    return (A.nrows() + 1) * 8 + A.nvals() * 4 + value;
}
bool is_iso(const AnyMatrix& A) {
    return A.bytes() == bytes_with(A, A.type()->size);
}

struct Inputs {
    Matrix<I64> A, B;     // the ones under test
    Matrix<I64> other, C; // values of their own
    Matrix<I64> square;   // under test
    Vector<I64> u;
};

/// Everything that reads a matrix, with A, B and `square` as operands. What it gives, by name.
std::vector<std::pair<std::string, AnyMatrix>> results(const Inputs& in) {
    std::vector<std::pair<std::string, AnyMatrix>> all_results;
    const auto add = [&](const char* name, AnyMatrix&& C) { all_results.emplace_back(name, std::move(C)); };
    const auto column = [&](const char* name, const AnyVector& w) {
        AnyMatrix C(w.context(), w.type(), w.size(), 1);
        assign(C, w, all, 0);
        add(name, std::move(C));
    };
    const Matrix<I64>&A = in.A, &B = in.B, &S = in.square;
    add("A·B", mxm(plus_times<I64>, A, B));
    add("A·other", mxm(plus_times<I64>, A, in.other));
    add("other·A", mxm(min_plus<I64>, in.other, A));
    add("pairs", mxm(plus_pair<I64>, A, B));
    add("any pair", mxm(any_pair<I64>, A, B));
    add("min second", mxm(min_second<I64>, in.C, B));
    add("A'·A", mxm(plus_times<I64>, A, A, {.transpose_a = true}));
    add("A·B'", mxm(max_plus<I64>, S, S, {.transpose_b = true}));
    add("under an iso mask", mxm(plus_times<I64>, S, S, {.mask = S}));
    add("under its structure", mxm(any_pair<I64>, S, S, {.mask = structure(S)}));
    add("under its complement", mxm(plus_times<I64>, S, S, {.mask = complement(S)}));
    add("positions", mxm(min_secondi<I64>, A, B));
    column("mxv", mxv(plus_times<I64>, A, in.u));
    column("vxm", vxm(plus_times<I64>, in.u, A, {.transpose_a = true}));
    column("pull", mxv(plus_times<I64>, A, in.u, {.deterministic = true}));
    add("added", ewise_add(ops::plus<I64>, in.C, A));
    add("added to itself", ewise_add(ops::minus<I64>, A, A));
    add("multiplied", ewise_mult(ops::times<I64>, A, in.C));
    add("apply", apply<I64>(ops::ainv<I64>, A));
    add("apply, cast", apply<double>(ops::minv<double>, A));
    add("apply, bound", apply<I64>(ops::minus<I64>, I64{10}, A));
    add("apply, positions", apply<I64>(ops::rowindex<I64>, A, I64{1}));
    add("apply, transposed", apply<I64>(ops::abs<I64>, A, {.transpose_a = true}));
    add("select by position", select(ops::tril, A, I64{4}));
    add("select none", select(ops::tril, A, I64{-1000}));
    add("select by value", select(ops::valueeq<I64>, A, I64{3}));
    add("select none by value", select(ops::valuene<I64>, A, I64{3}));
    column("rows", reduce_rows(plus_monoid<I64>, A));
    column("columns", reduce_columns(plus_monoid<I64>, A));
    add("sum", make<I64>(A.context(), 1, 1, {{0, 0, reduce(plus_monoid<I64>, A)}}));
    add("transpose", transpose(A));
    add("extract",
        extract(A, std::vector<std::uint64_t>{5, 1, 1, 60}, std::vector<std::uint64_t>{3, 3, 70, 0, 2}));
    add("extract, transposed", extract(A, std::vector<std::uint64_t>{5, 1}, all, {.transpose_a = true}));
    add("kronecker", kronecker(ops::minus<I64>, select(ops::tril, A, I64{-60}), B));
    const auto changed = [&](const char* name, auto&& change) {
        Matrix<I64> C = A.dup();
        change(C);
        add(name, std::move(C));
    };
    changed("dup", [](auto&) {});
    changed("set", [](auto& C) { C.set_element(3, 3, I64{8}); });
    changed("removed", [](auto& C) { C.remove_element(0, 0); });
    changed("smaller", [](auto& C) { C.resize(30, 20); });
    changed("fewer rows", [](auto& C) { C.resize(30, n); });
    changed("no rows", [](auto& C) { C.resize(0, n); });
    changed("larger", [](auto& C) { C.resize(100, 200); });
    changed("accumulated", [&](auto& C) { assign(C, in.C, {.accum = ops::times<I64>}); });
    changed("accumulated iso", [&](auto& C) { transpose(C, transpose(A), {.accum = ops::plus<I64>}); });
    changed("assigned under a mask", [&](auto& C) { assign(C, I64{5}, {.mask = in.C}); });
    changed("a part assigned", [&](auto& C) {
        assign(C, extract(B, std::vector<std::uint64_t>{1, 2}, std::vector<std::uint64_t>{4}),
               std::vector<std::uint64_t>{7, 3}, std::vector<std::uint64_t>{6});
    });
    changed("a row assigned", [&](auto& C) { assign(C, extract(A, 9, all), 2, all); });
    changed("a column assigned", [&](auto& C) { assign(C, extract(A, all, 9), all, 2); });
    changed("itself", [](auto& C) { ewise_mult(C, ops::times<I64>, C, C, {.mask = C}); });
    Matrix<double> cast(A.context(), m, n);
    assign(cast, A);
    add("cast", std::move(cast));
    Matrix<I64> whole = in.C.dup();
    assign(whole, A, {.mask = in.C, .replace = true});
    add("assigned over others", std::move(whole));
    add("diagonal", diag(diag(S)));
    return all_results;
}

Inputs inputs(const Context& context, bool iso) {
    const auto in = [&](const Csr& csr) {
        Matrix<I64> A = equal(context, csr);
        return iso ? std::move(A) : expanded(A);
    };
    Vector<I64> u(context, n);
    assign(u, I64{2});
    u.set_element(4, I64{-7});
    return {in(pattern(m, n, 6)),
            in(pattern(n, m, 5)),
            Matrix<I64>::from_csr(context, csr_every(n, m, 4)),
            Matrix<I64>::from_csr(context, csr_every(m, n, 3, 1)),
            in(pattern(n, n, 7)),
            std::move(u)};
}

} // namespace

TEST_SUITE_BEGIN("iso");

TEST_CASE("iso: every operation gives what it gives with a value for each entry") {
    const auto expected = results(inputs(Context("suitesparse"), false));
    for (const std::string& backend : devices_under_test())
        for (const bool iso : {true, false}) {
            const Context context(backend);
            const Inputs in = inputs(context, iso);
            CHECK(is_iso(in.A) == iso);
            const auto found = results(in);
            REQUIRE(found.size() == expected.size());
            for (std::size_t r = 0; r < found.size(); ++r) {
                CAPTURE(backend);
                CAPTURE(iso);
                CAPTURE(found[r].first);
                CHECK(isequal(found[r].second.to(Context("suitesparse")), expected[r].second));
            }
        }
}

TEST_CASE("iso: results whose values must be equal store one") {
    on_devices([&](const Context& context) {
        const Inputs in = inputs(context, true);
        const Matrix<I64>& A = in.A;
        Matrix<bool> structure_of(context, m, n);
        assign(structure_of, true, {.mask = structure(in.C)});
        CHECK(is_iso(structure_of));
        Matrix<I64> full(context, m, n);
        assign(full, I64{4});
        CHECK(is_iso(full));
        CHECK(is_iso(A));
        CHECK(is_iso(A.dup()));
        CHECK(is_iso(transpose(A)));
        CHECK(is_iso(select(ops::offdiag, A, I64{0})));
        CHECK(is_iso(apply<double>(ops::minv<double>, A)));
        CHECK(is_iso(apply<I64>(ops::one<I64>, in.C)));
        CHECK(is_iso(apply<I64>(ops::second<I64>, in.C, I64{6})));
        CHECK(is_iso(extract(A, std::vector<std::uint64_t>{4, 2}, all)));
        CHECK(is_iso(mxm(any_pair<bool>, in.C, in.other)));
        CHECK(is_iso(mxm(min_second<I64>, in.C, in.B)));
        CHECK_FALSE(is_iso(mxm(plus_pair<I64>, in.C, in.other)));
        CHECK_FALSE(is_iso(ewise_add(ops::plus<I64>, A, in.C)));
        // Values that an operation needed for each entry are kept, counted, and given back.
        static_cast<void>(context.release_derived());
        const std::uint64_t own = A.bytes();
        static_cast<void>(reduce(plus_monoid<I64>, A));
        CHECK(A.bytes() == own + 8 * A.nvals());
        CHECK(context.release_derived() == 8 * A.nvals());
        CHECK(A.bytes() == own);
    });
}

TEST_CASE("iso: values of every size, exported") {
    using iso_tests::Odd;
    using iso_tests::Wide;
    on_devices([&](const Context& context) {
        const Matrix<I64> P = Matrix<I64>::from_csr(context, pattern(m, n, 6));
        const auto check = [&]<class T>(const T& value, auto&& same) {
            Matrix<T> A(context, m, n);
            assign(A, Scalar(value), {.mask = structure(P)});
            CHECK(is_iso(A));
            const auto entries = read<T>(A);
            CHECK(entries.size() == P.nvals());
            CHECK(std::all_of(entries.begin(), entries.end(),
                              [&](const auto& e) { return same(e.value, value); }));
            const auto turned = read<T>(transpose(transpose(A)));
            CHECK(std::all_of(turned.begin(), turned.end(),
                              [&](const auto& e) { return same(e.value, value); }));
        };
        const auto equal_values = [](auto x, auto y) { return x == y; };
        check(true, equal_values);
        check(std::int8_t{-3}, equal_values);
        check(std::uint16_t{40000}, equal_values);
        check(float{2.5}, equal_values);
        check(double{-1.5}, equal_values);
        check(std::complex<double>(1, -2), equal_values);
        Odd odd{};
        for (int b = 0; b < 37; ++b) odd.c[b] = static_cast<char>(b * 7);
        check(odd, [](const Odd& x, const Odd& y) { return std::equal(x.c, x.c + 37, y.c); });
        check(Wide{{1, 2, 3}}, [](const Wide& x, const Wide& y) { return std::equal(x.d, x.d + 3, y.d); });
    });
}

TEST_CASE("iso: a transpose that searches made of the pattern has the value too") {
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        const Context context(backend), oracle("suitesparse");
        // Directed, and with enough entries that searches look for in-edges.
        const Csr graph = pattern(200, 200, 6);
        const Matrix<I64> A = Matrix<I64>::from_csr(context, graph), B = Matrix<I64>::from_csr(oracle, graph);
        REQUIRE(is_iso(A));
        const auto expected_levels = read<std::int32_t>(bfs_levels(B, std::vector<std::uint64_t>{1, 2}));
        CHECK(read<std::int32_t>(bfs_levels(A, std::vector<std::uint64_t>{1, 2})) == expected_levels);
        CHECK(read<std::int32_t>(bfs_levels(A, std::vector<std::uint64_t>{1, 2})) == expected_levels);
        CHECK(read<I64>(mxm(plus_times<I64>, A, A, {.transpose_a = true})) ==
              read<I64>(mxm(plus_times<I64>, B, B, {.transpose_a = true})));
        CHECK(read<I64>(transpose(A)) == read<I64>(transpose(B)));
    }
}

TEST_CASE("iso: a full row times a transpose") {
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        const auto product = [](const Context& context) {
            // Rows of a matrix that has too many for bitmaps; what is left is stored as a row, with one
            // value.
            Matrix<I64> row(context, 80, 200);
            assign(row, I64{3});
            row.resize(1, 200);
            if (context.backend() != "suitesparse") CHECK(is_iso(row));
            const Matrix<I64> B = Matrix<I64>::from_csr(context, csr_every(300, 200, 3));
            return read<I64>(mxm(plus_times<I64>, row, B, {.transpose_b = true}));
        };
        CHECK(product(Context(backend)) == product(Context("suitesparse")));
    }
}

TEST_SUITE_END();
