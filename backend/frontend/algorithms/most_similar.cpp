/// \file most_similar.cpp
/// The nearest rows by cosine: products of blocks of rows, of which only the greatest entries are kept.
#include <mergus/algorithms/similarity.hpp>
#include <mergus/ops.hpp>
#include <mergus/semirings/all.hpp>
#include <mergus/sort.hpp>

#include "graph.hpp"
#include "reports.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace mergus {

namespace {

/// Entries of a block of A·A', at most: 256 MB.
constexpr std::uint64_t block_entries = std::uint64_t{1} << 24;

/// The rows of A with a Euclidean norm of 1; rows of zeros become empty.
Matrix<double> unit_rows(const AnyMatrix& A) {
    Matrix<double> weights(A.context(), A.nrows(), A.ncols());
    assign(weights, A);
    weights = select(ops::valuene<double>, weights, 0.0);
    const auto squares = ewise_mult<double>(ops::times<double>, weights, weights);
    const auto norms = apply<double>(ops::sqrt<double>, reduce_rows(plus_monoid<double>, squares));
    return mxm(plus_times<double>, diag(apply<double>(ops::minv<double>, norms)), weights);
}

} // namespace

MostSimilar most_similar(const AnyMatrix& A, Natural count) {
    const std::uint64_t rows = A.nrows(), k = count;
    MostSimilar result{{A.context(), rows, k}, {A.context(), rows, k}};
    const Matrix<double> unit = unit_rows(A), across = transpose(unit);
    const std::uint64_t block_size =
        std::max<std::uint64_t>(1, block_entries / std::max<std::uint64_t>(1, rows));
    core::Reports reports("most_similar", "rows", "block");
    std::uint64_t done = 0;
    const auto known = [&] { return core::Known{done, rows}; };
    reports.report(known);
    while (done < rows) {
        std::vector<std::uint64_t> block(std::min(block_size, rows - done));
        std::iota(block.begin(), block.end(), done);
        const auto cosine = mxm(plus_times<double>, extract(unit, block, all), across);
        // Row r of the block is row done + r of A, and not similar to itself.
        const auto others = select(ops::offdiag, cosine, static_cast<std::int64_t>(done));
        const auto top = top_k(Matrix<double>(select(ops::valuegt<double>, others, 0.0)), k);
        assign(result.score, top.values, block, all);
        assign(result.row, top.positions, block, all);
        done += block.size();
        reports.report(known);
    }
    return result;
}

} // namespace mergus
