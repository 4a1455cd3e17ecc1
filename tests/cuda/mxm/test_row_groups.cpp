/// \file test_row_groups.cpp
/// Products by groups of rows, bit for bit as the naive reference has them: bands with and without gaps,
/// groups whose columns span every number of blocks, empty rows, an incomplete last group, values of many
/// widths, wide indices, and matrices that are not suited.
#include "product_testing.hpp"

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

using namespace mergus;
using namespace mergus::tests;
using mergus_tests::traces;
using mergus_tests::wide_traces;

// clang-format off
namespace row_groups_tests {
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
} // namespace row_groups_tests
// clang-format on

namespace {

/// A band of `below` and `above` columns beside the diagonal, of which those are kept that `keep` chooses.
template <class Keep>
reference::Matrix band(const mergus_type* type, std::uint64_t nrows, std::uint64_t ncols, std::uint64_t below,
                       std::uint64_t above, Keep keep) {
    return uneven_matrix(type, nrows, ncols, [=](std::uint64_t i, std::uint64_t j) {
        return j + below >= i && j <= i + above && keep(i, j);
    });
}

bool every(std::uint64_t, std::uint64_t) {
    return true;
}
/// Leaves out entries, and whole rows and columns.
bool some(std::uint64_t i, std::uint64_t j) {
    return (i * 7 + j * 5) % 11 > 3 && i % 13 != 4 && j % 17 != 9;
}

Operands bands(std::uint64_t below, std::uint64_t above, const mergus_type* a = type_of<double>(),
               const mergus_type* b = type_of<double>()) {
    return {band(a, 75, 80, below, above, some), band(b, 80, 140, below, above, every)};
}

void check(const AnySemiring& semiring, const Operands& operands, bool suited = true, Descriptor how = {}) {
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        const Product found = product(backend, "row_groups", semiring, operands, how);
        CHECK(found.bits == naive(semiring, operands));
        CHECK_MESSAGE((found.method.find("groups of rows") != std::string::npos) == suited, found.method);
        if (suited) CHECK_MESSAGE(found.method.find("k in order") != std::string::npos, found.method);
    }
}

} // namespace

TEST_SUITE_BEGIN("row-groups");

TEST_CASE("row groups: values of every width, folded in the order of k") {
    check(traces, bands(9, 14));
    check(wide_traces, bands(9, 14));
    check(plus_times<double>, bands(9, 14), true, DESC_DETERMINISTIC);
    check(plus_times<float>, bands(9, 14, type_of<float>(), type_of<float>()), true, DESC_DETERMINISTIC);
    check(plus_times<complex<double>>, bands(9, 14, type_of<complex<double>>(), type_of<complex<double>>()),
          true, DESC_DETERMINISTIC);
    check(min_firstj1<std::int64_t>, bands(9, 14));
    check(plus_pair<std::int8_t>, bands(9, 14));
    check(lor_land, bands(9, 14));
}

TEST_CASE("row groups: columns that span one block to the most that a tile has") {
    for (const std::uint64_t half : {1, 6, 14, 30, 44, 52}) {
        CAPTURE(half);
        check(traces, {band(type_of<double>(), 75, 150, half, half, some),
                       band(type_of<double>(), 150, 300, half, half, some)});
        const Operands full{band(type_of<double>(), 75, 150, half, half, every),
                            band(type_of<double>(), 150, 300, half, half, every)};
        check(traces, full);
        check(wide_traces, full);
    }
}

TEST_CASE("row groups: a group that spans more blocks than a tile has takes the accumulators") {
    check(traces,
          {band(type_of<double>(), 120, 250, 100, 100, every),
           band(type_of<double>(), 250, 400, 100, 100, some)},
          false);
    // Only one row leaves the band: of A, so that its columns k are far away, or of B, which is itself long.
    const auto stairs = [](auto k, auto j) { return j >= 3 * k && j < 3 * k + 9; };
    const reference::Matrix B = uneven_matrix(type_of<double>(), 140, 440, stairs);
    const auto two = [](auto i, auto k) { return k == 2 * i; };
    check(traces, {uneven_matrix(type_of<double>(), 64, 140, two), B});
    const auto far = [](auto i, auto k) { return k == 2 * i || (i == 50 && k < 9); };
    check(traces, {uneven_matrix(type_of<double>(), 64, 140, far), B}, false);
    check(traces,
          {band(type_of<double>(), 75, 140, 5, 5, every),
           uneven_matrix(type_of<double>(), 140, 400, [](auto k, auto j) { return j == k || k == 70; })},
          false);
}

