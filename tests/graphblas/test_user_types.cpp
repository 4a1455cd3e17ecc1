/// \file test_user_types.cpp
/// Types and operators of the user: C functions and C texts.
#include "graphblas_testing.hpp"

#include <array>
#include <cstring>

using namespace mergus::tests;

namespace {

struct Pair {
    double best;
    std::int64_t from;
};

void better(void* z, const void* x, const void* y) {
    Pair a, b;
    std::memcpy(&a, x, sizeof a);
    std::memcpy(&b, y, sizeof b);
    const Pair& chosen = a.best >= b.best ? a : b;
    std::memcpy(z, &chosen, sizeof chosen);
}

void twice_first(void* z, const void* x, const void* y) {
    const double value = 2 * *static_cast<const double*>(x) + *static_cast<const double*>(y);
    std::memcpy(z, &value, sizeof value);
}

void negative(void* z, const void* x) {
    const double value = -*static_cast<const double*>(x);
    std::memcpy(z, &value, sizeof value);
}

void beyond(void* z, const void* x, GrB_Index i, GrB_Index j, const void* y) {
    const bool keep =
        *static_cast<const double*>(x) > static_cast<double>(i + j) + *static_cast<const double*>(y);
    std::memcpy(z, &keep, sizeof keep);
}

} // namespace

TEST_SUITE_BEGIN("graphblas");

TEST_CASE("operators that are C functions") {
    initialise();
    Unary minus;
    IndexUnary select;
    Vector u;
    OK(GrB_UnaryOp_new(minus.put(), &negative, GrB_FP64, GrB_FP64));
    OK(GrB_IndexUnaryOp_new(select.put(), &beyond, GrB_BOOL, GrB_FP64, GrB_FP64));
    OK(GrB_Vector_new(u.put(), GrB_FP64, 4));
    for (GrB_Index i = 0; i < 4; ++i) OK(GrB_Vector_setElement_FP64(u, i == 2 ? 9. : 1., i));
    OK(GrB_Vector_select_FP64(u, nullptr, nullptr, select, u, 0.5, nullptr));
    GrB_Index count = 0;
    OK(GrB_Vector_nvals(&count, u));
    CHECK(count == 2);
    OK(GrB_Vector_apply(u, nullptr, nullptr, minus, u, nullptr));
    double x = 0;
    OK(GrB_Vector_extractElement_FP64(&x, u, 2));
    CHECK(x == -9);
    CHECK(GrB_UnaryOp_new(minus.put(), nullptr, GrB_FP64, GrB_FP64) == GrB_NULL_POINTER);
}

TEST_CASE("a C function combines duplicate entries") {
    initialise();
    Binary op;
    Matrix A;
    OK(GrB_BinaryOp_new(op.put(), &twice_first, GrB_FP64, GrB_FP64, GrB_FP64));
    OK(GrB_Matrix_new(A.put(), GrB_FP64, 3, 3));
    const std::array<GrB_Index, 3> rows{1, 1, 2}, cols{1, 1, 0};
    const std::array<double, 3> values{3, 4, 5};
    OK(GrB_Matrix_build_FP64(A, rows.data(), cols.data(), values.data(), 3, op));
    double x = 0;
    OK(GrB_Matrix_extractElement_FP64(&x, A, 1, 1));
    CHECK(x == 10);
}

TEST_CASE("a user's type: elements, a monoid, products, no casts") {
    initialise();
    Type type;
    Binary op;
    MonoidObject monoid;
    Vector u;
    OK(GrB_Type_new(type.put(), sizeof(Pair)));
    CHECK(GrB_Type_new(type.put(), 0) == GrB_INVALID_VALUE);
    OK(GrB_BinaryOp_new(op.put(), &better, type, type, type));
    const Pair least{-1e300, -1};
    OK(GrB_Monoid_new_UDT(monoid.put(), op, &least));
    CHECK(GrB_Monoid_new_FP64(monoid.put(), op, 1) == GrB_DOMAIN_MISMATCH);
    OK(GrB_Vector_new(u.put(), type, 10));
    for (std::int64_t i = 0; i < 10; ++i) {
        const Pair value{static_cast<double>((i * 7) % 10), i};
        OK(GrB_Vector_setElement_UDT(u, &value, static_cast<GrB_Index>(i)));
    }
    Pair best{};
    OK(GrB_Vector_reduce_UDT(&best, nullptr, monoid, u, nullptr));
    CHECK(best.best == 9);
    CHECK(best.from == 7);
    double x = 0;
    CHECK(GrB_Vector_extractElement_FP64(&x, u, 0) == GrB_DOMAIN_MISMATCH);
    CHECK(GrB_Vector_setElement_FP64(u, 1, 0) == GrB_DOMAIN_MISMATCH);
    Vector w;
    OK(GrB_Vector_new(w.put(), GrB_FP64, 10));
    CHECK(GrB_Vector_setElement_UDT(w, &best, 0) == GrB_DOMAIN_MISMATCH);
    CHECK(GrB_Vector_eWiseAdd_BinaryOp(w, nullptr, nullptr, op, u, u, nullptr) == GrB_DOMAIN_MISMATCH);
}

TEST_CASE("an operator with a C text is the text's, set in either way") {
    initialise();
    Binary both, later;
    Vector u;
    const char* text = "void grb_twice_sum(double *z, const double *x, const double *y) "
                       "{ *z = 2 * (*x + *y); }";
    OK(GxB_BinaryOp_new(both.put(), nullptr, GrB_FP64, GrB_FP64, GrB_FP64, "grb_twice_sum", text));
    OK(GrB_BinaryOp_new(
        later.put(), [](void*, const void*, const void*) {}, GrB_FP64, GrB_FP64, GrB_FP64));
    OK(GrB_BinaryOp_set_String(later, "grb_twice_sum", GxB_JIT_C_NAME));
    OK(GrB_BinaryOp_set_String(later, text, GxB_JIT_C_DEFINITION));
    CHECK(GrB_BinaryOp_set_String(later, text, GxB_JIT_C_DEFINITION) == GrB_ALREADY_SET);
    OK(GrB_Vector_new(u.put(), GrB_FP64, 3));
    OK(GrB_Vector_setElement_FP64(u, 5, 1));
    for (const GrB_BinaryOp op : std::array<GrB_BinaryOp, 2>{both, later}) {
        Vector w;
        OK(GrB_Vector_dup(w.put(), u));
        OK(GrB_Vector_eWiseMult_BinaryOp(w, nullptr, nullptr, op, u, u, nullptr));
        double x = 0;
        OK(GrB_Vector_extractElement_FP64(&x, w, 1));
        CHECK(x == 20);
    }
    CHECK(GxB_BinaryOp_new(both.put(), nullptr, GrB_FP64, GrB_FP64, GrB_FP64, "f", "no C text {") ==
          GrB_INVALID_VALUE);
}

TEST_SUITE_END();
