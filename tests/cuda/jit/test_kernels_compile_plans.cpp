/// \file test_kernels_compile_plans.cpp
/// NVRTC compiles the kernels of plans (mxm_plan): test_kernels_compile.cpp.
#include <doctest/doctest.h>

#include "kernels_compilation.hpp"
#include "testing/variable.hpp"

#include <mergus/mergus.hpp>
#include <mergus/mxm_plan.hpp>

#include <string_view>

using namespace mergus;
using cuda::testing::Compilation;
using tests::Variable;

namespace {

/// Rows of up to `longest` entries in the product, and far columns if it is wide.
template <class T>
void run_plans(const AnySemiring& semiring, std::uint64_t longest, bool wide) {
    const Context context("cuda-recording");
    const auto made = [&](std::uint64_t nrows, std::uint64_t ncols, auto width) {
        Csr csr;
        csr.nrows = nrows;
        csr.ncols = ncols;
        for (std::uint64_t i = 0; i < nrows; ++i) {
            for (std::uint64_t j = 0; j < width(i); ++j) csr.cols.push_back(j);
            csr.row_ptr.push_back(csr.cols.size());
        }
        return Matrix<T>::from_csr(context, csr);
    };
    const std::uint64_t ncols = wide ? std::uint64_t{1} << 33 : longest;
    const auto A = made(4, 8, [](std::uint64_t i) { return 1 + 2 * i; });
    const auto B = made(8, ncols, [=](std::uint64_t k) { return longest >> (2 * (7 - k)); });
    const auto M = made(4, ncols, [=](std::uint64_t i) { return longest / (i + 1); });
    for (const bool deterministic : {false, true}) {
        MxmPlan plan = mxm_plan(semiring, A, B, {.deterministic = deterministic});
        plan.run(A, B);
        MxmPlan masked = mxm_plan(semiring, A, B, {.mask = structure(M), .deterministic = deterministic});
        masked.run(A, B);
    }
    if (wide) return;
    const AnyMatrix transpose_of_a = transpose(A);
    MxmPlan plan = mxm_plan(semiring, transpose_of_a, B, {.transpose_a = true});
    plan.run(transpose_of_a, B);
}

/// Bands, or stencils with rows of up to `(2 reach + 1)²` entries.
template <class T>
void run_regular_plans(const AnySemiring& semiring, const char* method, std::uint64_t reach, bool wide) {
    const Variable forced("MERGUS_CUDA_MXM", method);
    const Context context("cuda-recording");
    const bool band = std::string_view(method) == "register_band";
    Csr csr;
    csr.nrows = 80;
    csr.ncols = wide ? std::uint64_t{1} << 33 : 80;
    const auto apart = [](std::uint64_t a, std::uint64_t b) { return a < b ? b - a : a - b; };
    for (std::uint64_t i = 0; i < 80; ++i) {
        for (std::uint64_t j = 0; j < 80; ++j)
            if (band ? apart(i, j) <= reach
                     : apart(i % 10, j % 10) <= reach && apart(i / 10, j / 10) <= reach)
                csr.cols.push_back(j);
        csr.row_ptr.push_back(csr.cols.size());
    }
    const auto B = Matrix<T>::from_csr(context, csr);
    csr.ncols = 80;
    const auto A = Matrix<T>::from_csr(context, csr);
    for (const bool deterministic : {false, true}) {
        MxmPlan plan = mxm_plan(semiring, A, B, {.deterministic = deterministic});
        plan.run(A, B);
    }
}

/// Rows that are alike in groups of four.
template <class T>
void run_tile_plans(const AnySemiring& semiring, bool wide) {
    const Context context("cuda-recording");
    Csr csr;
    csr.nrows = 260;
    csr.ncols = wide ? std::uint64_t{1} << 33 : 260;
    for (std::uint64_t i = 0; i < 260; ++i) {
        for (std::uint64_t j = 0; j < 260; ++j)
            if ((i / 4 * 7 + j / 4 * 5) % 6 == 0) csr.cols.push_back(j);
        csr.row_ptr.push_back(csr.cols.size());
    }
    const auto B = Matrix<T>::from_csr(context, csr);
    csr.ncols = 260;
    const auto A = Matrix<T>::from_csr(context, csr);
    MxmPlan plan = mxm_plan(semiring, A, B);
    plan.run(A, B);
}

} // namespace

TEST_CASE("kernels of plans: rows that are alike in groups") {
    Compilation compilation;
    for (const bool wide : {false, true}) {
        run_tile_plans<double>(plus_times<double>, wide);
        run_tile_plans<std::int64_t>(min_firstj1<std::int64_t>, wide);
        run_tile_plans<float>(min_plus<float>, wide);
    }
    compilation.add();
    CHECK(compilation.finish() > 20);
}

TEST_CASE("kernels of plans: bands and stencils") {
    Compilation compilation;
    for (const std::uint64_t reach : {1, 3, 9, 40}) {
        run_regular_plans<double>(plus_times<double>, "register_band", reach, false);
        run_regular_plans<double>(min_plus<double>, "register_band", reach, false);
    }
    run_regular_plans<double>(plus_times<double>, "register_band", 9, true);
    run_regular_plans<bool>(lor_land, "register_band", 9, false);
    run_regular_plans<complex<double>>(plus_times<complex<double>>, "register_band", 9, false);
    run_regular_plans<double>(plus_times<double>, "pattern_classes", 1, false);
    run_regular_plans<double>(plus_times<double>, "pattern_classes", 1, true);
    run_regular_plans<double>(min_plus<double>, "pattern_classes", 3, false);
    run_regular_plans<std::int8_t>(plus_pair<std::int8_t>, "pattern_classes", 1, false);
    run_regular_plans<complex<double>>(plus_times<complex<double>>, "pattern_classes", 3, false);
    compilation.add();
    CHECK(compilation.finish() > 20);
}

TEST_CASE("kernels of plans: rows of every size, widths of values and indices, masks, transposes") {
    Compilation compilation;
    run_plans<double>(plus_times<double>, 30000, false);
    run_plans<double>(plus_times<double>, 100, true);
    run_plans<bool>(lor_land, 3000, false);
    run_plans<std::int16_t>(max_second<std::int16_t>, 300, false);
    run_plans<complex<double>>(times_plus<complex<double>>, 300, false);
    compilation.add();
    CHECK(compilation.finish() > 20);
}