TEST_CASE("row groups: empty rows, groups and matrices") {
    const auto nothing = [](auto, auto) { return false; };
    const reference::Matrix B = band(type_of<double>(), 80, 140, 9, 9, every);
    check(traces,
          {uneven_matrix(type_of<double>(), 33, 80, [](auto i, auto k) { return i == 32 && k == 9; }), B});
    check(traces, {band(type_of<double>(), 75, 80, 5, 5, every),
                   uneven_matrix(type_of<double>(), 80, 5, [](auto i, auto) { return i == 59; })});
    check(traces, {band(type_of<double>(), 1, 80, 5, 5, every), B});
    check(traces, {uneven_matrix(type_of<double>(), 75, 80, nothing), B}, false); // no kernel at all
}

TEST_CASE("row groups: a product of a matrix with itself") {
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        const Context context = shuffled(backend, "row_groups", 5);
        const reference::Matrix band_matrix = band(type_of<double>(), 101, 101, 11, 3, some);
        const AnyMatrix A = upload(context, band_matrix);
        AnyMatrix C(context, type_of<double>(), 101, 101);
        mxm(C, no_mask, no_accum, plus_times<double>, A, A, DESC_DETERMINISTIC);
        CHECK(bits_of(C) == naive(plus_times<double>, {band_matrix, band_matrix}));
    }
}

TEST_CASE("row groups: sums under a mask begin with a neutral value, which changes no bit of one product") {
    using namespace row_groups_tests;
    constexpr double infinity = std::numeric_limits<double>::infinity();
    // Products of the latter are exact, so that a product and a sum in one rounding have the same bits as in
    // two.
    const std::vector<double> any = {0.0, -0.0, 1, -3, infinity, -infinity, 5e-324, -2.5, 0.1},
                              exact = {0.0, -0.0, 1, -3, infinity, -infinity, 5e-324, -2, 5};
    const auto with_odd = [&](const mergus_type* type, std::uint64_t nrows, std::uint64_t ncols,
                              std::uint64_t beside, bool sums) {
        reference::Matrix matrix = band(type, nrows, ncols, beside, beside, every);
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
                              with_odd(type, 80, 90, 1, beside > 0)};
            reference::Matrix C{semiring.get()->add->op->z_type, 70, 90, {}};
            const reference::Matrix wanted = reference::mxm(C, {}, *semiring.get(), in.A, in.B);
            const reference::Matrix M = band(type_of<double>(), 70, 90, 4, 4, every);
            for (const std::string& backend : devices_under_test()) {
                const Product found = product(backend, "row_groups", semiring, in, DESC_S, &M);
                CHECK_MESSAGE(found.method.find("groups of rows") != std::string::npos, found.method);
                const Bits bits = bits_of(wanted);
                CHECK(found.bits.rows == bits.rows);
                CHECK(found.bits.cols == bits.cols);
                REQUIRE(found.bits.values.size() == bits.values.size());
                const std::size_t size = C.type->size;
                for (std::size_t e = 0; e < bits.rows.size(); ++e) {
                    const unsigned char *const x = &found.bits.values[e * size], *const y =
                                                                                     &bits.values[e * size];
                    const bool nans =
                        is_nan(C.type, x) && is_nan(C.type, y); // whose bits differ between devices
                    CHECK((nans || std::memcmp(x, y, size) == 0));
                }
            }
        }
}

TEST_CASE("row groups: operands with one value for all entries") {
    Operands operands = bands(9, 14);
    for (reference::Matrix* const matrix : {&operands.A, &operands.B})
        for (auto& [where, entry] : matrix->entries) entry.value = reference::make(type_of<double>(), 3.0);
    for (const std::string& backend : devices_under_test())
        for (const bool iso_a : {true, false})
            for (const AnySemiring& semiring : {AnySemiring(traces), AnySemiring(wide_traces)}) {
                CAPTURE(backend);
                CAPTURE(iso_a);
                const Context context = shuffled(backend, "row_groups", 3);
                const auto threes = [](const AnyMatrix& A) { return apply(ops::second<double>, A, 3.0); };
                const AnyMatrix A = upload(context, operands.A), B = threes(upload(context, operands.B));
                AnyMatrix C(context, semiring.get()->add->op->z_type, 75, 140);
                if (iso_a)
                    mxm(C, no_mask, no_accum, semiring, threes(A), B);
                else
                    mxm(C, no_mask, no_accum, semiring, A, B);
                CHECK(bits_of(C) == naive(semiring, operands));
            }
}

TEST_CASE("row groups: columns of 64 bits") {
    constexpr std::uint64_t wide = std::uint64_t{1} << 36;
    Operands operands = bands(9, 14);
    const auto moved = [](const reference::Matrix& matrix, std::uint64_t nrows, std::uint64_t ncols,
                          std::uint64_t rows, std::uint64_t cols) {
        reference::Matrix far{matrix.type, nrows, ncols, {}};
        for (const auto& [place, entry] : matrix.entries)
            far.entries[{place.first + rows, place.second + cols}] = entry;
        return far;
    };
    operands.B = moved(operands.B, 80, wide, 0, wide - 140);
    check(traces, operands);
}

TEST_SUITE_END();
