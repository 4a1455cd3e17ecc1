/// \file test_extension_objects.cpp
/// Every predefined operator, monoid and semiring of extensions.h and extension_semirings.h that is not on
/// positions or complex numbers, compared with plain C++. The lists are tables here, so that the file
/// compiles quickly. A device runs a few of them.
#include "../graphblas_testing.hpp"
#include "plain_extensions.hpp"

#include <mergus_graphblas/mergus_graphblas.hpp>

#include <array>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

using namespace mergus::tests;

namespace {

template <class Handle>
struct Row {
    const char* name;
    Handle* object;
    int code, mul; ///< opcodes; of a semiring the addition and the multiplication
    mergus_type_code type;
};

#define MERGUS_ROW(object, CODE, S) {#object, &object, MERGUS_OP_##CODE, 0, MERGUS_##S},
#define MERGUS_SEMIRING_ROW(object, ADD, MUL, S)                                                             \
    {#object, &object, MERGUS_OP_##ADD, MERGUS_OP_##MUL, MERGUS_##S},
const Row<GrB_UnaryOp> unary_ops[] = {GB_EXTRA_UNARY_OPS(MERGUS_ROW)};
const Row<GrB_BinaryOp> binary_ops[] = {GB_EXTRA_BINARY_OPS(MERGUS_ROW)};
const Row<GrB_Monoid> monoids[] = {GB_EXTRA_MONOIDS(MERGUS_ROW)};
const Row<GrB_Semiring> semirings[] = {GB_EXTRA_SEMIRINGS(MERGUS_SEMIRING_ROW)
                                           GB_MORE_SEMIRINGS(MERGUS_SEMIRING_ROW)};

/// Of a list on a device: every hundredth, each of which needs kernels of its own.
bool runs(std::size_t number) {
    static const bool device = [] {
        std::array<char, 64> name{};
        OK(GrB_Global_get_String(GrB_GLOBAL, name.data(), GxB_MERGUS_BACKEND));
        return std::string_view(name.data()) != "suitesparse";
    }();
    return !device || number % 100 == 0;
}

template <class T>
GrB_Type handle_of() {
#define MERGUS_HANDLE(S, type)                                                                               \
    if constexpr (std::is_same_v<T, type>) return GrB_##S;
    GB_BUILTIN_TYPES(MERGUS_HANDLE)
#undef MERGUS_HANDLE
}

/// Calls check(T{}) for the type of that code.
template <class Check>
void with_type(mergus_type_code code, const Check& check) {
    switch (code) {
#define MERGUS_CASE(S, type)                                                                                 \
    case MERGUS_##S:                                                                                         \
        return check(type{});
        GB_BUILTIN_TYPES(MERGUS_CASE)
#undef MERGUS_CASE
    default:
        FAIL("a type that is not real");
    }
}

template <class T, std::size_t N>
void make_vector(GrB_Vector* w, const std::array<T, N>& values) {
    std::vector<std::uint64_t> indices(N);
    for (std::size_t k = 0; k < N; ++k) indices[k] = k;
    OK(GrB_Vector_new(w, handle_of<T>(), N));
    mergus_graphblas_vector(*w)->build(indices, values.data(), mergus::type_of<T>());
}

template <class T>
T element(GrB_Vector w, std::size_t k) {
    T value{};
    REQUIRE(mergus_graphblas_vector(w)->extract_element(k, &value, mergus::type_of<T>()));
    return value;
}

template <class T>
bool near(T found, T expected) {
    if constexpr (std::is_floating_point_v<T>) {
        if (found != found || expected != expected) return found != found && expected != expected;
        if (std::isinf(expected)) return found == expected;
        return std::abs(found - expected) <=
               16 * std::numeric_limits<T>::epsilon() * std::max(T{1}, std::abs(expected));
    } else {
        return found == expected;
    }
}

// Every type has the values, and their quotients are not by 0.
template <class T>
constexpr std::array<T, 3> left{T(7), T(5), T(3)};
template <class T>
constexpr std::array<T, 3> right{T(2), T(1), T(3)};

template <class T>
void check_unary(const Row<GrB_UnaryOp>& row) {
    std::array<T, 6> x{T(0), T(1), T(2), T(1), T(0), T(3)};
    if constexpr (std::is_floating_point_v<T>)
        x = {T(0.375),
             T(-0.75),
             T(2.5),
             T(-3.5),
             std::numeric_limits<T>::infinity(),
             std::numeric_limits<T>::quiet_NaN()};
    Vector u, w;
    make_vector(u.put(), x);
    OK(GrB_Vector_new(w.put(), handle_of<T>(), x.size()));
    OK(GrB_Vector_apply(w, nullptr, nullptr, *row.object, u, nullptr));
    for (std::size_t k = 0; k < x.size(); ++k) {
        const T a = x[k];
        CAPTURE(a);
        CHECK(near(element<T>(w, k), plain_unary(row.code, a)));
    }
}

template <class T>
void check_binary(const Row<GrB_BinaryOp>& row) {
    Vector u, v, w;
    make_vector(u.put(), left<T>);
    make_vector(v.put(), right<T>);
    OK(GrB_Vector_new(w.put(), handle_of<T>(), 3));
    OK(GrB_Vector_eWiseMult_BinaryOp(w, nullptr, nullptr, *row.object, u, v, nullptr));
    for (std::size_t k = 0; k < 3; ++k) {
        const T a = left<T>[k], b = right<T>[k], z = element<T>(w, k);
        CHECK((near(z, plain_binary(row.code, a, b)) || (row.code == MERGUS_OP_ANY && z == b)));
    }
}

template <class T>
void check_monoid(const Row<GrB_Monoid>& row) {
    Vector u, w;
    make_vector(u.put(), left<T>);
    ScalarObject s;
    OK(GrB_Scalar_new(s.put(), handle_of<T>()));
    OK(GrB_Vector_reduce_Monoid_Scalar(s, nullptr, *row.object, u, nullptr));
    T sum = left<T>[0];
    for (std::size_t k = 1; k < 3; ++k) sum = plain_binary(row.code, sum, left<T>[k]);
    OK(GrB_Vector_new(w.put(), handle_of<T>(), 1));
    OK(GrB_Vector_setElement_Scalar(w, s, 0));
    const T z = element<T>(w, 0);
    CHECK((z == sum || (row.code == MERGUS_OP_ANY && (z == left<T>[1] || z == left<T>[2]))));
}

/// A row times a vector: the products of `left` and `right`, added up.
template <class T, class Z>
void check_product(const Row<GrB_Semiring>& row) {
    Matrix A;
    Vector u, w;
    make_vector(u.put(), right<T>);
    OK(GrB_Vector_new(w.put(), handle_of<Z>(), 1));
    OK(GrB_Matrix_new(A.put(), handle_of<T>(), 1, 3));
    mergus_graphblas_matrix(A)->build(std::vector<std::uint64_t>{0, 0, 0},
                                      std::vector<std::uint64_t>{0, 1, 2}, left<T>.data(),
                                      mergus::type_of<T>());
    OK(GrB_mxv(w, nullptr, nullptr, *row.object, A, u, nullptr));
    std::array<Z, 3> products{};
    for (std::size_t k = 0; k < 3; ++k)
        products[k] = static_cast<Z>(plain_binary<T>(row.mul, left<T>[k], right<T>[k]));
    const Z z = element<Z>(w, 0);
    if (row.code == MERGUS_OP_ANY) {
        CHECK((near(z, products[0]) || near(z, products[1]) || near(z, products[2])));
        return;
    }
    Z sum = products[0];
    for (std::size_t k = 1; k < 3; ++k) sum = plain_binary<Z>(row.code, sum, products[k]);
    CHECK(near(z, sum));
}

/// f(x, y) in the type of x.
template <class T, class Y>
T binary(GrB_BinaryOp op, T x, Y y) {
    Vector u, v, w;
    make_vector(u.put(), std::array<T, 1>{x});
    make_vector(v.put(), std::array<Y, 1>{y});
    OK(GrB_Vector_new(w.put(), handle_of<T>(), 1));
    OK(GrB_Vector_eWiseMult_BinaryOp(w, nullptr, nullptr, op, u, v, nullptr));
    return element<T>(w, 0);
}

template <class T>
void check_shifts(GrB_BinaryOp op) {
    constexpr int bits = 8 * static_cast<int>(sizeof(T));
    constexpr bool has_sign = std::is_signed_v<T>;
    const T all = static_cast<T>(~T{0});
    CHECK(binary(op, T(5), std::int8_t{2}) == T(20));
    CHECK(binary(op, T(5), std::int8_t{-1}) == T(2));
    CHECK(binary(op, T(5), std::int8_t{0}) == T(5));
    CHECK(binary(op, all, static_cast<std::int8_t>(bits)) == T(0));
    CHECK(binary(op, all, static_cast<std::int8_t>(-bits)) == (has_sign ? all : T(0)));
    CHECK(binary(op, all, std::int8_t{-128}) == (has_sign ? all : T(0)));
    CHECK(binary(op, all, static_cast<std::int8_t>(1 - bits)) == (has_sign ? all : T(1)));
}

} // namespace

TEST_SUITE_BEGIN("graphblas-predefined");

TEST_CASE("unary and binary operators of SuiteSparse:GraphBLAS") {
    initialise();
    std::size_t number = 0;
    for (const auto& row : unary_ops) {
        if (!runs(number++)) continue;
        CAPTURE(row.name);
        with_type(row.type, [&]<class T>(T) { check_unary<T>(row); });
    }
    for (const auto& row : binary_ops) {
        if (!runs(number++)) continue;
        CAPTURE(row.name);
        with_type(row.type, [&]<class T>(T) { check_binary<T>(row); });
    }
}

TEST_CASE("monoids and semirings of SuiteSparse:GraphBLAS") {
    initialise();
    std::size_t number = 0;
    for (const auto& row : monoids) {
        if (!runs(number++)) continue;
        CAPTURE(row.name);
        with_type(row.type, [&]<class T>(T) { check_monoid<T>(row); });
    }
    for (const auto& row : semirings) {
        // Those on positions: ../test_operations.cpp.
        const bool positions = row.mul >= MERGUS_OP_FIRSTI && row.mul <= MERGUS_OP_SECONDJ1;
        if (positions || !runs(number++)) continue;
        CAPTURE(row.name);
        with_type(row.type, [&]<class T>(T) {
            if (compares(row.mul))
                check_product<T, bool>(row);
            else
                check_product<T, T>(row);
        });
    }
    CHECK(std::size(semirings) == 1186 + 190);
}

TEST_CASE("operators that have a definition of their own") {
    initialise();
    const auto unary = [](GrB_UnaryOp op, double x) {
        Vector u, w;
        make_vector(u.put(), std::array<double, 1>{x});
        OK(GrB_Vector_new(w.put(), GrB_FP64, 1));
        OK(GrB_Vector_apply(w, nullptr, nullptr, op, u, nullptr));
        return element<double>(w, 0);
    };
    for (const double x : {0.0, 1.0, -6.5, 1e300, 5e-324}) {
        int exponent = 0;
        CHECK(unary(GxB_FREXPX_FP64, x) == std::frexp(x, &exponent));
        CHECK(unary(GxB_FREXPE_FP64, x) == exponent);
        CHECK(binary(GxB_LDEXP_FP64, x, 3.0) == std::ldexp(x, 3));
        CHECK(binary(GxB_LDEXP_FP64, x, -1e9) == 0);
    }
    CHECK(unary(GxB_FREXPX_FP32, 12) == 0.75);
    CHECK(unary(GxB_FREXPE_FP32, 12) == 4);
    CHECK(binary(GxB_LDEXP_FP32, 3.0F, 2.0F) == 12);
    check_shifts<std::int32_t>(GxB_BSHIFT_INT32);
#define MERGUS_SHIFTS(S, type) check_shifts<type>(GxB_BSHIFT_##S);
    if (runs(1)) {
        GB_INTEGER_TYPES(MERGUS_SHIFTS)
    }
#undef MERGUS_SHIFTS
    Vector u, v, w;
    make_vector(u.put(), std::array<double, 1>{2});
    make_vector(v.put(), std::array<double, 1>{-3});
    OK(GrB_Vector_new(w.put(), GxB_FC64, 1));
    OK(GrB_Vector_eWiseMult_BinaryOp(w, nullptr, nullptr, GxB_CMPLX_FP64, u, v, nullptr));
    GxB_FC64_t z;
    OK(GxB_Vector_extractElement_FC64(&z, w, 0));
    CHECK(z == GxB_CMPLX(2, -3));
}

TEST_CASE("unary operators on positions") {
    initialise();
    Matrix A, C;
    OK(GrB_Matrix_new(A.put(), GrB_FP32, 4, 5));
    OK(GrB_Matrix_new(C.put(), GrB_INT64, 4, 5));
    OK(GrB_Matrix_setElement_FP32(A, 1, 2, 3));
    const auto at = [&](GrB_UnaryOp op, GrB_Index i, GrB_Index j) {
        std::int64_t x = -1;
        OK(GrB_Matrix_apply(C, nullptr, nullptr, op, A, nullptr));
        OK(GrB_Matrix_extractElement_INT64(&x, C, i, j));
        return x;
    };
    CHECK(at(GxB_POSITIONI_INT64, 2, 3) == 2);
    CHECK(at(GxB_POSITIONI1_INT64, 2, 3) == 3);
    CHECK(at(GxB_POSITIONJ_INT32, 2, 3) == 3);
    CHECK(at(GxB_POSITIONJ1_INT32, 2, 3) == 4);
    Vector u, w;
    OK(GrB_Vector_new(u.put(), GrB_BOOL, 9));
    OK(GrB_Vector_new(w.put(), GrB_INT64, 9));
    OK(GrB_Vector_setElement_BOOL(u, true, 7));
    OK(GrB_Vector_apply(w, nullptr, nullptr, GxB_POSITIONI1_INT64, u, nullptr));
    CHECK(element<std::int64_t>(w, 7) == 8);
    OK(GrB_Vector_apply(w, nullptr, nullptr, GxB_POSITIONJ_INT64, u, nullptr));
    CHECK(element<std::int64_t>(w, 7) == 0);
}

TEST_SUITE_END();
