/// \file pairwise.hpp
/// A small set of cases in which every pair of words that go together occurs: most faults need two conditions
/// at once, and all combinations of fourteen factors would be billions.
#pragma once

#include "conformance/case.hpp"
#include "conformance/random.hpp"
#include "conformance/space.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mergus::conformance {

/// Every pair of words of two factors of one operation, each with a mark.
class PairTable {
public:
    enum class Mark : std::uint8_t { open, covered, impossible };

    explicit PairTable(std::string_view operation);

    struct Word {
        std::size_t factor, level;
    };
    /// Marks all pairs of a complete case as covered.
    void cover(const Case& test_case);
    /// The known words of a case, at most one of each factor.
    [[nodiscard]] std::vector<Word> words_of(const Case& test_case) const;
    [[nodiscard]] Mark mark(Word a, Word b) const { return marks_[id(a) * count_ + id(b)]; }
    void set(Word a, Word b, Mark mark);
    /// All pairs of different factors with that mark, a's factor before b's.
    [[nodiscard]] std::vector<std::pair<Word, Word>> with(Mark mark) const;
    [[nodiscard]] std::string text(Word word) const;

private:
    [[nodiscard]] std::size_t id(Word word) const { return offsets_[word.factor] + word.level; }

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
CoveringSet covering_set(std::string_view operation, std::uint64_t seed, const Restriction& where = {});

/// The case with other data: shape and values at random, the words that decide about kernels as they are.
/// \param number 0 gives the case itself; less than 2^data_bits.
Case variant(const Case& test_case, std::uint64_t number, const Restriction& where);

/// Any case that is allowed, all words at random; nullopt if `where` leaves none.
std::optional<Case> random_case(std::string_view operation, Random& random, const Restriction& where);
/// Without a restriction there always is one.
Case random_case(std::string_view operation, Random& random);

} // namespace mergus::conformance
