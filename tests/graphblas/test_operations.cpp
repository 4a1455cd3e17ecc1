/// \file test_operations.cpp
/// The operations where the C API decides something itself: GrB_Scalar arguments, empty ones, masks and
/// descriptors, monoids and semirings as operators, reductions, threads.
#include "graphblas_testing.hpp"

#include <array>
#include <cstdint>
#include <thread>
#include <vector>

using namespace mergus::tests;

namespace {

std::int64_t at(GrB_Vector u, GrB_Index i) {
    std::int64_t x = -99;
    return GrB_Vector_extractElement_INT64(&x, u, i) == GrB_SUCCESS ? x : -99;
}

void make_vector(GrB_Vector* u, const std::vector<std::int64_t>& values) {
    OK(GrB_Vector_new(u, GrB_INT64, values.size()));
    for (std::size_t i = 0; i < values.size(); ++i)
        if (values[i] != -99) OK(GrB_Vector_setElement_INT64(*u, values[i], i));
}

} // namespace

TEST_SUITE_BEGIN("graphblas");

TEST_CASE("an empty scalar deletes the region that it is assigned to") {
    initialise();
    Vector w, mask;
    ScalarObject s;
    make_vector(w.put(), {1, 2, 3, 4});
    OK(GrB_Scalar_new(s.put(), GrB_INT64));
    const std::array<GrB_Index, 2> list{0, 2};
    OK(GrB_Vector_assign_Scalar(w, nullptr, GrB_PLUS_INT64, s, list.data(), 2, nullptr));
    CHECK(at(w, 0) == 1); // an accumulator keeps the entries
    OK(GrB_Vector_assign_Scalar(w, nullptr, nullptr, s, list.data(), 2, nullptr));
    CHECK(at(w, 0) == -99);
    CHECK(at(w, 1) == 2);
    CHECK(at(w, 2) == -99);
    OK(GrB_Scalar_setElement_FP64(s, 7.9));
    OK(GrB_Vector_assign_Scalar(w, nullptr, nullptr, s, GrB_ALL, 4, nullptr));
    CHECK(at(w, 0) == 7);
    OK(GrB_Scalar_clear(s));
    OK(GrB_Vector_setElement_Scalar(w, s, 0));
    CHECK(at(w, 0) == -99);
    CHECK(GrB_Vector_apply_BinaryOp1st_Scalar(w, nullptr, nullptr, GrB_PLUS_INT64, s, w, nullptr) ==
          GrB_EMPTY_OBJECT);
    CHECK(GrB_Vector_select_Scalar(w, nullptr, nullptr, GrB_VALUEGT_INT64, w, s, nullptr) ==
          GrB_EMPTY_OBJECT);
    Matrix C;
    OK(GrB_Matrix_new(C.put(), GrB_INT64, 3, 3));
    OK(GrB_Matrix_assign_INT64(C, nullptr, nullptr, 5, GrB_ALL, 3, GrB_ALL, 3, nullptr));
    OK(GrB_Matrix_assign_Scalar(C, nullptr, nullptr, s, list.data(), 2, list.data(), 2, nullptr));
    GrB_Index count = 0;
    OK(GrB_Matrix_nvals(&count, C));
    CHECK(count == 5);
}

TEST_CASE("the region of a scalar may repeat an index") {
    initialise();
    Vector w;
    make_vector(w.put(), {1, 2, 3, 4});
    const std::array<GrB_Index, 4> list{3, 1, 3, 1};
    OK(GrB_Vector_assign_INT64(w, nullptr, GrB_PLUS_INT64, 10, list.data(), 4, nullptr));
    CHECK(at(w, 0) == 1);
    CHECK(at(w, 1) == 12);
    CHECK(at(w, 2) == 3);
    CHECK(at(w, 3) == 14);
    ScalarObject s;
    OK(GrB_Scalar_new(s.put(), GrB_INT64));
    OK(GrB_Vector_assign_Scalar(w, nullptr, nullptr, s, list.data(), 4, nullptr));
    CHECK(at(w, 1) == -99);
    CHECK(at(w, 2) == 3);
    Matrix C;
    OK(GrB_Matrix_new(C.put(), GrB_INT64, 4, 4));
    OK(GrB_Matrix_assign_INT64(C, nullptr, nullptr, 5, list.data(), 4, list.data(), 3, nullptr));
    GrB_Index count = 0;
    OK(GrB_Matrix_nvals(&count, C));
    CHECK(count == 4);
    const std::array<GrB_Index, 2> outside{1, 4};
    CHECK(GrB_Vector_assign_INT64(w, nullptr, nullptr, 1, outside.data(), 2, nullptr) ==
          GrB_INDEX_OUT_OF_BOUNDS);
}

TEST_CASE("masks by value, structure and complement") {
    initialise();
    Vector w, mask, u;
    make_vector(u.put(), {10, 20, 30, 40});
    make_vector(mask.put(), {1, 0, -99, -99});
    const auto run = [&](GrB_Descriptor descriptor) {
        Vector result;
        make_vector(result.put(), {-1, -2, -3, -4});
        OK(GrB_Vector_apply(result, mask, nullptr, GrB_IDENTITY_INT64, u, descriptor));
        return std::array<std::int64_t, 4>{at(result, 0), at(result, 1), at(result, 2), at(result, 3)};
    };
    CHECK(run(nullptr) == std::array<std::int64_t, 4>{10, -2, -3, -4});
    CHECK(run(GrB_DESC_S) == std::array<std::int64_t, 4>{10, 20, -3, -4});
    CHECK(run(GrB_DESC_C) == std::array<std::int64_t, 4>{-1, 20, 30, 40});
    CHECK(run(GrB_DESC_SC) == std::array<std::int64_t, 4>{-1, -2, 30, 40});
    CHECK(run(GrB_DESC_R) == std::array<std::int64_t, 4>{10, -99, -99, -99});
    CHECK(run(GrB_DESC_RSC) == std::array<std::int64_t, 4>{-99, -99, 30, 40});
}

