/// \file test_deterministic.cpp
/// Products that must equal the left fold in the order of k bit for bit, for every accumulator and every
/// order of threads. Compared with the naive reference.
#include "testing/deterministic_testing.hpp"

#include <mergus/runtime.hpp>

using namespace mergus;
using namespace mergus::tests;
using mergus_tests::affine;
using mergus_tests::compositions;
using mergus_tests::halves;
using mergus_tests::traces;
using mergus_tests::wide_traces;

namespace {

/// scattered: rows of some to thousands of flops. few: rows of few flops. band: columns close together.
enum class Shape { scattered, few, band };

/// Operands of a product in which several products contribute to an entry.
struct Operands {
    Operands(Shape shape, const mergus_type* type)
        : A(shape == Shape::band ? uneven_matrix(type, 60, 60, near)
            : shape == Shape::few
                ? uneven_matrix(type, 30, 40, [](auto i, auto k) { return k % 13 == i % 13; })
                : uneven_matrix(type, 26, 40, lengths)),
          B(shape == Shape::band ? uneven_matrix(type, 60, 60, near)
            : shape == Shape::few
                ? uneven_matrix(type, 40, 26, [](auto k, auto j) { return (j + k) % 3 != 0; })
                : uneven_matrix(type, 40, 260,
                                [](auto k, auto j) { return j % (1 + k % 9) == 0 || k == 5; })),
          mask(uneven_matrix(type_of<double>(), A.nrows, B.ncols,
                             [](auto i, auto j) { return (i + 3 * j) % 4 != 0; })) {}

    static bool near(std::uint64_t i, std::uint64_t j) { return i <= j + 4 && j <= i + 4; }
    static bool lengths(std::uint64_t i, std::uint64_t k) { return i == 0 || k % (2 * i + 1) < 2; }

    reference::Matrix A, B, mask;
};

enum class Masked { no, yes, complement };

Descriptor flags_of(Masked masked) {
    if (masked == Masked::no) return {};
    return masked == Masked::yes ? DESC_S : DESC_S | DESC_C;
}

Bits product(const Context& context, const AnySemiring& semiring, const Operands& operands, Masked masked,
             Descriptor how) {
    const AnyMatrix A = upload(context, operands.A), B = upload(context, operands.B);
    AnyMatrix C(context, semiring.get()->add->op->z_type, A.nrows(), B.ncols());
    if (masked == Masked::no) {
        mxm(C, no_mask, no_accum, semiring, A, B, how);
    } else {
        const AnyMatrix mask = upload(context, operands.mask);
        mxm(C, mask, no_accum, semiring, A, B, how | flags_of(masked));
    }
    return bits_of(C);
}

Bits naive(const AnySemiring& semiring, const Operands& operands, Masked masked) {
    const reference::Matrix C{semiring.get()->add->op->z_type, operands.A.nrows, operands.B.ncols, {}};
    const reference::Output output{masked == Masked::no ? nullptr : &operands.mask, nullptr,
                                   flags_of(masked).bits};
    return bits_of(reference::mxm(C, output, *semiring.get(), operands.A, operands.B));
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
    return turned.values != naive(semiring, operands, Masked::no).values;
}

/// Checks every device, with the thread orders of two seeds.
void check_device(const AnySemiring& semiring, const Operands& operands, Descriptor how,
                  const std::string& accumulators, std::initializer_list<Masked> masks = {Masked::no}) {
    for (const std::string& backend : devices_under_test())
        for (const unsigned seed : {1u, 20u})
            for (const Masked masked : masks) {
                CAPTURE(backend);
                CAPTURE(accumulators);
                CAPTURE(seed);
                CAPTURE(static_cast<int>(masked));
                std::string bins;
                ContextOptions options;
                options.explain = [&](const Explanation& e) {
                    if (e.operation == "mxm") bins = e.reason;
                };
                const Context context = shuffled(backend, accumulators, seed, options);
                CHECK(product(context, semiring, operands, masked, how) == naive(semiring, operands, masked));
                // global_dense adds in any order, so its rows are done by column tiles.
                const bool has_rows = accumulators != "esc" || masked != Masked::yes;
                CAPTURE(bins);
                if (has_rows)
                    CHECK(bins.find(accumulators == "global_dense" ? "column_tile" : accumulators) !=
                          std::string::npos);
            }
}

} // namespace

TEST_SUITE_BEGIN("deterministic");

TEST_CASE("every accumulator adds from left to right in the order of k, under masks too") {
    const Operands operands(Shape::scattered, type_of<double>());
    REQUIRE(order_shows(plus_times<double>, operands));
    for (const char* accumulators : {"", "hash", "bitmap_rank", "column_tile", "global_dense", "merge"})
        check_device(plus_times<double>, operands, DESC_DETERMINISTIC, accumulators,
                     {Masked::no, Masked::yes, Masked::complement});
    const Operands few(Shape::few, type_of<double>());
    REQUIRE(order_shows(plus_times<double>, few));
    for (const char* accumulators : {"", "esc"})
        check_device(plus_times<double>, few, DESC_DETERMINISTIC, accumulators,
                     {Masked::no, Masked::yes, Masked::complement});
    const Operands band(Shape::band, type_of<double>());
    REQUIRE(order_shows(plus_times<double>, band));
    for (const char* accumulators : {"", "narrow"})
        check_device(plus_times<double>, band, DESC_DETERMINISTIC, accumulators);
}

