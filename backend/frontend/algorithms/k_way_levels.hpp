/// \file k_way_levels.hpp
/// What k_way_partition() does on the host: a level of its graphs, groups of vertices that the next level
/// contracts, and divisions, which grow on the last level and are refined on each.
#pragma once

#include <mergus/matrix.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace mergus::core {

/// A symmetric graph without loops, whose vertices stand for sets of vertices.
struct KWayLevel {
    /// \param S in order; its values are weights
    KWayLevel(const Matrix<double>& S, std::vector<std::uint64_t> sizes_of_vertices);

    [[nodiscard]] std::uint64_t vertices() const noexcept { return sizes.size(); }

    std::vector<std::uint64_t> offsets, cols;
    std::vector<double> weights;
    std::vector<std::uint64_t> sizes; ///< vertices of the first graph in each
    std::uint64_t total = 0;          ///< of the sizes
    std::uint64_t largest = 0;        ///< of the sizes
};

/// Groups of at most three vertices and a total size of at most `most`: a vertex joins the one that it
/// prefers, or another one that could not join the same. \param preferred a vertex, or −1 \return the group
/// of each vertex, from 0 on
std::vector<std::int64_t> groups_of(std::span<const std::int64_t> preferred,
                                    std::span<const std::uint64_t> sizes, std::uint64_t most);

/// A division of a level into parts. A part is full if its size reaches `limit`.
class KWayDivision {
public:
    /// \param labels the part of each vertex
    KWayDivision(const KWayLevel& level, std::uint64_t parts, std::uint64_t limit,
                 std::vector<std::int64_t> labels);

    /// Parts that grow one after the other, each from a vertex that `seed` chooses.
    static KWayDivision grown(const KWayLevel& level, std::uint64_t parts, std::uint64_t limit,
                              std::uint64_t seed);

    /// Fills empty parts, relieves those that are larger than the limit, and moves vertices while the cut
    /// falls. No part is left empty where the level has as many vertices.
    void refine(std::uint64_t seed);

    [[nodiscard]] const std::vector<std::int64_t>& labels() const noexcept { return labels_; }
    [[nodiscard]] double cut() const;           ///< the sum of the weights between parts
    [[nodiscard]] std::uint64_t excess() const; ///< vertices above the limit, over all parts
    [[nodiscard]] std::uint64_t largest_part() const;

private:
    /// Where a vertex goes best; target −1: nowhere.
    struct Best {
        double gain;
        std::int64_t target;
    };
    [[nodiscard]] Best best_move(std::uint64_t v);
    void move(std::uint64_t v, std::int64_t target);
    void fill();
    void relieve();
    bool climb(std::uint64_t seed);

    const KWayLevel& level_;
    std::uint64_t limit_;
    std::vector<std::int64_t> labels_;
    std::vector<std::uint64_t> part_sizes_;
    std::vector<double> joined_;       ///< scratch of best_move(): weights to each part
    std::vector<std::int64_t> around_; ///< parts of the neighbours
};

} // namespace mergus::core
