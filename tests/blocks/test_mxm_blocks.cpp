/// \file test_mxm_blocks.cpp
/// Products that are consumed by blocks of rows.
#include "blocks_testing.hpp"
#include "testing/csr.hpp"
#include "testing/matrices.hpp"
#include "testing/refuses.hpp"

#include <mergus/mergus.hpp>

#include <doctest/doctest.h>

using namespace mergus;
using namespace mergus::tests;

namespace {

/// The rows of all blocks, with their rows in C.
Entries<double> consumed(const AnyMatrix& A, const AnyMatrix& B, const MxmBlocksOptions& options,
                         std::vector<std::uint64_t>& first_rows) {
    Entries<double> entries;
    const std::uint64_t end = mxm_blocks(
        plus_times<double>, A, B,
        [&](const ProductBlock& block) {
            CHECK(block.number == options.first + first_rows.size());
            first_rows.push_back(block.first_row);
            for (auto entry : read<double>(block.rows)) {
                entry.row += block.first_row;
                entries.push_back(entry);
            }
            return true;
        },
        options);
    CHECK(end == options.first + first_rows.size());
    return entries;
}

} // namespace

TEST_CASE("mxm_blocks: blocks are the rows of the product, on any backend and from any block on") {
    // Row 7 has most products, and rows 20 to 29 have none.
    const Csr csr = csr_where(40, 40, [](std::uint64_t i, std::uint64_t j) {
        return i == 7 || (i / 10 != 2 && (i + 3 * j) % 9 == 0);
    });
    std::vector<std::uint64_t> expected_rows;
    const std::vector<Context> contexts{Context("suitesparse"), Context("cuda-emulated"),
                                        on_blocks({.grid = "3x2"})};
    for (const Context& context : contexts) {
        const auto A = Matrix<double>::from_csr(context, csr);
        const Entries<double> product = read<double>(mxm(plus_times<double>, A, A));
        std::vector<std::uint64_t> rows;
        CHECK(consumed(A, A, {.products = 60}, rows) == product);
        CHECK(rows.size() > 4);
        if (expected_rows.empty()) expected_rows = rows;
        CHECK(rows == expected_rows);
        // The rest, from block 3 on.
        std::vector<std::uint64_t> rest;
        Entries<double> last;
        for (const auto& entry : product)
            if (entry.row >= rows[3]) last.push_back(entry);
        CHECK(consumed(A, A, {.products = 60, .first = 3}, rest) == last);
        CHECK(rest == std::vector<std::uint64_t>(rows.begin() + 3, rows.end()));

        std::vector<std::uint64_t> one;
        CHECK(consumed(A, A, {.transpose_a = true, .transpose_b = true}, one) ==
              read<double>(mxm(plus_times<double>, A, A, {.transpose_a = true, .transpose_b = true})));
        CHECK(one == std::vector<std::uint64_t>{0});
    }
}

TEST_CASE("mxm_blocks: a consumer stops the product, and goes on later") {
    const Context context("suitesparse");
    const auto A = Matrix<double>::from_csr(context, csr_every(30, 30, 4));
    std::uint64_t calls = 0;
    const auto three = [&](const ProductBlock&) { return ++calls <= 3; };
    const MxmBlocksOptions options{.products = 50};
    CHECK(mxm_blocks(plus_times<double>, A, A, three, options) == 3);
    std::vector<std::uint64_t> all, rest;
    consumed(A, A, options, all);
    consumed(A, A, {.products = 50, .first = 3}, rest);
    CHECK(rest == std::vector<std::uint64_t>(all.begin() + 3, all.end()));
    struct Full {};
    CHECK_THROWS_AS(mxm_blocks(plus_times<double>, A, A, [](const ProductBlock&) -> bool { throw Full(); }),
                    Full);
}

TEST_CASE("mxm_blocks: wrong arguments, and products without entries") {
    const Context context("suitesparse");
    const auto A = Matrix<double>::from_csr(context, csr_every(4, 6, 2));
    const auto none = [](const ProductBlock&) { return true; };
    refuses(Code::dimension_mismatch, {"A has 6 columns", "B has 4 rows"},
            [&] { mxm_blocks(plus_times<double>, A, A, none); });
    const auto B = transpose(A);
    refuses(Code::invalid_value, {"at least one product"},
            [&] { mxm_blocks(plus_times<double>, A, B, none, {.products = 0}); });
    refuses(Code::invalid_value, {"1 blocks"},
            [&] { mxm_blocks(plus_times<double>, A, B, none, {.first = 2}); });
    const Matrix<double> empty(context, 5, 5);
    std::vector<std::uint64_t> rows;
    CHECK(consumed(empty, empty, {}, rows).empty());
    CHECK(rows == std::vector<std::uint64_t>{0});
}
