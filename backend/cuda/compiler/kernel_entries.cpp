/// \file kernel_entries.cpp
#include "kernel_entries.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace mergus::cuda {

namespace {

bool in_name(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// The identifier before `end`, which blanks may follow.
std::string_view name_before(std::string_view text, std::size_t end) {
    while (end > 0 && std::isspace(static_cast<unsigned char>(text[end - 1])) != 0) --end;
    std::size_t begin = end;
    while (begin > 0 && in_name(text[begin - 1])) --begin;
    return text.substr(begin, end - begin);
}

} // namespace

std::vector<std::string> entries_of(const KernelSource& source) {
    constexpr std::string_view keyword = "__global__";
    const std::string_view text = source.text;
    std::vector<std::string> names;
    for (std::size_t at = text.find(keyword); at != text.npos; at = text.find(keyword, at + 1)) {
        std::size_t open = text.find('(', at);
        if (open != text.npos && name_before(text, open) == "__launch_bounds__")
            open = text.find('(', text.find(')', open));
        if (open == text.npos) break;
        std::string name(name_before(text, open));
        if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end())
            names.push_back(std::move(name));
    }
    if (std::find(names.begin(), names.end(), source.entry) == names.end()) return {source.entry};
    return names;
}

} // namespace mergus::cuda
