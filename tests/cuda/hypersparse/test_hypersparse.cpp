/// \file test_hypersparse.cpp
/// Matrices of up to 2^60 rows and columns: the results are those of SuiteSparse:GraphBLAS, which stores
/// hypersparse rows too, and memory is used for entries alone.
#include "hypersparse_testing.hpp"

using namespace mergus;
using namespace mergus::tests;
using namespace mergus::tests::hypersparse;

TEST_SUITE_BEGIN("hypersparse");

TEST_CASE("hypersparse: products") {
    for (const std::uint64_t n : dimensions)
        for (const std::uint64_t k : dimensions) {
            CAPTURE(n);
            CAPTURE(k);
            agrees([&](const Context& context, Results& results) {
                const Matrix<I64> A = random_matrix(context, n, k, 1), B = random_matrix(context, k, n, 2),
                                  M = random_matrix(context, n, n, 3);
                Matrix<I64> C = random_matrix(context, n, n, 4);
                results.keep(mxm(plus_times<I64>, A, B));
                results.keep(mxm(min_plus<I64>, A, A, {.transpose_b = true}));
                results.keep(mxm(plus_times<I64>, A, A, {.transpose_a = true}));
                mxm(C, plus_times<I64>, A, B, {.mask = M, .accum = ops::minus<I64>});
                results.keep(C);
                mxm(C, plus_times<I64>, C, C, {.mask = complement(structure(M)), .replace = true});
                results.keep(C);
                mxm(C, plus_times<I64>, C, M, {.accum = ops::plus<I64>, .transpose_b = true});
                results.keep(C);
                results.keep(mxm(min_firsti<I64>, A, B));
                results.keep(mxm(min_secondj1<I64>, A, A, {.transpose_b = true}));
                results.keep(mxm(min_firstj<I64>, B, B, {.transpose_a = true}));
                const Vector<I64> u = random_vector(context, k, 5), v = random_vector(context, n, 6);
                results.keep(mxv(plus_times<I64>, A, u));
                results.keep(mxv(min_secondi<I64>, B, u, {.transpose_a = true}));
                results.keep(vxm(plus_times<I64>, v, A));
                results.keep(vxm(min_secondj<I64>, u, A, {.transpose_a = true}));
                Vector<I64> w = random_vector(context, n, 7);
                mxv(w, min_plus<I64>, A, u, {.mask = complement(v), .accum = ops::plus<I64>});
                results.keep(w);
                vxm(w, plus_times<I64>, u, B, {.mask = structure(v), .replace = true});
                results.keep(w);
            });
        }
}

TEST_CASE("hypersparse: operations on entries") {
    for (const std::uint64_t n : dimensions)
        for (const std::uint64_t m : dimensions) {
            CAPTURE(n);
            CAPTURE(m);
            agrees([&](const Context& context, Results& results) {
                const Matrix<I64> A = random_matrix(context, n, m, 1), B = random_matrix(context, n, m, 2),
                                  M = random_matrix(context, n, m, 3), D = random_matrix(context, m, n, 4);
                Matrix<I64> C = random_matrix(context, n, m, 5);
                results.keep(ewise_add(ops::minus<I64>, A, B));
                results.keep(ewise_mult(ops::minus<I64>, A, B));
                ewise_add(C, ops::plus<I64>, A, D, {.mask = complement(M), .transpose_b = true});
                results.keep(C);
                ewise_mult(C, ops::times<I64>, C, D,
                           {.mask = M, .accum = ops::plus<I64>, .transpose_b = true});
                results.keep(C);
                results.keep(transpose(A));
                transpose(C, D, {.mask = M, .accum = ops::plus<I64>});
                results.keep(C);
                apply(C, ops::ainv<I64>, C, {.mask = structure(M)});
                results.keep(C);
                results.keep(apply(ops::minus<I64>, 7, A));
                results.keep(apply(ops::rowindex<I64>, A, 1));
                results.keep(apply(ops::colindex<I64>, D, -1, {.transpose_a = true}));
                apply(C, ops::diagindex<I64>, A, 2, {.mask = M, .accum = ops::max<I64>});
                results.keep(C);
                results.keep(select(ops::tril, A, 0));
                results.keep(select(ops::triu, A, -3, {}));
                results.keep(select(ops::diag, A, 0));
                results.keep(select(ops::offdiag, D, 1, {.transpose_a = true}));
                results.keep(select(ops::rowle, A, static_cast<I64>(id(n, 7))));
                results.keep(select(ops::colgt, A, static_cast<I64>(id(m, 7))));
                results.keep(select(ops::valuegt<I64>, A, 0));
                results.keep(reduce(plus_monoid<I64>, A));
                results.keep(reduce_rows(plus_monoid<I64>, A));
                results.keep(reduce_columns(min_monoid<I64>, A));
                Vector<I64> w = random_vector(context, n, 6);
                reduce(w, plus_monoid<I64>, A, {.accum = ops::plus<I64>});
                results.keep(w);
                results.keep(isequal(A, A.dup()) ? 1 : 0);
                results.keep(isequal(A, B) ? 1 : 0);
                results.keep(isequal(transpose(transpose(A)), A) ? 1 : 0);
                results.keep(diag(w, 0));
                results.keep(diag(random_matrix(context, n, n, 7), 0));
                results.keep(diag(random_matrix(context, n, n, 8), static_cast<I64>(id(n, 2))));
                results.keep(diag(random_matrix(context, n, n, 9), -static_cast<I64>(id(n, 3))));
                results.keep(C.to(Context("suitesparse")));
                C.clear();
                results.keep(C);
            });
        }
    agrees([](const Context& context, Results& results) {
        const std::uint64_t half = std::uint64_t{1} << 30;
        const Matrix<I64> A = random_matrix(context, half, small, 1),
                          B = random_matrix(context, half, half, 2);
        results.keep(kronecker(ops::times<I64>, A, B));
        results.keep(kronecker(ops::minus<I64>, B, A, {.transpose_a = true, .transpose_b = true}));
        const Matrix<I64> S = random_matrix(context, small, small, 3);
        results.keep(kronecker(ops::times<I64>, S, S));
        const Vector<I64> v = random_vector(context, large, 4);
        results.keep(diag(v, static_cast<I64>(large)));
        results.keep(diag(v, -3));
    });
}

