/// \file pairwise.cpp
/// The covering generator: depth-first completion of partial cases under the constraints.
#include "conformance/pairwise.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <stdexcept>

namespace mergus::conformance {

PairTable::PairTable(std::string_view operation) : levels_(&levels(operation)) {
    for (const auto& words : *levels_) {
        offsets_.push_back(count_);
        count_ += words.size();
    }
    marks_.assign(count_ * count_, Mark::open);
}

void PairTable::set(Word a, Word b, Mark mark) {
    marks_[id(a) * count_ + id(b)] = mark;
    marks_[id(b) * count_ + id(a)] = mark;
}

std::vector<PairTable::Word> PairTable::words_of(const Case& test_case) const {
    std::vector<Word> words;
    for (std::size_t f = 0; f < levels_->size(); ++f) {
        const auto& known = (*levels_)[f];
        const auto found = std::find(known.begin(), known.end(), test_case.*factors()[f].word);
        if (found != known.end()) words.push_back({f, static_cast<std::size_t>(found - known.begin())});
    }
    return words;
}

void PairTable::cover(const Case& test_case) {
    const std::vector<Word> words = words_of(test_case);
    for (const Word& a : words)
        for (const Word& b : words)
            if (a.factor != b.factor) set(a, b, Mark::covered);
}

std::vector<std::pair<PairTable::Word, PairTable::Word>> PairTable::with(Mark wanted) const {
    std::vector<std::pair<Word, Word>> found;
    for (std::size_t f = 0; f < levels_->size(); ++f)
        for (std::size_t g = f + 1; g < levels_->size(); ++g)
            for (std::size_t a = 0; a < (*levels_)[f].size(); ++a)
                for (std::size_t b = 0; b < (*levels_)[g].size(); ++b)
                    if (mark({f, a}, {g, b}) == wanted) found.push_back({{f, a}, {g, b}});
    return found;
}

std::string PairTable::text(Word word) const {
    return fmt::format("{}={}", factors()[word.factor].name, (*levels_)[word.factor][word.level]);
}

namespace {

/// Chooses the words of one case, some of which are given.
class Completion {
public:
    /// \param pairs whose open pairs are worth covering; null: any words will do.
    Completion(std::string_view operation, const PairTable* pairs, const Restriction& where, Random& random)
        : levels_(levels(operation)), pairs_(pairs), where_(where), random_(random),
          levels_chosen_(levels_.size(), unset) {
        case_.operation = operation;
        for (const Factor& factor : factors()) (case_.*factor.word).clear();
    }

    void give(PairTable::Word word) { put(word.factor, word.level); }

    std::optional<Case> complete() {
        if (!is_allowed(case_) || !extend(0)) return std::nullopt;
        return case_;
    }

private:
    static constexpr std::size_t unset = ~std::size_t{0};

    void put(std::size_t factor, std::size_t level) {
        levels_chosen_[factor] = level;
        case_.*factors()[factor].word = levels_[factor][level];
    }
    void take_back(std::size_t factor) {
        levels_chosen_[factor] = unset;
        (case_.*factors()[factor].word).clear();
    }

    /// How many open pairs the word would cover with those that are chosen.
    std::size_t gain(std::size_t factor, std::size_t level) const {
        std::size_t count = 0;
        for (std::size_t other = 0; pairs_ != nullptr && other < levels_.size(); ++other)
            if (other != factor && levels_chosen_[other] != unset &&
                pairs_->mark({factor, level}, {other, levels_chosen_[other]}) == PairTable::Mark::open)
                ++count;
        return count;
    }

    bool extend(std::size_t factor) {
        if (factor == levels_.size()) return true;
        if (levels_chosen_[factor] != unset) return extend(factor + 1);
        struct Candidate {
            std::size_t gain;
            std::uint64_t tie;
            std::size_t level;
        };
        std::vector<Candidate> candidates;
        for (std::size_t level = 0; level < levels_[factor].size(); ++level)
            if (where_.admits(factor, levels_[factor][level]))
                candidates.push_back({gain(factor, level), random_.next(), level});
        std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
            return a.gain != b.gain ? a.gain > b.gain : a.tie < b.tie;
        });
        for (const Candidate& candidate : candidates) {
            put(factor, candidate.level);
            if (is_allowed(case_) && extend(factor + 1)) return true;
        }
        take_back(factor);
        return false;
    }

    const Levels& levels_;
    const PairTable* pairs_;
    const Restriction& where_;
    Random& random_;
    Case case_;
    std::vector<std::size_t> levels_chosen_;
};

} // namespace

namespace {

/// A seed whose lower bits are 0: variant() counts there.
std::uint64_t kernel_seed(Random& random) {
    return random.next() >> 24 >> data_bits << data_bits;
}

} // namespace

CoveringSet covering_set(std::string_view operation, std::uint64_t seed, const Restriction& where) {
    Random random(mix_seed(seed, operation));
    CoveringSet set{{}, PairTable(operation)};
    auto open = set.pairs.with(PairTable::Mark::open);
    // In a random order, so that the first cases are a fair sample of all.
    for (std::size_t p = open.size(); p > 1; --p) std::swap(open[p - 1], open[random.below(p)]);
    for (const auto& [a, b] : open) {
        if (set.pairs.mark(a, b) != PairTable::Mark::open) continue;
        const auto admitted = [&](PairTable::Word word) {
            return where.admits(word.factor, levels(operation)[word.factor][word.level]);
        };
        if (!admitted(a) || !admitted(b)) {
            set.pairs.set(a, b, PairTable::Mark::impossible);
            continue;
        }
        Completion completion(operation, &set.pairs, where, random);
        completion.give(a);
        completion.give(b);
        if (auto test_case = completion.complete()) {
            test_case->seed = kernel_seed(random);
            set.pairs.cover(*test_case);
            set.cases.push_back(std::move(*test_case));
        } else {
            set.pairs.set(a, b, PairTable::Mark::impossible);
        }
    }
    return set;
}

Case variant(const Case& test_case, std::uint64_t number, const Restriction& where) {
    if (number == 0) return test_case;
    Case other = test_case;
    other.seed += number;
    Random random(mix_seed(other.seed, "variant"));
    const auto draw = [&](std::string Case::*word) {
        const auto all = factors();
        const auto factor = static_cast<std::size_t>(
            std::find_if(all.begin(), all.end(), [&](const Factor& f) { return f.word == word; }) -
            all.begin());
        const auto& words = levels(other.operation)[factor];
        for (int attempt = 0; attempt < 8; ++attempt) {
            other.*word = random.pick(words);
            if (where.admits(factor, other.*word) && is_allowed(other)) return;
        }
        other.*word = test_case.*word;
    };
    draw(&Case::shape);
    draw(&Case::values);
    return other;
}

std::optional<Case> random_case(std::string_view operation, Random& random, const Restriction& where) {
    std::optional<Case> test_case = Completion(operation, nullptr, where, random).complete();
    if (test_case.has_value()) test_case->seed = kernel_seed(random);
    return test_case;
}

Case random_case(std::string_view operation, Random& random) {
    std::optional<Case> test_case = random_case(operation, random, {});
    if (!test_case.has_value())
        throw std::logic_error("no case of " + std::string(operation) + " is allowed");
    return *test_case;
}

} // namespace mergus::conformance
