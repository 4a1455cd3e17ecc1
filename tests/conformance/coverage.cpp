/// \file coverage.cpp
/// Counting and printing.
#include "conformance/coverage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

namespace mergus::conformance {

void Coverage::record(const Case& test_case, Verdict verdict) {
    const auto found = operations_.try_emplace(test_case.operation, test_case.operation).first;
    Operation& operation = found->second;
    const bool refused = verdict == Verdict::unsupported;
    const auto add = [&](Count& count) { ++(refused ? count.refused : count.run); };
    add(operation.total);
    for (std::size_t f = 0; f < factors().size(); ++f)
        add(operation.words[{f, test_case.*factors()[f].word}]);
    if (!refused) ++operation.by_type[{test_case.algebra, test_case.type}];
    operation.pairs.cover(test_case);
}

namespace {

using Cells = std::map<std::pair<std::string, std::string>, std::uint64_t>;

/// Rows and columns in the order given, "." for no case.
std::string table(const std::string& title, const std::vector<std::string>& rows,
                  const std::vector<std::string>& cols, const Cells& cells) {
    std::size_t width = title.size();
    for (const std::string& row : rows) width = std::max(width, row.size());
    std::string text = fmt::format("{:<{}}", title, width);
    for (const std::string& col : cols)
        text += fmt::format(" {:>{}}", col, std::max<std::size_t>(col.size(), 5));
    text += '\n';
    for (const std::string& row : rows) {
        text += fmt::format("{:<{}}", row, width);
        for (const std::string& col : cols) {
            const auto found = cells.find({row, col});
            const std::string count = found == cells.end() ? "." : std::to_string(found->second);
            text += fmt::format(" {:>{}}", count, std::max<std::size_t>(col.size(), 5));
        }
        text += '\n';
    }
    return text;
}

std::size_t factor_index(std::string_view name) {
    const auto all = factors();
    const auto found = std::find_if(all.begin(), all.end(), [&](const Factor& f) { return f.name == name; });
    return static_cast<std::size_t>(found - all.begin());
}

} // namespace

std::string Coverage::tables(std::string_view backend) const {
    std::vector<std::string> names;
    Cells by_mask;
    const Levels& mxm = levels("mxm");
    const std::size_t mask = factor_index("mask");
    std::vector<std::string> masks = mxm[mask];
    masks.emplace_back("-");
    for (const std::string_view name : operations()) {
        const auto found = operations_.find(name);
        if (found == operations_.end() || found->second.total.run == 0) continue;
        names.emplace_back(name);
        for (const auto& [word, count] : found->second.words)
            if (word.first == mask && count.run > 0) by_mask[{std::string(name), word.second}] = count.run;
    }
    std::string text = table(fmt::format("{}: operation × mask", backend), names, masks, by_mask);
    if (const auto found = operations_.find("mxm");
        found != operations_.end() && !found->second.by_type.empty())
        text += table(fmt::format("{}: semiring × type", backend), mxm[factor_index("algebra")],
                      mxm[factor_index("type")], found->second.by_type);
    return text;
}

std::vector<std::string> Coverage::unsupported() const {
    std::vector<std::string> lines;
    for (const auto& [name, operation] : operations_) {
        if (operation.total.refused == 0) continue;
        lines.push_back(fmt::format("{}: {} of {} cases", name, operation.total.refused,
                                    operation.total.refused + operation.total.run));
        std::map<std::size_t, std::size_t> words_of_factor;
        for (const auto& [word, count] : operation.words) ++words_of_factor[word.first];
        for (const auto& [word, count] : operation.words) // words that never ran: what is not supported
            if (count.run == 0 && words_of_factor[word.first] > 1)
                lines.push_back(fmt::format("{}: {}={} (all {})", name, factors()[word.first].name,
                                            word.second, count.refused));
    }
    return lines;
}

std::vector<std::string> Coverage::missing(std::string_view operation, const CoveringSet& set) const {
    const auto found = operations_.find(operation);
    const PairTable none(operation);
    const PairTable& seen = found == operations_.end() ? none : found->second.pairs;
    std::vector<std::string> pairs;
    for (const auto& [a, b] : seen.with(PairTable::Mark::open))
        if (set.pairs.mark(a, b) != PairTable::Mark::impossible)
            pairs.push_back(fmt::format("{}: {} with {}", operation, seen.text(a), seen.text(b)));
    return pairs;
}

} // namespace mergus::conformance
