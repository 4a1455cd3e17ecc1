/// \file space.hpp
/// The words that each operation's cases are made of, and which of them go together.
#pragma once

#include "conformance/case.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mergus::conformance {

enum class AlgebraKind { none, semiring, monoid, op };

std::span<const std::string_view> operations();
AlgebraKind algebra_kind(std::string_view operation);
/// Whether an operator of that mergus_op_kind fits the operation.
bool takes_kind(std::string_view operation, int kind);

/// For each of factors() the words it can be; {"-"} where it is no factor of the operation.
using Levels = std::vector<std::vector<std::string>>;
const Levels& levels(std::string_view operation);

/// A choice among the words of the factors. A factor that an operation does not have is never restricted
/// there.
class Restriction {
public:
    Restriction() = default; ///< none
    /// \param words "FACTOR=WORD"; of one factor several: any of them. \throws std::invalid_argument for a
    /// factor or a word that no operation has.
    explicit Restriction(const std::vector<std::string>& words);
    [[nodiscard]] bool admits(std::size_t factor, const std::string& word) const;

private:
    std::vector<std::vector<std::string>> words_; ///< for each factor; empty: all
};

/// Whether the words chosen so far ("" is not chosen) go together. What it forbids is what the specification
/// forbids, or what has no one right answer (sums that are not exact, cast to an integer).
bool is_allowed(const Case& test_case);

} // namespace mergus::conformance
