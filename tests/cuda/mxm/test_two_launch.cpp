/// \file test_two_launch.cpp
/// Products by tiles of rows, as the naive reference has them: rows of every class, results that do not fit
/// in shared memory, semirings of every kind of slot, wide indices, products that are not suited,
/// and the memory that they take. Values are small integers, so that sums are exact in any order.
#include "product_testing.hpp"

using namespace mergus;
using namespace mergus::tests;
using mergus_tests::pair_sums;

namespace {

const Method by_tiles{"two_launch", {"two_launch"}, false, 2},
    in_blocks{"two_launch,blocks", {"two_launch"}, false, 2};

constexpr std::uint64_t inner = 700;

/// Rows of A of 0 to 700 entries. Rows of B of about `each` entries.
template <class T>
Operands uneven_rows(std::uint64_t ncols, std::uint64_t each) {
    constexpr std::uint64_t lengths[] = {0, 1, 5, 15, 30, 60, 200, 12, 9, 0};
    return {whole_numbers<T>(81, inner,
                             [&](auto i, auto k) {
                                 const std::uint64_t length = i == 80 ? inner : lengths[i % 10];
                                 return (k * 379 + i * 31) % inner < length;
                             }),
            whole_numbers<T>(inner, ncols, [&](auto k, auto j) {
                return k % 50 != 3 && (j * 2654435761u + k * 40503u) % 65521 * ncols / 65521 < each + k % 3;
            })};
}

} // namespace

TEST_SUITE_BEGIN("two-launch");

TEST_CASE("row tiles: rows of every class, values in every kind of slot") {
    const Operands numbers = uneven_rows<double>(900, 6);
    check(by_tiles, plus_times<double>, numbers);
    check(by_tiles, min_plus<double>, numbers);
    check(by_tiles, pair_sums, numbers);
    check(by_tiles, plus_times<complex<double>>,
          uneven_rows<std::complex<double>>(900, 6)); // fewer sums in shared memory
}

TEST_CASE("row tiles: a warp for each row of B, and sums that take several rounds") {
    const Operands numbers = uneven_rows<double>(7000, 40);
    check(by_tiles, plus_times<double>, numbers);
    check(by_tiles, min_plus<double>, numbers);
    check(by_tiles, pair_sums, numbers);
}

TEST_CASE("row tiles: dense rows read the pattern of B in blocks of columns") {
    const Operands numbers = uneven_rows<double>(900, 6), long_rows = uneven_rows<double>(7000, 40);
    for (const Operands* operands : {&numbers, &long_rows}) {
        check(in_blocks, plus_times<double>, *operands);
        check(in_blocks, min_plus<double>, *operands);
        check(in_blocks, pair_sums, *operands);
    }
}

TEST_CASE("row tiles: beside the result there are 8 bytes for each tile") {
    const Operands operands = uneven_rows<double>(900, 6);
    constexpr std::uint64_t least_tile_rows = 8, small = 64;
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        const Context context = shuffled(backend, "two_launch", 3);
        const AnyMatrix A = upload(context, operands.A), B = upload(context, operands.B);
        for (int times = 0; times < 2; ++times) { // profiles are found in the first product
            AnyMatrix C(context, type_of<double>(), A.nrows(), B.ncols());
            const std::uint64_t others = context.counters(true).allocated_bytes - C.bytes();
            mxm(C, no_mask, no_accum, plus_times<double>, A, B);
            const std::uint64_t taken = context.counters().high_water_bytes - others;
            CHECK(taken <= C.bytes() + 8 * (A.nrows() / least_tile_rows + 2) + small);
        }
    }
}

TEST_CASE("row tiles: the first product of a tiny matrix finds no profile, and waits once") {
    const reference::Matrix entries =
        whole_numbers<double>(100, 100, [](auto i, auto k) { return k >= i && k < i + 4; });
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        const Context context(backend);
        Counters before{};
        for (int times = 0; times < 2; ++times) { // the first one compiles kernels
            const AnyMatrix A = upload(context, entries);
            AnyMatrix C(context, type_of<double>(), A.nrows(), A.ncols());
            before = context.counters();
            mxm(C, no_mask, no_accum, plus_times<double>, A, A);
        }
        const Counters after = context.counters();
        CHECK(after.launches - before.launches == 2);
        CHECK(after.synchronizations - before.synchronizations == 1);
    }
}

