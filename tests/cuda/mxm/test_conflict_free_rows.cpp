/// \file test_conflict_free_rows.cpp
/// Sums that no device has an atomic for, in bitmaps of every size: rows of B just below and above the length
/// from which a block takes them one at a time, more long rows than a block lists, columns that almost all
/// products fall into, values of every width, and masks.
#include "product_testing.hpp"

using namespace mergus;
using namespace mergus::tests;

/// The device's function: the calling thread pauses, and others run.
inline void __nanosleep(unsigned) {} // NOLINT(bugprone-reserved-identifier)

namespace conflict_free_rows {

/// Swapped in one piece.
MERGUS_TYPE(Counted, int32_t sum; int32_t greatest;);
/// Locked.
MERGUS_TYPE(Moments, int64_t count; int64_t sum; int64_t greatest;);
MERGUS_TYPE(Eight, int64_t v[8];);

// clang-format off
MERGUS_SEMIRING(sums_of_doubles,
    static double identity() { return 0; }
    static double add(double x, double y) { __nanosleep(20); return x + y; }
    static double mul(double a, double b) { return a * b; })
MERGUS_SEMIRING(sums_of_floats,
    static float identity() { return 0; }
    static float add(float x, float y) { __nanosleep(20); return x + y; }
    static float mul(float a, float b) { return a * b; })
MERGUS_SEMIRING(sums_of_shorts,
    static int16_t identity() { return 0; }
    static int16_t add(int16_t x, int16_t y) { __nanosleep(20); return int16_t(x + y); }
    static int16_t mul(int16_t a, int16_t b) { return int16_t(a * b); })
MERGUS_SEMIRING(counted_sums,
    static Counted identity() { return Counted{0, -1000}; }
    static Counted add(Counted x, Counted y) {
        __nanosleep(20);
        return Counted{x.sum + y.sum, x.greatest > y.greatest ? x.greatest : y.greatest};
    }
    static Counted mul(int32_t a, int32_t b) { return Counted{a * b, a + b}; })
MERGUS_SEMIRING(moments,
    static Moments identity() { return Moments{0, 0, -1000}; }
    static Moments add(Moments x, Moments y) {
        __nanosleep(20);
        return Moments{x.count + y.count, x.sum + y.sum, x.greatest > y.greatest ? x.greatest : y.greatest};
    }
    static Moments mul(int64_t a, int64_t b) { return Moments{1, a * b, a + b}; })
MERGUS_SEMIRING(sums_of_eight,
    static Eight identity() { return Eight{}; }
    static Eight add(Eight x, Eight y) {
        __nanosleep(20);
        for (int c = 0; c < 8; ++c) x.v[c] += y.v[c];
        return x;
    }
    static Eight mul(Eight a, Eight b) {
        for (int c = 0; c < 8; ++c) a.v[c] = a.v[c] * b.v[c] + c;
        return a;
    })
/// The positions of the products count.
MERGUS_SEMIRING(sums_of_positions,
    static int64_t identity() { return 0; }
    static int64_t add(int64_t x, int64_t y) { __nanosleep(20); return x + y; }
    static int64_t mul(int64_t a, int64_t b, int64_t i, int64_t k, int64_t j) { return a + b + i * 7 + k * 11 + j; })
// clang-format on

} // namespace conflict_free_rows

namespace {

using namespace conflict_free_rows;

template <class T>
T value_of(int number) {
    if constexpr (std::is_arithmetic_v<T>) {
        return static_cast<T>(number);
    } else {
        T value{};
        for (int c = 0; c < 8; ++c) value.v[c] = number + c;
        return value;
    }
}

/// Small numbers, whose sums are exact in any order.
template <class T>
reference::Matrix small_numbers(std::uint64_t nrows, std::uint64_t ncols,
                                const std::function<bool(std::uint64_t, std::uint64_t)>& has) {
    reference::Matrix matrix{type_of<T>(), nrows, ncols, {}};
    for (std::uint64_t i = 0; i < nrows; ++i)
        for (std::uint64_t j = 0; j < ncols; ++j) {
            if (!has(i, j)) continue;
            const T number = value_of<T>(static_cast<int>((i * 31 + j * 7) % 9) - 4);
            reference::Value value = reference::zero(type_of<T>());
            std::memcpy(value.data(), &number, sizeof number);
            matrix.set(i, j, value);
        }
    return matrix;
}

constexpr std::uint64_t rows = 5, inner = 150, columns = 260;

/// Rows of A of 0, 1, about 50 and all 150 entries; rows of B of 0, 5, 63, 64, 65 and 260 entries, all with
/// the columns 0 to 4.
template <class T>
Operands operands() {
    constexpr std::array<std::uint64_t, 6> lengths = {0, 5, 63, 64, 65, columns};
    return {small_numbers<T>(rows, inner,
                             [](std::uint64_t i, std::uint64_t k) {
                                 return i == 0 ? k == 5 : i == 2 ? k % 3 == 2 : i != 3;
                             }),
            small_numbers<T>(inner, columns, [&](std::uint64_t k, std::uint64_t j) {
                const std::uint64_t length = lengths[k % 6];
                return length != 0 && (j < 5 || (j - 5 + 7 * k) % (columns - 5) < length - 5);
            })};
}

template <class T>
void check(const AnySemiring& semiring, const std::string& methods) {
    Operands in = operands<T>();
    tests::check({methods}, semiring, in);
    reference::Matrix M{type_of<bool>(), rows, columns, {}};
    for (std::uint64_t i = 0; i < rows; ++i)
        for (std::uint64_t j = i; j < columns; j += 1 + i % 3)
            M.set(i, j, reference::make(type_of<bool>(), (i + j) % 4 != 0));
    in.M = M;
    tests::check({methods}, semiring, in);
    tests::check({methods}, semiring, in, DESC_C);
}

} // namespace

