/// \file test_ops.cpp
/// The operations through the typed interface, with answers worked out by hand, and the life of matrices.
#include "testing/matrices.hpp"

#include <mergus/mergus.hpp>

#include <atomic>
#include <cmath>
#include <complex>
#include <limits>
#include <thread>

using namespace mergus;
using namespace mergus::tests;

namespace {

using I32 = std::int32_t;
using I64 = std::int64_t;
using List = std::vector<std::uint64_t>;

/// . 1 2
/// 3 . .
/// . . 4
Matrix<I32> small(const Context& context) {
    return make<I32>(context, 3, 3, {{0, 1, 1}, {0, 2, 2}, {1, 0, 3}, {2, 2, 4}});
}

} // namespace

TEST_SUITE_BEGIN("ops");

TEST_CASE("complex numbers: the Hermitian product of a matrix with itself, and what has real results") {
    using Z = std::complex<double>;
    on_each_backend([](const Context& context) {
        // 1+2i  .
        // 3     i
        const auto A = make<Z>(context, 2, 2, {{0, 0, Z(1, 2)}, {1, 0, Z(3, 0)}, {1, 1, Z(0, 1)}});
        Matrix<Z> H(context, 2, 2), C(context, 2, 2);
        apply(H, no_mask, no_accum, ops::conj<Z>, A);
        mxm(C, no_mask, no_accum, plus_times<Z>, H, A, DESC_T0);
        CHECK(read<Z>(C) == Entries<Z>{{0, 0, Z(14, 0)}, {0, 1, Z(0, 3)}, {1, 0, Z(0, -3)}, {1, 1, Z(1, 0)}});
        transpose(C, no_mask, no_accum, A); // does not conjugate
        CHECK(read<Z>(C) == Entries<Z>{{0, 0, Z(1, 2)}, {0, 1, Z(3, 0)}, {1, 1, Z(0, 1)}});
        CHECK(reduce(plus_monoid<Z>, A) == Z(4, 3));
        CHECK(reduce(times_monoid<Z>, A) == Z(-6, 3));

        Matrix<double> R(context, 2, 2);
        apply(R, no_mask, no_accum, ops::cimag<Z>, A);
        CHECK(read<double>(R) == Entries<double>{{0, 0, 2}, {1, 0, 0}, {1, 1, 1}});
        apply(R, no_mask, no_accum, mergus::ops::abs<Z>, A);
        CHECK(reduce(max_monoid<double>, R) == 3);
        // A mask is true where the value is not 0 in both parts; a scalar is cast.
        const auto M = make<Z>(context, 2, 2, {{0, 0, Z(0, 0)}, {1, 0, Z(0, 5)}});
        assign(C, M, no_accum, Scalar(Z(7, -7)), all, all, DESC_R);
        CHECK(read<Z>(C) == Entries<Z>{{1, 0, Z(7, -7)}});
        CHECK_THROWS_AS((void)detail::builtin_op(MERGUS_OP_MIN, MERGUS_FC64), Error);
    });
}

TEST_CASE("mxm: the square of a small matrix, masked and accumulated") {
    on_each_backend([](const Context& context) {
        const Matrix<I32> A = small(context);
        Matrix<I32> C(context, 3, 3);
        mxm(C, no_mask, no_accum, plus_times<I32>, A, A);
        CHECK(read<I32>(C) == Entries<I32>{{0, 0, 3}, {0, 2, 8}, {1, 1, 3}, {1, 2, 6}, {2, 2, 16}});
        mxm(C, structure(A), ops::plus<I32>, plus_times<I32>, A, A, DESC_R);
        CHECK(read<I32>(C) == Entries<I32>{{0, 2, 16}, {2, 2, 32}});
        mxm(C, complement(structure(A)), no_accum, plus_pair<I32>, A, A, DESC_T1);
        CHECK(read<I32>(C) == Entries<I32>{{0, 0, 2}, {0, 2, 16}, {1, 1, 1}, {2, 0, 1}, {2, 2, 32}});
    });
}

TEST_CASE("mxm: the output may be every input at once") {
    on_each_backend([](const Context& context) {
        Matrix<I32> A = small(context);
        mxm(A, structure(A), ops::plus<I32>, plus_times<I32>, A, A);
        CHECK(read<I32>(A) == Entries<I32>{{0, 1, 1}, {0, 2, 10}, {1, 0, 3}, {2, 2, 20}});
    });
}

