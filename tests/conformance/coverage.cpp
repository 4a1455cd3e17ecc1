/// \file coverage.cpp
/// Counting and printing.
#include "conformance/coverage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

namespace mergus::conformance {

void Coverage::record(const Case& test_case, Verdict verdict) {
    (verdict == Verdict::unsupported ? refused_ : run_)[test_case.operation].push_back(test_case);
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
    std::vector<std::string> operation_names;
    Cells by_mask, by_type;
    const Levels& mxm = levels("mxm");
    std::vector<std::string> masks = mxm[factor_index("mask")];
    masks.emplace_back("-");
    for (const std::string_view name : operations()) {
        const auto found = run_.find(name);
        if (found == run_.end()) continue;
        operation_names.emplace_back(name);
        for (const Case& test_case : found->second) {
            ++by_mask[{test_case.operation, test_case.mask}];
            if (name == "mxm") ++by_type[{test_case.algebra, test_case.type}];
        }
    }
    std::string text = table(fmt::format("{}: operation × mask", backend), operation_names, masks, by_mask);
    if (!by_type.empty())
        text += table(fmt::format("{}: semiring × type", backend), mxm[factor_index("algebra")],
                      mxm[factor_index("type")], by_type);
    return text;
}

std::vector<std::string> Coverage::unsupported() const {
    std::vector<std::string> lines;
    for (const auto& [operation, cases] : refused_) {
        const auto found = run_.find(operation);
        const std::size_t ran = found == run_.end() ? 0 : found->second.size();
        lines.push_back(fmt::format("{}: {} of {} cases", operation, cases.size(), cases.size() + ran));
        for (const Factor& factor : factors()) {
            std::map<std::string, Count> counts;
            for (const Case& test_case : cases) ++counts[test_case.*factor.word].refused;
            if (found != run_.end())
                for (const Case& test_case : found->second) ++counts[test_case.*factor.word].run;
            for (const auto& [word, count] : counts) // words that never ran: what is not supported
                if (count.run == 0 && counts.size() > 1)
                    lines.push_back(
                        fmt::format("{}: {}={} (all {})", operation, factor.name, word, count.refused));
        }
    }
    return lines;
}

std::vector<std::string> Coverage::missing(std::string_view operation, const CoveringSet& set) const {
    PairTable seen(operation);
    for (const auto* list : {&run_, &refused_})
        if (const auto found = list->find(operation); found != list->end())
            for (const Case& test_case : found->second) seen.cover(test_case);
    std::vector<std::string> pairs;
    for (const auto& [a, b] : seen.with(PairTable::Mark::open))
        if (set.pairs.mark(a, b) != PairTable::Mark::impossible)
            pairs.push_back(fmt::format("{}: {} with {}", operation, seen.text(a), seen.text(b)));
    return pairs;
}

} // namespace mergus::conformance