TEST_SUITE_BEGIN("conflict-free-rows");

TEST_CASE("exclusive rows: every size of a bitmap, values of every width") {
    for (int size = 0; size <= 10; ++size) {
        const std::string methods = "ranked_bitmap:" + std::to_string(size);
        check<double>(sums_of_doubles, methods);
        check<std::int64_t>(moments, methods);
    }
    // A bitmap of a group of threads, of a block, and values in the result.
    for (const std::string methods : {"ranked_bitmap:2", "ranked_bitmap:5", "ranked_bitmap:10"}) {
        check<float>(sums_of_floats, methods);
        check<std::int16_t>(sums_of_shorts, methods);
        check<std::int32_t>(counted_sums, methods);
        check<Eight>(sums_of_eight, methods);
        check<std::int64_t>(sums_of_positions, methods);
    }
}

TEST_CASE("exclusive rows: sizes as the library chooses them") {
    check<double>(sums_of_doubles, "");
    check<float>(sums_of_floats, "ranked_bitmap,hash");
}

TEST_CASE("exclusive rows: sums of long rows of B are in shared memory") {
    // Rows of A of 1 and of 30 entries, too uneven for tiles of rows; 9000 products in the longer ones.
    constexpr std::uint64_t terms = 30, length = 300, wide = 60000;
    const Operands in{
        small_numbers<double>(70, terms, [](auto i, auto k) { return i % 7 == 3 || k == i % 5; }),
        small_numbers<double>(terms, wide,
                              [](auto k, auto j) { return j / length == k || (k == 1 && j < length); })};
    tests::check({"", {"then ranked_bitmap:3,5"}, false, 2}, sums_of_doubles, in);
}

TEST_CASE("exclusive rows: rows with more values than shared memory holds") {
    constexpr std::uint64_t terms = 30, wide = 70000;
    // Rows of about 60000, 40000 and 40 entries.
    const Operands in{whole_numbers<double>(100, terms,
                                            [](auto i, auto k) {
                                                return i == 7 || (i == 50 && k % 3 == 0) ||
                                                       (i > 50 && k == 1);
                                            }),
                      whole_numbers<double>(terms, wide, [](auto k, auto j) {
                          return k % 3 == 1 ? j % 1709 == k : j % 7 == k % 7 || j % 1000 == k;
                      })};
    tests::check({"ranked_bitmap:6", {"then ranked_bitmap:6"}, false, 1, 4}, sums_of_doubles, in);
}

TEST_CASE("exclusive rows: wide values pass over their products again, or are in the result") {
    constexpr std::uint64_t terms = 12;
    // Up to four times the values that shared memory holds, and more.
    for (const std::uint64_t wide : {std::uint64_t{9000}, std::uint64_t{70000}}) {
        CAPTURE(wide);
        const Csr a =
            csr_where(60, terms, [](auto i, auto k) { return i == 7 || i == 50 || (i > 50 && k == 1); });
        const Csr b = csr_where(terms, wide, [](auto k, auto j) {
            return k % 3 == 1 ? j % 1709 == k : j % 3 == k % 3 || j % 1000 == k;
        });
        const auto product_on = [&](const Context& context) {
            return mxm(moments, Matrix<std::int64_t>::from_csr(context, a),
                       Matrix<std::int64_t>::from_csr(context, b));
        };
        const Bits wanted = bits_of(product_on(Context("suitesparse")));
        for (const std::string& backend : devices_under_test())
            for (const char* methods : {"ranked_bitmap:6", "ranked_bitmap:10"}) {
                CAPTURE(backend);
                CAPTURE(methods);
                CHECK(bits_of(product_on(shuffled(backend, methods, 4))) == wanted);
            }
    }
}

TEST_SUITE_END();
