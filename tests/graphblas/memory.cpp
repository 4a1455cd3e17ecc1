/// \file memory.cpp
/// Host allocations that fail: stale handles stay stale, and arrays stay the program's. A program of its own,
/// because it replaces operator new.
#include "packing.hpp"
#include "testing/replaced_new.hpp"

#include <functional>

using namespace mergus::tests;

namespace {

/// Calls with each host allocation failing in turn. \return how many calls failed
int fail_in_turn(const std::function<GrB_Info()>& call, const std::function<void()>& after_failure) {
    for (int nth = 0;; ++nth) {
        REQUIRE(nth < 2000);
        const GrB_Info info = [&] {
            const host_memory::FailingAllocation failing(nth);
            return call();
        }();
        if (info == GrB_SUCCESS) return nth;
        CHECK(info == GrB_OUT_OF_MEMORY);
        after_failure();
    }
}

} // namespace

TEST_SUITE_BEGIN("graphblas-memory");

TEST_CASE("the memory of a freed object stays freed if a constructor in it throws") {
    initialise();
    std::vector<GrB_Scalar> stale(1500);
    for (GrB_Scalar& s : stale) OK(GrB_Scalar_new(&s, GrB_FP64));
    for (GrB_Scalar s : stale) OK(GrB_Scalar_free(&s));
    // New objects use the memory of the objects that were freed first.
    for (int k = 0; k < 100; ++k) {
        GrB_Scalar s = nullptr;
        const int failures =
            fail_in_turn([&] { return GrB_Scalar_new(&s, GrB_FP64); },
                         [&] {
                             GrB_Index count = 0;
                             for (const GrB_Scalar old : stale)
                                 REQUIRE(GrB_Scalar_nvals(&count, old) == GrB_UNINITIALIZED_OBJECT);
                         });
        CHECK(failures > 0);
        std::erase(stale, s);
        OK(GrB_Scalar_free(&s));
    }
}

TEST_CASE("arrays of columns stay the program's if the matrix of them cannot be made") {
    initialise();
    const std::vector<GrB_Index> offsets{0, 2, 2, 3}, indices{2, 0, 1}; // jumbled
    const std::vector<double> values{7, 8, 9}, full{1, 2, 3, 4, 5, 6, 7, 8, 9};
    Matrix A;
    OK(GrB_Matrix_new(A.put(), GrB_FP64, 3, 3));
    OK(GrB_Matrix_setElement_FP64(A, 5, 1, 2));
    OK(GrB_Matrix_wait(A, GrB_MATERIALIZE));
    GrB_Index *p = array_of(offsets), *i = array_of(indices);
    void *x = array_of(values), *y = array_of(full);
    const auto unchanged = [&](const auto* array, const auto& expected) {
        REQUIRE(array != nullptr);
        CHECK(std::equal(expected.begin(), expected.end(), array));
    };
    const int failures =
        fail_in_turn([&] { return GxB_Matrix_pack_CSC(A, &p, &i, &x, 32, 24, 24, false, true, nullptr); },
                     [&] {
                         unchanged(p, offsets);
                         unchanged(i, indices);
                         unchanged(static_cast<double*>(x), values);
                         CHECK(entry(A, 1, 2) == 5);
                     });
    CHECK(failures > 2);
    CHECK((p == nullptr && i == nullptr && x == nullptr));
    CHECK((entry(A, 0, 0) == 8 && entry(A, 2, 0) == 7 && entry(A, 1, 2) == 9));
    OK(GrB_Matrix_clear(A));
    OK(GrB_Matrix_setElement_FP64(A, 5, 1, 2));
    OK(GrB_Matrix_wait(A, GrB_MATERIALIZE));
    const int more = fail_in_turn([&] { return GxB_Matrix_pack_FullC(A, &y, 72, false, nullptr); },
                                  [&] {
                                      unchanged(static_cast<double*>(y), full);
                                      CHECK(entry(A, 1, 2) == 5);
                                  });
    CHECK(more > 2);
    CHECK(y == nullptr);
    CHECK((entry(A, 0, 1) == 4 && entry(A, 2, 0) == 3));
}

TEST_SUITE_END();