TEST_CASE("row tiles: long rows, and heavy ones, which take the bins") {
    const auto heavy = [](auto i, auto k) { return i % 90 == 7 ? k % 8 != 1 : k == i || k == i + 3; };
    const Operands operands{whole_numbers<double>(200, inner, heavy), uneven_rows<double>(900, 6).B};
    check(by_tiles, plus_times<double>, operands); // long rows, which a block still has
    check(by_tiles, pair_sums, operands);
    // Too long for a block: the bins.
    check(by_tiles, plus_times<double>,
          {whole_numbers<double>(40, 20000, [](auto i, auto k) { return i == 7 || k == i; }),
           whole_numbers<double>(20000, 40, [](auto k, auto j) { return k % 40 == j; })},
          {}, Used::no);
    check(by_tiles, plus_times<double>,
          {whole_numbers<double>(2, 20000, [](auto, auto) { return true; }),
           whole_numbers<double>(20000, 40, [](auto k, auto j) { return k % 40 == j; })},
          {}, Used::no);
}

TEST_CASE("row tiles: more than 65536 columns, and columns of 64 bits") {
    const Operands operands = uneven_rows<double>(900, 6);
    const auto moved = [&](std::uint64_t ncols) {
        reference::Matrix far{operands.B.type, inner, ncols, {}};
        for (const auto& [place, entry] : operands.B.entries)
            far.entries[{place.first, place.second < 450 ? place.second : place.second + ncols - 900}] =
                entry;
        return far;
    };
    check(by_tiles, plus_times<double>, {operands.A, moved(90000)});
    check(by_tiles, plus_times<double>, {operands.A, moved(std::uint64_t{1} << 36)}, {}, Used::no);
}

TEST_CASE("row tiles: chosen for rows of equal lengths, but not where lengths differ much") {
    const auto chosen = [&](std::uint64_t longest) {
        const auto has = [&](auto i, auto k) {
            return (k * 379 + i * 31) % 2500 < (i % 50 == 9 ? longest : std::uint64_t{12});
        };
        const reference::Matrix one = whole_numbers<double>(2500, 2500, has);
        check({"", {"two_launch"}, false, 2}, plus_times<double>, {one, one}, {},
              longest < 100 ? Used::yes : Used::no);
    };
    chosen(20);
    chosen(300);
}

TEST_CASE("row tiles: chosen for dense rows, but not where their entries take several passes") {
    const auto rows = [](std::uint64_t nrows, std::uint64_t ncols) { // of 20 entries
        reference::Matrix matrix{type_of<double>(), nrows, ncols, {}};
        for (std::uint64_t i = 0; i < nrows; ++i)
            for (std::uint64_t n = 0; n < 20; ++n)
                matrix.set(i, (i * 7919 + n * (ncols / 20) + i % 13) % ncols,
                           uneven_value(type_of<double>(), i % 3));
        return matrix;
    };
    for (const std::uint64_t ncols : {10000, 50000, 200000})
        check({"", {"two_launch"}, false, 2}, plus_pair<double>, {rows(300, 500), rows(500, ncols)}, {},
              ncols == 10000 ? Used::yes : Used::no);
}

TEST_CASE("row tiles: not chosen where most of many rows are empty") {
    for (const std::uint64_t nrows : {20000, 270000}) {
        reference::Matrix A{type_of<double>(), nrows, 700, {}};
        for (std::uint64_t i = 0; i < 50; ++i)
            for (std::uint64_t k = 0; k < 30; ++k)
                A.set(i * (nrows / 50), (i * 31 + k * 17) % 700, uneven_value(type_of<double>(), i % 3));
        check({"", {"two_launch"}, false, 2}, plus_pair<double>, {A, uneven_rows<double>(900, 6).B}, {},
              nrows == 20000 ? Used::yes : Used::no);
    }
}

TEST_SUITE_END();
