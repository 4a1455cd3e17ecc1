/// \file test_types.cpp
/// The functions on every type: values go in and come out, in the right order of operands. The expected
/// results are those of plain C++. More of complex numbers: ../test_complex.cpp.
#include "fixture.hpp"

#include <limits>

using namespace mergus::tests;

namespace mergus::tests {

#define MERGUS_COMPLEX_OPERATORS(F, P, S, V, E)                                                              \
    template <>                                                                                              \
    struct OperatorsOf<V> {                                                                                  \
        static GrB_Type type() { return P##_##S; }                                                           \
        static GrB_BinaryOp op() { return P##_PLUS_##S; }                                                    \
        static GrB_IndexUnaryOp index() { return P##_VALUENE_##S; }                                          \
    };
GB_FOR_COMPLEX(MERGUS_COMPLEX_OPERATORS, )
#undef MERGUS_COMPLEX_OPERATORS

} // namespace mergus::tests

namespace {

template <class T>
concept Complex = requires(T x) {
    x.imag();
};

/// The value number k of a type.
template <class T>
T value_of(int k) {
    if constexpr (std::is_same_v<T, bool>)
        return k % 2 == 0;
    else if constexpr (std::is_same_v<T, Pair>)
        return {static_cast<double>(3 * k + 1), k};
    else if constexpr (Complex<T>)
        return {static_cast<typename T::value_type>(3 * k + 1), static_cast<typename T::value_type>(-k)};
    else
        return static_cast<T>(3 * k + 1);
}

template <class T>
T minus(T x, T y) {
    if constexpr (std::is_same_v<T, Pair>)
        return {x.a - y.a, x.b - y.b};
    else if constexpr (std::is_same_v<T, bool>)
        return x != y;
    else
        return static_cast<T>(x - y);
}
template <class T>
T plus(T x, T y) {
    if constexpr (std::is_same_v<T, Pair>)
        return {x.a + y.a, x.b + y.b};
    else if constexpr (std::is_same_v<T, bool>)
        return x || y;
    else
        return static_cast<T>(x + y);
}
/// Whether a value is kept by OperatorsOf<T>::index().
template <class T>
bool is_kept(T x, T y) {
    if constexpr (std::is_same_v<T, Pair>)
        return x.a > y.a;
    else if constexpr (Complex<T>)
        return x != y;
    else
        return x > y;
}

void subtract_pairs(void* z, const void* x, const void* y) {
    const Pair result = minus(read_pair(x), read_pair(y));
    std::memcpy(z, &result, sizeof result);
}
GrB_BinaryOp pair_minus() {
    static GrB_BinaryOp op = nullptr;
    if (op == nullptr)
        OK(GrB_BinaryOp_new(&op, &subtract_pairs, OperatorsOf<const void*>::type(),
                            OperatorsOf<const void*>::type(), OperatorsOf<const void*>::type()));
    return op;
}

/// The values of a vector of three elements, read one by one.
#define MERGUS_ELEMENTS(F, P, S, V, E)                                                                       \
    GrB_Info element(E* x, GrB_Vector u, GrB_Index i) {                                                      \
        return P##_Vector_extractElement_##S(x, u, i);                                                       \
    }                                                                                                        \
    GrB_Info element(E* x, GrB_Matrix A, GrB_Index i, GrB_Index j) {                                         \
        return P##_Matrix_extractElement_##S(x, A, i, j);                                                    \
    }
GB_FOR_VALUES(MERGUS_ELEMENTS, )
GB_FOR_COMPLEX(MERGUS_ELEMENTS, )
#undef MERGUS_ELEMENTS

template <class T>
bool is(GrB_Vector u, GrB_Index i, T expected) {
    T x{};
    return element(&x, u, i) == GrB_SUCCESS && x == expected;
}
template <class T>
bool is(GrB_Matrix A, GrB_Index i, GrB_Index j, T expected) {
    T x{};
    return element(&x, A, i, j) == GrB_SUCCESS && x == expected;
}
/// A value as an argument: as it is, behind a pointer, or in a GrB_Scalar.
template <class V, class T>
struct Argument {
    explicit Argument(T x) : value(x) {
        if constexpr (std::is_same_v<V, GrB_Scalar>) {
            OK(GrB_Scalar_new(scalar.put(), GrB_FP64));
            OK(GrB_Scalar_setElement_FP64(scalar, x));
        }
    }
    operator V() const { // NOLINT(google-explicit-constructor): it is the argument
        if constexpr (std::is_same_v<V, GrB_Scalar>)
            return scalar;
        else if constexpr (std::is_same_v<V, const void*>)
            return &value;
        else
            return value;
    }
    T value;
    ScalarObject scalar;
};

/// The values of users' types are Pair, and those of GrB_Scalar double.
template <class V>
using ValueOf = std::conditional_t<std::is_same_v<V, const void*>, Pair,
                                   std::conditional_t<std::is_same_v<V, GrB_Scalar>, double, V>>;
template <class V>
using PlainOf = std::conditional_t<std::is_same_v<V, GrB_Scalar>, double, V>;

template <class V>
GrB_BinaryOp minus_op();
/// An operator, and its identity on T.
template <class V>
GrB_BinaryOp least_op();
template <class T>
T greatest() {
    if constexpr (std::is_same_v<T, Pair> || Complex<T>)
        return {0, 0};
    else
        return std::numeric_limits<T>::has_infinity ? std::numeric_limits<T>::infinity()
                                                    : std::numeric_limits<T>::max();
}
#define MERGUS_MINUS(F, P, S, V, E)                                                                          \
    template <>                                                                                              \
    GrB_BinaryOp minus_op<V>() {                                                                             \
        return GrB_MINUS_##S;                                                                                \
    }                                                                                                        \
    template <>                                                                                              \
    GrB_BinaryOp least_op<V>() {                                                                             \
        return GrB_MIN_##S;                                                                                  \
    }
GB_FOR_BUILTIN(MERGUS_MINUS, )
#undef MERGUS_MINUS
#define MERGUS_MINUS(F, P, S, V, E)                                                                          \
    template <>                                                                                              \
    GrB_BinaryOp minus_op<V>() {                                                                             \
        return P##_MINUS_##S;                                                                                \
    }                                                                                                        \
    template <>                                                                                              \
    GrB_BinaryOp least_op<V>() {                                                                             \
        return P##_PLUS_##S;                                                                                 \
    }
GB_FOR_COMPLEX(MERGUS_MINUS, )
#undef MERGUS_MINUS
template <>
GrB_BinaryOp minus_op<const void*>() {
    return pair_minus();
}
template <>
GrB_BinaryOp least_op<const void*>() {
    return OperatorsOf<const void*>::op();
}
template <>
GrB_BinaryOp minus_op<GrB_Scalar>() {
    return GrB_MINUS_FP64;
}

/// A vector and a matrix with the values 0, 1, 2 at 0, 1, 2 and at (0, 1), (1, 0), (2, 2), and empty outputs.
template <class T, class V>
struct Filled {
    GrB_Type type = OperatorsOf<PlainOf<V>>::type();
    Vector u, w, truth;
    Matrix A, C, truth_matrix;
    static constexpr GrB_Index rows[3] = {0, 1, 2}, cols[3] = {1, 0, 2};

    Filled() {
        for (Vector* vector : {&u, &w}) OK(GrB_Vector_new(vector->put(), type, 3));
        for (Matrix* matrix : {&A, &C}) OK(GrB_Matrix_new(matrix->put(), type, 3, 3));
        OK(GrB_Vector_new(truth.put(), GrB_BOOL, 3));
        OK(GrB_Matrix_new(truth_matrix.put(), GrB_BOOL, 3, 3));
        for (int k = 0; k < 3; ++k) {
            const Argument<PlainOf<V>, T> x(value_of<T>(k));
            OK(set_element(u, static_cast<PlainOf<V>>(x), rows[k]));
            OK(set_element(A, static_cast<PlainOf<V>>(x), rows[k], cols[k]));
        }
    }
};

#define MERGUS_VALUE_TEST(F, P, S, V, E)                                                                     \
    TEST_CASE("values of type " #S ": set, assign, apply, select") {                                         \
        initialise();                                                                                        \
        using T = ValueOf<V>;                                                                                \
        const Filled<T, V> f;                                                                                \
        const GrB_BinaryOp op = minus_op<V>();                                                               \
        const GrB_IndexUnaryOp index = OperatorsOf<PlainOf<V>>::index();                                     \
        const T y = value_of<T>(1);                                                                          \
        const Argument<V, T> x(y);                                                                           \
        const GrB_Index list[2] = {0, 2};                                                                    \
        OK(P##_Vector_setElement_##S(f.w, x, 1));                                                            \
        CHECK(is<T>(f.w, 1, y));                                                                             \
        OK(P##_Vector_assign_##S(f.w, nullptr, nullptr, x, list, 2, GrB_DESC_R));                            \
        CHECK((is<T>(f.w, 0, y) && is<T>(f.w, 1, y) && is<T>(f.w, 2, y)));                                   \
        OK(P##_Matrix_setElement_##S(f.C, x, 2, 1));                                                         \
        CHECK(is<T>(f.C, 2, 1, y));                                                                          \
        OK(P##_Matrix_assign_##S(f.C, nullptr, nullptr, x, list, 2, list, 1, nullptr));                      \
        CHECK((is<T>(f.C, 0, 0, y) && is<T>(f.C, 2, 0, y) && is<T>(f.C, 2, 1, y)));                          \
        const auto check = [&](const auto& expected) {                                                       \
            for (int k = 0; k < 3; ++k) CHECK(is<T>(f.w, f.rows[k], expected(value_of<T>(k))));              \
        };                                                                                                   \
        const auto check_matrix = [&](const auto& expected) {                                                \
            for (int k = 0; k < 3; ++k) CHECK(is<T>(f.C, f.rows[k], f.cols[k], expected(value_of<T>(k))));   \
        };                                                                                                   \
        const auto first = [&](T v) { return minus<T>(y, v); };                                              \
        const auto second = [&](T v) { return minus<T>(v, y); };                                             \
        OK(P##_Vector_apply_BinaryOp1st_##S(f.w, nullptr, nullptr, op, x, f.u, nullptr));                    \
        check(first);                                                                                        \
        OK(P##_Vector_apply_BinaryOp2nd_##S(f.w, nullptr, nullptr, op, f.u, x, nullptr));                    \
        check(second);                                                                                       \
        OK(P##_Matrix_apply_BinaryOp1st_##S(f.C, nullptr, nullptr, op, x, f.A, nullptr));                    \
        check_matrix(first);                                                                                 \
        OK(P##_Matrix_apply_BinaryOp2nd_##S(f.C, nullptr, nullptr, op, f.A, x, nullptr));                    \
        check_matrix(second);                                                                                \
        OK(P##_Vector_apply_IndexOp_##S(f.truth, nullptr, nullptr, index, f.u, x, nullptr));                 \
        OK(P##_Matrix_apply_IndexOp_##S(f.truth_matrix, nullptr, nullptr, index, f.A, x, nullptr));          \
        OK(P##_Vector_select_##S(f.w, nullptr, nullptr, index, f.u, x, nullptr));                            \
        OK(P##_Matrix_select_##S(f.C, nullptr, nullptr, index, f.A, x, nullptr));                            \
        GrB_Index count = 0, kept = 0, kept_matrix = 0;                                                      \
        for (int k = 0; k < 3; ++k) {                                                                        \
            const bool keep = is_kept<T>(value_of<T>(k), y);                                                 \
            CHECK(is<bool>(f.truth, f.rows[k], keep));                                                       \
            CHECK(is<bool>(f.truth_matrix, f.rows[k], f.cols[k], keep));                                     \
            if (!keep) continue;                                                                             \
            ++count;                                                                                         \
            CHECK(is<T>(f.w, f.rows[k], value_of<T>(k)));                                                    \
            CHECK(is<T>(f.C, f.rows[k], f.cols[k], value_of<T>(k)));                                         \
        }                                                                                                    \
        OK(GrB_Vector_nvals(&kept, f.w));                                                                    \
        OK(GrB_Matrix_nvals(&kept_matrix, f.C));                                                             \
        CHECK(kept == count);                                                                                \
        CHECK(kept_matrix == count);                                                                         \
    }

#define MERGUS_ARRAY_TEST(F, P, S, V, E)                                                                     \
    TEST_CASE("arrays of type " #S ": build, extract, reduce, import, export") {                             \
        initialise();                                                                                        \
        using T = ValueOf<V>;                                                                                \
        const Filled<T, V> f;                                                                                \
        const GrB_BinaryOp op = OperatorsOf<V>::op();                                                        \
        const T values[3] = {value_of<T>(2), value_of<T>(0), value_of<T>(1)};                                \
        const GrB_Index rows[3] = {2, 0, 2}, cols[3] = {1, 2, 1};                                            \
        T x{}, read[3];                                                                                      \
        GrB_Index read_rows[3], read_cols[3], count = 3;                                                     \
        /* two values meet, and the sum has them */                                                          \
        OK(P##_Vector_build_##S(f.w, rows, values, 3, op));                                                  \
        OK(P##_Vector_extractElement_##S(&x, f.w, 2));                                                       \
        CHECK(x == plus<T>(values[0], values[2]));                                                           \
        CHECK(P##_Vector_extractElement_##S(&x, f.w, 1) == GrB_NO_VALUE);                                    \
        OK(P##_Vector_extractTuples_##S(read_rows, read, &count, f.w));                                      \
        CHECK(count == 2);                                                                                   \
        CHECK((read_rows[0] == 0 && read[0] == values[1]));                                                  \
        CHECK((read_rows[1] == 2 && read[1] == plus<T>(values[0], values[2])));                              \
        OK(P##_Matrix_build_##S(f.C, rows, cols, values, 3, op));                                            \
        OK(P##_Matrix_extractElement_##S(&x, f.C, 2, 1));                                                    \
        CHECK(x == plus<T>(values[0], values[2]));                                                           \
        CHECK(P##_Matrix_extractElement_##S(&x, f.C, 1, 1) == GrB_NO_VALUE);                                 \
        count = 3;                                                                                           \
        OK(P##_Matrix_extractTuples_##S(read_rows, read_cols, read, &count, f.C));                           \
        CHECK(count == 2);                                                                                   \
        CHECK((read_rows[0] == 0 && read_cols[0] == 2 && read[0] == values[1]));                             \
        CHECK((read_rows[1] == 2 && read_cols[1] == 1 && read[1] == plus<T>(values[0], values[2])));         \
        /* the identity is the value of nothing */                                                           \
        MonoidObject monoid, least;                                                                          \
        const Argument<V, T> identity(greatest<T>()), zero(T(minus<T>(values[0], values[0])));               \
        OK(P##_Monoid_new_##S(monoid.put(), op, zero));                                                      \
        OK(P##_Monoid_new_##S(least.put(), least_op<V>(), identity));                                        \
        Vector none;                                                                                         \
        Matrix nothing;                                                                                      \
        OK(GrB_Vector_new(none.put(), f.type, 3));                                                           \
        OK(GrB_Matrix_new(nothing.put(), f.type, 3, 3));                                                     \
        OK(P##_Vector_reduce_##S(&x, nullptr, least, none, nullptr));                                        \
        CHECK(x == greatest<T>());                                                                           \
        OK(P##_Matrix_reduce_##S(&x, nullptr, least, nothing, nullptr));                                     \
        CHECK(x == greatest<T>());                                                                           \
        const T sum = plus<T>(plus<T>(value_of<T>(0), value_of<T>(1)), value_of<T>(2));                      \
        OK(P##_Vector_reduce_##S(&x, nullptr, monoid, f.u, nullptr));                                        \
        CHECK(x == sum);                                                                                     \
        OK(P##_Matrix_reduce_##S(&x, op, monoid, f.A, nullptr));                                             \
        CHECK(x == plus<T>(sum, sum));                                                                       \
        ScalarObject s;                                                                                      \
        OK(GrB_Scalar_new(s.put(), f.type));                                                                 \
        CHECK(P##_Scalar_extractElement_##S(&x, s) == GrB_NO_VALUE);                                         \
        OK(P##_Scalar_setElement_##S(s, identity));                                                          \
        OK(P##_Scalar_extractElement_##S(&x, s));                                                            \
        CHECK(x == greatest<T>());                                                                           \
        /* rows in, columns out */                                                                           \
        const GrB_Index indptr[4] = {0, 1, 1, 3}, indices[3] = {2, 0, 1};                                    \
        GrB_Index read_indptr[4], n_indptr = 4, n_indices = 3, n_values = 3;                                 \
        Matrix B;                                                                                            \
        OK(P##_Matrix_import_##S(B.put(), f.type, 3, 3, indptr, indices, values, 4, 3, 3, GrB_CSR_FORMAT));  \
        OK(P##_Matrix_export_##S(read_indptr, read_cols, read, &n_indptr, &n_indices, &n_values,             \
                                 GrB_CSC_FORMAT, B));                                                        \
        CHECK((read_indptr[0] == 0 && read_indptr[1] == 1 && read_indptr[2] == 2 && read_indptr[3] == 3));   \
        CHECK((read_cols[0] == 2 && read_cols[1] == 2 && read_cols[2] == 0));                                \
        CHECK((read[0] == values[1] && read[1] == values[2] && read[2] == values[0]));                       \
    }

} // namespace

TEST_SUITE_BEGIN("graphblas-types");

GB_FOR_SCALARS(MERGUS_VALUE_TEST, )
GB_FOR_COMPLEX(MERGUS_VALUE_TEST, )
GB_FOR_VALUES(MERGUS_ARRAY_TEST, )
GB_FOR_COMPLEX(MERGUS_ARRAY_TEST, )

TEST_SUITE_END();
