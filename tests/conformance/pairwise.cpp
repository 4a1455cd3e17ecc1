/// \file pairwise.cpp
/// The covering generator: depth-first completion of partial cases under the constraints.
#include "conformance/pairwise.hpp"

#include "conformance/operation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <stdexcept>

namespace mergus::conformance {

PairTable::PairTable(const Operation& operation) : levels_(&levels(operation)) {
    for (const auto& words : *levels_) {
        offsets_.push_back(count_);
        count_ += words.size();
    }
    marks_.assign(count_ * count_, Mark::open);
}

void PairTable::set(Level a, Level b, Mark mark) {
    marks_[id(a) * count_ + id(b)] = mark;
    marks_[id(b) * count_ + id(a)] = mark;
}

std::vector<PairTable::Level> PairTable::levels_of(const Case& test_case) const {
    std::vector<Level> found;
    for (const Axis axis : all_axes()) {
        const auto& known = of(axis);
        const auto word = std::find(known.begin(), known.end(), test_case[axis]);
        if (word != known.end()) found.push_back({axis, static_cast<std::size_t>(word - known.begin())});
    }
    return found;
}

void PairTable::cover(const Case& test_case) {
    const std::vector<Level> words = levels_of(test_case);
    for (const Level& a : words)
        for (const Level& b : words)
            if (a.axis != b.axis) set(a, b, Mark::covered);
}

std::vector<std::pair<PairTable::Level, PairTable::Level>> PairTable::with(Mark wanted) const {
    std::vector<std::pair<Level, Level>> found;
    for (const Axis first : all_axes())
        for (const Axis second : all_axes())
            for (std::size_t a = 0; first < second && a < of(first).size(); ++a)
                for (std::size_t b = 0; b < of(second).size(); ++b)
                    if (mark({first, a}, {second, b}) == wanted) found.push_back({{first, a}, {second, b}});
    return found;
}

std::string PairTable::text(Level level) const {
    return fmt::format("{}={}", axis_name(level.axis), word(level)->name);
}

namespace {

/// Chooses the words of one case, some of which are given.
class Completion {
public:
    /// \param pairs whose open pairs the words are to cover; null: any words.
    Completion(const Operation& operation, const PairTable* pairs, const Restriction& where, Random& random)
        : levels_(levels(operation)), pairs_(pairs), where_(where), random_(random) {
        case_.operation = &operation;
        indices_.fill(unset);
    }

    void give(PairTable::Level level) { put(level); }

    std::optional<Case> complete() {
        if (!has_words()) return std::nullopt;
        give_only_words();
        if (!is_allowed(case_) || !extend(0)) return std::nullopt;
        return case_;
    }

private:
    static constexpr std::size_t unset = ~std::size_t{0};

    /// Chooses the words of axes on which the restriction admits one word only. A contradiction with them is
    /// then found at once, and not after a search through the words of all axes before.
    void give_only_words() {
        for (const Axis axis : all_axes()) {
            const auto& words = levels_[static_cast<std::size_t>(axis)];
            if (words.size() < 2 || indices_[static_cast<std::size_t>(axis)] != unset) continue;
            const auto admitted = [&](const Word* word) { return where_.admits(axis, word); };
            if (std::count_if(words.begin(), words.end(), admitted) != 1) continue;
            const auto only = std::find_if(words.begin(), words.end(), admitted);
            put({axis, static_cast<std::size_t>(only - words.begin())});
        }
    }

    /// Whether every axis has an admitted word. Otherwise the search would try all words of the axes before.
    bool has_words() const {
        const auto axes = all_axes();
        return std::all_of(axes.begin(), axes.end(), [&](Axis axis) {
            const auto& words = levels_[static_cast<std::size_t>(axis)];
            return std::any_of(words.begin(), words.end(),
                               [&](const Word* word) { return where_.admits(axis, word); });
        });
    }

    void put(PairTable::Level level) {
        const auto axis = static_cast<std::size_t>(level.axis);
        indices_[axis] = level.index;
        case_[level.axis] = levels_[axis][level.index];
    }
    void take_back(Axis axis) {
        indices_[static_cast<std::size_t>(axis)] = unset;
        case_[axis] = nullptr;
    }

    /// How many open pairs the word would cover together with the words that are chosen.
    std::size_t gain(PairTable::Level level) const {
        if (pairs_ == nullptr) return 0;
        std::size_t count = 0;
        for (const Axis other : all_axes()) {
            const std::size_t index = indices_[static_cast<std::size_t>(other)];
            if (other != level.axis && index != unset &&
                pairs_->mark(level, {other, index}) == PairTable::Mark::open)
                ++count;
        }
        return count;
    }

    /// Chooses the words from this axis on, depth first.
    bool extend(std::size_t number) {
        if (number == axis_count) return true;
        if (indices_[number] != unset) return extend(number + 1);
        const auto axis = static_cast<Axis>(number);
        struct Candidate {
            std::size_t gain;
            std::uint64_t tie;
            PairTable::Level level;
        };
        std::vector<Candidate> candidates;
        for (std::size_t index = 0; index < levels_[number].size(); ++index)
            if (where_.admits(axis, levels_[number][index]))
                candidates.push_back({gain({axis, index}), random_.next(), {axis, index}});
        std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
            return a.gain != b.gain ? a.gain > b.gain : a.tie < b.tie;
        });
        for (const Candidate& candidate : candidates) {
            put(candidate.level);
            if (is_allowed(case_) && extend(number + 1)) return true;
        }
        take_back(axis);
        return false;
    }

    const Levels& levels_;
    const PairTable* pairs_;
    const Restriction& where_;
    Random& random_;
    Case case_;
    std::array<std::size_t, axis_count> indices_{};
};

/// A seed whose lower data_bits are 0: variant() adds its number to them.
std::uint64_t kernel_seed(Random& random) {
    return random.next() >> 24 >> data_bits << data_bits;
}

} // namespace

CoveringSet covering_set(const Operation& operation, std::uint64_t seed, const Restriction& where) {
    Random random(mix_seed(seed, operation.name));
    CoveringSet set{{}, PairTable(operation)};
    auto open = set.pairs.with(PairTable::Mark::open);
    // In a random order, so that the first cases are a fair sample of all.
    for (std::size_t p = open.size(); p > 1; --p) std::swap(open[p - 1], open[random.below(p)]);
    for (const auto& [a, b] : open) {
        if (set.pairs.mark(a, b) != PairTable::Mark::open) continue;
        const auto admitted = [&](PairTable::Level level) {
            return where.admits(level.axis, set.pairs.word(level));
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
    const auto draw = [&](Axis axis) {
        const auto& words = levels(*other.operation)[static_cast<std::size_t>(axis)];
        for (int attempt = 0; attempt < 8; ++attempt) {
            other[axis] = random.pick(words);
            if (where.admits(axis, other[axis]) && is_allowed(other)) return;
        }
        other[axis] = test_case[axis];
    };
    draw(Axis::shape);
    draw(Axis::values);
    return other;
}

std::optional<Case> random_case(const Operation& operation, Random& random, const Restriction& where) {
    std::optional<Case> test_case = Completion(operation, nullptr, where, random).complete();
    if (test_case.has_value()) test_case->seed = kernel_seed(random);
    return test_case;
}

Case random_case(const Operation& operation, Random& random) {
    std::optional<Case> test_case = random_case(operation, random, {});
    if (!test_case.has_value())
        throw std::logic_error("no case of " + std::string(operation.name) + " is allowed");
    return *test_case;
}

} // namespace mergus::conformance
