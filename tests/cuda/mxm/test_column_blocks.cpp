/// \file test_column_blocks.cpp
/// Products whose accumulators read the pattern of B as blocks of 32 columns, as the naive reference has
/// them: bitmaps of all columns, bitmaps of two levels, and the choice between them. Values are small
/// integers, so that sums are exact in any order.
#include "product_testing.hpp"

using namespace mergus;
using namespace mergus::tests;
using mergus_tests::traces;
using mergus_tests::triple_sums;

namespace {

constexpr std::uint64_t inner = 150;

/// Rows of A of 0 to 150 entries. Rows of B are `runs` runs of up to 9 columns, which rows share in part; row
/// 20 has 40 times as many, every tenth row none.
template <class T>
Operands rows_of_runs(std::uint64_t ncols, std::uint64_t runs) {
    constexpr std::uint64_t lengths[] = {0, 1, 3, 9, 20, 70, 33, 5};
    Operands operands{{type_of<T>(), 33, inner, {}}, {type_of<T>(), inner, ncols, {}}};
    for (std::uint64_t i = 0; i < 33; ++i)
        for (std::uint64_t k = 0; k < inner; ++k)
            if ((k * 79 + i * 31) % inner < (i == 32 ? inner : lengths[i % 8]))
                put_small<T>(operands.A, i, k);
    for (std::uint64_t k = 0; k < inner; ++k) {
        if (k % 10 == 3) continue;
        const std::uint64_t count = k == 20 ? runs * 40 : runs;
        for (std::uint64_t r = 0; r < count; ++r) {
            const std::uint64_t begin = ((k / 3 + 1) * (r + 5) * 2654435761u + r * 40503u) % ncols;
            for (std::uint64_t j = begin; j < std::min(ncols, begin + 2 + (k + r) % 8); ++j)
                put_small<T>(operands.B, k, j);
        }
    }
    return operands;
}

/// The second time B has its profile, and counters are those of the first.
Method twice(const std::string& forced, const std::string& said) {
    return {forced, {said}, false, 2};
}

} // namespace

TEST_SUITE_BEGIN("column-blocks");

TEST_CASE("column blocks: bitmaps of two levels, with blocks and with entries of B") {
    const Operands numbers = rows_of_runs<double>(9000, 4);
    for (const char* const form : {"two_level_bitmap:0,two_level_bitmap:2",
                                   "two_level_bitmap:1,two_level_bitmap:2", "two_level_bitmap:2"}) {
        const std::string choice = form;
        check(twice(choice + ",blocks", facts::blocks_of_B), plus_times<double>, numbers);
        check(twice(choice, "two_level_bitmap"), plus_times<double>, numbers);
        check(twice(choice + ",blocks", facts::blocks_of_B), traces, numbers);
    }
    const std::string both = "two_level_bitmap,column_tile,blocks";
    check(twice(both, "two_level_bitmap"), min_plus<double>, numbers);
    check(twice(both, "two_level_bitmap"), min_firstj1<std::int64_t>, numbers);
    check(twice(both, "two_level_bitmap"), triple_sums, numbers);
}

TEST_CASE("column blocks: rows of more blocks than a round of the symbolic phase has") {
    // 1,100 blocks in the longest row.
    const Operands wide = rows_of_runs<double>(70000, 9);
    check(twice("two_level_bitmap,column_tile,blocks", "two_level_bitmap"), plus_times<double>, wide);
    check(twice("two_level_bitmap:0,column_tile,blocks", "two_level_bitmap:0"), plus_times<double>, wide);
    check(twice("two_level_bitmap:0,column_tile,blocks", "two_level_bitmap:0"), triple_sums, wide);
}

TEST_CASE("column blocks: bitmaps of all columns, also under the complement of a mask") {
    const Operands numbers = rows_of_runs<double>(3000, 4);
    reference::Matrix mask{type_of<double>(), numbers.A.nrows, numbers.B.ncols, {}};
    for (std::uint64_t i = 0; i < mask.nrows; ++i)
        for (std::uint64_t j = i % 5; j < mask.ncols; j += 1 + i % 7) put_small<double>(mask, i, j);
    const Method method = twice("ranked_bitmap,column_tile,blocks", facts::blocks_of_B);
    for (const AnySemiring& semiring :
         {AnySemiring(plus_times<double>), AnySemiring(triple_sums), AnySemiring(traces)}) {
        check(method, semiring, numbers);
        check(method, semiring, {numbers.A, numbers.B, mask}, DESC_R | DESC_S | DESC_C);
    }
}

TEST_CASE("column blocks: rows without entries, the last columns, and columns of 64 bits") {
    Operands operands = rows_of_runs<double>(9000, 4);
    const auto moved = [&](std::uint64_t ncols) {
        reference::Matrix far{operands.B.type, inner, ncols, {}};
        for (const auto& [place, entry] : operands.B.entries)
            far.entries[{place.first, place.second < 4500 ? place.second : place.second + ncols - 9000}] =
                entry;
        put_small<double>(far, 1, ncols - 1);
        return far;
    };
    for (const std::uint64_t ncols : {9001u, 9024u, 200000u, 2000000u})
        check(twice("two_level_bitmap,column_tile,blocks", "two_level_bitmap"), plus_times<double>,
              {operands.A, moved(ncols)});
    // The outer bitmap would take too much memory.
    check(twice("two_level_bitmap,hash,blocks", "hash"), plus_times<double>,
          {operands.A, moved(std::uint64_t{1} << 36)});
    for (auto& [place, entry] : std::map(operands.A.entries))
        if (place.second % 10 != 3) operands.A.entries.erase(place);
    check(twice("two_level_bitmap,column_tile,blocks", ""), plus_times<double>, operands);
}

TEST_CASE("column blocks: chosen for runs of columns in products of many columns") {
    const auto check_choice = [](std::uint64_t ncols, std::uint64_t apart, Used used) {
        // Rows of A of 40 entries, rows of B of 12.
        Operands operands{{type_of<double>(), 40, 200, {}}, {type_of<double>(), 200, ncols, {}}};
        for (std::uint64_t i = 0; i < 40; ++i)
            for (std::uint64_t e = 0; e < 40; ++e) put_small<double>(operands.A, i, (i * 17 + e * 5) % 200);
        for (std::uint64_t k = 0; k < 200; ++k)
            for (std::uint64_t e = 0; e < 12; ++e)
                put_small<double>(operands.B, k, (k * 4001 + e * apart) % ncols);
        // One long row, so that neither short rows nor tiles of rows suit.
        for (std::uint64_t k = 0; k < 200; ++k) put_small<double>(operands.A, 7, k);
        const Method by_blocks{"", {"two_level_bitmap", facts::blocks_of_B}, false, 2};
        check(by_blocks, plus_times<double>, operands, {}, used);
    };
    check_choice(200000, 1, Used::yes);
    check_choice(200000, 4711, Used::no);
    check_choice(50000, 1, Used::no);
    check_choice(4000000, 1, Used::no);
}

TEST_SUITE_END();