TEST_CASE("element-wise operations take the add of a semiring, and its multiply") {
    initialise();
    Vector u, w;
    make_vector(u.put(), {3, 4});
    OK(GrB_Vector_new(w.put(), GrB_INT64, 2));
    OK(GrB_Vector_eWiseAdd_Semiring(w, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_INT64, u, u, nullptr));
    CHECK(at(w, 0) == 6);
    OK(GrB_Vector_eWiseMult_Semiring(w, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_INT64, u, u, nullptr));
    CHECK(at(w, 0) == 9);
    OK(GrB_Vector_eWiseMult_Monoid(w, nullptr, GrB_PLUS_INT64, GrB_MIN_MONOID_INT64, u, u, nullptr));
    CHECK(at(w, 1) == 20);
}

TEST_CASE("reductions to values and scalars, of empty objects too") {
    initialise();
    Vector u, none;
    ScalarObject s;
    make_vector(u.put(), {3, -99, 4});
    OK(GrB_Vector_new(none.put(), GrB_INT64, 3));
    OK(GrB_Scalar_new(s.put(), GrB_INT64));
    std::int64_t x = 100;
    OK(GrB_Vector_reduce_INT64(&x, GrB_PLUS_INT64, GrB_PLUS_MONOID_INT64, u, nullptr));
    CHECK(x == 107);
    OK(GrB_Vector_reduce_INT64(&x, nullptr, GrB_TIMES_MONOID_INT64, none, nullptr));
    CHECK(x == 1);
    OK(GrB_Vector_reduce_BinaryOp_Scalar(s, nullptr, GrB_TIMES_INT64, u, nullptr));
    OK(GrB_Vector_reduce_Monoid_Scalar(s, GrB_PLUS_INT64, GrB_PLUS_MONOID_INT64, u, nullptr));
    OK(GrB_Vector_reduce_Monoid_Scalar(s, GrB_PLUS_INT64, GrB_PLUS_MONOID_INT64, none, nullptr));
    OK(GrB_Scalar_extractElement_INT64(&x, s));
    CHECK(x == 19);
    OK(GrB_Vector_reduce_Monoid_Scalar(s, nullptr, GrB_PLUS_MONOID_INT64, none, nullptr));
    GrB_Index count = 1;
    OK(GrB_Scalar_nvals(&count, s));
    CHECK(count == 0);
    CHECK(GrB_Scalar_extractElement_INT64(&x, s) == GrB_NO_VALUE);
    CHECK(GrB_Vector_reduce_BinaryOp_Scalar(s, nullptr, GrB_LT_INT64, u, nullptr) == GrB_DOMAIN_MISMATCH);
}

TEST_CASE("monoids and semirings of the user") {
    initialise();
    MonoidObject least;
    SemiringObject semiring, refused;
    Matrix A, C;
    OK(GrB_Monoid_new_INT64(least.put(), GrB_MIN_INT64, INT64_MAX));
    OK(GrB_Semiring_new(semiring.put(), least, GrB_PLUS_INT64));
    CHECK(GrB_Semiring_new(refused.put(), least, GrB_LT_INT64) == GrB_DOMAIN_MISMATCH);
    OK(GrB_Matrix_new(A.put(), GrB_INT64, 3, 3));
    OK(GrB_Matrix_new(C.put(), GrB_INT64, 3, 3));
    OK(GrB_Matrix_setElement_INT64(A, 2, 0, 1));
    OK(GrB_Matrix_setElement_INT64(A, 3, 1, 2));
    OK(GrB_Matrix_setElement_INT64(A, 9, 0, 0));
    OK(GrB_Matrix_setElement_INT64(A, 1, 0, 2));
    OK(GrB_mxm(C, nullptr, nullptr, semiring, A, A, nullptr));
    std::int64_t x = 0;
    OK(GrB_Matrix_extractElement_INT64(&x, C, 0, 2));
    CHECK(x == 5);
    OK(GrB_mxm(C, nullptr, nullptr, semiring, A, A, GrB_DESC_T0T1));
    OK(GrB_Matrix_extractElement_INT64(&x, C, 2, 0));
    CHECK(x == 5);
}

TEST_CASE("calls on different objects from many threads") {
    initialise();
    std::vector<std::thread> threads;
    std::array<std::int64_t, 8> sums{};
    for (std::size_t t = 0; t < sums.size(); ++t)
        threads.emplace_back([t, &sums] {
            for (int round = 0; round < 20; ++round) {
                GrB_Vector u = nullptr;
                GrB_Vector_new(&u, GrB_INT64, 50);
                for (GrB_Index i = 0; i < 50; ++i)
                    GrB_Vector_setElement_INT64(u, static_cast<std::int64_t>(t), i);
                std::int64_t sum = 0;
                GrB_Vector_reduce_INT64(&sum, nullptr, GrB_PLUS_MONOID_INT64, u, nullptr);
                GrB_Vector_free(&u);
                sums[t] += sum;
            }
        });
    for (std::thread& thread : threads) thread.join();
    for (std::size_t t = 0; t < sums.size(); ++t) CHECK(sums[t] == static_cast<std::int64_t>(t) * 1000);
}

TEST_SUITE_END();
