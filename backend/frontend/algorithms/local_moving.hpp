/// \file local_moving.hpp
/// Vertices move to the neighbouring community of the greatest gain: the step of louvain() and leiden().
///
/// The quality of a division P is half of the sum of S over all pairs of one community, less half of the sum
/// of (P'·x)·(P'·y) over the null terms (x, y). S = A + A', so that directed graphs need no case of their
/// own. The gain of vertex i in a community c, without i, is (S·P)(i, c) − Σ x(i) (P'·y)(c): a masked product
/// and a scaling.
#pragma once

#include "reports.hpp"

#include <mergus/algorithms/communities.hpp>

#include <memory>
#include <vector>

namespace mergus::core {

class HostMoving;

/// Σ (P'·x)·(P'·y) / 2 is what chance would give.
struct NullTerm {
    Vector<double> x, y;
};

/// A graph whose vertices are those of A, or sets of them.
struct Level {
    Matrix<double> S; ///< A + A', symmetric
    std::vector<NullTerm> null;
    mutable std::shared_ptr<HostMoving> host = nullptr; ///< made on first use, host_moving()

    [[nodiscard]] std::uint64_t size() const { return S.nrows(); }
};

/// The quality of a division.
double quality_of(const Level& level, const Matrix<double>& P);

/// The graph whose vertices are the columns of M, sets of vertices: M'·S·M.
Level contracted(const Level& level, const Matrix<double>& M);

/// How vertices move.
struct Moving {
    double least_gain; ///< of a move
    double tolerance;  ///< a sweep that gains less is the last one
    double total;      ///< of the weights
    std::uint64_t max_sweeps;
    std::uint64_t seed; ///< of the first sweep; it becomes that of the next one
    Reports& reports;
};

/// Moves vertices until a sweep gains too little. The quality of P never falls.
void move_vertices(const Level& level, Matrix<double>& P, Moving& moving);

/// A division that is finer than P: single vertices join a neighbouring part of their community if that is a
/// gain. Each part is connected.
Matrix<double> refined(const Level& level, const Matrix<double>& P, Moving& moving);

} // namespace mergus::core
