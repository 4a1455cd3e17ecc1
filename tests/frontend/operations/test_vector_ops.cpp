/// \file test_vector_ops.cpp
/// The operations with vectors, against plain loops and answers worked out by hand.
#include "testing/vectors.hpp"

#include <mergus/mergus.hpp>

#include <optional>
#include <set>

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

/// The ways to write a result: each mask, with and without accumulator and replace.
struct Output {
    bool masked, structural, complemented, accumulated, replace;

    [[nodiscard]] Mask mask_of(const AnyVector& m) const {
        Mask mask = masked ? Mask(m) : Mask();
        if (structural) mask = structure(mask);
        return complemented ? complement(mask) : mask;
    }
    [[nodiscard]] BinaryOp accum() const { return accumulated ? BinaryOp(ops::minus<I32>) : no_accum; }
    [[nodiscard]] bool admits(const Plain& m, std::uint64_t i) const {
        if (!masked) return !complemented;
        const auto found = m.find(i);
        return (found != m.end() && (structural || found->second != 0)) != complemented;
    }
    /// The result of writing `t` into those of the `size` positions of c for which `is_written` is true.
    template <class Written>
    [[nodiscard]] Plain write(const Plain& c, const Plain& t, const Plain& m, std::uint64_t size,
                              Written is_written) const {
        Plain result;
        for (std::uint64_t i = 0; i < size; ++i) {
            const std::optional<I32> old = c.contains(i) ? std::optional(c.at(i)) : std::nullopt;
            const std::optional<I32> given = t.contains(i) ? std::optional(t.at(i)) : std::nullopt;
            std::optional<I32> z = given;
            if (!is_written(i))
                z = old;
            else if (accumulated && old)
                z = given ? *old - *given : *old;
            if (!admits(m, i)) z = replace ? std::nullopt : old;
            if (z) result[i] = *z;
        }
        return result;
    }
    [[nodiscard]] Plain write(const Plain& c, const Plain& t, const Plain& m, std::uint64_t size) const {
        return write(c, t, m, size, [](std::uint64_t) { return true; });
    }
    [[nodiscard]] std::string text() const {
        return std::string(masked ? "masked " : "") + (structural ? "structural " : "") +
               (complemented ? "complemented " : "") + (accumulated ? "accum " : "") +
               (replace ? "replace" : "");
    }
};

/// All of them, or every seventh where each has kernels of its own to compile.
std::vector<Output> outputs(const Context& context) {
    std::vector<Output> list;
    for (unsigned n = 0; n < 32; n += context.backend() == "suitesparse" ? 1 : 7)
        list.push_back({(n & 1) != 0, (n & 2) != 0, (n & 4) != 0, (n & 8) != 0, (n & 16) != 0});
    return list;
}

const Plain old_values{{0, 100}, {2, 300}}, mask_values{{0, 1}, {1, 0}, {2, 7}};

} // namespace

TEST_SUITE_BEGIN("vectors");

