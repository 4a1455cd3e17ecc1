/// \file test_type_lifetimes.cpp
/// Types and monoids that a program makes and frees in a loop, and names of types.
#include "contents.hpp"

#include <malloc.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

using namespace mergus::tests;

namespace {

/// Bytes of the heap that `work` leaves allocated. It ran before, so that caches are full.
template <class Work>
std::ptrdiff_t heap_growth(const Work& work) {
    const auto before = static_cast<std::ptrdiff_t>(mallinfo2().uordblks);
    work();
    return static_cast<std::ptrdiff_t>(mallinfo2().uordblks) - before;
}

template <class Get>
std::string text_of(const Get& get) {
    std::array<char, 256> text{};
    OK(get(text.data()));
    return text.data();
}
std::string name_of(GrB_Type type) {
    return text_of([&](char* text) { return GrB_Type_get_String(type, text, GrB_NAME); });
}
std::string type_name_of(GrB_Matrix A) {
    return text_of([&](char* text) { return GrB_Matrix_get_String(A, text, GrB_EL_TYPE_STRING); });
}

} // namespace

TEST_SUITE_BEGIN("graphblas");

TEST_CASE("GrB_free leaves the handles of predefined objects") {
    initialise();
    const GrB_Type before = GrB_FP64;
    OK(GrB_Type_free(&GrB_FP64));
    const GrB_Type after = GrB_FP64;
    GrB_FP64 = before; // for the other cases
    CHECK(after == before);
    GrB_Monoid monoid = GrB_PLUS_MONOID_FP64;
    OK(GrB_Monoid_free(&monoid));
    CHECK(monoid == GrB_PLUS_MONOID_FP64);
}

TEST_CASE("types that are made and freed take no memory and constant time") {
    initialise();
    const auto make_and_free = [](int count) {
        for (int k = 0; k < count; ++k) {
            GrB_Type type = nullptr;
            REQUIRE(GrB_Type_new(&type, 24) == GrB_SUCCESS);
            REQUIRE(GrB_Type_set_String(type, "a type of the loop", GrB_NAME) == GrB_SUCCESS);
            REQUIRE(GrB_Type_free(&type) == GrB_SUCCESS);
        }
    };
    make_and_free(3000);
    CHECK(heap_growth([&] { make_and_free(20000); }) < 100000);

    const auto begin = std::chrono::steady_clock::now();
    std::vector<GrB_Type> types(20000);
    for (GrB_Type& type : types) REQUIRE(GrB_Type_new(&type, 24) == GrB_SUCCESS);
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
    CHECK_MESSAGE(time.count() < 1, time.count(), " s for 20,000 types");
    for (GrB_Type& type : types) OK(GrB_Type_free(&type));
}

TEST_CASE("a type keeps its identity while an object of it exists") {
    initialise();
    GrB_Type type = nullptr;
    OK(GrB_Type_new(&type, 16));
    OK(GrB_Type_set_String(type, "early", GrB_NAME));
    Vector u;
    Binary op;
    MonoidObject monoid;
    const std::array<std::int64_t, 2> value{3, 4};
    OK(GrB_Vector_new(u.put(), type, 3));
    OK(GrB_Vector_setElement_UDT(u, value.data(), 1));
    OK(GrB_BinaryOp_new(
        op.put(), [](void* z, const void* x, const void*) { std::memcpy(z, x, 16); }, type, type, type));
    OK(GrB_Monoid_new_UDT(monoid.put(), op, value.data()));
    OK(GrB_Type_free(&type));
    OK(GrB_BinaryOp_free(op.put()));
    for (int k = 0; k < 2000; ++k) {
        GrB_Type other = nullptr;
        OK(GrB_Type_new(&other, 16));
        CHECK(name_of(other).empty());
        Vector v;
        OK(GrB_Vector_new(v.put(), other, 3));
        REQUIRE(GrB_Vector_assign(v, nullptr, nullptr, u, GrB_ALL, 3, nullptr) == GrB_DOMAIN_MISMATCH);
        OK(GrB_Type_free(&other));
    }
    CHECK(text_of([&](char* text) { return GrB_Vector_get_String(u, text, GrB_EL_TYPE_STRING); }) == "early");
    CHECK(text_of([&](char* text) { return GrB_Monoid_get_String(monoid, text, GrB_OUTP_TYPE_STRING); }) ==
          "early");
    std::array<std::int64_t, 2> sum{};
    OK(GrB_Vector_reduce_UDT(sum.data(), nullptr, monoid, u, nullptr));
    CHECK(sum == value);
}

