/// \file mxm_blocks.cpp
/// Blocks of a product are products of successive rows of A, which are cut by the numbers of products.
#include <mergus/mxm_blocks.hpp>

#include "checks.hpp"

#include <mergus/ops.hpp>
#include <mergus/semirings/all.hpp>

#include <fmt/format.h>

#include <numeric>
#include <vector>

namespace mergus {

namespace {

/// The numbers of products in the rows of A·B that have some.
Vector<std::uint64_t> products_of_rows(const AnyMatrix& A, const AnyMatrix& B, bool transpose_b) {
    const std::uint64_t k = transpose_b ? B.ncols() : B.nrows(), n = transpose_b ? B.nrows() : B.ncols();
    Vector<std::uint64_t> ones(B.context(), n), entries(B.context(), k), products(A.context(), A.nrows());
    assign(ones, std::uint64_t{1});
    mxv(entries, plus_pair<std::uint64_t>, B, ones, {.transpose_a = transpose_b});
    mxv(products, plus_second<std::uint64_t>, A, entries);
    return products;
}

/// The first row of each block, and the number of rows.
std::vector<std::uint64_t> cut(const Vector<std::uint64_t>& products, std::uint64_t limit) {
    std::vector<std::uint64_t> rows(products.nvals()), counts(products.nvals()), cuts{0};
    products.extract_tuples(rows.data(), counts.data(), type_of<std::uint64_t>());
    std::uint64_t sum = 0;
    for (std::size_t n = 0; n < rows.size(); ++n) {
        if (sum > 0 && counts[n] > limit - std::min(sum, limit)) {
            cuts.push_back(rows[n]);
            sum = 0;
        }
        sum += counts[n];
    }
    cuts.push_back(products.size());
    return cuts;
}

AnyMatrix rows_of(const AnyMatrix& A, std::uint64_t first, std::uint64_t end) {
    std::vector<std::uint64_t> rows(end - first);
    std::iota(rows.begin(), rows.end(), first);
    return extract(A, std::move(rows), all);
}

} // namespace

std::uint64_t mxm_blocks(const AnySemiring& semiring, const AnyMatrix& A, const AnyMatrix& B,
                         const std::function<bool(const ProductBlock&)>& consume,
                         const MxmBlocksOptions& options) {
    const core::Checker check("mxm_blocks", A, "A");
    static_cast<void>(check.input(B, "B"));
    if (options.products == 0) check.fail(Code::invalid_value, "blocks have at least one product");
    const std::uint64_t inner = options.transpose_a ? A.nrows() : A.ncols(),
                        other = options.transpose_b ? B.ncols() : B.nrows();
    if (inner != other)
        check.fail(Code::dimension_mismatch,
                   fmt::format("A has {} columns and B has {} rows (after the transposes)", inner, other));
    AnyMatrix transposed;
    if (options.transpose_a) transposed = transpose(A);
    const AnyMatrix& left = options.transpose_a ? transposed : A;
    const std::vector<std::uint64_t> cuts =
        cut(products_of_rows(left, B, options.transpose_b), options.products);
    ProductBlock block;
    block.count = cuts.size() - 1;
    if (options.first > block.count)
        check.fail(Code::invalid_value, fmt::format("the product has {} blocks, and the first one is {}",
                                                    block.count, options.first));
    for (block.number = options.first; block.number < block.count; ++block.number) {
        block.first_row = cuts[block.number];
        AnyMatrix part;
        if (block.count > 1) part = rows_of(left, block.first_row, cuts[block.number + 1]);
        block.rows = mxm(semiring, block.count > 1 ? part : left, B,
                         {.transpose_b = options.transpose_b, .deterministic = options.deterministic});
        if (!consume(block)) return block.number;
    }
    return block.count;
}

} // namespace mergus
