/// \file test_vector_ops.cpp
/// The operations with vectors through the typed interface, with answers worked out by hand. Masks,
/// accumulators and replace: suite conformance-vectors.
#include "testing/vectors.hpp"

#include <mergus/mergus.hpp>

using namespace mergus;
using namespace mergus::tests;

namespace {

using I32 = std::int32_t;
using I64 = std::int64_t;
using List = std::vector<std::uint64_t>;
using Plain = Items<I32>;

/// . 1 2 .
/// 3 . . 5
/// . . 4 .
Matrix<I32> wide(const Context& context) {
    return make<I32>(context, 3, 4, {{0, 1, 1}, {0, 2, 2}, {1, 0, 3}, {1, 3, 5}, {2, 2, 4}});
}

const Plain old_values{{0, 100}, {2, 300}};

} // namespace

TEST_SUITE_BEGIN("vectors");

TEST_CASE("vectors: mxv and vxm, also of the transpose") {
    on_each_backend([](const Context& context) {
        const auto A = wide(context);
        const auto u = make_vector<I32>(context, 4, {{0, 10}, {2, 7}, {3, 1}});
        const auto v = make_vector<I32>(context, 3, {{0, 2}, {2, 5}});
        const Plain Au{{0, 14}, {1, 35}, {2, 28}}, vA{{1, 2}, {2, 24}};
        CHECK(items<I32>(mxv(plus_times<I32>, A, u)) == Au);
        CHECK(items<I32>(vxm(plus_times<I32>, u, A, {.transpose_a = true})) == Au);
        CHECK(items<I32>(vxm(plus_times<I32>, v, A)) == vA);
        CHECK(items<I32>(mxv(plus_times<I32>, A, v, {.transpose_a = true})) == vA);
        auto w = make_vector<I32>(context, 3, old_values);
        mxv(w, plus_times<I32>, A, u, {.mask = complement(w), .accum = ops::minus<I32>});
        CHECK(items<I32>(w) == Plain{{0, 100}, {1, 35}, {2, 300}});
        // The operands keep their order: minus.first of the semiring is not commutative.
        CHECK(items<I32>(mxv(plus_first<I32>, A, u)) == Plain{{0, 2}, {1, 8}, {2, 4}});
        CHECK(items<I32>(vxm(plus_first<I32>, v, A)) == Plain{{1, 2}, {2, 7}});
        // Positions: k is the row of u, j is 0.
        CHECK(items<I64>(mxv(min_firstj<I64>, A, u)) == Items<I64>{{0, 2}, {1, 0}, {2, 2}});
        CHECK(items<I64>(mxv(min_secondj<I64>, A, u)) == Items<I64>{{0, 0}, {1, 0}, {2, 0}});
    });
}

TEST_CASE("vectors: elementwise operations, apply, select and reductions") {
    on_each_backend([](const Context& context) {
        const Plain a{{0, 5}, {2, 6}}, b{{1, 3}, {2, 4}};
        const auto u = make_vector<I32>(context, 3, a), v = make_vector<I32>(context, 3, b);
        CHECK(items<I32>(ewise_add(ops::minus<I32>, u, v)) == Plain{{0, 5}, {1, 3}, {2, 2}});
        CHECK(items<I32>(ewise_mult(ops::minus<I32>, u, v)) == Plain{{2, 2}});
        CHECK(items<I32>(apply(ops::ainv<I32>, u)) == Plain{{0, -5}, {2, -6}});
        CHECK(items<I32>(apply(ops::minus<I32>, 10, u)) == Plain{{0, 5}, {2, 4}});
        CHECK(items<I32>(apply(ops::minus<I32>, u, 10)) == Plain{{0, -5}, {2, -4}});
        CHECK(items<I32>(apply(ops::rowindex<I32>, u, 1)) == Plain{{0, 1}, {2, 3}});
        CHECK(items<I32>(select(ops::valuegt<I32>, u, 5)) == Plain{{2, 6}});
        CHECK(items<I32>(select(ops::rowle, u, 1)) == Plain{{0, 5}});
        CHECK(items<I64>(apply(ops::colindex<I64>, u, 0)) == Items<I64>{{0, 0}, {2, 0}});
        CHECK(reduce(plus_monoid<I32>, u) == 11);
        CHECK(reduce<double>(plus_monoid<I32>, v) == 7);
        CHECK(reduce(min_monoid<I32>, Vector<I32>(context, 3)) == std::numeric_limits<I32>::max());
        I32 sum = 100;
        reduce(sum, plus_monoid<I32>, u, {.accum = ops::minus<I32>});
        CHECK(sum == 89);
        CHECK(items<I32>(reduce_rows(max_monoid<I32>, wide(context))) == Plain{{0, 2}, {1, 5}, {2, 4}});
        CHECK(items<I32>(reduce_columns(plus_monoid<I32>, wide(context))) ==
              Plain{{0, 3}, {1, 1}, {2, 6}, {3, 5}});
        CHECK(items<I32>(reduce_rows(plus_monoid<I32>, wide(context),
                                     {.mask = structure(make_vector<I32>(context, 4, {{2, 0}})),
                                      .transpose_a = true})) == Plain{{2, 6}});
    });
}

