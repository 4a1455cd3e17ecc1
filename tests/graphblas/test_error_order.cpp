/// \file test_error_order.cpp
/// Handles and pointers of all arguments are checked before any domain: an operator on positions, and a value
/// of a user's type, are refused after them (the order of docs/C-API.md).
#include "contents.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <string>

using namespace mergus::tests;

namespace {

/// The last arguments of the calls below.
struct Last {
    GrB_Matrix A;
    GrB_Vector u;
    GrB_Descriptor flags;
};

/// A call whose operator or value is of a wrong domain.
struct Call {
    std::string name;
    std::function<GrB_Info(const Last&)> run;
    bool has_flags = true;
};

/// Handles of objects that were freed.
Last freed_objects() {
    Last made{nullptr, nullptr, nullptr};
    OK(GrB_Matrix_new(&made.A, GrB_INT64, 3, 3));
    OK(GrB_Vector_new(&made.u, GrB_INT64, 3));
    OK(GrB_Descriptor_new(&made.flags));
    const Last freed = made;
    OK(GrB_Matrix_free(&made.A));
    OK(GrB_Vector_free(&made.u));
    OK(GrB_Descriptor_free(&made.flags));
    return freed;
}

void check_calls(const std::vector<Call>& calls, const Last& good) {
    const Last freed = freed_objects();
    for (const Call& call : calls) {
        CAPTURE(call.name);
        CHECK(call.run(good) == GrB_DOMAIN_MISMATCH);
        CHECK(call.run({freed.A, freed.u, nullptr}) == GrB_UNINITIALIZED_OBJECT);
        CHECK(call.run({nullptr, nullptr, nullptr}) == GrB_UNINITIALIZED_OBJECT);
        if (call.has_flags) CHECK(call.run({good.A, good.u, freed.flags}) == GrB_UNINITIALIZED_OBJECT);
    }
}

} // namespace

TEST_SUITE_BEGIN("graphblas");

TEST_CASE("operators on positions are refused after all handles are checked") {
    initialise();
    Matrix A, C, K;
    Vector u, w;
    ScalarObject s;
    put_content(A.put(), 3, {{{0, 1}, 2}, {{2, 0}, 4}}, GrB_INT64);
    put_content(u.put(), 3, {{{0, 0}, 1}, {{1, 0}, 1}}, GrB_INT64);
    OK(GrB_Matrix_new(C.put(), GrB_INT64, 3, 3));
    OK(GrB_Matrix_new(K.put(), GrB_INT64, 9, 9));
    OK(GrB_Vector_new(w.put(), GrB_INT64, 3));
    OK(GrB_Scalar_new(s.put(), GrB_INT64));
    OK(GrB_Scalar_setElement_INT64(s, 5));
    const GrB_BinaryOp op = GxB_FIRSTI_INT64, plus = GrB_PLUS_INT64;
    const GrB_Monoid sum = GrB_PLUS_MONOID_INT64;
    const GrB_Semiring ring = GrB_PLUS_TIMES_SEMIRING_INT64;
    const GrB_UnaryOp negate = GrB_AINV_INT64;
    const GrB_Index first = 0;
    std::int64_t x = 6;

    const std::vector<Call> accumulators{
        {"mxm", [&](auto& l) { return GrB_mxm(C, nullptr, op, ring, A, l.A, l.flags); }},
        {"mxv", [&](auto& l) { return GrB_mxv(w, nullptr, op, ring, A, l.u, l.flags); }},
        {"vxm", [&](auto& l) { return GrB_vxm(w, nullptr, op, ring, u, l.A, l.flags); }},
        {"transpose", [&](auto& l) { return GrB_transpose(C, nullptr, op, l.A, l.flags); }},
        {"kronecker",
         [&](auto& l) { return GrB_Matrix_kronecker_BinaryOp(K, nullptr, op, plus, A, l.A, l.flags); }},
        {"eWiseAdd",
         [&](auto& l) { return GrB_Matrix_eWiseAdd_BinaryOp(C, nullptr, op, plus, A, l.A, l.flags); }},
        {"eWiseMult",
         [&](auto& l) { return GrB_Vector_eWiseMult_BinaryOp(w, nullptr, op, plus, u, l.u, l.flags); }},
        {"eWiseUnion",
         [&](auto& l) { return GxB_Matrix_eWiseUnion(C, nullptr, op, plus, A, s, l.A, s, l.flags); }},
        {"apply of a vector",
         [&](auto& l) { return GrB_Vector_apply(w, nullptr, op, negate, l.u, l.flags); }},
        {"apply of a matrix",
         [&](auto& l) { return GrB_Matrix_apply(C, nullptr, op, negate, l.A, l.flags); }},
        {"extract of a vector",
         [&](auto& l) { return GrB_Vector_extract(w, nullptr, op, l.u, GrB_ALL, 3, l.flags); }},
        {"extract of a matrix",
         [&](auto& l) { return GrB_Matrix_extract(C, nullptr, op, l.A, GrB_ALL, 3, GrB_ALL, 3, l.flags); }},
        {"extract of a column",
         [&](auto& l) { return GrB_Col_extract(w, nullptr, op, l.A, GrB_ALL, 3, 0, l.flags); }},
        {"assign of a vector",
         [&](auto& l) { return GrB_Vector_assign(w, nullptr, op, l.u, GrB_ALL, 3, l.flags); }},
        {"assign of a matrix",
         [&](auto& l) { return GrB_Matrix_assign(C, nullptr, op, l.A, GrB_ALL, 3, GrB_ALL, 3, l.flags); }},
        {"assign of a row",
         [&](auto& l) { return GrB_Row_assign(C, nullptr, op, l.u, 0, GrB_ALL, 3, l.flags); }},
        {"assign of a value",
         [&](auto& l) { return GrB_Vector_assign_INT64(l.u, nullptr, op, 1, GrB_ALL, 3, l.flags); }},
        {"reduce of rows",
         [&](auto& l) { return GrB_Matrix_reduce_Monoid(w, nullptr, op, sum, l.A, l.flags); }},
        {"reduce to a value", [&](auto& l) { return GrB_Vector_reduce_INT64(&x, op, sum, l.u, l.flags); }},
        {"reduce to a scalar",
         [&](auto& l) { return GrB_Matrix_reduce_Monoid_Scalar(s, op, sum, l.A, l.flags); }},
    };
    check_calls(accumulators, {A, u, nullptr});

    const std::vector<Call> operators{
        {"reduce of rows",
         [&](auto& l) { return GrB_Matrix_reduce_BinaryOp(w, nullptr, nullptr, op, l.A, l.flags); }},
        {"sort of a vector", [&](auto& l) { return GxB_Vector_sort(w, nullptr, op, l.u, l.flags); }},
        {"sort of a matrix", [&](auto& l) { return GxB_Matrix_sort(C, nullptr, op, l.A, l.flags); }},
    };
    check_calls(operators, {A, u, nullptr});

    // Pointers and indices.
    CHECK(GrB_Vector_extract(w, nullptr, op, u, nullptr, 1, nullptr) == GrB_NULL_POINTER);
    CHECK(GrB_Vector_assign(w, nullptr, op, u, nullptr, 1, nullptr) == GrB_NULL_POINTER);
    CHECK(GrB_Vector_assign_INT64(w, nullptr, op, 1, nullptr, 1, nullptr) == GrB_NULL_POINTER);
    CHECK(GrB_Vector_assign_INT64(w, nullptr, op, 1, &first, 1, nullptr) == GrB_DOMAIN_MISMATCH);
    MonoidObject monoid;
    CHECK(GrB_Monoid_new_UDT(monoid.put(), op, nullptr) == GrB_NULL_POINTER);
    CHECK(x == 6);
    GrB_Index nvals = 1;
    OK(GrB_Vector_nvals(&nvals, w));
    CHECK(nvals == 0);
}

