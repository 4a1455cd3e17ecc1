/// \file test_register_band.cpp
/// Products by groups of rows: groups whose columns span every number of blocks, an incomplete last group,
/// sums that begin with a neutral value, and matrices that are not suited.
#include "product_shapes.hpp"

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

using namespace mergus;
using namespace mergus::tests;
using mergus_tests::traces;
using mergus_tests::wide_traces;

// clang-format off
namespace register_band_tests {
MERGUS_SEMIRING(own_sums_of_doubles,
    static double identity() { return 0; }
    static double add(double x, double y) { return x + y; }
    static double mul(double a, double b) { return a * b; })
/// Its identity is one among numbers that are not negative only.
MERGUS_SEMIRING(greatest_from_zero,
    static double identity() { return 0; }
    static double add(double x, double y) { return x > y ? x : y; }
    static double mul(double a, double b) { return a * b; })
MERGUS_SEMIRING(own_products,
    static float identity() { return 1; }
    static float add(float x, float y) { return x * y; }
    static float mul(float a, float b) { return a < b ? a : b; })
MERGUS_SEMIRING(own_greatest,
    static int16_t identity() { return -32768; }
    static int16_t add(int16_t x, int16_t y) { return x > y ? x : y; }
    static int16_t mul(double a, double b) { return int16_t(a > b ? 7 : -9); })
} // namespace register_band_tests
// clang-format on

namespace {

const Method register_band{"register_band", {"register_band"}};

} // namespace

TEST_SUITE_BEGIN("register-bands");

TEST_CASE("row groups: columns that span one block to the most that a tile has") {
    for (const std::uint64_t half : {1, 6, 14, 30, 44, 52}) {
        CAPTURE(half);
        check(register_band, traces,
              {band(type_of<double>(), 75, 150, half, half, with_gaps),
               band(type_of<double>(), 150, 300, half, half, with_gaps)});
        const Operands full{band(type_of<double>(), 75, 150, half, half, everywhere),
                            band(type_of<double>(), 150, 300, half, half, everywhere)};
        check(register_band, traces, full);
        check(register_band, wide_traces, full);
    }
}

TEST_CASE("row groups: a group that spans more blocks than a tile has takes the accumulators") {
    check(register_band, traces,
          {band(type_of<double>(), 120, 250, 100, 100, everywhere),
           band(type_of<double>(), 250, 400, 100, 100, with_gaps)},
          {}, Used::no);
    // Only one row leaves the band: of A, so that its columns k are far away, or of B, which is itself long.
    const auto stairs = [](auto k, auto j) { return j >= 3 * k && j < 3 * k + 9; };
    const reference::Matrix B = uneven_matrix(type_of<double>(), 140, 440, stairs);
    const auto two = [](auto i, auto k) { return k == 2 * i; };
    check(register_band, traces, {uneven_matrix(type_of<double>(), 64, 140, two), B});
    const auto far = [](auto i, auto k) { return k == 2 * i || (i == 50 && k < 9); };
    check(register_band, traces, {uneven_matrix(type_of<double>(), 64, 140, far), B}, {}, Used::no);
    check(register_band, traces,
          {band(type_of<double>(), 75, 140, 5, 5, everywhere),
           uneven_matrix(type_of<double>(), 140, 400, [](auto k, auto j) { return j == k || k == 70; })},
          {}, Used::no);
}

TEST_CASE("row groups: sums under a mask begin with a neutral value, which changes no bit of one product") {
    using namespace register_band_tests;
    constexpr double infinity = std::numeric_limits<double>::infinity();
    // Products of the latter are exact, so that a product and a sum in one rounding have the same bits as in
    // two.
    const std::vector<double> any = {0.0, -0.0, 1, -3, infinity, -infinity, 5e-324, -2.5, 0.1},
                              exact = {0.0, -0.0, 1, -3, infinity, -infinity, 5e-324, -2, 5};
    const auto with_odd = [&](const mergus_type* type, std::uint64_t nrows, std::uint64_t ncols,
                              std::uint64_t beside, bool sums) {
        reference::Matrix matrix = band(type, nrows, ncols, beside, beside, everywhere);
        const std::vector<double>& odd = sums ? exact : any;
        std::size_t n = 0;
        for (auto& [where, entry] : matrix.entries) {
            const double value = odd[n++ * 7 % odd.size()];
            entry.value = type == type_of<float>() ? reference::make(type, static_cast<float>(value))
                                                   : reference::make(type, value);
        }
        return matrix;
    };
    const auto is_nan = [](const mergus_type* type, const unsigned char* value) {
        if (type->code == MERGUS_FP32) return std::isnan(detail::load<float>(value));
        return type->code == MERGUS_FP64 && std::isnan(detail::load<double>(value));
    };
    // One product for each entry, then up to three.
    for (const std::uint64_t beside : {0U, 1U})
        for (const AnySemiring& semiring :
             {AnySemiring(own_sums_of_doubles), AnySemiring(greatest_from_zero), AnySemiring(own_products),
              AnySemiring(own_greatest), AnySemiring(min_plus<double>), AnySemiring(max_plus<double>)}) {
            const std::string name = semiring.get()->name;
            CAPTURE(beside);
            CAPTURE(name);
            const mergus_type* const type = semiring.get()->mul->x_type;
            const Operands in{with_odd(type, 70, 80, beside, beside > 0),
                              with_odd(type, 80, 90, 1, beside > 0),
                              band(type_of<double>(), 70, 90, 4, 4, everywhere)};
            const mergus_type* const result = semiring.get()->add->op->z_type;
            const Bits bits = naive(semiring, in, DESC_S);
            for (const std::string& backend : devices_under_test()) {
                const Product found = product(backend, register_band, semiring, in, DESC_S);
                CHECK_MESSAGE(found.says("register_band"), found.method);
                CHECK(found.bits.rows == bits.rows);
                CHECK(found.bits.cols == bits.cols);
                REQUIRE(found.bits.values.size() == bits.values.size());
                const std::size_t size = result->size;
                for (std::size_t e = 0; e < bits.rows.size(); ++e) {
                    const unsigned char *const x = &found.bits.values[e * size], *const y =
                                                                                     &bits.values[e * size];
                    const bool nans =
                        is_nan(result, x) && is_nan(result, y); // whose bits differ between devices
                    CHECK((nans || std::memcmp(x, y, size) == 0));
                }
            }
        }
}

TEST_SUITE_END();