TEST_CASE("transpose, and transposing the transpose") {
    on_each_backend([](const Context& context) {
        const Matrix<I32> A = small(context);
        CHECK(read<I32>(transpose(A)) == Entries<I32>{{0, 1, 3}, {1, 0, 1}, {2, 0, 2}, {2, 2, 4}});
        Matrix<I32> C(context, 3, 3);
        transpose(C, no_mask, no_accum, A, DESC_T0);
        CHECK(read<I32>(C) == read<I32>(A));
        transpose(C, A, ops::minus<I32>, A);
        CHECK(read<I32>(C) == Entries<I32>{{0, 1, -2}, {0, 2, 2}, {1, 0, 2}, {2, 2, 0}});
    });
}

TEST_CASE("select and apply") {
    on_each_backend([](const Context& context) {
        const Matrix<I32> A = small(context);
        CHECK(read<I32>(select(ops::tril, A, -1)) == Entries<I32>{{1, 0, 3}});
        CHECK(read<I32>(select(ops::offdiag, A, 0)) == Entries<I32>{{0, 1, 1}, {0, 2, 2}, {1, 0, 3}});
        CHECK(read<I32>(select(ops::valuegt<I32>, A, Scalar(I32{2}))) == Entries<I32>{{1, 0, 3}, {2, 2, 4}});
        Matrix<I32> C(context, 3, 3);
        apply(C, no_mask, no_accum, ops::ainv<I32>, A, DESC_T0);
        CHECK(read<I32>(C) == Entries<I32>{{0, 1, -3}, {1, 0, -1}, {2, 0, -2}, {2, 2, -4}});
        apply(C, no_mask, no_accum, ops::minus<I32>, Scalar(I32{10}), A);
        CHECK(read<I32>(C) == Entries<I32>{{0, 1, 9}, {0, 2, 8}, {1, 0, 7}, {2, 2, 6}});
        apply(C, no_mask, no_accum, ops::minus<I32>, A, Scalar(I32{10}));
        CHECK(read<I32>(C) == Entries<I32>{{0, 1, -9}, {0, 2, -8}, {1, 0, -7}, {2, 2, -6}});
        apply(C, no_mask, no_accum, ops::diagindex<I32>, A, Scalar(I64{100}));
        CHECK(read<I32>(C) == Entries<I32>{{0, 1, 101}, {0, 2, 102}, {1, 0, 99}, {2, 2, 100}});
    });
}

TEST_CASE("ewise_add takes the union, ewise_mult the intersection") {
    on_each_backend([](const Context& context) {
        const Matrix<I32> A = small(context),
                          B = make<I32>(context, 3, 3, {{0, 1, 10}, {1, 1, 20}, {2, 2, 30}});
        Matrix<I32> C(context, 3, 3);
        ewise_add(C, no_mask, no_accum, ops::minus<I32>, A, B);
        CHECK(read<I32>(C) == Entries<I32>{{0, 1, -9}, {0, 2, 2}, {1, 0, 3}, {1, 1, 20}, {2, 2, -26}});
        ewise_mult(C, no_mask, no_accum, ops::minus<I32>, A, B);
        CHECK(read<I32>(C) == Entries<I32>{{0, 1, -9}, {2, 2, -26}});
    });
}

TEST_CASE("reduce to rows, to columns and to a scalar") {
    on_each_backend([](const Context& context) {
        const Matrix<I32> A = small(context);
        Matrix<I32> column(context, 3, 1);
        reduce(column, no_mask, no_accum, plus_monoid<I32>, A);
        CHECK(read<I32>(column) == Entries<I32>{{0, 0, 3}, {1, 0, 3}, {2, 0, 4}});
        reduce(column, no_mask, no_accum, max_monoid<I32>, A, DESC_T0);
        CHECK(read<I32>(column) == Entries<I32>{{0, 0, 3}, {1, 0, 1}, {2, 0, 4}});
        CHECK(reduce(times_monoid<I32>, A) == 24);
        CHECK(reduce(plus_monoid<I32>, Matrix<I32>(context, 5, 5)) == 0);
        CHECK(reduce(min_monoid<I32>, Matrix<I32>(context, 0, 0)) == std::numeric_limits<I32>::max());
        double result = 0.5;
        reduce(&result, type_of<double>(), ops::plus<double>, max_monoid<I32>, A);
        CHECK(result == 4.5);
        reduce(column, no_mask, no_accum, plus_monoid<I32>, make<I32>(context, 3, 3, {{1, 1, 5}}));
        CHECK(read<I32>(column) == Entries<I32>{{1, 0, 5}}); // empty rows have no entry
    });
}

