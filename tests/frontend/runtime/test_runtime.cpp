/// \file test_runtime.cpp
/// Types and operators from strings: the same answers on the CPU and in kernels, and what is refused.
#include "runtime_testing.hpp"
#include "testing/device_testing.hpp"

#include <mergus/mergus.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <thread>

using namespace mergus;
using namespace mergus::tests;

namespace {

const mergus_type* const int32 = type_of<std::int32_t>();

constexpr const char* cplx_text = "typedef struct { double re, im; } cplx;";
struct Complex {
    double re, im;
    bool operator==(const Complex&) const = default;
};

/// One text with several functions, as a header of operators would have them.
constexpr const char* complex_functions = R"(
    static double square(double x) { return x * x; }

    void cplx_plus(cplx *z, const cplx *x, const cplx *y)
    {
        (*z).re = x->re + y->re;
        z->im = x->im + y->im;
    }
    // Written so that z must not be x: run-time operators never get that.
    void cplx_times(cplx *restrict z, const cplx *restrict x, const cplx *y) {
        z->re = x->re * y->re - x->im * y->im;
        z->im = x->re * y->im + x->im * y->re;
    }
    void cplx_norm(double *z, const cplx *x) { *z = sqrt(square(x->re) + square(x->im)); }
    void cplx_upper(bool *z, const cplx *x, GrB_Index i, GrB_Index j, const double *y) {
        *z = j >= i && x->re >= *y;
    }
)";

/// n × n with entries where 3 i + 5 j is no multiple of 4.
template <class Make>
AnyMatrix sample(const Context& context, const mergus_type* type, std::uint64_t n, Make make) {
    using Value = decltype(make(0, 0));
    std::vector<std::uint64_t> rows, cols;
    std::vector<Value> values;
    for (std::uint64_t i = 0; i < n; ++i)
        for (std::uint64_t j = 0; j < n; ++j)
            if ((3 * i + 5 * j) % 4 != 0) {
                rows.push_back(i);
                cols.push_back(j);
                values.push_back(make(i, j));
            }
    AnyMatrix matrix(context, type, n, n);
    matrix.build(rows, cols, values.data(), type);
    return matrix;
}

template <class Value>
std::vector<Value> values_of(const AnyMatrix& matrix, const mergus_type* type) {
    std::vector<Value> values(matrix.nvals());
    matrix.extract_tuples(nullptr, nullptr, values.data(), type);
    return values;
}

/// The product of two samples, computed plainly.
template <class Z, class X, class Add, class Mul>
std::vector<Z> product(std::uint64_t n, X make, Add add, Mul mul) {
    std::vector<Z> values;
    for (std::uint64_t i = 0; i < n; ++i)
        for (std::uint64_t j = 0; j < n; ++j) {
            bool any = false;
            Z sum{};
            for (std::uint64_t k = 0; k < n; ++k)
                if ((3 * i + 5 * k) % 4 != 0 && (3 * k + 5 * j) % 4 != 0) {
                    const Z term = mul(make(i, k), make(k, j), i, k, j);
                    sum = any ? add(sum, term) : term;
                    any = true;
                }
            if (any) values.push_back(sum);
        }
    return values;
}

} // namespace

TEST_SUITE_BEGIN("runtime");

