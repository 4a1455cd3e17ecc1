/// \file space.hpp
/// The words that each operation's cases are made of, and which of them go together.
#pragma once

#include "conformance/case.hpp"
#include "conformance/operation.hpp"

#include <array>
#include <string>
#include <vector>

namespace mergus::conformance {

bool has_axis(const Operation& operation, Axis axis);

/// Whether an operator of that mergus_op_kind fits the operation.
bool takes_kind(const Operation& operation, int kind);

/// For each axis the words it can be; only absent_word() where the operation does not have the axis.
using Levels = std::array<std::vector<const Word*>, axis_count>;
const Levels& levels(const Operation& operation);

/// A choice among the words of the axes.
class Restriction {
public:
    Restriction() = default; ///< none
    /// \param words "AXIS=WORD"; of one axis several: any of them. \throws std::invalid_argument for an axis
    /// or a word that no operation has.
    explicit Restriction(const std::vector<std::string>& words);
    /// An operation without the axis counts as one with the neutral word; it is not admitted where there is
    /// none (an operation without an algebra, if the algebra is restricted).
    [[nodiscard]] bool admits(Axis axis, const Word* word) const;

private:
    std::array<std::vector<const Word*>, axis_count> words_; ///< empty: all
};

/// Whether the words chosen so far go together. What it forbids is what the specification forbids, or what
/// has no one right answer (sums that are not exact, cast to an integer).
bool is_allowed(const Case& test_case);

} // namespace mergus::conformance
