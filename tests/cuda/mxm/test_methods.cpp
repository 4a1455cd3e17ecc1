/// \file test_methods.cpp
/// The methods of mxm and the accumulators of its bins, each on operands that suit it (method_rows.cpp): one
/// set of products for all of them, bit for bit as the naive reference has them. Limits of a method are in
/// its own file.
#include "method_rows.hpp"
#include "product_shapes.hpp"

#include "mxm/accumulators/accumulator.hpp"
#include "mxm/method.hpp"

#include <algorithm>
#include <complex>

using namespace mergus;
using namespace mergus::tests;
using mergus_tests::compositions;
using mergus_tests::pair_sums;
using mergus_tests::traces_of_72;
using mergus_tests::triple_sums;
using mergus_tests::wide_traces;

// Outside anonymous namespaces, as a program's are.
namespace first_products {

// Eight bytes that may be any: no pattern is left to stand for "nothing yet".
MERGUS_TYPE(two_floats, float a; float b;);
MERGUS_SEMIRING(
    two_sums,
    static two_floats identity() {
        return two_floats{0, 0};
    } static two_floats add(two_floats x, two_floats y) {
        return two_floats{x.a + y.a, x.b + y.b};
    } static two_floats mul(double x, double y) {
        return two_floats{static_cast<float>(x * y), static_cast<float>(x * y)};
    })

} // namespace first_products

namespace {

/// A failure that says what to add where no row of method_rows.cpp has operands for a method of that name.
void require_row(const std::string& name, const std::string& summary, bool found) {
    CHECK_MESSAGE(found, "no row of method_rows.cpp makes a product by ", name, " (", summary,
                  "): add operands that suit it");
}

} // namespace

TEST_SUITE_BEGIN("methods");

TEST_CASE("methods: every record of the tables makes the product of a row of this test") {
    std::vector<tests::Product> products;
    for (const MethodRow& row : method_rows()) {
        const std::string backend = devices_under_test().front();
        products.push_back(product(backend, row.method, row.probe(), row.probed(), row.how()));
        if (row.widest)
            products.push_back(product(backend, row.method, traces_of_72, row.operands(), row.how()));
    }
    // A record that the library chooses alone: rows of a stencil whose values do not fit shared memory.
    const auto points = [](std::uint64_t n) {
        return uneven_matrix(type_of<double>(), n, n, Stencil{48, 1});
    };
    const Method spilled{"-pattern_classes,-register_band,-subwarp_esc", {"spilled_k_way_merge"}};
    const Operands wide{points(2304), points(2304)};
    check(spilled, traces_of_72, wide);
    products.push_back(product(devices_under_test().front(), spilled, traces_of_72, wide));
    const auto any = [&](auto suits) { return std::any_of(products.begin(), products.end(), suits); };
    for (const cuda::ProductMethod* const method : cuda::product_methods::all)
        require_row(method->name, method->summary,
                    any([&](const tests::Product& made) { return made.by(method->name); }));
    for (const cuda::Accumulator* const accumulator : cuda::accumulators::all)
        require_row(accumulator->name, accumulator->summary, any([&](const tests::Product& made) {
                        return made.reason.find(std::string(accumulator->name) + ":") != std::string::npos;
                    }));
}

TEST_CASE("methods: values of every width, folded in the order of k") {
    for (const MethodRow& row : method_rows()) {
        const Used used = row.any_order ? Used::no : Used::yes;
        check(row, plus_times<double>, row.operands(), DESC_DETERMINISTIC, used);
        if (row.any_order) continue;
        check(row, mergus_tests::traces, row.operands());
        check(row, wide_traces, row.operands());
        if (row.widest) check(row, traces_of_72, row.operands());
        check(row, compositions, row.operands(compositions.get()->mul->x_type));
    }
}

TEST_CASE("methods: values of every width, whose sums are the same in any order") {
    for (const MethodRow& row : method_rows()) {
        const Operands numbers = row.small_numbers();
        check(row, plus_times<float>, row.small_numbers(type_of<float>()));
        check(row, plus_pair<std::int8_t>, numbers);
        if (row.any_order) check(row, min_firstj1<std::int64_t>, numbers); // others: traces
        if (row.needs_mask()) { // other kernels, which begin with a neutral value or count
            check(row, lor_land, numbers);
            check(row, min_plus<double>, row.operands());
            check(row, plus_pair<std::int64_t>, numbers);
        }
        if (row.slots) check(row, row.any_order ? AnySemiring(pair_sums) : AnySemiring(triple_sums), numbers);
    }
}

