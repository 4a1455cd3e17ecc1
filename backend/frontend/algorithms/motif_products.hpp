/// \file motif_products.hpp
/// What the counts of small subgraphs share. Products that are not masked, and those of edges, are made a
/// block of rows at a time.
#pragma once

#include "reports.hpp"

#include <mergus/ops.hpp>
#include <mergus/semirings/all.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace mergus::core {

/// An undirected graph whose vertices are numbered by degree. L leads to neighbours of lower degree, so a
/// product with rows of L follows few edges; U to those of higher degree, so no row of U is longer than
/// √(2 edges).
struct DegreeOrdered {
    explicit DegreeOrdered(const AnyMatrix& A);

    std::vector<std::uint64_t> order; ///< the vertices of A
    Matrix<bool> graph;               ///< without loops
    Matrix<bool> L, U;                ///< its strict triangles: the vertices before and after each
    Vector<std::int64_t> degree;
    std::vector<std::int64_t> work; ///< of each row of L times the graph, in multiplications
    Matrix<std::int64_t> support;   ///< triangles of the edges that have any
};

/// Sums of rows or products on the host, 0 for an empty row.
std::vector<std::int64_t> row_sums(const Matrix<std::int64_t>& counts);
std::vector<std::int64_t> sums_over(const Matrix<bool>& graph, const Vector<std::int64_t>& values);

/// x (x − 1) / 2 of every entry.
Matrix<std::int64_t> pairs_of(const Matrix<std::int64_t>& counts);

/// For the rows first … end of L: the vertices w before each v that have two neighbours or more before v in
/// common with it, and how many.
Matrix<std::int64_t> joined_twice(const DegreeOrdered& ordered, std::uint64_t first, std::uint64_t end);

/// Cycles of four at each vertex, which need not be induced.
std::vector<std::int64_t> squares_at(const DegreeOrdered& ordered, Reports& reports);

/// run(first, end) for consecutive ranges of rows. \param work of each row, in multiplications
template <class Run>
void in_blocks(const std::vector<std::int64_t>& work, Run run) {
    // The limit of a block. A row with more multiplications is a block of its own.
    constexpr std::int64_t block_work = std::int64_t{1} << 24;
    for (std::uint64_t first = 0; first < work.size();) {
        std::int64_t sum = work[first];
        std::uint64_t end = first + 1;
        while (end < work.size() && sum + work[end] <= block_work) sum += work[end++];
        run(first, end);
        first = end;
    }
}

/// The edges between the first two vertices of four that may all be adjacent.
struct FirstEdges {
    explicit FirstEdges(const Matrix<bool>& U);

    std::vector<std::uint64_t> rows, cols;
    std::vector<std::int64_t> work;
};

/// For the edges first … end: the common neighbours x after both ends, and how many y of them have the entry
/// (x, y) of B.
Matrix<std::int64_t> joined_after(const Matrix<bool>& U, const Matrix<bool>& B, const FirstEdges& edges,
                                  std::uint64_t first, std::uint64_t end);

} // namespace mergus::core
