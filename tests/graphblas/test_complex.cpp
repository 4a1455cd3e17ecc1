/// \file test_complex.cpp
/// Complex numbers: every predefined object, compared with std::complex, the names of functions and types,
/// and values as real ones. The functions on complex values: coverage/test_types.cpp.
#include "graphblas_testing.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <set>
#include <string>

using namespace mergus::tests;

namespace {

template <class T>
struct Functions; ///< the functions of T, and what the tests need of its objects

#define MERGUS_FUNCTIONS(F, P, S, V, E)                                                                      \
    template <>                                                                                              \
    struct Functions<V> {                                                                                    \
        static GrB_Type type() { return P##_##S; }                                                           \
        static constexpr const char* name = #P "_" #S;                                                       \
        static constexpr int code = P##_##S##_CODE;                                                          \
        static constexpr auto vector_set = &P##_Vector_setElement_##S;                                       \
        static constexpr auto vector_get = &P##_Vector_extractElement_##S;                                   \
        static constexpr auto matrix_get = &P##_Matrix_extractElement_##S;                                   \
        static constexpr auto vector_build = &P##_Vector_build_##S;                                          \
        static constexpr auto matrix_build = &P##_Matrix_build_##S;                                          \
        static constexpr auto vector_select = &P##_Vector_select_##S;                                        \
        static constexpr auto iterator_get = &P##_Iterator_get_##S;                                          \
        static GrB_BinaryOp plus() { return P##_PLUS_##S; }                                                  \
    };
GB_FOR_COMPLEX(MERGUS_FUNCTIONS, )
#undef MERGUS_FUNCTIONS

/// A value of T near the expected one.
template <class T>
bool near(T found, T expected) {
    constexpr double tolerance = sizeof(T) <= 8 ? 1e-5 : 1e-13;
    return std::abs(found - expected) <= tolerance * std::max(1.0, static_cast<double>(std::abs(expected)));
}

template <class T>
const std::array<T, 3> values_of{T(1, 2), T(-3, 0.5), T(0.25, -4)};

template <class T>
T at(GrB_Vector u, GrB_Index i) {
    T x{};
    OK(Functions<T>::vector_get(&x, u, i));
    return x;
}
template <class T>
T at(GrB_Matrix A, GrB_Index i, GrB_Index j) {
    T x{};
    OK(Functions<T>::matrix_get(&x, A, i, j));
    return x;
}

const std::array<GrB_Index, 3> list{0, 1, 2}, cols{1, 2, 0};

/// A vector with an entry at every index, and a matrix with an entry in every row and column.
template <class T>
struct Objects {
    Vector u, w;
    Matrix A, C;
    Objects() {
        using F = Functions<T>;
        OK(GrB_Vector_new(u.put(), F::type(), 3));
        OK(GrB_Vector_new(w.put(), F::type(), 3));
        OK(GrB_Matrix_new(A.put(), F::type(), 3, 3));
        OK(GrB_Matrix_new(C.put(), F::type(), 3, 3));
        OK(F::vector_build(u, list.data(), values_of<T>.data(), 3, nullptr));
        OK(F::matrix_build(A, list.data(), cols.data(), values_of<T>.data(), 3, F::plus()));
    }
};

template <class T>
void test_elements() {
    using F = Functions<T>;
    const Objects<T> o;
    // A real number is a complex one; a complex one as a real is its real part.
    OK(F::vector_set(o.w, T(5, -6), 1));
    OK(GrB_Vector_setElement_FP64(o.w, 2.5, 2));
    CHECK(at<T>(o.w, 2) == T(2.5));
    double real = 0;
    OK(GrB_Vector_extractElement_FP64(&real, o.w, 1));
    CHECK(real == 5);

    int code = 0;
    std::array<char, 64> name{};
    OK(GrB_Vector_get_INT32(o.u, &code, GrB_EL_TYPE_CODE));
    CHECK(code == F::code);
    OK(GrB_Matrix_get_String(o.A, name.data(), GrB_EL_TYPE_STRING));
    CHECK(std::string(name.data()) == F::name);
    GrB_Type type = nullptr;
    OK(GxB_Vector_type(&type, o.u));
    CHECK(type == F::type());
    GxB_Iterator it = nullptr;
    OK(GxB_Iterator_new(&it));
    OK(GxB_Vector_Iterator_attach(it, o.u, nullptr));
    OK(GxB_Vector_Iterator_seek(it, 1));
    CHECK(F::iterator_get(it) == values_of<T>[1]);
    OK(GxB_Iterator_free(&it));
}

// ---- predefined objects

#define MERGUS_FORMULA(NAME, ...)                                                                            \
    template <class T>                                                                                       \
    T plain_##NAME([[maybe_unused]] T x, [[maybe_unused]] T y) {                                             \
        return __VA_ARGS__;                                                                                  \
    }
MERGUS_FORMULA(IDENTITY, x)
MERGUS_FORMULA(AINV, -x)
MERGUS_FORMULA(MINV, T(1) / x)
MERGUS_FORMULA(ONE, T(1))
MERGUS_FORMULA(CONJ, std::conj(x))
MERGUS_FORMULA(ABS, std::abs(x))
MERGUS_FORMULA(CREAL, x.real())
MERGUS_FORMULA(CIMAG, x.imag())
MERGUS_FORMULA(CARG, std::arg(x))
MERGUS_FORMULA(FIRST, x)
MERGUS_FORMULA(SECOND, y)
MERGUS_FORMULA(PAIR, T(1))
MERGUS_FORMULA(PLUS, x + y)
MERGUS_FORMULA(MINUS, x - y)
MERGUS_FORMULA(RMINUS, y - x)
MERGUS_FORMULA(TIMES, x* y)
MERGUS_FORMULA(DIV, x / y)
MERGUS_FORMULA(RDIV, y / x)
MERGUS_FORMULA(EQ, x == y ? T(1) : T(0))
MERGUS_FORMULA(NE, x != y ? T(1) : T(0))
MERGUS_FORMULA(ANY, x)
MERGUS_FORMULA(POW, std::pow(x, y))
MERGUS_FORMULA(ISEQ, x == y ? T(1) : T(0))
MERGUS_FORMULA(ISNE, x != y ? T(1) : T(0))
MERGUS_FORMULA(SQRT, std::sqrt(x))
MERGUS_FORMULA(EXP, std::exp(x))
MERGUS_FORMULA(EXP2, std::pow(T(2), x))
MERGUS_FORMULA(EXPM1, std::exp(x) - T(1))
MERGUS_FORMULA(LOG, std::log(x))
MERGUS_FORMULA(LOG2, std::log(x) / std::log(T(2)))
MERGUS_FORMULA(LOG10, std::log10(x))
MERGUS_FORMULA(LOG1P, std::log(T(1) + x))
MERGUS_FORMULA(SIN, std::sin(x))
MERGUS_FORMULA(COS, std::cos(x))
MERGUS_FORMULA(TAN, std::tan(x))
MERGUS_FORMULA(ASIN, std::asin(x))
MERGUS_FORMULA(ACOS, std::acos(x))
MERGUS_FORMULA(ATAN, std::atan(x))
MERGUS_FORMULA(SINH, std::sinh(x))
MERGUS_FORMULA(COSH, std::cosh(x))
MERGUS_FORMULA(TANH, std::tanh(x))
MERGUS_FORMULA(ASINH, std::asinh(x))
MERGUS_FORMULA(ACOSH, std::acosh(x))
MERGUS_FORMULA(ATANH, std::atanh(x))
MERGUS_FORMULA(CEIL, T(std::ceil(x.real()), std::ceil(x.imag())))
MERGUS_FORMULA(FLOOR, T(std::floor(x.real()), std::floor(x.imag())))
MERGUS_FORMULA(ROUND, T(std::round(x.real()), std::round(x.imag())))
MERGUS_FORMULA(TRUNC, T(std::trunc(x.real()), std::trunc(x.imag())))
MERGUS_FORMULA(SIGNUM, x / std::abs(x))
MERGUS_FORMULA(ISINF, T(0))
MERGUS_FORMULA(ISNAN, T(0))
MERGUS_FORMULA(ISFINITE, T(1))
#undef MERGUS_FORMULA

using FC32 = GxB_FC32_t;
using FC64 = GxB_FC64_t;

/// The result of an operator as a complex number: real and Boolean ones are cast.
template <class T, class Run>
void check_op(const char* name, const Run& run, T (*plain)(T, T)) {
    CAPTURE(name);
    Vector x, y, z;
    OK(GrB_Vector_new(x.put(), Functions<T>::type(), 9));
    OK(GrB_Vector_new(y.put(), Functions<T>::type(), 9));
    OK(GrB_Vector_new(z.put(), Functions<T>::type(), 9));
    const auto& v = values_of<T>;
    for (GrB_Index k = 0; k < 9; ++k) {
        OK(Functions<T>::vector_set(x, v[k / 3], k));
        OK(Functions<T>::vector_set(y, v[k % 3], k));
    }
    OK(run(z, x, y));
    for (GrB_Index k = 0; k < 9; ++k) {
        const T found = at<T>(z, k), first = v[k / 3], second = v[k % 3];
        const bool any = plain == &plain_ANY<T> && found == second;
        CHECK_MESSAGE((any || near(found, plain(first, second))), found.real(), " ", found.imag());
    }
}

} // namespace

TEST_SUITE_BEGIN("graphblas");

TEST_CASE("the library exports every function of complex types") {
    std::set<std::string> names;
#define MERGUS_NAME(name, parameters)                                                                        \
    CHECK(reinterpret_cast<void*>(&name) == dlsym(RTLD_DEFAULT, #name));                                     \
    names.insert(#name);
    GB_COMPLEX_FUNCTIONS(MERGUS_NAME)
#undef MERGUS_NAME
    CHECK(names.size() == 50);
}

TEST_CASE("complex elements as real ones, and names of their types") {
    initialise();
    test_elements<FC32>();
    test_elements<FC64>();
}

TEST_CASE("predefined complex operators and monoids") {
    initialise();
#define MERGUS_UNARY(object, code, S)                                                                        \
    check_op<S>(                                                                                             \
        #object,                                                                                             \
        [](GrB_Vector z, GrB_Vector x, GrB_Vector) {                                                         \
            return GrB_Vector_apply(z, nullptr, nullptr, object, x, nullptr);                                \
        },                                                                                                   \
        &plain_##code<S>);
    GB_COMPLEX_UNARY_OPS(MERGUS_UNARY)
#define MERGUS_BINARY(object, code, S)                                                                       \
    check_op<S>(                                                                                             \
        #object,                                                                                             \
        [](GrB_Vector z, GrB_Vector x, GrB_Vector y) {                                                       \
            return GrB_Vector_eWiseMult_BinaryOp(z, nullptr, nullptr, object, x, y, nullptr);                \
        },                                                                                                   \
        &plain_##code<S>);
    GB_COMPLEX_BINARY_OPS(MERGUS_BINARY)
#define MERGUS_MONOID(object, code, S)                                                                       \
    check_op<S>(                                                                                             \
        #object,                                                                                             \
        [](GrB_Vector z, GrB_Vector x, GrB_Vector y) {                                                       \
            return GrB_Vector_eWiseAdd_Monoid(z, nullptr, nullptr, object, x, y, nullptr);                   \
        },                                                                                                   \
        &plain_##code<S>);
    GB_COMPLEX_MONOIDS(MERGUS_MONOID)
#define MERGUS_INDEX(object, code, S)                                                                        \
    {                                                                                                        \
        const Objects<S> o;                                                                                  \
        GrB_Index count = 0;                                                                                 \
        OK(Functions<S>::vector_select(o.w, nullptr, nullptr, object, o.u, values_of<S>[0], nullptr));       \
        OK(GrB_Vector_nvals(&count, o.w));                                                                   \
        CHECK(count == (std::string(#code) == "VALUEEQ" ? 1 : 2));                                           \
    }
    GB_COMPLEX_INDEX_UNARY_OPS(MERGUS_INDEX)
}

TEST_CASE("predefined complex semirings") {
    initialise();
    // Row i of the 3 × 3 product has the sum over k of A(i, k) · B(k, j), here of two terms.
    const std::array<GrB_Index, 6> rows{0, 0, 1, 1, 2, 2}, columns{0, 1, 1, 2, 2, 0};
#define MERGUS_SEMIRING(object, add, mul, S)                                                                 \
    {                                                                                                        \
        CAPTURE(std::string(#object));                                                                       \
        Matrix A, C;                                                                                         \
        std::array<S, 6> x{};                                                                                \
        for (std::size_t k = 0; k < 6; ++k) x[k] = values_of<S>[k % 3] + S(0, static_cast<float>(k) / 2);    \
        OK(GrB_Matrix_new(A.put(), GxB_##S, 3, 3));                                                          \
        OK(GrB_Matrix_new(C.put(), GxB_##S, 3, 3));                                                          \
        OK(Functions<S>::matrix_build(A, rows.data(), columns.data(), x.data(), 6, nullptr));                \
        OK(GrB_mxm(C, nullptr, nullptr, object, A, A, nullptr));                                             \
        /* (0, 1): k = 0 and k = 1. */                                                                       \
        const S first = plain_##mul<S>(x[0], x[1]), second = plain_##mul<S>(x[1], x[2]);                     \
        const S found = at<S>(C, 0, 1);                                                                      \
        const bool any = std::string(#add) == "ANY" && near(found, second);                                  \
        CHECK((any || near(found, plain_##add<S>(first, second))));                                          \
    }
    GB_COMPLEX_SEMIRINGS(MERGUS_SEMIRING)
}

TEST_SUITE_END();