TEST_CASE("runtime: a complex type with several operators in one text, on every backend") {
    const mergus_type* const cplx = define_type("cplx", cplx_text, sizeof(Complex));
    CHECK(cplx == define_type("cplx", cplx_text));
    CHECK(type_name(cplx) == "cplx");
    CHECK(cplx->alignment == alignof(Complex));
    const BinaryOp plus = define_binary_op("cplx_plus", complex_functions, cplx, cplx, cplx);
    const BinaryOp times = define_binary_op("cplx_times", complex_functions, cplx, cplx, cplx);
    const UnaryOp norm = define_unary_op("cplx_norm", complex_functions, fp64, cplx);
    const IndexUnaryOp upper =
        define_index_unary_op("cplx_upper", complex_functions, type_of<bool>(), cplx, fp64);
    const Complex zero{0, 0};
    const AnySemiring semiring = make_semiring(make_monoid(plus, Scalar(&zero, cplx)), times);
    const auto make = [](std::uint64_t i, std::uint64_t j) {
        return Complex{static_cast<double>(i) - 2, static_cast<double>(j) + 1};
    };
    const auto expected = product<Complex>(
        6, make,
        [](Complex a, Complex b) {
            return Complex{a.re + b.re, a.im + b.im};
        },
        [](Complex a, Complex b, auto...) {
            return Complex{a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
        });
    for (const std::string& backend : all_backends()) {
        CAPTURE(backend);
        const Context context(backend);
        const AnyMatrix A = sample(context, cplx, 6, make);
        AnyMatrix C(context, cplx, 6, 6);
        mxm(C, no_mask, no_accum, semiring, A, A);
        CHECK(values_of<Complex>(C, cplx) == expected);
        Matrix<double> norms(context, 6, 6);
        apply(norms, no_mask, no_accum, norm, C);
        std::vector<double> expected_norms;
        for (const Complex& c : expected) expected_norms.push_back(std::sqrt(c.re * c.re + c.im * c.im));
        CHECK(values_of<double>(norms, fp64) == expected_norms);
        AnyMatrix U(context, cplx, 6, 6);
        select(U, no_mask, no_accum, upper, A, Scalar(1.0));
        CHECK(U.nvals() == 3); // (3,4), (3,5), (4,5): the diagonal has no entries
        Complex sum{};
        reduce(&sum, cplx, no_accum, AnyMonoid(semiring.get()->add), A);
        CHECK(sum.im != 0);
    }
}

TEST_CASE("runtime: a struct with an array and a string, of 64 bytes") {
    struct Wild {
        float block[3][4];
        char text[16];
    };
    const mergus_type* const wild =
        define_type("wildtype", "typedef struct {\n  float block [3][4] ;\n  char text [16] ;\n} wildtype ;",
                    sizeof(Wild));
    const char* const definitions = R"(
void wild_add (wildtype *z, const wildtype *x, const wildtype *y)
{
   for (int i = 0 ; i < 3 ; i++)
       for (int j = 0 ; j < 4 ; j++)
           z->block [i][j] = x->block [i][j] + y->block [i][j] ;
   const char *word = "this was added" ;
   for (int b = 0 ; b < 15 ; b++) z->text [b] = word [b] ;
   z->text [15] = 0 ;
}
void wild_mult (wildtype *z, const wildtype *x, const wildtype *y)
{
   for (int i = 0 ; i < 3 ; i++)
       for (int j = 0 ; j < 4 ; j++)
           z->block [i][j] = fmaxf (x->block [i][j], -1) * y->block [2 - i][j] ;
   memset (z->text, 'm', 15) ;
   z->text [15] = '\0' ;
})";
    const Wild zero{};
    const AnySemiring semiring = make_semiring(
        make_monoid(define_binary_op("wild_add", definitions, wild, wild, wild), Scalar(&zero, wild)),
        define_binary_op("wild_mult", definitions, wild, wild, wild));
    const auto make = [](std::uint64_t i, std::uint64_t j) {
        Wild value{};
        for (int r = 0; r < 3; ++r)
            for (int c = 0; c < 4; ++c)
                value.block[r][c] = static_cast<float>(static_cast<int>(2 * i) - static_cast<int>(j) * r + c);
        return value;
    };
    const auto expected = product<Wild>(
        5, make,
        [](Wild a, const Wild& b) {
            for (int r = 0; r < 3; ++r)
                for (int c = 0; c < 4; ++c) a.block[r][c] += b.block[r][c];
            std::strcpy(a.text, "this was added");
            return a;
        },
        [](const Wild& a, const Wild& b, auto...) {
            Wild z{};
            for (int r = 0; r < 3; ++r)
                for (int c = 0; c < 4; ++c)
                    z.block[r][c] = std::fmax(a.block[r][c], -1.0F) * b.block[2 - r][c];
            std::strcpy(z.text, "mmmmmmmmmmmmmmm");
            return z;
        });
    for (const std::string& backend : all_backends()) {
        CAPTURE(backend);
        const Context context(backend);
        const AnyMatrix A = sample(context, wild, 5, make);
        AnyMatrix C(context, wild, 5, 5);
        mxm(C, no_mask, no_accum, semiring, A, A);
        const auto values = values_of<Wild>(C, wild);
        REQUIRE(values.size() == expected.size());
        for (std::size_t v = 0; v < values.size(); ++v) {
            CHECK(std::memcmp(values[v].block, expected[v].block, sizeof(Wild::block)) == 0);
            CHECK(std::string(values[v].text) == expected[v].text);
        }
    }
}

