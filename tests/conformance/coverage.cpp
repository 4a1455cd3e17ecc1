/// \file coverage.cpp
/// Counting and printing.
#include "conformance/coverage.hpp"

#include "conformance/operation.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace mergus::conformance {

void Coverage::record(const Case& test_case, Verdict verdict) {
    Counts& counts = operations_.try_emplace(test_case.operation, *test_case.operation).first->second;
    const bool refused = verdict == Verdict::unsupported;
    const auto add = [&](Count& count) { ++(refused ? count.refused : count.run); };
    add(counts.total);
    for (const Axis axis : all_axes()) add(counts.words[{axis, std::string(test_case.text(axis))}]);
    if (!refused)
        ++counts
              .by_type[{std::string(test_case.text(Axis::algebra)), std::string(test_case.text(Axis::type))}];
    counts.pairs.cover(test_case);
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

std::vector<std::string> names_on(const Operation& operation, Axis axis) {
    std::vector<std::string> names;
    for (const Word* word : levels(operation)[static_cast<std::size_t>(axis)]) names.push_back(word->name);
    return names;
}

} // namespace

std::string Coverage::tables(std::string_view backend) const {
    std::vector<std::string> names;
    Cells by_mask;
    std::vector<std::string> masks = names_on(main_operation(), Axis::mask);
    masks.push_back(absent_word(Axis::mask)->name);
    for (const Operation* operation : operations()) {
        const auto found = operations_.find(operation);
        if (found == operations_.end() || found->second.total.run == 0) continue;
        names.emplace_back(operation->name);
        for (const auto& [word, count] : found->second.words)
            if (word.first == Axis::mask && count.run > 0) by_mask[{names.back(), word.second}] = count.run;
    }
    std::string text = table(fmt::format("{}: operation × mask", backend), names, masks, by_mask);
    if (const auto found = operations_.find(&main_operation());
        found != operations_.end() && !found->second.by_type.empty())
        text += table(fmt::format("{}: semiring × type", backend), names_on(main_operation(), Axis::algebra),
                      names_on(main_operation(), Axis::type), found->second.by_type);
    return text;
}

std::vector<std::string> Coverage::unsupported() const {
    std::vector<std::string> lines;
    for (const Operation* operation : operations()) {
        const auto found = operations_.find(operation);
        if (found == operations_.end() || found->second.total.refused == 0) continue;
        const Counts& counts = found->second;
        lines.push_back(fmt::format("{}: {} of {} cases", operation->name, counts.total.refused,
                                    counts.total.refused + counts.total.run));
        std::map<Axis, std::size_t> words_on_axis;
        for (const auto& [word, count] : counts.words) ++words_on_axis[word.first];
        for (const auto& [word, count] : counts.words) // a word that was refused in every case
            if (count.run == 0 && words_on_axis[word.first] > 1)
                lines.push_back(fmt::format("{}: {}={} (all {})", operation->name, axis_name(word.first),
                                            word.second, count.refused));
    }
    return lines;
}

std::vector<std::string> Coverage::missing(const Operation& operation, const CoveringSet& set) const {
    const auto found = operations_.find(&operation);
    const PairTable none(operation);
    const PairTable& seen = found == operations_.end() ? none : found->second.pairs;
    std::vector<std::string> pairs;
    for (const auto& [a, b] : seen.with(PairTable::Mark::open))
        if (set.pairs.mark(a, b) != PairTable::Mark::impossible)
            pairs.push_back(fmt::format("{}: {} with {}", operation.name, seen.text(a), seen.text(b)));
    return pairs;
}

} // namespace mergus::conformance
