/// \file test_messages.cpp
/// GrB_error as bindings use it: of the object that a failed call has not made.
#include "graphblas_testing.hpp"

#include <mergus_graphblas/mergus_graphblas.h>

#include <string>
#include <string_view>

using namespace mergus::tests;

namespace {

/// What GrB_X_error writes for that handle, and the code that it gives.
template <class Function, class Handle>
std::string message_of(Function error, Handle handle, GrB_Info expected) {
    const char* text = nullptr;
    CHECK(error(&text, handle) == expected);
    REQUIRE(text != nullptr);
    return text;
}

bool mentions(const std::string& text, std::string_view word) {
    return text.find(word) != std::string::npos;
}

} // namespace

TEST_SUITE_BEGIN("graphblas");

TEST_CASE("a null or freed handle gives the last message of the thread, and does not replace it") {
    initialise();
    Matrix A;
    CHECK(GrB_Matrix_new(A.put(), nullptr, 2, 2) == GrB_UNINITIALIZED_OBJECT);
    const std::string last = mergus_graphblas_last_error();
    CHECK(mentions(last, "GrB_Matrix_new"));
    const auto missing = GrB_UNINITIALIZED_OBJECT;
#define MERGUS_ERROR(F, Kind)                                                                                \
    CHECK(message_of(&GrB_##Kind##_error, static_cast<GrB_##Kind>(nullptr), missing) == last);
    GB_OBJECTS(MERGUS_ERROR, )
#undef MERGUS_ERROR
    CHECK(message_of(&GxB_Scalar_error, static_cast<GrB_Scalar>(nullptr), missing) == last);
    CHECK(message_of(&GxB_Context_error, static_cast<GxB_Context>(nullptr), missing) == last);
    CHECK(message_of(&GxB_IndexBinaryOp_error, static_cast<GxB_IndexBinaryOp>(nullptr), missing) == last);
    GrB_Vector u = nullptr;
    OK(GrB_Vector_new(&u, GrB_FP64, 2));
    const GrB_Vector freed = u;
    OK(GrB_Vector_free(&u));
    CHECK(message_of(&GrB_Vector_error, freed, missing) == last);
    Matrix B;
    OK(GrB_Matrix_new(B.put(), GrB_FP64, 2, 2));
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): an object of another kind
    const auto other = reinterpret_cast<GrB_Vector>(static_cast<GrB_Matrix>(B));
    CHECK(message_of(&GrB_Vector_error, other, GrB_INVALID_OBJECT) == last);
    CHECK(mergus_graphblas_last_error() == last);
    CHECK(GrB_Matrix_error(nullptr, nullptr) == GrB_NULL_POINTER);

    // A living object has its own message.
    CHECK(GrB_Matrix_setElement_FP64(B, 1, 5, 0) == GrB_INVALID_INDEX);
    CHECK(GrB_Matrix_new(A.put(), nullptr, 2, 2) == GrB_UNINITIALIZED_OBJECT);
    CHECK(mentions(message_of(&GrB_Matrix_error, static_cast<GrB_Matrix>(B), GrB_SUCCESS), "setElement"));
}

TEST_CASE("a constructor that fails leaves a null handle") {
    initialise();
    const auto check = [](const char* name, auto handle, auto make) {
        CAPTURE(name);
        int there = 0;
        // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): any address that is not null
        handle = reinterpret_cast<decltype(handle)>(&there);
        CHECK(make(&handle) < 0);
        CHECK(handle == nullptr);
    };
#define MERGUS_CHECK(Kind, function, ...)                                                                    \
    check(#function, static_cast<Kind>(nullptr), [](Kind* handle) { return function(handle, __VA_ARGS__); })
    MERGUS_CHECK(GrB_Type, GrB_Type_new, 0);
    MERGUS_CHECK(GrB_Type, GxB_Type_new, 8, "t", "not C");
    MERGUS_CHECK(GrB_UnaryOp, GrB_UnaryOp_new, nullptr, GrB_FP64, GrB_FP64);
    MERGUS_CHECK(GrB_UnaryOp, GxB_UnaryOp_new, nullptr, GrB_FP64, GrB_FP64, nullptr, nullptr);
    MERGUS_CHECK(GrB_BinaryOp, GrB_BinaryOp_new, nullptr, GrB_FP64, GrB_FP64, GrB_FP64);
    MERGUS_CHECK(GrB_BinaryOp, GxB_BinaryOp_new, nullptr, GrB_FP64, GrB_FP64, GrB_FP64, nullptr, nullptr);
    MERGUS_CHECK(GrB_BinaryOp, GxB_BinaryOp_new_IndexOp, nullptr, nullptr);
    MERGUS_CHECK(GrB_IndexUnaryOp, GrB_IndexUnaryOp_new, nullptr, GrB_FP64, GrB_FP64, GrB_FP64);
    MERGUS_CHECK(GxB_IndexBinaryOp, GxB_IndexBinaryOp_new, nullptr, GrB_FP64, GrB_FP64, GrB_FP64, GrB_FP64,
                 nullptr, nullptr);
    MERGUS_CHECK(GrB_Monoid, GrB_Monoid_new_FP64, nullptr, 0);
    MERGUS_CHECK(GrB_Monoid, GrB_Monoid_new_UDT, GrB_PLUS_FP64, nullptr);
    MERGUS_CHECK(GrB_Semiring, GrB_Semiring_new, GrB_PLUS_MONOID_FP64, GrB_LT_FP64);
    MERGUS_CHECK(GrB_Scalar, GrB_Scalar_new, nullptr);
    MERGUS_CHECK(GrB_Scalar, GrB_Scalar_dup, nullptr);
    MERGUS_CHECK(GrB_Vector, GrB_Vector_new, GrB_FP64, ~GrB_Index{0});
    MERGUS_CHECK(GrB_Vector, GrB_Vector_dup, nullptr);
    MERGUS_CHECK(GrB_Matrix, GrB_Matrix_new, nullptr, 1, 1);
    MERGUS_CHECK(GrB_Matrix, GrB_Matrix_dup, nullptr);
    MERGUS_CHECK(GrB_Matrix, GrB_Matrix_diag, nullptr, 0);
    MERGUS_CHECK(GrB_Matrix, GrB_Matrix_deserialize, GrB_FP64, "no matrix", 9);
    MERGUS_CHECK(GrB_Matrix, GrB_Matrix_import_FP64, GrB_FP64, 1, 1, nullptr, nullptr, nullptr, 0, 0, 0,
                 GrB_CSR_FORMAT);
#undef MERGUS_CHECK
}

TEST_SUITE_END();