TEST_CASE("assign to a region, and extract from one") {
    on_each_backend([](const Context& context) {
        Matrix<I32> C = small(context);
        const Matrix<I32> A = make<I32>(context, 2, 2, {{0, 0, 50}, {1, 1, 60}});
        assign(C, no_mask, no_accum, A, List{2, 0}, List{0, 2});
        CHECK(read<I32>(C) == Entries<I32>{{0, 1, 1}, {0, 2, 60}, {1, 0, 3}, {2, 0, 50}});
        assign(C, no_mask, ops::plus<I32>, Scalar(I32{7}), List{1}, all);
        CHECK(read<I32>(C) ==
              Entries<I32>{{0, 1, 1}, {0, 2, 60}, {1, 0, 10}, {1, 1, 7}, {1, 2, 7}, {2, 0, 50}});
        assign(C, make<I32>(context, 3, 3, {{0, 0, 1}, {1, 0, 1}}), no_accum, Scalar(I32{9}), all, all,
               DESC_R);
        CHECK(read<I32>(C) == Entries<I32>{{0, 0, 9}, {1, 0, 9}});
        Matrix<I32> D(context, 4, 2);
        extract(D, no_mask, no_accum, small(context), List{0, 0, 2, 1}, List{2, 0});
        CHECK(read<I32>(D) == Entries<I32>{{0, 0, 2}, {1, 0, 2}, {2, 0, 4}, {3, 1, 3}});
        Matrix<I32> nothing(context, 0, 3);
        extract(nothing, no_mask, no_accum, small(context), List{}, all);
        CHECK(nothing.nvals() == 0);
    });
}

TEST_CASE("build: any order, duplicates combined from left to right, values cast") {
    on_each_backend([](const Context& context) {
        Matrix<I32> C(context, 2, 3);
        const List rows = {1, 0, 1, 1}, cols = {2, 0, 0, 2};
        const std::vector<I32> values = {9, 1, 2, 4};
        C.build(rows, cols, values, ops::first<I32>);
        CHECK(read<I32>(C) == Entries<I32>{{0, 0, 1}, {1, 0, 2}, {1, 2, 9}});
        C.clear();
        C.build(rows, cols, values, ops::second<I32>);
        CHECK(read<I32>(C) == Entries<I32>{{0, 0, 1}, {1, 0, 2}, {1, 2, 4}});
        Matrix<std::uint8_t> bytes(context, 1, 2);
        const List zero = {0, 0}, ends = {0, 1};
        const std::array<double, 2> reals = {-3.5, 300};
        bytes.build(zero, ends, reals.data(), type_of<double>());
        CHECK(read<std::uint8_t>(bytes) == Entries<std::uint8_t>{{0, 0, 0}, {0, 1, 255}});
    });
}

TEST_CASE("explicit zeros are entries, and false in a mask by value") {
    on_each_backend([](const Context& context) {
        const Matrix<I32> Z = make<I32>(context, 2, 2, {{0, 0, 0}, {1, 1, 5}});
        CHECK(Z.nvals() == 2);
        Matrix<I32> C(context, 2, 2);
        assign(C, Z, no_accum, Scalar(I32{1}));
        CHECK(read<I32>(C) == Entries<I32>{{1, 1, 1}});
        assign(C, structure(Z), no_accum, Scalar(I32{2}));
        CHECK(read<I32>(C) == Entries<I32>{{0, 0, 2}, {1, 1, 2}});
        const Matrix<double> N = make<double>(context, 2, 2, {{0, 0, -0.0}, {0, 1, std::nan("")}});
        assign(C, N, no_accum, Scalar(I32{3}), all, all, DESC_R);
        CHECK(read<I32>(C) == Entries<I32>{{0, 1, 3}});
    });
}

