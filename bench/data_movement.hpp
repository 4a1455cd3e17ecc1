/// \file data_movement.hpp
/// The bytes that a product must move between memory and a cache, those of schedules that are known, and
/// those that row-wise kernels move by a model. No backend runs.
///
/// Source: Kurt, Thumma, Hong, Sukumaran-Rajam, Sadayappan 2017, "Characterization of data movement
/// requirements for sparse matrix computations on GPUs".
#pragma once

#include "host_csr.hpp"

#include <optional>
#include <vector>

namespace mergus::bench {

struct Options;

/// A·A of one matrix with its rows and columns in one order. Offsets of rows are not counted.
struct DataMovement {
    std::uint64_t bandwidth = 0; ///< greatest |i − j| of an entry
    std::uint64_t products = 0;
    double lower = 0;  ///< each entry of the inputs is read once, each of the output written once
    double blocks = 0; ///< successive rows in blocks, whose part of A, of C and their rows of B fit the cache
    std::optional<double> hypergraph; ///< the same, rows ordered by the parts of a hypergraph partition
    double kernels = 0;  ///< the symbolic and the numeric phase, row by row, an LRU cache of rows of B
    double uncached = 0; ///< the same without a cache
};

/// A new number for each row and column: row i of the result is row order[i].
using Order = std::vector<std::uint32_t>;

/// The pattern. \param matrix is square
[[nodiscard]] HostCsr permuted(const HostCsr& matrix, const Order& order);
[[nodiscard]] Order random_order(std::uint64_t rows, std::uint64_t seed);
/// Reverse Cuthill-McKee order of the pattern of A ∪ A'. \param matrix is square \return nothing in builds
/// without Boost.Graph
[[nodiscard]] std::optional<Order> rcm_order(const HostCsr& matrix);

/// Rows of A in parts of about equal work, so that few parts share rows of B: the vertices of the hypergraph
/// are the rows of A, and column k of A is a net of the weight of row k of B. \return the rows, part by part;
/// nothing in builds without Zoltan, or for more than 5 M entries
[[nodiscard]] std::optional<Order> partitioned_rows(const HostCsr& a, const HostCsr& b, unsigned parts);

/// \param entry bytes of a column and a value. \param cache bytes
[[nodiscard]] DataMovement data_movement(const HostCsr& matrix, std::uint64_t entry, std::uint64_t cache);

/// Prints a table for the matrices of the options, each as given, in a random order, and in the reverse
/// Cuthill-McKee order of that. \return the exit status
int report_data_movement(const Options& options);

} // namespace mergus::bench
