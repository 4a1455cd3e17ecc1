/// \file test_methods.cpp
/// The methods of mxm that fold products in the order of k, each on operands that suit it: one set of
/// products for all of them, bit for bit as the naive reference has them. Limits of a method are in its own
/// file.
#include "product_shapes.hpp"

using namespace mergus;
using namespace mergus::tests;
using mergus_tests::compositions;
using mergus_tests::traces;
using mergus_tests::traces_of_72;
using mergus_tests::wide_traces;

namespace {

struct Row {
    Method method;
    Operands (*operands)(const mergus_type* a, const mergus_type* b);
    bool widest = false; ///< takes values of 72 bytes
    Descriptor how{};
    bool only_these = false; ///< other operands of the same kind may be for another method
};

const std::vector<Row>& rows() {
    using Type = const mergus_type*;
    static const std::vector<Row> all = {
        {{"k_way_merge", {"a thread a row", "k in order"}},
         [](Type a, Type b) { return short_ones(7, a, b); },
         true},
        {{"subwarp_esc", {"a group a row, sorted", "k in order"}},
         [](Type a, Type b) { return short_ones(7, a, b); },
         true},
        {{"register_band", {"groups of rows", "k in order"}},
         [](Type a, Type b) { return bands(9, 14, a, b); }},
        {{"pattern_classes", {"repeated rows", "k in order"}}, [](Type a, Type b) { return stencils(a, b); }},
        {{"merge", {"merge"}}, [](Type a, Type b) { return mixed(a, b); }},
        {{"merge,merge<2200", {"merge"}}, [](Type a, Type b) { return mixed(a, b); }},
        {{"masked_dot", {"dot products"}},
         [](Type a, Type b) { return masked(70, 90, 80, 6, a, b); },
         false,
         DESC_S},
        {{"masked_rows", {"a thread a row, under the mask"}, true},
         [](Type a, Type b) { return masked_short_rows(12, a, b); },
         false,
         DESC_S},
        {{"register_band", {"groups of rows, under the mask"}},
         [](Type a, Type b) { return masked_bands(4, a, b); },
         false,
         DESC_S},
        {{"diagonal", {"scaled rows or columns", "k in order"}, true},
         [](Type a, Type b) { return rows_scaled(a, b); },
         true,
         {},
         true},
        {{"diagonal", {"scaled rows or columns", "k in order"}, true},
         [](Type a, Type b) { return columns_scaled(a, b); },
         true,
         {},
         true},
    };
    return all;
}

/// By the method of the row.
void check(const Row& row, const AnySemiring& semiring, const Operands& operands, Descriptor how = {},
           Used used = Used::yes) {
    tests::check(row.method, semiring, operands, how | row.how, used);
}

Operands doubles(const Row& row) {
    return row.operands(type_of<double>(), type_of<double>());
}

bool is_masked(const Row& row) {
    return doubles(row).M.has_value();
}

} // namespace

TEST_SUITE_BEGIN("methods");

TEST_CASE("methods: values of every width, folded in the order of k") {
    for (const Row& row : rows()) {
        const Operands numbers = doubles(row);
        const auto of = [&](const mergus_type* type) { return row.operands(type, type); };
        check(row, traces, numbers);
        check(row, wide_traces, numbers);
        if (row.widest) check(row, traces_of_72, numbers);
        check(row, plus_times<double>, numbers, DESC_DETERMINISTIC);
        check(row, plus_times<complex<double>>, of(type_of<complex<double>>()), DESC_DETERMINISTIC);
        if (!is_masked(row)) {
            check(row, plus_times<float>, of(type_of<float>()), DESC_DETERMINISTIC);
        } else {
            const mergus_op& mul = *compositions.get()->mul;
            check(row, compositions, row.operands(mul.x_type, mul.y_type));
        }
    }
}