TEST_CASE("matrices without rows or columns") {
    on_each_backend([](const Context& context) {
        const Matrix<double> A(context, 0, 4), B(context, 4, 3), D(context, 3, 0);
        Matrix<double> C(context, 0, 3), E(context, 4, 0), F = make<double>(context, 4, 3, {{1, 1, 2.0}});
        mxm(C, no_mask, no_accum, plus_times<double>, A, B);
        mxm(E, no_mask, no_accum, plus_times<double>, B, D);
        CHECK(C.nvals() + E.nvals() == 0);
        mxm(F, no_mask, ops::plus<double>, plus_times<double>, E, C); // 4×0 by 0×3
        CHECK(read<double>(F) == Entries<double>{{1, 1, 2.0}});
        mxm(F, no_mask, no_accum, plus_times<double>, E, C);
        CHECK(F.nvals() == 0);
        CHECK(transpose(A).nrows() == 4);
        CHECK(transpose(A).ncols() == 0);
        Matrix<double> nothing(context, 0, 0);
        mxm(nothing, nothing, ops::plus<double>, plus_times<double>, nothing, nothing, DESC_RSCT0T1);
        CHECK(nothing.nvals() == 0);
    });
}

TEST_CASE("dup, clear, move, to, and matrices that outlive their context") {
    on_each_backend([](const Context& context) {
        Matrix<I32> A = small(context), B = A.dup();
        A.clear();
        CHECK(A.nvals() == 0);
        CHECK(B.nvals() == 4);
        A = std::move(B);
        CHECK(A.nvals() == 4);
        const Context other(context.backend());
        CHECK(read<I32>(A.to(other)) == read<I32>(A));
        Matrix<I32> survivor;
        {
            const Context gone(context.backend());
            survivor = small(gone);
        }
        Matrix<I32> C(survivor.context(), 3, 3);
        mxm(C, no_mask, no_accum, plus_times<I32>, survivor, survivor);
        CHECK(C.nvals() == 5);
    });
}

TEST_CASE("many threads read one matrix, each into its own result") {
    on_each_backend([](const Context& context) {
        const Matrix<I32> A = small(context);
        Matrix<I32> expected(context, 3, 3);
        mxm(expected, no_mask, no_accum, plus_times<I32>, A, A);
        const Entries<I32> right = read<I32>(expected);
        std::atomic<int> good = 0;
        std::vector<std::thread> threads;
        for (int t = 0; t < 4; ++t)
            threads.emplace_back([&] {
                for (int round = 0; round < 10; ++round) {
                    Matrix<I32> C(context, 3, 3);
                    mxm(C, no_mask, no_accum, plus_times<I32>, A, A);
                    if (read<I32>(C) == right && read<I32>(A).size() == 4) ++good;
                }
            });
        for (std::thread& thread : threads) thread.join();
        CHECK(good == 40);
    });
}

TEST_CASE("csr: import, export, release, 32 and 64 bit indices") {
    on_each_backend([](const Context& context) {
        std::vector<std::uint32_t> row_ptr = {0, 2, 2, 3}, cols = {0, 3, 1};
        std::vector<float> values = {1.5f, 2.5f, 3.5f};
        mergus_csr csr{};
        csr.struct_size = sizeof csr;
        csr.type = type_of<float>();
        csr.nrows = 3;
        csr.ncols = 4;
        csr.nvals = 3;
        csr.row_ptr = row_ptr.data();
        csr.cols = cols.data();
        csr.values = values.data();
        csr.pointer_bits = csr.index_bits = 32;
        csr.memory = MERGUS_MEMORY_HOST;
        AnyMatrix A = AnyMatrix::import_csr(context, csr);
        const Entries<float> expected = {{0, 0, 1.5f}, {0, 3, 2.5f}, {2, 1, 3.5f}};
        CHECK(read<float>(A) == expected);
        std::vector<std::uint64_t> out_ptr(4), out_cols(3);
        std::vector<float> out_values(3);
        mergus_csr out{};
        out.struct_size = sizeof out;
        out.row_ptr = out_ptr.data();
        out.cols = out_cols.data();
        out.values = out_values.data();
        out.pointer_bits = out.index_bits = 64;
        out.memory = MERGUS_MEMORY_HOST;
        out.capacity = 3;
        A.export_csr(out);
        CHECK(out_ptr == std::vector<std::uint64_t>{0, 2, 2, 3});
        CHECK(out_cols == std::vector<std::uint64_t>{0, 3, 1});
        CHECK(out_values == values);
        const CsrArrays moved = A.release_csr();
        CHECK(moved.nvals() == 3);
        CHECK(A.nvals() == 0);
        CHECK(A.nrows() == 3);
        csr.iso = 1;
        CHECK(read<float>(AnyMatrix::import_csr(context, csr)) ==
              Entries<float>{{0, 0, 1.5f}, {0, 3, 1.5f}, {2, 1, 1.5f}});
    });
}

TEST_SUITE_END();