TEST_CASE("vectors: mxv and vxm, also of the transpose, written through every mask") {
    on_each_backend([](const Context& context) {
        const auto A = wide(context);
        const auto u = make_vector<I32>(context, 4, {{0, 10}, {2, 7}, {3, 1}});
        const auto v = make_vector<I32>(context, 3, {{0, 2}, {2, 5}});
        const auto m = make_vector<I32>(context, 3, mask_values);
        const Plain Au{{0, 14}, {1, 35}, {2, 28}}, vA{{1, 2}, {2, 24}};
        for (const Output& o : outputs(context)) {
            INFO(o.text());
            const WriteOptionsA options{o.mask_of(m), o.accum(), o.replace, false, false};
            const Plain expected = o.write(old_values, Au, mask_values, 3);
            auto w = make_vector<I32>(context, 3, old_values);
            mxv(w, plus_times<I32>, A, u, options);
            CHECK(items<I32>(w) == expected);
            w = make_vector<I32>(context, 3, old_values);
            vxm(w, plus_times<I32>, u, A, {o.mask_of(m), o.accum(), o.replace, true, false});
            CHECK(items<I32>(w) == expected);
        }
        CHECK(items<I32>(vxm(plus_times<I32>, v, A)) == vA);
        CHECK(items<I32>(mxv(plus_times<I32>, A, v, {.transpose_a = true})) == vA);
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
        const auto m = make_vector<I32>(context, 3, mask_values);
        for (const Output& o : outputs(context)) {
            INFO(o.text());
            const WriteOptions options{o.mask_of(m), o.accum(), o.replace, false};
            const auto check = [&](const Plain& t, const auto& call) {
                auto w = make_vector<I32>(context, 3, old_values);
                call(w);
                CHECK(items<I32>(w) == o.write(old_values, t, mask_values, 3));
            };
            check({{0, 5}, {1, 3}, {2, 2}}, [&](auto& w) { ewise_add(w, ops::minus<I32>, u, v, options); });
            check({{2, 2}}, [&](auto& w) { ewise_mult(w, ops::minus<I32>, u, v, options); });
            check({{0, -5}, {2, -6}}, [&](auto& w) { apply(w, ops::ainv<I32>, u, options); });
            check({{0, 5}, {2, 4}}, [&](auto& w) { apply(w, ops::minus<I32>, 10, u, options); });
            check({{0, -5}, {2, -4}}, [&](auto& w) { apply(w, ops::minus<I32>, u, 10, options); });
            check({{0, 1}, {2, 3}}, [&](auto& w) { apply(w, ops::rowindex<I32>, u, 1, options); });
            check({{2, 6}}, [&](auto& w) { select(w, ops::valuegt<I32>, u, 5, options); });
            check({{0, 5}}, [&](auto& w) { select(w, ops::rowle, u, 1, options); });
            check({{0, 3}, {1, 8}, {2, 4}}, [&](auto& w) {
                reduce(w, plus_monoid<I32>, wide(context), {options.mask, options.accum, options.replace});
            });
        }
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
        const auto m = make_vector<I32>(context, 3, mask_values);
        const auto scalar = [](std::uint64_t i) { return i == 2 || i == 1; };
        for (const Output& o : outputs(context)) {
            INFO(o.text());
            const WriteOptions options{o.mask_of(m), o.accum(), o.replace, false};
            auto w = make_vector<I32>(context, 3, old_values);
            assign(w, u, List{2, 1}, options);
            CHECK(items<I32>(w) == o.write(old_values, {{2, 8}}, mask_values, 3, scalar));
            w = make_vector<I32>(context, 3, old_values);
            assign(w, 9, List{2, 1}, options);
            CHECK(items<I32>(w) == o.write(old_values, {{1, 9}, {2, 9}}, mask_values, 3, scalar));
            w = make_vector<I32>(context, 3, old_values);
            extract(w, u, List{1, 0, 0}, options);
            CHECK(items<I32>(w) == o.write(old_values, {{1, 8}, {2, 8}}, mask_values, 3));
        }
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

        // Every row and column, through every mask: only that line of the matrix changes.
        const Plain line_mask{{0, 1}, {1, 0}, {2, 7}}, given{{0, 50}, {1, 60}};
        const auto u = make_vector<I32>(context, 2, given);
        for (const Output& o : outputs(context))
            for (const bool is_row : {true, false}) {
                INFO(o.text(), is_row ? " row" : " column");
                const std::uint64_t length = is_row ? 4 : 3;
                const auto m = make_vector<I32>(context, length, line_mask);
                const WriteOptions options{o.mask_of(m), o.accum(), o.replace, false};
                auto C = wide(context);
                Plain before, t{{2, 50}, {0, 60}};
                Entries<I32> others;
                for (const auto& e : read<I32>(C)) {
                    if ((is_row ? e.row : e.col) == 1)
                        before[is_row ? e.col : e.row] = e.value;
                    else
                        others.push_back(e);
                }
                if (is_row)
                    assign(C, u, 1, List{2, 0}, options);
                else
                    assign(C, u, List{2, 0}, 1, options);
                const Plain after =
                    o.write(before, t, line_mask, length, [](std::uint64_t i) { return i == 2 || i == 0; });
                Plain found;
                Entries<I32> kept;
                for (const auto& e : read<I32>(C)) {
                    if ((is_row ? e.row : e.col) == 1)
                        found[is_row ? e.col : e.row] = e.value;
                    else
                        kept.push_back(e);
                }
                CHECK(found == after);
                CHECK(kept == others);
            }
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
