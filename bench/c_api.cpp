/// \file c_api.cpp
/// mergus_bench_c_api: what a call through libmergus_graphblas costs beside the same call of the C++ library,
/// on the same objects, and the time of a million element updates.
#include "statistics.hpp"

#include <mergus_graphblas/mergus_graphblas.hpp>

#include <mergus/mergus.hpp>

#include <CLI/CLI.hpp>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

void check(GrB_Info info) {
    if (info == GrB_SUCCESS) return;
    std::fprintf(stderr, "mergus_bench_c_api: %s\n", mergus_graphblas_last_error());
    std::exit(1);
}

/// Prints the medians of two calls, in batches that alternate, and of the differences of neighbouring
/// batches.
class Comparison {
public:
    Comparison(mergus::Context context, int batches, long calls)
        : context_(std::move(context)), batches_(batches), calls_(calls) {}

    template <class C, class Cpp>
    void row(const char* name, C through_c, Cpp direct) const {
        std::vector<double> c, cpp, difference;
        for (int batch = -1; batch < batches_; ++batch) {
            const double first = per_call(through_c), second = per_call(direct);
            if (batch < 0) continue; // first calls
            c.push_back(first);
            cpp.push_back(second);
            difference.push_back(first - second);
        }
        std::printf("| %-28s | %9.3f | %9.3f | %+9.3f |\n", name, mergus::bench::median(c),
                    mergus::bench::median(cpp), mergus::bench::median(difference));
    }

private:
    /// Microseconds.
    template <class Call>
    double per_call(Call call) const {
        context_.wait();
        const auto start = Clock::now();
        for (long i = 0; i < calls_; ++i) call(static_cast<GrB_Index>(i));
        const double seconds = seconds_since(start);
        context_.wait();
        return 1e6 * seconds / static_cast<double>(calls_);
    }

    mergus::Context context_;
    int batches_;
    long calls_;
};

void compare_calls(int batches, long calls) {
    using namespace mergus;
    GrB_Matrix A = nullptr, C = nullptr;
    GrB_Vector u = nullptr, w = nullptr;
    check(GrB_Matrix_new(&A, GrB_FP64, 8, 8));
    check(GrB_Matrix_new(&C, GrB_FP64, 8, 8));
    check(GrB_Vector_new(&u, GrB_FP64, 8));
    check(GrB_Vector_new(&w, GrB_FP64, 1000));
    AnyMatrix &cpp_A = *mergus_graphblas_matrix(A), &cpp_C = *mergus_graphblas_matrix(C);
    AnyVector &cpp_u = *mergus_graphblas_vector(u), &cpp_w = *mergus_graphblas_vector(w);
    const Comparison table(cpp_A.context(), batches, calls);
    const std::vector<std::uint64_t> none;
    const GrB_Index no_index = 0;
    std::printf("| call                         |   C, µs   |  C++, µs  | median of |\n"
                "| (objects without entries)    |           |           | C − C++   |\n"
                "|------------------------------|-----------|-----------|-----------|\n");
    table.row(
        "mxm",
        [&](GrB_Index) { check(GrB_mxm(C, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, A, A, nullptr)); },
        [&](GrB_Index) { mxm(cpp_C, no_mask, no_accum, plus_times<double>, cpp_A, cpp_A, Descriptor{}); });
    table.row(
        "mxv",
        [&](GrB_Index) { check(GrB_mxv(u, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, A, u, nullptr)); },
        [&](GrB_Index) { mxv(cpp_u, no_mask, no_accum, plus_times<double>, cpp_A, cpp_u, Descriptor{}); });
    table.row(
        "eWiseAdd",
        [&](GrB_Index) {
            check(GrB_Vector_eWiseAdd_BinaryOp(u, nullptr, nullptr, GrB_PLUS_FP64, u, u, nullptr));
        },
        [&](GrB_Index) {
            ewise_add(cpp_u, no_mask, no_accum, ops::plus<double>, cpp_u, cpp_u, Descriptor{});
        });
    table.row(
        "assign of no element",
        [&](GrB_Index) { check(GrB_Vector_assign_FP64(w, nullptr, nullptr, 1, &no_index, 0, nullptr)); },
        [&](GrB_Index) { assign(cpp_w, no_mask, no_accum, Scalar(1.0), none, Descriptor{}); });
    table.row(
        "nvals",
        [&](GrB_Index) {
            GrB_Index count = 0;
            check(GrB_Vector_nvals(&count, u));
        },
        [&](GrB_Index) { static_cast<void>(cpp_u.nvals()); });
    table.row(
        "setElement", [&](GrB_Index i) { check(GrB_Vector_setElement_FP64(w, 1, i % 1000)); },
        [&](GrB_Index i) { cpp_w.set_element(i % 1000, 1.0); });
    for (GrB_Matrix* matrix : {&A, &C}) check(GrB_Matrix_free(matrix));
    for (GrB_Vector* vector : {&u, &w}) check(GrB_Vector_free(vector));
}

/// Updates of random positions of a matrix without entries, then of one that has them, and GrB_wait.
void set_elements(long count) {
    constexpr GrB_Index size = 1 << 20;
    GrB_Matrix A = nullptr;
    check(GrB_Matrix_new(&A, GrB_FP64, size, size));
    for (const char* which : {"no entries", "entries"}) {
        std::uint64_t state = 88172645463325252U;
        const auto start = Clock::now();
        for (long e = 0; e < count; ++e) {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            check(GrB_Matrix_setElement_FP64(A, 1, state % size, (state >> 32) % size));
        }
        const double set = seconds_since(start);
        check(GrB_Matrix_wait(A, GrB_MATERIALIZE));
        std::printf("%ld x GrB_Matrix_setElement, a matrix with %s: %.3f s, with GrB_wait %.3f s\n", count,
                    which, set, seconds_since(start));
    }
    check(GrB_Matrix_free(&A));
}

} // namespace

int main(int count, char** arguments) {
    CLI::App app(
        "Times calls through the GraphBLAS C API beside the same calls of the C++ library, on the backend of "
        "MERGUS_BACKEND.");
    int batches = 15;
    long calls = 2000, elements = 1000000;
    app.add_option("--batches", batches, "batches of each kind, whose median counts")
        ->check(CLI::PositiveNumber);
    app.add_option("--calls", calls, "calls in a batch")->check(CLI::PositiveNumber);
    app.add_option("--elements", elements, "element updates")->check(CLI::PositiveNumber);
    CLI11_PARSE(app, count, arguments);
    check(GrB_init(GrB_NONBLOCKING));
    char backend[64] = "";
    check(GrB_Global_get_String(GrB_GLOBAL, backend, GxB_MERGUS_BACKEND));
    std::printf("backend %s\n\n", backend);
    compare_calls(batches, calls);
    std::printf("\n");
    set_elements(elements);
    check(GrB_finalize());
    return 0;
}
