/// \file test_cpp_objects.cpp
/// Objects of the C API in the C++ library and back; the choice of a context.
#include "graphblas_testing.hpp"

#include <mergus_graphblas/mergus_graphblas.hpp>

#include <array>

using namespace mergus::tests;

TEST_SUITE_BEGIN("graphblas");

TEST_CASE("matrices and vectors go to the C++ library and back without a copy") {
    initialise();
    Matrix A, B;
    OK(GrB_Matrix_new(A.put(), GrB_FP64, 2, 2));
    OK(GrB_Matrix_setElement_FP64(A, 3, 0, 1));
    mergus::AnyMatrix* const inside = mergus_graphblas_matrix(A);
    REQUIRE(inside != nullptr);
    CHECK(inside->nvals() == 1);
    inside->set_element(1, 1, 4.0);
    GrB_Index count = 0;
    OK(GrB_Matrix_nvals(&count, A));
    CHECK(count == 2);
    mergus::AnyMatrix copy = inside->dup();
    OK(mergus_graphblas_adopt_matrix(B.put(), &copy));
    double x = 0;
    OK(GrB_Matrix_extractElement_FP64(&x, B, 1, 1));
    CHECK(x == 4);
    CHECK(mergus_graphblas_matrix(nullptr) == nullptr);
    mergus::AnyVector empty;
    Vector u;
    CHECK(mergus_graphblas_adopt_vector(u.put(), &empty) == GrB_UNINITIALIZED_OBJECT);
}

TEST_CASE("objects of different contexts do not go together") {
    initialise();
    std::array<char, 64> before{};
    OK(GrB_Global_get_String(GrB_GLOBAL, before.data(), GxB_MERGUS_BACKEND));
    Vector old, fresh;
    OK(GrB_Vector_new(old.put(), GrB_FP64, 3));
    OK(GrB_Global_set_String(GrB_GLOBAL, "suitesparse", GxB_MERGUS_BACKEND));
    OK(GrB_Vector_new(fresh.put(), GrB_FP64, 3));
    CHECK(GrB_Vector_eWiseAdd_BinaryOp(fresh, nullptr, nullptr, GrB_PLUS_FP64, old, fresh, nullptr) ==
          GrB_INVALID_OBJECT);
    CHECK(GrB_Global_set_String(GrB_GLOBAL, "no-such-backend", GxB_MERGUS_BACKEND) == GrB_PANIC);
    const mergus::Context context = mergus_graphblas_vector(old)->context();
    OK(mergus_graphblas_set_context(&context));
    mergus::Context found = mergus_graphblas_vector(fresh)->context();
    OK(mergus_graphblas_get_context(&found));
    CHECK(found == context);
}

TEST_SUITE_END();
