/// \file test_owned_columns.cpp
/// Products whose rows are dense in few columns: which products the method takes, ranges of columns that are
/// empty or have all entries, and the most columns.
#include "product_shapes.hpp"

#include "testing/csr.hpp"

using namespace mergus;
using namespace mergus::tests;
using mergus_tests::traces;

namespace {

const Method owned{"owned_columns", {"owned_columns"}, true};

/// Whether the library chooses the method for A·B, on the first device, after a comparison with SuiteSparse.
bool is_owned(const Csr& a, const Csr& b) {
    Report found;
    const ContextOptions options = reporting(found, {.backend = devices_under_test().front()});
    std::vector<Tuples> results;
    for (const Context& context : {Context(options), Context("suitesparse")}) {
        const auto A = Matrix<double>::from_csr(context, with_integers(a)),
                   B = Matrix<double>::from_csr(context, with_integers(b));
        Matrix<double> C(context, a.nrows, b.ncols);
        mxm(C, plus_times<double>, A, B);
        results.push_back(C.to_tuples());
    }
    CHECK(results[0].rows == results[1].rows);
    CHECK(results[0].cols == results[1].cols);
    CHECK(results[0].reals == results[1].reals);
    return found.by("owned_columns");
}

} // namespace

TEST_SUITE_BEGIN("methods");

TEST_CASE("owned columns: chosen for several products a column, by averages or by long rows of B") {
    const Csr even = generate::er(400, 400, 150);
    CHECK(is_owned(even, even)); // 39 products a column
    // Rows 0 to 149 of B are six times as long as the others, and A reads them alone.
    Csr left, right;
    left.nrows = left.ncols = right.nrows = right.ncols = 1200;
    for (std::uint64_t i = 0; i < 1200; ++i) {
        for (std::uint64_t k = 0; k < 30; ++k) left.cols.push_back(k * 5 + i % 5);
        left.row_ptr.push_back(left.cols.size());
        for (std::uint64_t j = i % 2; j < 1200; j += i < 150 ? 8 : 48) right.cols.push_back(j);
        right.row_ptr.push_back(right.cols.size());
    }
    CHECK(is_owned(left, right)); // 3.75 products a column, .8 by averages
    CHECK_FALSE(is_owned(generate::er(2000, 2000, 28), generate::er(2000, 2000, 28))); // .4
}

TEST_CASE("owned columns: ranges of columns of all entries, and of none") {
    const auto with_columns = [](auto keep) {
        return Operands{uneven_matrix(type_of<double>(), 40, 50, scattered(9, 50, 14)),
                        uneven_matrix(type_of<double>(), 50, 2500, keep)};
    };
    check(owned, traces, with_columns([](auto, auto j) { return j == 1999; }));
    check(owned, traces, with_columns([](auto k, auto j) { return j < 40 && (k + j) % 3 != 0; }));
    check(owned, traces, with_columns([](auto k, auto j) { return j == 0 || j == 2499 || j == 64 + k; }));
    // Rows of B of every length around that of a warp's part.
    check(owned, traces, with_columns([](auto k, auto j) { return j >= 100 && j < 100 + k * 40; }));
}

TEST_CASE("owned columns: the most columns, and one more") {
    const auto with_columns = [](std::uint64_t ncols) {
        return Operands{uneven_matrix(type_of<std::int8_t>(), 3, 5, everywhere),
                        uneven_matrix(type_of<std::int8_t>(), 5, ncols,
                                      [=](auto k, auto j) { return j + 2 > ncols || j % 4096 == k; })};
    };
    constexpr std::uint64_t most = 1 << 15; // a word of 32 columns for each of 1024 threads
    check(owned, plus_times<std::int8_t>, with_columns(most));
    check(owned, plus_times<std::int8_t>, with_columns(most + 1), {}, Used::no);
    // Rows of numbers of 64 bits do not fit shared memory.
    Operands wide = with_columns(most);
    for (reference::Matrix* const m : {&wide.A, &wide.B}) {
        reference::Matrix numbers{type_of<double>(), m->nrows, m->ncols, {}};
        for (const auto& [place, entry] : m->entries) put_small<double>(numbers, place.first, place.second);
        *m = numbers;
    }
    check(owned, plus_times<double>, wide, {}, Used::no);
}

TEST_SUITE_END();