TEST_CASE("methods: values of every width, whose sums are the same in any order") {
    for (const Row& row : rows()) {
        const Operands numbers = doubles(row);
        check(row, min_firstj1<std::int64_t>, numbers);
        check(row, plus_pair<std::int8_t>, numbers);
        check(row, lor_land, numbers);
        if (!is_masked(row)) continue; // other kernels, which begin with a neutral value or count
        check(row, min_plus<double>, numbers);
        check(row, max_times<float>, numbers);
        check(row, min_secondi<std::int64_t>, numbers);
        check(row, plus_pair<std::int64_t>, numbers);
    }
}

TEST_CASE("methods: empty rows and matrices") {
    for (const Row& row : rows()) {
        const Operands given = doubles(row);
        const auto with = [&](reference::Matrix A, reference::Matrix B, Used used) {
            check(row, traces, {std::move(A), std::move(B), given.M}, {}, used);
        };
        const Used used = is_masked(row) || row.only_these ? Used::either : Used::yes;
        const auto [i, k] = std::prev(given.A.entries.end())->first;
        // One entry of A, and one row of B.
        with(kept(given.A, [=, i = i, k = k](auto r, auto c) { return r == i && c == k; }), given.B, used);
        with(given.A, kept(given.B, [](auto r, auto) { return r == 57; }), used);
        // Empty rows everywhere, and rows of A that have entries in columns where B has none.
        const auto holes = [](auto r, auto) { return r % 5 != 2; };
        with(kept(given.A, holes), kept(given.B, holes), used);
        with(kept(given.A, [](auto, auto c) { return c < 9; }),
             kept(given.B, [](auto r, auto) { return r > 9; }), Used::either);
        with(kept(given.A, nowhere), given.B, Used::either);
        with(given.A, kept(given.B, nowhere), Used::either);
    }
}

TEST_CASE("methods: a matrix of one row") {
    for (const Row& row : rows()) {
        Operands given = doubles(row);
        const std::uint64_t i = given.A.entries.rbegin()->first.first;
        const auto alone = [&](const reference::Matrix& matrix) {
            reference::Matrix one{matrix.type, 1, matrix.ncols, {}};
            for (const auto& [place, entry] : matrix.entries)
                if (place.first == i) one.entries[{0, place.second}] = entry;
            return one;
        };
        given.A = alone(given.A);
        if (given.M) given.M = alone(*given.M);
        check(row, traces, given, {}, Used::either);
    }
}

TEST_CASE("methods: a matrix by itself") {
    for (const Row& row : rows())
        for (const std::string& backend : devices_under_test()) {
            CAPTURE(backend);
            CAPTURE(row.method.forced);
            const reference::Matrix given = doubles(row).A;
            const std::uint64_t n = std::max(given.nrows, given.ncols);
            const reference::Matrix square = moved(given, n, n, 0, 0);
            Operands operands{square, square};
            if (is_masked(row)) operands.M = square;
            const Context context = shuffled(backend, row.method.forced, 5);
            const AnyMatrix A = upload(context, square);
            AnyMatrix C(context, type_of<double>(), n, n);
            const Descriptor how = row.how | DESC_DETERMINISTIC;
            mxm(C, is_masked(row) ? Mask(A) : Mask(no_mask), no_accum, plus_times<double>, A, A, how);
            CHECK(bits_of(C) == naive(plus_times<double>, operands, how));
        }
}

TEST_CASE("methods: transposed operands") {
    for (const Row& row : rows()) {
        const Operands given = doubles(row);
        check(row, traces, {transposed(given.A), transposed(given.B), given.M}, DESC_T0 | DESC_T1);
    }
}

TEST_CASE("methods: columns of 64 bits") {
    constexpr std::uint64_t wide = std::uint64_t{1} << 36;
    for (const Row& row : rows()) {
        if (row.method.forced == "masked_dot") continue; // transposes B: see test_masked_dot.cpp
        Operands given = doubles(row);
        const auto far = [](const reference::Matrix& matrix) {
            return moved(matrix, matrix.nrows, wide, 0, wide - matrix.ncols);
        };
        given.B = far(given.B);
        if (given.M) given.M = far(*given.M);
        check(row, traces, given, {}, row.only_these ? Used::either : Used::yes); // D is not this wide
    }
}

TEST_SUITE_END();