TEST_CASE("runtime: expressions, indices and constants") {
    const BinaryOp shorter = define_binary_op("shorter", "fmin(x, y) // of two", fp64, fp64, fp64);
    const BinaryOp along = define_binary_op("", "x + y", fp64, fp64, fp64);
    const AnySemiring min_plus_text =
        make_semiring(make_monoid(shorter, std::numeric_limits<double>::infinity()), along);
    // In which k is best: theta scales the values.
    const IndexBinaryOp weighted = define_index_binary_op(
        "weighted",
        "void weighted(int64_t *z, const double *x, GrB_Index ix, GrB_Index jx, const double *y, "
        "GrB_Index iy, GrB_Index jy, const int32_t *theta)\n"
        "{ *z = *theta * (int64_t) (*x + *y) + (int64_t) (100 * ix + 10 * iy + jy); if (jx != iy) *z = -1; }",
        type_of<std::int64_t>(), fp64, fp64, Scalar(std::int32_t{1000}));
    const IndexBinaryOp places = define_index_binary_op("places", "100 * i + 10 * k + j - (i < j)",
                                                        type_of<std::int64_t>(), fp64, fp64);
    const AnySemiring largest = make_semiring(max_monoid<std::int64_t>, weighted);
    const AnySemiring sums = make_semiring(plus_monoid<std::int64_t>, places);
    const IndexUnaryOp distance = define_index_unary_op("distance", "x * y + (i - j)", fp64, fp64, int32);
    const auto make = [](std::uint64_t i, std::uint64_t j) {
        return static_cast<double>((7 * i + 3 * j) % 11);
    };
    const auto expected_minima = product<double>(
        7, make, [](double a, double b) { return std::fmin(a, b); },
        [](double a, double b, auto...) { return a + b; });
    const auto expected_largest = product<std::int64_t>(
        7, make, [](std::int64_t a, std::int64_t b) { return std::max(a, b); },
        [](double a, double b, std::uint64_t i, std::uint64_t k, std::uint64_t j) {
            return 1000 * static_cast<std::int64_t>(a + b) + static_cast<std::int64_t>(100 * i + 10 * k + j);
        });
    const auto expected_sums = product<std::int64_t>(
        7, make, [](std::int64_t a, std::int64_t b) { return a + b; },
        [](double, double, std::uint64_t i, std::uint64_t k, std::uint64_t j) {
            return static_cast<std::int64_t>(100 * i + 10 * k + j) - (i < j ? 1 : 0);
        });
    for (const std::string& backend : all_backends()) {
        CAPTURE(backend);
        const Context context(backend);
        const AnyMatrix A = sample(context, fp64, 7, make);
        Matrix<double> C(context, 7, 7);
        mxm(C, no_mask, no_accum, min_plus_text, A, A);
        CHECK(values_of<double>(C, fp64) == expected_minima);
        mxm(C, no_mask, shorter, min_plus_text, A, A); // as an accumulator too
        CHECK(values_of<double>(C, fp64) == expected_minima);
        Matrix<std::int64_t> P(context, 7, 7);
        mxm(P, no_mask, no_accum, largest, A, A);
        CHECK(values_of<std::int64_t>(P, type_of<std::int64_t>()) == expected_largest);
        mxm(P, no_mask, no_accum, sums, A, A);
        CHECK(values_of<std::int64_t>(P, type_of<std::int64_t>()) == expected_sums);
        apply(C, no_mask, no_accum, distance, A, Scalar(std::int32_t{3}));
        const auto distances = values_of<double>(C, fp64);
        CHECK(distances.at(0) == make(0, 1) * 3 - 1);
        CHECK(distances.back() == make(6, 5) * 3 + 1);
    }
}

