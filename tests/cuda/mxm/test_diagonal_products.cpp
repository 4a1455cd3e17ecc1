/// \file test_diagonal_products.cpp
/// Products with a diagonal matrix: tiles of entries with rows of every length, operands that look like a
/// diagonal matrix, and the launches and waits of a small product.
#include "product_shapes.hpp"

#include <functional>

using namespace mergus;
using namespace mergus::tests;
using mergus_tests::traces;

namespace {

const Method diagonal{"diagonal", {"diagonal"}, true}, chosen{"", {"diagonal"}, true};

/// Entries of row i: those of `length(i)` columns, from a column that depends on the row.
template <class Length>
reference::Matrix of_lengths(std::uint64_t nrows, std::uint64_t ncols, Length length) {
    reference::Matrix matrix{type_of<double>(), nrows, ncols, {}};
    for (std::uint64_t i = 0, e = 0; i < nrows; ++i)
        for (std::uint64_t n = 0; n < std::uint64_t(length(i)); ++n, ++e) {
            const std::uint64_t j = (i * 3 + n * 5) % ncols;
            matrix.set(i, j, uneven_value(matrix.type, e));
        }
    return matrix;
}

Operands scaled_rows(const reference::Matrix& B) {
    return {whole_diagonal(type_of<double>(), B.nrows), B};
}
Operands scaled_columns(const reference::Matrix& A) {
    return {A, whole_diagonal(type_of<double>(), A.ncols)};
}

reference::Matrix some_matrix() {
    return of_lengths(60, 70, [](std::uint64_t i) { return i % 9; });
}

} // namespace

TEST_SUITE_BEGIN("methods");

TEST_CASE("diagonal products: rows of every length in tiles of 2048 entries") {
    const std::vector<reference::Matrix> matrices{
        of_lengths(3000, 4099, [](std::uint64_t i) { return i % 3; }), // empty rows in several tiles
        of_lengths(70, 2600, [](std::uint64_t i) { return i % 30 == 9 ? 2048 : 0; }), // rows are whole tiles
        of_lengths(70, 4099, [](std::uint64_t i) { return i == 50 ? 4099 : 7; }), // a row of several tiles
        of_lengths(40, 89, [](std::uint64_t i) { return i >= 20 ? 89 : 0; }),
        // Few entries in more rows than a tile lists.
        of_lengths(40000, 4099, [](std::uint64_t i) { return i % 39000 == 5 ? 30 : 0; }),
    };
    for (const reference::Matrix& matrix : matrices) {
        CAPTURE(matrix.nrows);
        check(diagonal, traces, scaled_rows(matrix));
        check(diagonal, traces, scaled_columns(matrix));
        check(chosen, plus_times<double>, scaled_rows(matrix));
    }
}

TEST_CASE("diagonal products: operators on positions, and those that ignore a value") {
    const reference::Matrix given = some_matrix();
    for (const Operands& operands : {scaled_rows(given), scaled_columns(given)}) {
        check(chosen, min_firsti<std::int64_t>, operands);
        check(chosen, min_firstj1<std::int64_t>, operands);
        check(chosen, min_secondj<std::int64_t>, operands);
        check(chosen, min_first<double>, operands);
        check(chosen, min_second<double>, operands);
        check(chosen, plus_pair<std::int32_t>, operands);
    }
}

TEST_CASE("diagonal products: other matrices with as many entries as rows are for other methods") {
    const reference::Matrix given = some_matrix(), whole = whole_diagonal(given.type, given.nrows);
    const auto refused = [&](const reference::Matrix& D) {
        check(diagonal, traces, {D, given}, {}, Used::no);
        check(chosen, plus_times<double>, {D, given}, {}, Used::no);
    };
    refused(kept(whole, [](auto i, auto) { return i != 17; })); // a hole
    reference::Matrix moved_entry = kept(whole, [](auto i, auto) { return i != 17; });
    moved_entry.set(16, 17, uneven_value(given.type, 1)); // two in a row
    refused(moved_entry);
    reference::Matrix permutation = kept(whole, [](auto i, auto) { return i != 17 && i != 30; });
    permutation.set(17, 30, uneven_value(given.type, 1));
    permutation.set(30, 17, uneven_value(given.type, 2));
    refused(permutation);
    check(chosen, plus_times<double>, {permutation, whole}); // the second one is diagonal
    check(chosen, plus_times<double>, {whole, permutation});
    check(chosen, plus_times<double>, {whole, whole});
}

TEST_CASE("diagonal products: a mask of few entries is for other methods, unless the name is given") {
    const reference::Matrix given = some_matrix();
    for (Operands operands : {scaled_rows(given), scaled_columns(given)}) {
        operands.M = uneven_matrix(type_of<std::int64_t>(), given.nrows, given.ncols,
                                   [](auto i, auto j) { return i == 7 && j % 3 != 0; });
        check(chosen, traces, operands, DESC_S, Used::no);
        check(diagonal, traces, operands, DESC_S);
    }
}

TEST_CASE("diagonal products: one launch and no wait, also for the first product of a new diag(u)") {
    using Doubles = Matrix<double>;
    on_devices([&](const Context& context) {
        const Doubles A = Doubles::from_csr(context, generate::from_spec("er:rows=500,degree=6,seed=1"));
        Vector<double> u(context, A.nrows());
        assign(u, 2.0);
        Doubles C(context, A.nrows(), A.ncols());
        const auto used = [&](const std::function<void()>& run) {
            const Counters before = context.counters();
            run();
            const Counters after = context.counters();
            CHECK(after.synchronizations == before.synchronizations);
            return after.launches - before.launches;
        };
        for (int time = 0; time < 2; ++time) { // the first time kernels are compiled
            const Doubles D = diag(u);
            CHECK(used([&] { mxm(C, plus_times<double>, D, A); }) == 1);
            CHECK(used([&] { mxm(C, plus_times<double>, A, D); }) == 1);
        }
    });
}

TEST_SUITE_END();
