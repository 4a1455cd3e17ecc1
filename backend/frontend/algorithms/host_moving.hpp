/// \file host_moving.hpp
/// The steps of louvain() and leiden() on a graph in host memory, for a backend that launches no kernels:
/// labels are arrays, and vertices choose in threads. Groups, gains and ties are those of local_moving.cpp;
/// sums of these steps have one order, whatever the number of threads.
#pragma once

#include "local_moving_extension.hpp"

#include <cstdint>
#include <vector>

namespace mergus::core {

class HostMoving {
public:
    using Labels = std::vector<std::int64_t>;

    explicit HostMoving(const Level& level);

    /// \return the quality of the new labels. \param open the vertices that may move; receives those of the
    /// next sweep
    double sweep(Labels& labels, std::vector<std::uint8_t>& open, const SweepOptions& options);
    /// Parts within communities; each has the label of one of its vertices.
    Labels refine(const Labels& communities, const SweepOptions& options);
    double measure(const Labels& labels, std::uint64_t label_count);
    /// M'·S·M, where vertex i is of column parts[i] of M. \param count the columns
    [[nodiscard]] Matrix<double> contracted(const Labels& parts, std::uint64_t count) const;

private:
    struct Term {
        std::vector<double> x, y, totals;
    };
    struct Move {
        double gain;
        std::uint32_t label;
    };
    class Table;

    [[nodiscard]] std::uint64_t size() const noexcept { return offsets_.size() - 1; }
    void load(const Labels& labels, std::uint64_t label_count);
    [[nodiscard]] double quality() const;
    [[nodiscard]] double gain(double edges, std::uint64_t v, std::uint32_t label) const;
    /// The label that an entry of vertex v counts for, or `none`.
    [[nodiscard]] std::uint32_t label_at(std::uint64_t v, std::uint32_t neighbour) const;
    [[nodiscard]] std::uint32_t target_of(std::uint64_t v, double least_gain, Table& table) const;
    /// The listed vertices choose, then move. \param open null: none is opened
    void move(double least_gain, std::uint8_t* open);
    template <class Body>
    void for_ranges(std::uint64_t count, Body body) const;

    Context context_;
    unsigned threads_;
    std::vector<std::uint64_t> offsets_;
    std::vector<std::uint32_t> cols_;
    std::vector<double> weights_;
    std::vector<Term> terms_;
    std::vector<std::uint32_t> labels_, sizes_, movers_, targets_;
    std::vector<std::uint8_t> moves_;     ///< of a refinement: vertices that are listed
    const Labels* communities_ = nullptr; ///< of a refinement: parts stay within them
};

/// The level on the host, or null if the backend launches kernels or divides matrices.
HostMoving* host_moving(const Level& level);

} // namespace mergus::core