TEST_CASE("values of a wrong domain are refused after all handles and pointers are checked") {
    initialise();
    Matrix C;
    Vector w, v, pairs;
    Type type;
    ScalarObject pair, empty;
    const GrB_Index first = 0;
    const std::array<std::int64_t, 2> value{1, 2};
    OK(GrB_Type_new(type.put(), sizeof value));
    OK(GrB_Matrix_new(C.put(), GrB_INT64, 3, 3));
    OK(GrB_Vector_new(w.put(), GrB_INT64, 3));
    OK(GrB_Vector_new(v.put(), GrB_INT64, 3));
    OK(GrB_Vector_setElement_INT64(v, 1, 0));
    OK(GrB_Vector_new(pairs.put(), type, 3));
    OK(GrB_Scalar_new(pair.put(), type));
    OK(GrB_Scalar_new(empty.put(), GrB_INT64));
    const Last freed = freed_objects();
    const GrB_Descriptor flags = freed.flags;
    CHECK(GrB_Vector_assign_UDT(w, freed.u, nullptr, value.data(), &first, 1, nullptr) ==
          GrB_UNINITIALIZED_OBJECT);
    CHECK(GrB_Vector_assign_UDT(w, nullptr, nullptr, value.data(), &first, 1, flags) ==
          GrB_UNINITIALIZED_OBJECT);
    CHECK(GrB_Matrix_assign_UDT(C, freed.A, nullptr, value.data(), &first, 1, &first, 1, nullptr) ==
          GrB_UNINITIALIZED_OBJECT);
    CHECK(GrB_Matrix_assign_UDT(C, nullptr, nullptr, value.data(), &first, 1, nullptr, 1, nullptr) ==
          GrB_NULL_POINTER);
    CHECK(GrB_Matrix_assign_UDT(C, nullptr, nullptr, value.data(), &first, 1, &first, 1, nullptr) ==
          GrB_DOMAIN_MISMATCH);
    CHECK(GxB_Vector_build_Scalar(w, nullptr, empty, 1) == GrB_NULL_POINTER);
    CHECK(GxB_Vector_build_Scalar(v, &first, pair, 1) == GrB_DOMAIN_MISMATCH);
    CHECK(GxB_Vector_build_Scalar(v, &first, empty, 1) == GrB_OUTPUT_NOT_EMPTY);
    CHECK(GxB_Matrix_build_Scalar(C, &first, nullptr, empty, 1) == GrB_NULL_POINTER);
    CHECK(GxB_Matrix_build_Scalar(C, &first, &first, pair, 1) == GrB_DOMAIN_MISMATCH);
    CHECK(GrB_Matrix_set_Scalar(C, pair, GrB_STORAGE_ORIENTATION_HINT) == GrB_DOMAIN_MISMATCH);
    // One object as both outputs is refused after the operator is checked.
    CHECK(GxB_Vector_sort(w, w, nullptr, v, nullptr) == GrB_UNINITIALIZED_OBJECT);
    CHECK(GxB_Matrix_diag(C, v, 0, flags) == GrB_UNINITIALIZED_OBJECT);
    GrB_Index nvals = 1;
    OK(GrB_Matrix_nvals(&nvals, C));
    CHECK(nvals == 0);
}

TEST_SUITE_END();
