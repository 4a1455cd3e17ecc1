/// \file test_kernels_compile_matrices.cpp
/// NVRTC compiles the kernels of the transpose, of kept row degrees, and of iso matrices
/// (test_kernels_compile.cpp).
#include "conformance/user_algebra.hpp"
#include "cuda/explained_context.hpp"
#include "kernels_compilation.hpp"
#include "testing/scratch.hpp"

#include <mergus/mergus.hpp>

#include <doctest/doctest.h>

#include <complex>
#include <cstdint>
#include <string>
#include <vector>

using namespace mergus;
using cuda::testing::Compilation;

namespace {

constexpr const char* recording = "cuda-recording";

} // namespace

TEST_CASE("kernels of the transpose: every method, block and width of keys and values") {
    Compilation compilation;
    const auto run = [&](const std::string& forced, const mergus_type* type, std::uint64_t nrows,
                         std::uint64_t ncols, const char* fact) {
        CAPTURE(forced);
        const cuda::testing::Variable setting("MERGUS_CUDA_TRANSPOSE", forced.c_str());
        const tests::Explained device(recording);
        const Context& context = device.context;
        constexpr std::uint64_t entries = 5000; // more than a tile
        std::vector<std::uint64_t> rows, cols;
        for (std::uint64_t e = 0; e < entries; ++e) {
            rows.push_back(e * nrows / entries);
            cols.push_back(e % ncols);
        }
        AnyMatrix A(context, type, nrows, ncols), T(context, type, ncols, nrows);
        A.build(rows, cols, std::vector<char>(entries * type->size).data(), type);
        transpose(T, no_mask, no_accum, A);
        CHECK(device.by(forced.substr(0, forced.find(':'))));
        if (fact != nullptr) CHECK_MESSAGE(tests::has_fact(device.reason, fact), device.reason);
        compilation.add();
    };
    const mergus_type* const types[] = {type_of<std::int8_t>(), type_of<complex<double>>(),
                                        type_of<conformance::poly3>()};
    for (const mergus_type* type : types) {
        for (const char* forced : {"sort", "partition:0", "partition:1", "partition:2"})
            run(forced, type, 9000, 50, nullptr);
        for (const char* forced : {"banded", "banded:0", "banded:1", "banded:2"})
            run(forced, type, 1000, 50, nullptr);
        for (const char* forced : {"partition:3", "partition:4", "partition:5", "partition:6"})
            run(forced, type, 9000, 50, tests::facts::counted_chunks);
        run("partition", type, (std::uint64_t{1} << 22) + 1, 6000, tests::facts::wide_keys);
    }
    CHECK(compilation.finish() >= 31); // of each type: sort, four shapes of blocks in two passes, three that
                                       // gather, wide keys; the overlap pass
}

TEST_CASE("kernels of row degrees and of sums of equal values") {
    Compilation compilation;
    for (const char* storage : {"bitmap", "csr"}) {
        const cuda::testing::Variable setting("MERGUS_CUDA_STORAGE", storage);
        const Context context(recording);
        const auto pattern = Matrix<bool>::from_csr(context, generate::er(64, 64, 5));
        Matrix<std::int16_t> A(context, 64, 64);
        assign(A, std::int16_t{3}, {.mask = structure(pattern)});
        Vector<std::int64_t> ones(context, 64);
        assign(ones, std::int64_t{1});
        CHECK(mxv(plus_pair<std::int64_t>, A, ones).nvals() > 0);
        CHECK(reduce_rows(plus_monoid<std::uint32_t>, A).nvals() > 0);
        CHECK(reduce_rows(plus_monoid<double>, A).nvals() > 0);
        compilation.add();
    }
    CHECK(compilation.finish() >= 6); // degrees as bitmaps and as a list, their copy, and two products
}

TEST_CASE("kernels of iso matrices: transposes by every method, selection, extraction, products, symmetry") {
    Compilation compilation;
    const cuda::testing::Variable keep("MERGUS_CUDA_DERIVED", "all");
    const Csr graph = generate::er(2000, 3000, 4), square = generate::er(64, 64, 5);
    for (const char* forced : {"sort", "partition:0", "partition:5", "banded", "banded:1"}) {
        const cuda::testing::Variable setting("MERGUS_CUDA_TRANSPOSE", forced);
        const Context context(recording);
        const auto pattern = Matrix<bool>::from_csr(context, graph);
        Matrix<double> A(context, graph.nrows, graph.ncols);
        assign(A, 2.5, {.mask = structure(pattern)});
        CHECK(transpose(A).nvals() == A.nvals());
        compilation.add();
    }
    const Context context(recording);
    const auto pattern = Matrix<bool>::from_csr(context, square);
    Matrix<double> A(context, 64, 64);
    assign(A, 2.5, {.mask = structure(pattern)});
    const auto few = extract(A, std::vector<std::uint64_t>{3, 5}, std::vector<std::uint64_t>{5, 5, 9});
    CHECK(select(ops::offdiag, A, 0).nvals() > 0);
    CHECK(select(ops::valueeq<double>, A, 2.5).nvals() == A.nvals());
    CHECK(mxm(plus_times<double>, A, A, {.transpose_b = true}).nvals() > 0);
    Vector<double> u(context, 64);
    assign(u, 1.5);
    CHECK(mxv(plus_times<double>, A, u).nvals() > 0);
    CHECK(reduce(plus_monoid<double>, A) > 0);
    compilation.add();
    CHECK(compilation.finish() >= 10);
}
