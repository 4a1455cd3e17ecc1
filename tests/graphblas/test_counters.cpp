/// \file test_counters.cpp
/// The counters of the context: calls that ran on the CPU because an operator is a C function.
#include "graphblas_testing.hpp"

#include <mergus_graphblas/mergus_graphblas.hpp>

#include <cstdint>
#include <cstring>

using namespace mergus::tests;

namespace {

void halved(void* z, const void* x) {
    const double half = *static_cast<const double*>(x) / 2;
    std::memcpy(z, &half, sizeof half);
}

std::uint64_t fallbacks() {
    mergus_graphblas_totals totals{};
    OK(mergus_graphblas_counters(&totals));
    return totals.fallbacks;
}

} // namespace

TEST_SUITE_BEGIN("graphblas");

TEST_CASE("calls whose operator is only a C function are counted where they run on the CPU") {
    initialise();
    CHECK(mergus_graphblas_counters(nullptr) == GrB_NULL_POINTER);
    Unary function, text;
    OK(GrB_UnaryOp_new(function.put(), &halved, GrB_FP64, GrB_FP64));
    OK(GxB_UnaryOp_new(text.put(), nullptr, GrB_FP64, GrB_FP64, "halved",
                       "void halved(double *z, const double *x) { *z = *x / 2; }"));
    Binary first;
    OK(GrB_BinaryOp_new(
        first.put(), [](void* z, const void* x, const void*) { std::memcpy(z, x, sizeof(double)); }, GrB_FP64,
        GrB_FP64, GrB_FP64));
    Vector u;
    OK(GrB_Vector_new(u.put(), GrB_FP64, 5));
    OK(GrB_Vector_assign_FP64(u, nullptr, nullptr, 16, GrB_ALL, 5, nullptr));
    const bool on_cpu = mergus_graphblas_vector(u)->context().backend() == "suitesparse";
    const std::uint64_t before = fallbacks();
    OK(GrB_Vector_apply(u, nullptr, nullptr, text, u, nullptr));
    CHECK(fallbacks() == before);
    OK(GrB_Vector_apply(u, nullptr, nullptr, function, u, nullptr));
    OK(GrB_Vector_apply(u, nullptr, nullptr, function, u, nullptr));
    CHECK(fallbacks() == before + (on_cpu ? 0 : 2));
    double x = 0;
    OK(GrB_Vector_extractElement_FP64(&x, u, 4));
    CHECK(x == 2);
    const GrB_Index twice[2] = {1, 1};
    const double values[2] = {3, 4};
    OK(GrB_Vector_clear(u));
    OK(GrB_Vector_build_FP64(u, twice, values, 2, first));
    CHECK(fallbacks() == before + (on_cpu ? 0 : 3));
    // A call that fails does not count.
    Vector other;
    OK(GrB_Vector_new(other.put(), GrB_FP64, 6));
    CHECK(GrB_Vector_apply(other, nullptr, nullptr, function, u, nullptr) == GrB_DIMENSION_MISMATCH);
    CHECK(fallbacks() == before + (on_cpu ? 0 : 3));
}

TEST_CASE("GrB_wait moves a row that was read on the host to the device") {
    initialise();
    constexpr GrB_Index n = 64;
    Matrix A;
    Vector w;
    OK(GrB_Matrix_new(A.put(), GrB_FP64, n, n));
    OK(GrB_Vector_new(w.put(), GrB_FP64, n));
    OK(GrB_Matrix_assign_FP64(A, nullptr, nullptr, 3, GrB_ALL, n, GrB_ALL, n, nullptr));
    const auto totals = [] {
        mergus_graphblas_totals now{};
        OK(mergus_graphblas_counters(&now));
        return now;
    };
    const auto extract = [&](GrB_Index row) {
        const std::uint64_t before = totals().launches;
        OK(GrB_Col_extract(w, nullptr, nullptr, A, GrB_ALL, n, row, GrB_DESC_T0));
        return totals().launches != before; // by the device
    };
    GrB_Index rows_of_device = 0;
    for (GrB_Index k = 0; k < 500; ++k) {
        double values[n];
        GrB_Index count = n;
        if (extract(k % n)) ++rows_of_device;
        OK(GrB_Vector_extractTuples_FP64(nullptr, values, &count, w));
        REQUIRE(count == n);
    }
    if (mergus_graphblas_vector(w)->context().backend() == "suitesparse") return; // it has no launches
    REQUIRE(rows_of_device < 400);
    REQUIRE_FALSE(extract(5));
    const std::uint64_t before = totals().bytes_to_device;
    OK(GrB_Vector_wait(w, GrB_COMPLETE));
    CHECK(totals().bytes_to_device >= before + n * sizeof(double));
}

TEST_SUITE_END();