TEST_CASE("a name belongs to a type's object, not to all types of its text") {
    initialise();
    Type first, second;
    const char* const text = "typedef struct { double a, b; } named_pair;";
    OK(GxB_Type_new(first.put(), 16, "named_pair", text));
    OK(GxB_Type_new(second.put(), 16, "named_pair", text));
    OK(GrB_Type_set_String(first, "one", GrB_NAME));
    CHECK(name_of(second).empty());
    OK(GrB_Type_set_String(second, "two", GrB_NAME));
    CHECK(GrB_Type_set_String(second, "three", GrB_NAME) == GrB_ALREADY_SET);
    CHECK(name_of(first) == "one");
    CHECK(name_of(second) == "two");
    Matrix A, B, copy;
    Unary op;
    OK(GrB_Matrix_new(A.put(), first, 2, 2));
    OK(GrB_Matrix_new(B.put(), second, 2, 2));
    OK(GrB_Matrix_dup(copy.put(), B));
    CHECK(type_name_of(A) == "one");
    CHECK(type_name_of(B) == "two");
    CHECK(type_name_of(copy) == "two");
    OK(GrB_UnaryOp_new(
        op.put(), [](void* z, const void* x) { std::memcpy(z, x, 16); }, second, first));
    CHECK(text_of([&](char* to) { return GrB_UnaryOp_get_String(op, to, GrB_INP0_TYPE_STRING); }) == "one");
    CHECK(text_of([&](char* to) { return GrB_UnaryOp_get_String(op, to, GrB_OUTP_TYPE_STRING); }) == "two");
}

TEST_CASE("monoids and semirings of many identity values take no memory after they are freed") {
    initialise();
    Binary op;
    Matrix A;
    Vector u, w;
    put_content(A.put(), 3, {{{0, 1}, 2}, {{1, 2}, 3}, {{2, 0}, 4}});
    put_content(u.put(), 3, {{{0, 0}, 1}, {{1, 0}, 2}, {{2, 0}, 3}});
    OK(GrB_Vector_new(w.put(), GrB_FP64, 3));
    OK(GrB_BinaryOp_new(
        op.put(),
        [](void* z, const void* x, const void* y) {
            const double sum = *static_cast<const double*>(x) + *static_cast<const double*>(y);
            std::memcpy(z, &sum, sizeof sum);
        },
        GrB_FP64, GrB_FP64, GrB_FP64));
    const auto reduce_with = [&](int first, int count) {
        for (int k = first; k < first + count; ++k) {
            MonoidObject monoid;
            SemiringObject semiring;
            double x = 0;
            REQUIRE(GrB_Monoid_new_FP64(monoid.put(), op, 1e-200 * k) == GrB_SUCCESS);
            REQUIRE(GrB_Vector_reduce_FP64(&x, nullptr, monoid, u, nullptr) == GrB_SUCCESS);
            REQUIRE(x == 6);
            REQUIRE(GrB_Semiring_new(semiring.put(), monoid, GrB_TIMES_FP64) == GrB_SUCCESS);
            REQUIRE(GrB_mxv(w, nullptr, nullptr, semiring, A, u, nullptr) == GrB_SUCCESS);
        }
    };
    reduce_with(1, 1500);
    CHECK(heap_growth([&] { reduce_with(2000, 3000); }) < 200000);
}

TEST_SUITE_END();
