/// \file test_kernels_compile_texts.cpp
/// Kernels of operators from strings, compiled by NVRTC (test_kernels_compile.cpp).
#include "kernels_compilation.hpp"

#include <mergus/mergus.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <vector>

using namespace mergus;
using cuda::testing::Compilation;

namespace {

constexpr const char* backend = "cuda-recording";

/// Calls every function that a text may call.
constexpr const char* all_functions = R"(
    static const double table[2] = {1, 2};
    enum { LAST = 1 };
    typedef struct { int32_t low; double high; } both;
    static inline double sum_of(both b) { return b.low + b.high; }
    void all(double *z, const double *px, const float *py) {
        static const int32_t inner[2] = {3, 4};
        both b = {1, 2};
        const char *word = "text";
        double x = *px, s = sum_of(b) + table[(int)x & LAST] + inner[(int)x & LAST] + word[(int)x & LAST]; float y = *py, t = 0; int e; double w; float v;
        s += acos(x) + asin(x) + atan(x) + atan2(x, x) + cos(x) + sin(x) + tan(x) + acosh(x) + asinh(x) + atanh(x);
        s += cosh(x) + sinh(x) + tanh(x) + exp(x) + exp2(x) + expm1(x) + frexp(x, &e) + ilogb(x) + ldexp(x, 2) + log(x);
        s += log10(x) + log1p(x) + log2(x) + logb(x) + modf(x, &w) + scalbn(x, 2) + scalbln(x, 2) + cbrt(x) + fabs(x);
        s += hypot(x, x) + pow(x, x) + sqrt(x) + erf(x) + erfc(x) + lgamma(x) + tgamma(x) + ceil(x) + floor(x);
        s += nearbyint(x) + rint(x) + lrint(x) + llrint(x) + round(x) + lround(x) + llround(x) + trunc(x) + fmod(x, x);
        s += remainder(x, x) + remquo(x, x, &e) + copysign(x, x) + nan("") + nextafter(x, x) + fdim(x, x) + fmax(x, x);
        s += fmin(x, x) + fma(x, x, x) + j0(x) + j1(x) + jn(2, x) + y0(x) + y1(x) + yn(2, x);
        t += acosf(y) + asinf(y) + atanf(y) + atan2f(y, y) + cosf(y) + sinf(y) + tanf(y) + expf(y) + logf(y) + powf(y, y);
        t += sqrtf(y) + fabsf(y) + floorf(y) + ceilf(y) + roundf(y) + truncf(y) + fmodf(y, y) + fmaxf(y, y) + fminf(y, y);
        t += fmaf(y, y, y) + erff(y) + tgammaf(y) + lgammaf(y) + modff(y, &v) + hypotf(y, y) + cbrtf(y) + copysignf(y, y);
        t += sqrt(y) + exp(y) + pow(y, y) + fmin(y, y) + abs(y);
        if (isfinite(x) && isinf(x) && isnan(x) && signbit(x) && isfinite(y)) s += abs(e) + min(1, 2) + max(x, s);
        const int64_t big = INT64_MAX - INT32_MAX + INT8_MIN; const uint64_t large = UINT64_MAX - UINT8_MAX;
        memset(&w, 0, sizeof w); memcpy(&w, &x, sizeof w);
        s += M_PI + M_E + M_SQRT2 + M_LN2 + DBL_MAX + DBL_MIN + DBL_EPSILON + FLT_MAX + FLT_MIN + FLT_EPSILON + INFINITY + NAN;
        *z = s + t + (double) big + (double) large; })";

} // namespace

TEST_CASE("the kernels of operators from strings compile") {
    const Context context(backend);
    Compilation compilation;
    // Types and functions with the names of the kernels' own types and functions.
    const mergus_type* const value = define_type("Value", "typedef struct { double re, im; } Value;");
    const mergus_type* const fp64 = type_of<double>();
    const char* const text = R"(
        void accumulate(Value *restrict z, const Value *restrict x, const Value *restrict y)
        { Value sum = { .re = x->re + y->re, .im = x->im + y->im }; *z = sum; }
        void multiply(Value *z, const Value *x, const Value *y)
        { z->re = x->re * y->re - x->im * y->im; z->im = x->re * y->im + x->im * y->re; }
        void map(double *z, const Value *x) { *z = hypot(x->re, x->im); }
        void keep(bool *z, const Value *x, GrB_Index i, GrB_Index j, const int32_t *y) { *z = i <= j + (GrB_Index) *y; }
    )";
    const std::array<double, 2> zero{};
    const AnyMonoid sum =
        make_monoid(define_binary_op("accumulate", text, value, value, value), Scalar(zero.data(), value));
    AnyMatrix A(context, value, 2, 2), C(context, value, 2, 2);
    const std::vector<std::array<double, 2>> values{{1, 2}, {3, 4}};
    A.build(std::vector<std::uint64_t>{0, 1}, std::vector<std::uint64_t>{1, 0}, values.data(), value);
    mxm(C, no_mask, no_accum, make_semiring(sum, define_binary_op("multiply", text, value, value, value)), A,
        A);
    mxm(C, structure(A), BinaryOp(sum.get()->op),
        make_semiring(sum, define_index_binary_op("", "*&x", value, value, value)), A, A);
    select(C, no_mask, no_accum,
           define_index_unary_op("keep", text, type_of<bool>(), value, type_of<std::int32_t>()), A,
           Scalar(1));
    Matrix<double> R(context, 2, 2);
    apply(R, no_mask, no_accum, define_unary_op("map", text, fp64, value), A);
    compilation.add();

    Matrix<double> D(context, 1, 1), E(context, 1, 1);
    D.build(std::vector<std::uint64_t>{0}, std::vector<std::uint64_t>{0}, std::vector<double>{0.5});
    ewise_mult(E, no_mask, no_accum, define_binary_op("all", all_functions, fp64, fp64, type_of<float>()), D,
               D);
    compilation.add();
    CHECK(compilation.finish() >= 6);
}