TEST_CASE("methods: a sum of -0.0 alone is -0.0, because the identity is no term") {
    for (const MethodRow& row : method_rows())
        for (const bool mixed : {false, true}) { // with products that are 0
            const auto with = [&](Operands given, auto a, auto b) {
                std::size_t n = 0;
                for (auto& [place, entry] : given.A.entries)
                    entry.value = reference::make(given.A.type, mixed && n++ % 3 == 0 ? b : a);
                for (auto& [place, entry] : given.B.entries) entry.value = reference::make(given.B.type, b);
                return given;
            };
            const Operands zeros = with(row.operands(), -1.0, 0.0);
            check(row, plus_times<double>, zeros);
            if (!row.slots) continue;
            using Complex = std::complex<double>;
            if (row.any_order)
                check(row, plus_first<complex<double>>,
                      with(row.operands(type_of<Complex>()), Complex(-0.0, -0.0), Complex(0.0, 0.0)));
            else
                check(row, first_products::two_sums, zeros);
        }
}

TEST_CASE("methods: empty rows and matrices") {
    for (const MethodRow& row : method_rows()) {
        const Operands given = row.probed();
        const auto with = [&](const reference::Matrix& A, const reference::Matrix& B, Used used) {
            check(row, row.probe(), {A, B, given.M}, {}, used);
        };
        const auto none = [](auto, auto) { return false; };
        const Used used = row.needs_mask() || row.only_these ? Used::either : Used::yes;
        const auto [i, k] = std::prev(given.A.entries.end())->first;
        // One entry of A, and one row of B.
        with(kept(given.A, [=, i = i, k = k](auto r, auto c) { return r == i && c == k; }), given.B, used);
        with(given.A, kept(given.B, [](auto r, auto) { return r == 57; }), used);
        // Empty rows everywhere, and rows of A that have entries in columns where B has none.
        const auto holes = [](auto r, auto) { return r % 5 != 2; };
        with(kept(given.A, holes), kept(given.B, holes), used);
        with(kept(given.A, [](auto, auto c) { return c < 9; }),
             kept(given.B, [](auto r, auto) { return r > 9; }), Used::either);
        with(kept(given.A, none), given.B, Used::either);
        with(given.A, kept(given.B, none), Used::either);
    }
}

TEST_CASE("methods: a matrix of one row") {
    for (const MethodRow& row : method_rows()) {
        Operands given = row.probed();
        const std::uint64_t i = given.A.entries.rbegin()->first.first;
        const auto alone = [&](const reference::Matrix& matrix) {
            reference::Matrix one{matrix.type, 1, matrix.ncols, {}};
            for (const auto& [place, entry] : matrix.entries)
                if (place.first == i) one.entries[{0, place.second}] = entry;
            return one;
        };
        given.A = alone(given.A);
        if (given.M) given.M = alone(*given.M);
        check(row, row.probe(), given, {}, Used::either);
    }
}

TEST_CASE("methods: columns of 64 bits") {
    constexpr std::uint64_t wide = std::uint64_t{1} << 36;
    for (const MethodRow& row : method_rows()) {
        if (row.by_column || row.method.forced == "masked_dot") continue; // the latter in test_masked_dot.cpp
        Operands given = row.probed();
        const auto far = [](const reference::Matrix& matrix) {
            return moved(matrix, matrix.nrows, wide, 0, wide - matrix.ncols);
        };
        given.B = far(given.B);
        if (given.M) given.M = far(*given.M);
        check(row, row.probe(), given, {}, row.only_these || row.slots ? Used::either : Used::yes);
    }
}

TEST_CASE("methods: operands with one value for all entries") {
    for (const MethodRow& row : method_rows()) {
        Operands given = row.operands();
        for (reference::Matrix* const matrix : {&given.A, &given.B})
            for (auto& [place, entry] : matrix->entries) entry.value = reference::make(matrix->type, 3.0);
        const Bits expected = naive(row.probe(), given, row.how());
        for (const std::string& backend : devices_under_test())
            for (const bool iso_a : {true, false}) {
                if (!iso_a && row.method.said.size() > 1) continue; // accumulators read operands alike
                CAPTURE(backend);
                CAPTURE(row.method.forced);
                CAPTURE(iso_a);
                const Context context = shuffled(backend, row.method.forced, 3);
                const auto threes = [](const AnyMatrix& A) { return apply(ops::second<double>, A, 3.0); };
                const AnyMatrix A = upload(context, given.A), iso = threes(A),
                                B = threes(upload(context, given.B));
                AnyMatrix C(context, row.probe().get()->add->op->z_type, A.nrows(), B.ncols()), M;
                if (given.M) M = upload(context, *given.M);
                mxm(C, given.M ? Mask(M) : Mask(no_mask), no_accum, row.probe(), iso_a ? iso : A, B,
                    row.how());
                CHECK(bits_of(C) == expected);
            }
    }
}

TEST_SUITE_END();
