/// \file fixture.hpp
/// The objects that the calls of every_call.hpp use: of one type of values, 3 × 3 matrices and vectors of 3
/// elements.
#pragma once

#include "../graphblas_testing.hpp"

#include <array>
#include <cstdint>
#include <cstring>

namespace mergus::tests {

/// Lists of indices, and the offsets of rows with one entry each.
inline const std::array<GrB_Index, 3> three{0, 1, 2};
inline const std::array<GrB_Index, 4> pointers{0, 1, 2, 3};

/// A user's type.
struct Pair {
    double a = 1;
    std::int64_t b = 1;
    friend bool operator==(const Pair&, const Pair&) = default;
};

inline Pair read_pair(const void* x) {
    Pair pair;
    std::memcpy(&pair, x, sizeof pair);
    return pair;
}
inline void negate_pair(void* z, const void* x) {
    const Pair p = read_pair(x), result{-p.a, -p.b};
    std::memcpy(z, &result, sizeof result);
}
inline void add_pairs(void* z, const void* x, const void* y) {
    const Pair p = read_pair(x), q = read_pair(y), result{p.a + q.a, p.b + q.b};
    std::memcpy(z, &result, sizeof result);
}
inline void greater_pair(void* z, const void* x, GrB_Index, GrB_Index, const void* y) {
    const bool result = read_pair(x).a > read_pair(y).a;
    std::memcpy(z, &result, sizeof result);
}

/// The user's type and its operators, once in the process.
struct PairAlgebra {
    GrB_Type type = nullptr;
    GrB_UnaryOp unary = nullptr;
    GrB_BinaryOp op = nullptr;
    GrB_IndexUnaryOp index = nullptr;
    GrB_Monoid monoid = nullptr;
    GrB_Semiring semiring = nullptr;

    PairAlgebra() {
        const Pair zero{0, 0};
        OK(GrB_Type_new(&type, sizeof(Pair)));
        OK(GrB_UnaryOp_new(&unary, &negate_pair, type, type));
        OK(GrB_BinaryOp_new(&op, &add_pairs, type, type, type));
        OK(GrB_IndexUnaryOp_new(&index, &greater_pair, GrB_BOOL, type, type));
        OK(GrB_Monoid_new_UDT(&monoid, op, &zero));
        OK(GrB_Semiring_new(&semiring, monoid, op));
    }
    static const PairAlgebra& get() {
        static const PairAlgebra made;
        return made;
    }
};

/// Operators on V, the C type of a value; const void* stands for Pair, GrB_Scalar for scalars of double.
template <class V>
struct OperatorsOf;

#define MERGUS_OPERATORS_OF(F, P, S, V, E)                                                                   \
    template <>                                                                                              \
    struct OperatorsOf<V> {                                                                                  \
        static GrB_Type type() { return GrB_##S; }                                                           \
        static GrB_UnaryOp unary() { return GrB_IDENTITY_##S; }                                              \
        static GrB_BinaryOp op() { return GrB_PLUS_##S; }                                                    \
        static GrB_BinaryOp times() { return GrB_TIMES_##S; }                                                \
        static GrB_IndexUnaryOp index() { return GrB_VALUEGT_##S; }                                          \
        static GrB_Info monoid(GrB_Monoid* made) { return GrB_Monoid_new_##S(made, op(), V{}); }             \
        static V value() { return V{1}; }                                                                    \
    };
GB_FOR_BUILTIN(MERGUS_OPERATORS_OF, )
#undef MERGUS_OPERATORS_OF
template <>
struct OperatorsOf<const void*> {
    static GrB_Type type() { return PairAlgebra::get().type; }
    static GrB_UnaryOp unary() { return PairAlgebra::get().unary; }
    static GrB_BinaryOp op() { return PairAlgebra::get().op; }
    static GrB_BinaryOp times() { return op(); }
    static GrB_IndexUnaryOp index() { return PairAlgebra::get().index; }
    static GrB_Info monoid(GrB_Monoid* made) {
        static const Pair zero{0, 0};
        return GrB_Monoid_new_UDT(made, op(), &zero);
    }
    static const void* value() {
        static const Pair one;
        return &one;
    }
};

#define MERGUS_SET_ELEMENT(F, P, S, V, E)                                                                    \
    inline GrB_Info set_element(GrB_Matrix C, V x, GrB_Index i, GrB_Index j) {                               \
        return P##_Matrix_setElement_##S(C, x, i, j);                                                        \
    }                                                                                                        \
    inline GrB_Info set_element(GrB_Vector w, V x, GrB_Index i) {                                            \
        return P##_Vector_setElement_##S(w, x, i);                                                           \
    }                                                                                                        \
    inline GrB_Info set_element(GrB_Scalar s, V x) {                                                         \
        return P##_Scalar_setElement_##S(s, x);                                                              \
    }
GB_FOR_VALUES(MERGUS_SET_ELEMENT, )
GB_FOR_COMPLEX(MERGUS_SET_ELEMENT, )
#undef MERGUS_SET_ELEMENT

/// Objects of one type. A, u and s have values; C, w, C9 (9 × 9) and the blank ones have none.
struct Fixture {
    bool user;
    GrB_Type type;
    GrB_UnaryOp unary;
    GrB_BinaryOp op;
    GrB_IndexUnaryOp index;
    MonoidObject monoid;
    SemiringObject semiring;
    Matrix A, C, C9, blank;
    Vector u, w, blank_w;
    ScalarObject s;
    alignas(16) std::array<unsigned char, 256> values{}; ///< room for the values of arrays

    template <class V>
    explicit Fixture(V value)
        : user(std::is_same_v<V, const void*>), type(OperatorsOf<V>::type()), unary(OperatorsOf<V>::unary()),
          op(OperatorsOf<V>::op()), index(OperatorsOf<V>::index()) {
        OK(OperatorsOf<V>::monoid(monoid.put()));
        OK(GrB_Semiring_new(semiring.put(), monoid, OperatorsOf<V>::times()));
        for (Matrix* matrix : {&A, &C, &blank}) OK(GrB_Matrix_new(matrix->put(), type, 3, 3));
        OK(GrB_Matrix_new(C9.put(), type, 9, 9));
        for (Vector* vector : {&u, &w, &blank_w}) OK(GrB_Vector_new(vector->put(), type, 3));
        OK(GrB_Scalar_new(s.put(), type));
        OK(set_element(A, value, 0, 0));
        OK(set_element(A, value, 1, 2));
        OK(set_element(u, value, 0));
        OK(set_element(u, value, 2));
        OK(set_element(s, value));
        OK(GrB_Matrix_wait(A, GrB_MATERIALIZE));
        OK(GrB_Vector_wait(u, GrB_MATERIALIZE));
    }
};

} // namespace mergus::tests