TEST_CASE("vectors: assign and extract with lists of indices") {
    on_each_backend([](const Context& context) {
        const auto u = make_vector<I32>(context, 2, {{0, 8}});
        auto indexed = make_vector<I32>(context, 3, old_values);
        assign(indexed, u, List{2, 1});
        CHECK(items<I32>(indexed) == Plain{{0, 100}, {2, 8}});
        assign(indexed, 9, List{2, 1}, {.accum = ops::minus<I32>});
        CHECK(items<I32>(indexed) == Plain{{0, 100}, {1, 9}, {2, -1}});
        CHECK(items<I32>(extract(u, List{1, 0, 0})) == Plain{{1, 8}, {2, 8}});
        auto w = make_vector<I32>(context, 3, old_values);
        assign(w, 4);
        CHECK(items<I32>(w) == Plain{{0, 4}, {1, 4}, {2, 4}});
        assign(w, make_vector<I32>(context, 3, {{1, 6}}));
        CHECK(items<I32>(w) == Plain{{1, 6}});
        assign(w, Vector<I32>(context, 0), List{});
        CHECK(items<I32>(w) == Plain{{1, 6}});
        CHECK(extract(w, List{}).size() == 0);
        CHECK(items<I32>(extract(w, all)) == Plain{{1, 6}});
    });
}

TEST_CASE("vectors: rows and columns of a matrix, assigned and extracted") {
    on_each_backend([](const Context& context) {
        const auto A = wide(context);
        CHECK(items<I32>(extract(A, 1, all)) == Plain{{0, 3}, {3, 5}});
        CHECK(items<I32>(extract(A, all, 2)) == Plain{{0, 2}, {2, 4}});
        CHECK(items<I32>(extract(A, 1, List{3, 1, 3})) == Plain{{0, 5}, {2, 5}});
        CHECK(items<I32>(extract(A, List{2, 2, 1}, 2)) == Plain{{0, 4}, {1, 4}});
        CHECK(items<I32>(extract(A, 2, all, {.transpose_a = true})) == Plain{{0, 2}, {2, 4}});
        CHECK(items<I32>(extract(A, all, 1, {.transpose_a = true})) == Plain{{0, 3}, {3, 5}});

        // Only that line of the matrix changes.
        const auto given = make_vector<I32>(context, 2, {{0, 50}, {1, 60}});
        auto D = wide(context);
        assign(D, given, 1, List{2, 0});
        CHECK(read<I32>(D) ==
              Entries<I32>{{0, 1, 1}, {0, 2, 2}, {1, 0, 60}, {1, 2, 50}, {1, 3, 5}, {2, 2, 4}});
        assign(D, given, List{2, 0}, 1, {.accum = ops::minus<I32>});
        CHECK(read<I32>(D) ==
              Entries<I32>{{0, 1, -59}, {0, 2, 2}, {1, 0, 60}, {1, 2, 50}, {1, 3, 5}, {2, 1, 50}, {2, 2, 4}});
        auto C = wide(context);
        assign(C, Vector<I32>(context, 4), 0, all);
        CHECK(read<I32>(C) == Entries<I32>{{1, 0, 3}, {1, 3, 5}, {2, 2, 4}});
    });
}

TEST_CASE("vectors: diag in both directions, and kronecker") {
    on_each_backend([](const Context& context) {
        const auto u = make_vector<I32>(context, 3, {{0, 5}, {2, 7}});
        CHECK(read<I32>(diag(u)) == Entries<I32>{{0, 0, 5}, {2, 2, 7}});
        CHECK(read<I32>(diag(u, 1)) == Entries<I32>{{0, 1, 5}, {2, 3, 7}});
        CHECK(diag(u, 1).nrows() == 4);
        CHECK(read<double>(diag<double>(u, -2)) == Entries<double>{{2, 0, 5}, {4, 2, 7}});
        const auto A = wide(context);
        CHECK(items<I32>(diag(A)) == Plain{{2, 4}});
        CHECK(diag(A).size() == 3);
        CHECK(items<I32>(diag(A, 1)) == Plain{{0, 1}});
        CHECK(items<I32>(diag(A, -1)) == Plain{{0, 3}});
        CHECK(diag(A, 2).size() == 2);
        CHECK(diag(A, -2).size() == 1);
        CHECK(diag(A, 4).size() == 0);
        CHECK(diag(A, -3).size() == 0);
        CHECK(diag(A, std::numeric_limits<I64>::min()).size() == 0);
        auto w = make_vector<I32>(context, 3, {{0, 1}, {2, 1}});
        diag(w, no_mask, ops::plus<I32>, A);
        CHECK(items<I32>(w) == Plain{{0, 1}, {2, 5}});
        auto C = make<I32>(context, 3, 3, {{0, 0, 1}, {1, 0, 2}});
        diag(C, structure(C), no_accum, u, 0, DESC_C);
        CHECK(read<I32>(C) == Entries<I32>{{0, 0, 1}, {1, 0, 2}, {2, 2, 7}});
        // Rows scaled by a diagonal.
        CHECK(read<I32>(mxm(plus_times<I32>, diag(u), A)) == Entries<I32>{{0, 1, 5}, {0, 2, 10}, {2, 2, 28}});

        const auto P = make<I32>(context, 2, 2, {{0, 1, 3}, {1, 0, 4}}),
                   Q = make<I32>(context, 1, 2, {{0, 0, 1}, {0, 1, 2}});
        CHECK(read<I32>(kronecker(ops::minus<I32>, P, Q)) ==
              Entries<I32>{{0, 2, 2}, {0, 3, 1}, {1, 0, 3}, {1, 1, 2}});
        const auto K = kronecker<I32>(ops::times<I32>, P, Q, {.transpose_a = true, .transpose_b = true});
        CHECK(K.nrows() == 4);
        CHECK(K.ncols() == 2);
        CHECK(read<I32>(K) == Entries<I32>{{0, 1, 4}, {1, 1, 8}, {2, 0, 3}, {3, 0, 6}});
    });
}

TEST_SUITE_END();
