/// \file test_deterministic.cpp
/// Products that must equal the left fold in the order of k bit for bit, by the methods that the library
/// chooses and in two orders of threads; what is declared as order-dependent, and the flag of a call. Every
/// method and accumulator by name: test_methods.cpp.
#include "product_testing.hpp"

#include <mergus/runtime.hpp>

using namespace mergus;
using namespace mergus::tests;
using mergus_tests::affine;
using mergus_tests::compositions;
using mergus_tests::halves;
using mergus_tests::traces;
using mergus_tests::wide_traces;

namespace {

bool near(std::uint64_t i, std::uint64_t j) {
    return i <= j + 4 && j <= i + 4;
}

reference::Matrix mask_of(const reference::Matrix& A, const reference::Matrix& B) {
    return uneven_matrix(type_of<double>(), A.nrows, B.ncols,
                         [](auto i, auto j) { return (i + 3 * j) % 4 != 0; });
}

/// Rows of some to thousands of products, several of them for an entry.
Operands scattered(const mergus_type* type = type_of<double>()) {
    Operands operands{
        uneven_matrix(type, 26, 40, [](auto i, auto k) { return i == 0 || k % (2 * i + 1) < 2; }),
        uneven_matrix(type, 40, 260, [](auto k, auto j) { return j % (1 + k % 9) == 0 || k == 5; })};
    operands.M = mask_of(operands.A, operands.B);
    return operands;
}

/// Rows of few products.
Operands few() {
    Operands operands{
        uneven_matrix(type_of<double>(), 30, 40, [](auto i, auto k) { return k % 13 == i % 13; }),
        uneven_matrix(type_of<double>(), 40, 26, [](auto k, auto j) { return (j + k) % 3 != 0; })};
    operands.M = mask_of(operands.A, operands.B);
    return operands;
}

/// Columns close together.
Operands band_matrices() {
    return {uneven_matrix(type_of<double>(), 60, 60, near), uneven_matrix(type_of<double>(), 60, 60, near)};
}

enum class Masked { no, yes, complement };

Operands under(Operands operands, Masked masked) {
    if (masked == Masked::no) operands.M.reset();
    return operands;
}

Descriptor flags_of(Masked masked) {
    if (masked == Masked::no) return {};
    return masked == Masked::yes ? DESC_S : DESC_S | DESC_C;
}

/// \return whether some sum differs from right to left; otherwise the comparisons prove nothing.
bool order_shows(const AnySemiring& semiring, const Operands& operands) {
    reference::Matrix A = operands.A, B = operands.B;
    A.entries.clear();
    B.entries.clear();
    for (const auto& [place, entry] : operands.A.entries)
        A.entries[{place.first, operands.A.ncols - 1 - place.second}] = entry;
    for (const auto& [place, entry] : operands.B.entries)
        B.entries[{operands.B.nrows - 1 - place.first, place.second}] = entry;
    const reference::Matrix C{semiring.get()->add->op->z_type, A.nrows, B.ncols, {}};
    const Bits turned = bits_of(reference::mxm(C, {}, *semiring.get(), A, B));
    return turned.values != naive(semiring, under(operands, Masked::no)).values;
}

/// Checks every device, with the thread orders of two seeds.
void check_device(const AnySemiring& semiring, const Operands& operands, Descriptor how,
                  const std::string& accumulators, std::initializer_list<Masked> masks = {Masked::no}) {
    for (const unsigned seed : {1u, 20u})
        for (const Masked masked : masks) {
            // dense_accumulator adds in any order, so its rows are done by column tiles.
            const bool has_rows = accumulators != "esc" || masked != Masked::yes;
            const std::string said = accumulators == "dense_accumulator" ? "column_tile" : accumulators;
            check({accumulators, {said}, false, 1, seed}, semiring, under(operands, masked),
                  how | flags_of(masked), has_rows ? Used::yes : Used::either);
        }
}

} // namespace

TEST_SUITE_BEGIN("deterministic");

TEST_CASE("accumulators of the library's choice add from left to right in the order of k, under masks too") {
    for (const Operands& operands : {scattered(), few(), band_matrices()}) {
        REQUIRE(order_shows(plus_times<double>, operands));
        check_device(plus_times<double>, operands, DESC_DETERMINISTIC, "");
        if (operands.M)
            check_device(plus_times<double>, operands, DESC_DETERMINISTIC, "",
                         {Masked::yes, Masked::complement});
    }
}