TEST_CASE("hypersparse: parts") {
    for (const std::uint64_t n : dimensions)
        for (const std::uint64_t m : dimensions) {
            CAPTURE(n);
            CAPTURE(m);
            agrees([&](const Context& context, Results& results) {
                const Matrix<I64> A = random_matrix(context, n, m, 1), M = random_matrix(context, n, m, 2);
                Matrix<I64> C = random_matrix(context, n, m, 3);
                // Indices with and without entries, in no order, with repetitions for extract.
                const Lists rows = {id(n, 9), id(n, 2), 1, id(n, 15), 0},
                            cols = {id(m, 15), id(m, 4), 3, id(m, 1)},
                            again = {id(m, 4), id(m, 15), id(m, 4), 2};
                const Matrix<I64> part = extract(A, rows, cols);
                results.keep(part);
                results.keep(extract(A, rows, again));
                results.keep(extract(A, all, cols));
                results.keep(extract(A, rows, all));
                results.keep(extract(A, all, all));
                results.keep(extract(A, cols, rows, {.transpose_a = true}));
                assign(C, part, rows, cols);
                results.keep(C);
                assign(C, extract(A, all, cols), all, cols, {.mask = M, .accum = ops::plus<I64>});
                results.keep(C);
                assign(C, extract(A, rows, all), rows, all, {.mask = complement(M), .replace = true});
                results.keep(C);
                assign(C, A, {.mask = structure(M)});
                results.keep(C);
                assign(C, 5, {.mask = M});
                results.keep(C);
                assign(C, 6, rows, cols, {.accum = ops::plus<I64>});
                results.keep(C);
                assign(C, 7, rows, cols, {.mask = complement(M)});
                results.keep(C);
                const Vector<I64> row = random_vector(context, m, 4), column = random_vector(context, n, 5);
                assign(C, row, id(n, 3), all);
                results.keep(C);
                assign(C, column, all, id(m, 3));
                results.keep(C);
                results.keep(extract(C, id(n, 3), all));
                results.keep(extract(C, all, id(m, 3)));
                results.keep(extract(C, id(n, 3), cols));
                results.keep(extract(C, rows, id(m, 3)));
                results.keep(extract(Matrix<I64>(context, n, m), id(n, 3), cols)); // A has no such row
                Vector<I64> w = random_vector(context, rows.size(), 6);
                extract(w, Matrix<I64>(context, n, m), rows, id(m, 5), {.accum = ops::plus<I64>});
                results.keep(w);
                AnyVector cast(context, type_of<double>(), rows.size());
                extract(cast, A, rows, 5 < m ? m - 2 : 0); // A has no such column
                results.keep(cast);
                C.set_element(n - 1, m - 1, 11);
                C.set_element(n / 2, 0, 12);
                C.remove_element(id(n, 3), id(m, 3));
                results.keep(C);
                results.keep(C.extract_element(n - 1, m - 1).value_or(0));
                results.keep(C.extract_element(1, 1).value_or(-1));
                Matrix<I64> D = C.dup();
                D.resize(id(n, 8), id(m, 9));
                results.keep(D);
                D.resize(huge, huge);
                D.set_element(huge - 1, huge - 1, 1);
                results.keep(D);
                D.resize(3, 3);
                results.keep(D);
            });
        }
}

TEST_CASE("hypersparse: searches and triangles") {
    for (const std::uint64_t n : dimensions) {
        CAPTURE(n);
        agrees([&](const Context& context, Results& results) {
            const Matrix<I64> A = random_matrix(context, n, n, 1),
                              S = ewise_add(ops::plus<I64>, A, transpose(A));
            results.keep(apply(ops::plus<I64>, bfs_levels(A, Lists{id(n, 2), id(n, 15)}), I64{0}));
            results.keep(bfs_parents(A, Lists{id(n, 3)}));
            results.keep(static_cast<I64>(triangle_count(select(ops::offdiag, S, 0))));
        });
    }
}
