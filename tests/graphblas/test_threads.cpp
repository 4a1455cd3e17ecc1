/// \file test_threads.cpp
/// Calls from several threads: on objects of their own, on an input that they share, and with errors.
#include "graphblas_testing.hpp"

#include <atomic>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <thread>
#include <vector>

using namespace mergus::tests;

namespace {

constexpr int threads = 8;
constexpr GrB_Index size = 24;

/// Runs the body in all threads. doctest's checks are for the main thread: a body returns what went wrong.
void in_threads(const std::function<std::string(int)>& body) {
    std::vector<std::string> faults(threads);
    std::vector<std::thread> running;
    std::atomic<int> waiting{threads};
    for (int t = 0; t < threads; ++t)
        running.emplace_back([&, t] {
            for (--waiting; waiting > 0;) std::this_thread::yield();
            faults[static_cast<std::size_t>(t)] = body(t);
        });
    for (std::thread& thread : running) thread.join();
    for (const std::string& fault : faults) CHECK(fault == "");
}

#define REQUIRE_OK(...)                                                                                      \
    if ((__VA_ARGS__) != GrB_SUCCESS) return std::string(#__VA_ARGS__ ": ") + mergus_graphblas_last_error()
#define REQUIRE_THAT(...)                                                                                    \
    if (!(__VA_ARGS__)) return std::string("not ") + #__VA_ARGS__

void twice(void* z, const void* x) {
    const double value = 2 * *static_cast<const double*>(x);
    std::memcpy(z, &value, sizeof value);
}

/// A(i, (i + 1) mod size) = i, A(i, i) = 1.
std::string fill(GrB_Matrix A) {
    for (GrB_Index i = 0; i < size; ++i) {
        REQUIRE_OK(GrB_Matrix_setElement_FP64(A, static_cast<double>(i), i, (i + 1) % size));
        REQUIRE_OK(GrB_Matrix_setElement_FP64(A, 1, i, i));
    }
    return "";
}

std::string sum_is(GrB_Matrix A, double expected) {
    double sum = 0;
    REQUIRE_OK(GrB_Matrix_reduce_FP64(&sum, nullptr, GrB_PLUS_MONOID_FP64, A, nullptr));
    if (sum != expected) return "the sum is " + std::to_string(sum) + ", not " + std::to_string(expected);
    return "";
}

constexpr double sum_of_fill = size * (size - 1) / 2. + size;

/// Makes, fills, multiplies and frees objects. The operator doubles its argument.
std::string work_alone(int thread, GrB_UnaryOp op) {
    Matrix A, C;
    REQUIRE_OK(GrB_Matrix_new(A.put(), GrB_FP64, size, size));
    REQUIRE_OK(GrB_Matrix_new(C.put(), GrB_FP64, size, size));
    for (int round = 0; round < 3; ++round) {
        REQUIRE_OK(GrB_Matrix_clear(A));
        if (std::string fault = fill(A); !fault.empty()) return fault;
        REQUIRE_OK(GrB_Matrix_apply(A, nullptr, nullptr, op, A, nullptr));
        REQUIRE_OK(GrB_mxm(C, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, A, A, nullptr));
        REQUIRE_OK(GrB_Matrix_wait(C, GrB_MATERIALIZE));
        // (D + S)² with D the identity: entries 1, 2 i and i (i + 1), times 4.
        double expected = 0;
        for (GrB_Index i = 0; i < size; ++i)
            expected += 4. * (1 + 2 * static_cast<double>(i) + static_cast<double>(i * ((i + 1) % size)));
        if (std::string fault = sum_is(C, expected); !fault.empty()) return fault;
        double x = 0;
        REQUIRE_OK(GrB_Matrix_extractElement_FP64(&x, A, static_cast<GrB_Index>(thread),
                                                  static_cast<GrB_Index>(thread)));
        REQUIRE_THAT(x == 2);
    }
    return "";
}

} // namespace

TEST_SUITE_BEGIN("graphblas");

TEST_CASE("threads: objects of their own") {
    initialise();
    Unary op;
    OK(GxB_UnaryOp_new(op.put(), nullptr, GrB_FP64, GrB_FP64, "twice",
                       "void twice(double *z, const double *x) { *z = 2 * *x; }"));
    in_threads([&](int thread) { return work_alone(thread, op); });
}

TEST_CASE("threads: operators that are C functions, which run on the CPU") {
    initialise();
    in_threads([](int thread) -> std::string {
        Unary op;
        REQUIRE_OK(GrB_UnaryOp_new(op.put(), &twice, GrB_FP64, GrB_FP64));
        return work_alone(thread, op);
    });
}

TEST_CASE("threads: one input, whose element updates are pending, is read by all") {
    initialise();
    Matrix A;
    OK(GrB_Matrix_new(A.put(), GrB_FP64, size, size));
    for (int round = 0; round < 4; ++round) {
        OK(GrB_Matrix_clear(A));
        CHECK(fill(A) == "");
        in_threads([&](int thread) -> std::string {
            const auto i = static_cast<GrB_Index>(thread);
            double x = 0;
            GrB_Index count = 0;
            if (thread % 2 == 0) {
                REQUIRE_OK(GrB_Matrix_extractElement_FP64(&x, A, i, i + 1));
                REQUIRE_THAT(x == static_cast<double>(i));
            }
            if (thread == 3) REQUIRE_OK(GrB_Matrix_wait(A, GrB_COMPLETE));
            Vector u, w;
            REQUIRE_OK(GrB_Vector_new(u.put(), GrB_FP64, size));
            REQUIRE_OK(GrB_Vector_new(w.put(), GrB_FP64, size));
            REQUIRE_OK(GrB_Vector_setElement_FP64(u, 3, i));
            REQUIRE_OK(GrB_vxm(w, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, u, A, nullptr));
            REQUIRE_OK(GrB_Vector_extractElement_FP64(&x, w, i + 1));
            REQUIRE_THAT(x == 3. * static_cast<double>(i));
            REQUIRE_OK(GrB_Matrix_nvals(&count, A));
            REQUIRE_THAT(count == 2 * size);
            return sum_is(A, sum_of_fill);
        });
    }
}

TEST_CASE("threads: an error is with its object and its thread, also of an input that all read") {
    initialise();
    Matrix shared;
    OK(GrB_Matrix_new(shared.put(), GrB_FP64, 2, 3));
    OK(GrB_Matrix_setElement_FP64(shared, 1, 0, 0));
    in_threads([&](int thread) -> std::string {
        Vector w;
        REQUIRE_OK(GrB_Vector_new(w.put(), GrB_FP64, 100 + static_cast<GrB_Index>(thread)));
        const std::string mine = std::to_string(100 + thread);
        for (int round = 0; round < 200; ++round) {
            REQUIRE_THAT(GrB_Vector_setElement_FP64(w, 1, 5000) == GrB_INVALID_INDEX);
            const char* text = nullptr;
            REQUIRE_OK(GrB_Vector_error(&text, w));
            REQUIRE_THAT(std::string(text).find(mine) != std::string::npos);
            REQUIRE_THAT(std::string(mergus_graphblas_last_error()) == text);
            // These write and clear the message of the shared object.
            double x = 0;
            GrB_Index nrows = 0;
            REQUIRE_THAT(GrB_Matrix_extractElement_FP64(&x, shared, 7, static_cast<GrB_Index>(thread)) ==
                         GrB_INVALID_INDEX);
            const std::string last = mergus_graphblas_last_error();
            REQUIRE_THAT(last.find("(7, " + std::to_string(thread) + ")") != std::string::npos);
            REQUIRE_OK(GrB_Matrix_nrows(&nrows, shared));
            REQUIRE_THAT(nrows == 2);
            REQUIRE_THAT(mergus_graphblas_last_error() == last);
            REQUIRE_OK(GrB_Vector_setElement_FP64(w, 1, 5));
            REQUIRE_OK(GrB_Vector_error(&text, w));
            REQUIRE_THAT(std::string(text).empty());
        }
        return "";
    });
}

TEST_CASE("threads: an object goes from one thread to another") {
    initialise();
    Matrix A;
    OK(GrB_Matrix_new(A.put(), GrB_FP64, size, size));
    std::string fault;
    std::thread([&] {
        fault = fill(A);
        if (GrB_Matrix_wait(A, GrB_COMPLETE) != GrB_SUCCESS) fault = mergus_graphblas_last_error();
    }).join();
    CHECK(fault == "");
    CHECK(sum_is(A, sum_of_fill) == "");
    GrB_Matrix given = nullptr;
    OK(GrB_Matrix_dup(&given, A));
    std::thread([&] {
        if (GrB_Matrix_free(&given) != GrB_SUCCESS) fault = "free";
    }).join();
    CHECK(fault == "");
    CHECK(given == nullptr);
}

TEST_CASE("threads: predefined objects are resolved by many at once") {
    initialise();
    in_threads([&](int thread) -> std::string {
        Vector u;
        REQUIRE_OK(GrB_Vector_new(u.put(), GrB_INT8, 4));
        REQUIRE_OK(GrB_Vector_setElement_INT8(u, 5, 1));
        const GrB_Semiring semirings[] = {GxB_MIN_SECONDJ_INT32, GxB_TIMES_FIRSTI_INT64,
                                          GxB_MAX_SECONDI1_INT32};
        REQUIRE_THAT(semirings[thread % 3] != nullptr);
        Matrix A, C;
        REQUIRE_OK(GrB_Matrix_new(A.put(), GrB_INT32, 4, 4));
        REQUIRE_OK(GrB_Matrix_new(C.put(), GrB_INT32, 4, 4));
        REQUIRE_OK(GrB_Matrix_setElement_INT32(A, 1, 2, 2));
        REQUIRE_OK(GrB_mxm(C, nullptr, nullptr, semirings[thread % 3], A, A, nullptr));
        std::int32_t x = 0;
        REQUIRE_OK(GrB_Matrix_extractElement_INT32(&x, C, 2, 2));
        REQUIRE_THAT(x == (thread % 3 == 2 ? 3 : 2));
        return "";
    });
}

TEST_SUITE_END();