TEST_CASE("an operator declared as order-dependent gets the ordered fold without the flag") {
    REQUIRE(traces.get()->add->op->properties == 0);
    const Operands operands = scattered();
    REQUIRE(order_shows(traces, operands));
    check_device(traces, operands, {}, "dense_accumulator", {Masked::no, Masked::yes});
    REQUIRE(order_shows(halves, operands));
    check_device(halves, operands, DESC_DETERMINISTIC, "");
    const Operands maps = scattered(type_of<affine>());
    REQUIRE(order_shows(compositions, maps));
    check_device(compositions, maps, {}, "");
}

TEST_CASE("single precision and complex numbers too") {
    const auto check = [](const AnySemiring& semiring, const mergus_type* type) {
        const Operands operands = scattered(type);
        REQUIRE(order_shows(semiring, operands));
        check_device(semiring, operands, DESC_DETERMINISTIC, "");
    };
    check(plus_times<float>, type_of<float>());
    check(plus_times<complex<float>>, type_of<complex<float>>());
    check(plus_times<complex<double>>, type_of<complex<double>>());
}

TEST_CASE(
    "on the CPU, order-dependent operators get the ordered fold, and deterministic calls use one thread") {
    const Operands operands = scattered();
    for (const unsigned threads : {1u, 4u}) {
        ContextOptions options;
        options.backend = "suitesparse";
        options.threads = threads;
        std::string reason;
        options.explain = [&](const Explanation& e) { reason = e.reason; };
        const Context context(options);
        const auto check_on = [](const Context& cpu, const AnySemiring& semiring, const Operands& given,
                                 Descriptor how) {
            CHECK(bits_of(multiply(cpu, semiring, given, how)) == naive(semiring, given, how));
        };
        for (const Masked masked : {Masked::no, Masked::yes, Masked::complement})
            for (const AnySemiring& semiring :
                 std::initializer_list<AnySemiring>{traces, wide_traces, halves})
                check_on(context, semiring, under(operands, masked), flags_of(masked));
        check_on(context, compositions, under(scattered(type_of<affine>()), Masked::no), {});
        const Operands whole = under(operands, Masked::no);
        const Bits once = bits_of(multiply(context, plus_times<double>, whole, DESC_DETERMINISTIC));
        const Context alone(ContextOptions{.backend = "suitesparse", .deterministic = true});
        CHECK(once == bits_of(multiply(alone, plus_times<double>, whole)));
        const AnyMatrix A = upload(context, operands.A);
        AnyMatrix C(context, A.type(), A.nrows(), A.nrows());
        mxm(C, no_mask, no_accum, plus_times<double>, A, A, DESC_T1 | DESC_DETERMINISTIC);
        CHECK(reason.find("one thread") != std::string::npos);
        mxm(C, no_mask, no_accum, plus_times<double>, A, A, DESC_T1);
        CHECK(reason.find("one thread") == std::string::npos);
    }
}

TEST_CASE("the descriptor's flag is for one call") {
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        Report report;
        const Operands operands = under(scattered(), Masked::no);
        const auto has = [&](const Context& context, Descriptor how, const char* order) {
            (void)multiply(context, plus_times<double>, operands, how);
            return has_fact(report.method, order);
        };
        const Context context = shuffled(backend, "hash", 1, reporting(report));
        CHECK(has(context, {}, facts::by_atomics));
        CHECK(has(context, DESC_DETERMINISTIC, facts::k_in_order));
        CHECK(has(context, {}, facts::by_atomics));
        const Context always = shuffled(backend, "hash", 1, reporting(report, {.deterministic = true}));
        CHECK(has(always, {}, facts::k_in_order));
    }
}

TEST_CASE("monoids made at run time report their properties") {
    const AnyMonoid ordered = make_monoid(ops::plus<double>, 0.0, {}, {.associative = false});
    CHECK(ordered.get()->op->properties == MERGUS_OP_COMMUTATIVE);
    CHECK(make_monoid(ops::plus<double>, 0.0).get()->op->properties ==
          (MERGUS_OP_ASSOCIATIVE | MERGUS_OP_COMMUTATIVE));
    CHECK(make_monoid(ops::minus<double>, 0.0).get()->op->properties ==
          0); // a built-in operator: its properties are known
    CHECK(make_monoid(ops::first<double>, 0.0).get()->op->properties == MERGUS_OP_ASSOCIATIVE);
    const AnySemiring differences = make_semiring(make_monoid(ops::minus<double>, 0.0), ops::times<double>);
    const Operands operands = scattered();
    REQUIRE(order_shows(differences, operands));
    check_device(differences, operands, DESC_DETERMINISTIC, "");
    const Operands whole = under(operands, Masked::no);
    CHECK(bits_of(multiply(Context("suitesparse"), differences, whole)) == naive(differences, whole));
}

TEST_SUITE_END();
