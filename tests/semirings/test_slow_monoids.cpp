/// \file test_slow_monoids.cpp
/// Sums whose ⊕ takes long, so that other threads run during it: slots that a thread has locked, and sums
/// under a mask without atomics.
#include "testing/device_testing.hpp"
#include "testing/reports.hpp"

#include <mergus/mergus.hpp>

#include <cstdint>
#include <string>

using namespace mergus;
using namespace mergus::tests;

/// The device's function: the calling thread pauses.
inline void __nanosleep(unsigned) {} // NOLINT(bugprone-reserved-identifier)

// Outside anonymous namespaces, as a program's are.
namespace user_monoids {

// clang-format would take the definitions for arguments of a function.
// clang-format off

MERGUS_SEMIRING(slow_sums,
    static double identity() { return 0; }
    static double add(double x, double y) { __nanosleep(200); return x + y; }
    static double mul(double a, double b) { return a * b; })
MERGUS_SEMIRING(slow_single_sums,
    static float identity() { return 0; }
    static float add(float x, float y) { __nanosleep(200); return x + y; }
    static float mul(float a, float b) { return a * b; })

// clang-format on

} // namespace user_monoids

using namespace user_monoids;

TEST_SUITE_BEGIN("user-monoids");

TEST_CASE("user monoids: a slot that a thread has taken is left to it, however long ⊕ takes") {
    // On a device other threads run during ⊕, also on the emulated one, which switches at a pause.
    const auto check = [&]<class T>(const AnySemiring& sums, T) {
        on_devices([&](const Context& context) {
            const auto A = Matrix<T>::from_csr(context, csr_every(4, 300, 1));
            const auto B = Matrix<T>::from_csr(context, csr_every(300, 6, 1));
            const bool same = isequal(mxm(sums, A, B), mxm(plus_times<T>, A, B));
            CHECK(same);
        });
    };
    check(slow_sums, 0.0);
    check(slow_single_sums, 0.0F);
}

TEST_CASE("user monoids: under a mask, each warp adds to values of its own, without atomics") {
    constexpr std::uint64_t rows = 90, inner = 200, columns = 160;
    const auto every = [](std::uint64_t nrows, std::uint64_t ncols, auto step_of) {
        Entries<double> entries;
        for (std::uint64_t i = 0; i < nrows; ++i)
            for (std::uint64_t j = i % 2; j < ncols; j += step_of(i))
                entries.push_back({i, j, static_cast<double>((i * 31 + j * 7) % 9) - 3});
        return entries;
    };
    // From 10 to 2700 products a row, by rows of B that are shorter than a warp and have columns in common.
    const Entries<double> a = every(rows, inner, [](std::uint64_t i) { return std::uint64_t{1} << i % 9; }),
                          b = every(inner, columns, [](std::uint64_t k) { return 8 + k % 9; }),
                          m = every(rows, columns, [](std::uint64_t i) { return 2 + i % 5; });
    for (const std::string& backend : devices_under_test())
        for (const bool structural : {false, true}) {
            CAPTURE(backend);
            CAPTURE(structural);
            Report report;
            const Context context(reporting(report, {.backend = backend}, "mxm"));
            const auto A = make<double>(context, rows, inner, a),
                       B = make<double>(context, inner, columns, b),
                       M = make<double>(context, rows, columns, m);
            const auto product = [&](const AnySemiring& semiring) {
                return mxm(semiring, A, B, {.mask = structural ? structure(M) : Mask(M)});
            };
            const auto sums = product(plus_times<double>);
            CHECK_MESSAGE(report.reason.find("ranked_bitmap") != std::string::npos, report.reason);
            const auto slow = product(slow_sums);
            CHECK_MESSAGE(report.reason.find("ranked_bitmap:0,1,2") != std::string::npos, report.reason);
            CHECK(isequal(slow, sums));
        }
}

TEST_SUITE_END();