TEST_CASE("runtime: what a text may use") {
    const BinaryOp op = define_binary_op("f", R"(
/* helpers, in the order of C */
typedef struct { uint8_t low; int16_t high; } pair_of;
static const int32_t table[3] = { 1, 2, 3 };
static inline double helper(double x) { return x > 0 ? x : -x; }
enum { LIMIT = 7 };
void f(double *restrict z, const double *restrict x, const double *restrict y)
{
    pair_of p = { 3, -4 };
    pair_of q = { .low = 1, .high = 2 };
    bool big = true && isfinite(*x) && !isnan(*y);
    uint64_t bits = UINT64_MAX;
    int64_t most = INT64_MAX;
    double limit = INFINITY;
    char c = '"'; const char *s = "a \"quoted\" { brace /* and */ // that";
    memcpy(z, x, sizeof *z);
    if (big && bits > 0 && most > 0 && c == s[2] && *z < limit && DBL_MAX > FLT_MAX)
        *z = table[2] + LIMIT + p.low + p.high + q.high + helper(-2.5) + fabs(*x) + pow(*y, 2) + M_PI * 0 + abs(-3);
    switch (p.low) { case 3: *z += 1; break; default: *z = NAN; }
    do { *z += 1; } while (0);
}
)",
                                         fp64, fp64, fp64);
    CHECK(call(op, 4, 3) == 3 + 7 + 3 - 4 + 2 + 2.5 + 4 + 9 + 3 + 1 + 1);
    for (const std::string& backend : all_backends()) {
        CAPTURE(backend);
        const Context context(backend);
        const auto A = sample(context, fp64, 3, [](std::uint64_t, std::uint64_t) { return 3.0; });
        Matrix<double> C(context, 3, 3);
        apply(C, no_mask, no_accum, op, Scalar(4.0), A);
        for (const double value : values_of<double>(C, fp64)) CHECK(value == call(op, 4, 3));
    }
}

TEST_CASE("runtime: values share what they refer to") {
    AnySemiring semiring;
    {
        const auto other =
            make_semiring(make_monoid(define_binary_op("most", "x > y ? x : y", fp64, fp64, fp64),
                                      -std::numeric_limits<double>::infinity()),
                          define_binary_op("twice", std::string("2 * x * y"), fp64, fp64, fp64));
        AnySemiring moved = other;
        semiring = std::move(moved);
        CHECK(moved.get() == nullptr); // NOLINT(bugprone-use-after-move)
    }
    CHECK(std::string(semiring.get()->name) == "most_twice");
    CHECK(std::string(semiring.get()->mul->text).find("2 * x * y") != std::string::npos);
    CHECK(std::isinf(*static_cast<const double*>(semiring.get()->add->identity)));
    std::vector<AnySemiring> copies(100, semiring);
    semiring = AnySemiring();
    std::vector<std::jthread> threads;
    for (std::size_t t = 0; t < 4; ++t) // each its own places
        threads.emplace_back([&copies, t] {
            for (std::size_t c = t; c < copies.size(); c += 4) copies[c] = copies[(c + 4) % 100];
        });
    threads.clear();
}

TEST_SUITE_END();
