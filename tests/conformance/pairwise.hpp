/// \file pairwise.hpp
/// A small set of cases in which every pair of words that go together occurs: most faults need two conditions
/// at once, and the combinations of all fourteen axes are billions.
#pragma once

#include "conformance/case.hpp"
#include "conformance/random.hpp"
#include "conformance/space.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mergus::conformance {

/// Every pair of words on two axes of one operation, each with a mark.
class PairTable {
public:
    enum class Mark : std::uint8_t { open, covered, impossible };

    explicit PairTable(const Operation& operation);

    /// A word by its index in levels().
    struct Level {
        Axis axis;
        std::size_t index;
    };
    /// Marks all pairs of a complete case as covered.
    void cover(const Case& test_case);
    /// The known words of a case, at most one on each axis.
    [[nodiscard]] std::vector<Level> levels_of(const Case& test_case) const;
    [[nodiscard]] Mark mark(Level a, Level b) const { return marks_[id(a) * count_ + id(b)]; }
    void set(Level a, Level b, Mark mark);
    /// All pairs on different axes with that mark, a's axis before b's.
    [[nodiscard]] std::vector<std::pair<Level, Level>> with(Mark mark) const;
    [[nodiscard]] const Word* word(Level level) const { return of(level.axis)[level.index]; }
    [[nodiscard]] std::string text(Level level) const;

private:
    [[nodiscard]] const std::vector<const Word*>& of(Axis axis) const {
        return (*levels_)[static_cast<std::size_t>(axis)];
    }
    [[nodiscard]] std::size_t id(Level level) const {
        return offsets_[static_cast<std::size_t>(level.axis)] + level.index;
    }

    const Levels* levels_;
    std::vector<std::size_t> offsets_;
    std::size_t count_ = 0;
    std::vector<Mark> marks_;
};

struct CoveringSet {
    std::vector<Case> cases;
    PairTable pairs; ///< covered and impossible; none open
};

/// Greedy: the first pair that is still open is completed with the words that cover the most other open
/// pairs. The same seed gives the same set. Pairs with a word that `where` does not admit count as
/// impossible.
CoveringSet covering_set(const Operation& operation, std::uint64_t seed, const Restriction& where = {});

/// The case with other data: shape and values at random, the words on which kernels depend unchanged.
/// \param number 0 gives the case itself; less than 2^data_bits.
Case variant(const Case& test_case, std::uint64_t number, const Restriction& where);

/// Any case that is allowed, all words at random; nullopt if `where` admits none.
std::optional<Case> random_case(const Operation& operation, Random& random, const Restriction& where);
/// Without a restriction there always is one.
Case random_case(const Operation& operation, Random& random);

} // namespace mergus::conformance
