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

TEST_CASE("kernels of hypersparse matrices: lists, and operators that read positions") {
    using I64 = std::int64_t;
    const Context context(recording);
    Compilation compilation;
    constexpr std::uint64_t n = max_dimension;
    const auto run = [&]<class T>(T value) {
        const std::vector<std::uint64_t> rows{n - 1, 5, 7}, cols{7, n - 1, 5};
        const auto A = Matrix<T>::from_tuples(context, n, n, rows, cols, std::vector<T>(3, value)),
                   B = Matrix<T>::from_tuples(context, n, n, cols, rows, std::vector<T>(3, value));
        const Matrix<T> S = ewise_add(ops::any<T>, A, B);
        CHECK(S.nvals() == 6);
        const std::vector<std::uint64_t> list{7, 3, n - 1}; // A gets the ids of an assignment
        Matrix<T> C = B.dup();
        assign(C, extract(A, list, list), list, list, {.accum = ops::any<T>});
        CHECK(extract(C, list, all).nvals() == 3);
        CHECK(select(ops::tril, A, I64{0}).nvals() == 2);
        CHECK(diag(diag(Vector<T>::from_tuples(context, n / 2, std::vector<std::uint64_t>{1, n / 2 - 1},
                                               std::vector<T>(2, value)),
                        -I64{3}),
                   -I64{3})
                  .nvals() == 2);
        CHECK(mxm(min_secondi<I64>, A, A, {.transpose_a = true}).nvals() == 3);
        CHECK(mxv(min_firsti<I64>, A,
                  Vector<T>::from_tuples(context, n, std::vector<std::uint64_t>{5, 9},
                                         std::vector<T>(2, value)))
                  .nvals() == 1);
        CHECK(apply(ops::colindex<I64>, A, I64{1}).nvals() == 3);
        CHECK(kronecker(ops::any<T>,
                        Matrix<T>::from_tuples(context, 2, 2, std::vector<std::uint64_t>{1},
                                               std::vector<std::uint64_t>{0}, std::vector<T>(1, value)),
                        extract(A, list, list))
                  .nvals() == 1);
        C.resize(n / 2, 9);
        Matrix<T> small(context, 5, 5);
        assign(small, extract(A, std::vector<std::uint64_t>{5, 7, 8, 9, 10}, list), all,
               std::vector<std::uint64_t>{0, 1, 4});
        small.resize(n, n);
        compilation.add();
    };
    run(1.0);
    const IndexUnaryOp near = define_index_unary_op("near", "j - i < y && x > 0", type_of<bool>(),
                                                    type_of<float>(), type_of<double>());
    const IndexBinaryOp sum = define_index_binary_op("sum", "x * i + y * k + j", type_of<double>(),
                                                     type_of<float>(), type_of<double>());
    const auto F = Matrix<float>::from_tuples(context, n, n, std::vector<std::uint64_t>{n - 1},
                                              std::vector<std::uint64_t>{n - 1}, std::vector<float>(1, 1));
    CHECK(select(near, F, 4.0).nvals() == 1);
    AnyMatrix product(context, type_of<double>(), n, n);
    mxm(product, no_mask, no_accum, make_semiring(plus_monoid<double>, sum), F, F);
    CHECK(product.nvals() == 1);
    compilation.add();
    CHECK(compilation.finish() >= 30);
}