TEST_CASE("an operator declared as order-dependent gets the ordered fold without the flag") {
    REQUIRE(traces.get()->add->op->properties == 0);
    const Operands operands(Shape::scattered, type_of<double>()), band(Shape::band, type_of<double>());
    REQUIRE(order_shows(traces, operands));
    for (const char* accumulators : {"hash", "bitmap_rank", "column_tile", "global_dense", "merge"})
        check_device(traces, operands, {}, accumulators, {Masked::no, Masked::yes});
    check_device(traces, band, {}, "narrow");
    check_device(traces, Operands(Shape::few, type_of<double>()), {}, "esc");
    check_device(wide_traces, operands, {}, "");
    REQUIRE(order_shows(halves, operands));
    check_device(halves, operands, DESC_DETERMINISTIC, "");
    const Operands maps(Shape::scattered, type_of<affine>());
    REQUIRE(order_shows(compositions, maps));
    check_device(compositions, maps, {}, "");
}

TEST_CASE("single precision and complex numbers too") {
    const auto check = [](const AnySemiring& semiring, const mergus_type* type) {
        const Operands operands(Shape::scattered, type);
        REQUIRE(order_shows(semiring, operands));
        check_device(semiring, operands, DESC_DETERMINISTIC, "", {Masked::no});
    };
    check(plus_times<float>, type_of<float>());
    check(plus_times<complex<float>>, type_of<complex<float>>());
    check(plus_times<complex<double>>, type_of<complex<double>>());
}

TEST_CASE(
    "on the CPU, order-dependent operators get the ordered fold, and deterministic calls use one thread") {
    const Operands operands(Shape::scattered, type_of<double>());
    for (const unsigned threads : {1u, 4u}) {
        ContextOptions options;
        options.backend = "suitesparse";
        options.threads = threads;
        std::string reason;
        options.explain = [&](const Explanation& e) { reason = e.reason; };
        const Context context(options);
        for (const Masked masked : {Masked::no, Masked::yes, Masked::complement})
            for (const AnySemiring& semiring :
                 std::initializer_list<AnySemiring>{traces, wide_traces, halves})
                CHECK(product(context, semiring, operands, masked, {}) == naive(semiring, operands, masked));
        const Operands maps(Shape::scattered, type_of<affine>());
        CHECK(product(context, compositions, maps, Masked::no, {}) == naive(compositions, maps, Masked::no));
        const Bits once = product(context, plus_times<double>, operands, Masked::no, DESC_DETERMINISTIC);
        const Context alone(ContextOptions{.backend = "suitesparse", .deterministic = true});
        CHECK(once == product(alone, plus_times<double>, operands, Masked::no, {}));
        const AnyMatrix A = upload(context, operands.A);
        AnyMatrix C(context, A.type(), A.nrows(), A.nrows());
        mxm(C, no_mask, no_accum, plus_times<double>, A, A, DESC_T1 | DESC_DETERMINISTIC);
        CHECK(reason.find("one thread") != std::string::npos);
        mxm(C, no_mask, no_accum, plus_times<double>, A, A, DESC_T1);
        CHECK(reason.find("one thread") == std::string::npos);
    }
}

TEST_CASE("transposed inputs and an accumulator change nothing") {
    const Operands operands(Shape::scattered, type_of<double>());
    const reference::Matrix before = uneven_matrix(type_of<double>(), operands.A.nrows, operands.A.nrows,
                                                   [](auto i, auto j) { return (i + j) % 3 == 0; });
    const Descriptor how = DESC_T1 | DESC_DETERMINISTIC;
    const reference::Output output{nullptr, ops::plus<double>.get(), how.bits};
    const Bits wanted =
        bits_of(reference::mxm(before, output, *plus_times<double>.get(), operands.A, operands.A));
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        const Context context = shuffled(backend, "", 3);
        const AnyMatrix A = upload(context, operands.A);
        AnyMatrix C = upload(context, before);
        mxm(C, no_mask, ops::plus<double>, plus_times<double>, A, A, how);
        CHECK(bits_of(C) == wanted);
    }
}

TEST_CASE("the descriptor's flag is for one call") {
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        std::string method;
        ContextOptions options;
        options.explain = [&](const Explanation& e) { method = e.method; };
        const Context context = shuffled(backend, "hash", 1, options);
        const Operands operands(Shape::scattered, type_of<double>());
        const auto ran = [&](Descriptor how) {
            (void)product(context, plus_times<double>, operands, Masked::no, how);
            return method;
        };
        CHECK(ran({}).find("atomics") != std::string::npos);
        CHECK(ran(DESC_DETERMINISTIC).find("k in order") != std::string::npos);
        CHECK(ran({}).find("atomics") != std::string::npos);
        options.deterministic = true;
        const Context always = shuffled(backend, "hash", 1, options);
        (void)product(always, plus_times<double>, operands, Masked::no, {});
        CHECK(method.find("k in order") != std::string::npos);
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
    const Operands operands(Shape::scattered, type_of<double>());
    REQUIRE(order_shows(differences, operands));
    check_device(differences, operands, DESC_DETERMINISTIC, "");
    const Context cpu("suitesparse");
    CHECK(product(cpu, differences, operands, Masked::no, {}) == naive(differences, operands, Masked::no));
}

TEST_SUITE_END();
