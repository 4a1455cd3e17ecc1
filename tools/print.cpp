/// \file print.cpp
/// Results on standard output: aligned text for people, JSON for programs, from one record.
#include "session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <vector>

namespace mergus::tools {

namespace {

constexpr std::string_view seconds_suffix = "_seconds";

bool is_table(const Record& value) {
    return value.is_array() && !value.empty() && value.front().is_object();
}

/// "load_seconds" is read as "load time", "half_band" as "half band".
std::string label_of(std::string key) {
    if (key.ends_with(seconds_suffix))
        key.replace(key.size() - seconds_suffix.size(), std::string::npos, " time");
    std::replace(key.begin(), key.end(), '_', ' ');
    return key;
}

std::string text_of(const std::string& key, const Record& value) {
    if (key.ends_with(seconds_suffix)) {
        const double seconds = value.get<double>();
        return seconds < 1 ? fmt::format("{:.3f} ms", seconds * 1e3) : fmt::format("{:.3f} s", seconds);
    }
    if (value.is_string()) return value.get<std::string>();
    return value.dump();
}

void print_table(const std::string& title, const Record& rows) {
    std::vector<std::vector<std::string>> cells;
    std::vector<std::size_t> widths;
    std::vector<bool> numeric;
    for (const auto& [key, value] : rows.front().items()) {
        if (cells.empty()) cells.emplace_back();
        cells.front().push_back(label_of(key));
        widths.push_back(cells.front().back().size());
        numeric.push_back(value.is_number());
    }
    for (const Record& row : rows) {
        auto& line = cells.emplace_back();
        for (const auto& [key, value] : row.items()) {
            widths[line.size()] = std::max(widths[line.size()], text_of(key, value).size());
            line.push_back(text_of(key, value));
        }
    }
    fmt::print("\n{}\n", label_of(title));
    for (const auto& line : cells) {
        std::string text;
        for (std::size_t column = 0; column < line.size(); ++column)
            text += numeric[column] ? fmt::format("  {:>{}}", line[column], widths[column])
                                    : fmt::format("  {:<{}}", line[column], widths[column]);
        text.erase(text.find_last_not_of(' ') + 1);
        fmt::print("{}\n", text);
    }
}

} // namespace

void print_record(const Record& record, bool json) {
    if (json) {
        // A file name may hold any bytes; what is not UTF-8 must not make the results unprintable.
        fmt::print("{}\n", record.dump(2, ' ', false, Record::error_handler_t::replace));
        return;
    }
    std::size_t width = 0;
    for (const auto& [key, value] : record.items())
        if (!is_table(value)) width = std::max(width, label_of(key).size());
    for (const auto& [key, value] : record.items())
        if (!value.is_array()) fmt::print("{:<{}}  {}\n", label_of(key), width, text_of(key, value));
    for (const auto& [key, value] : record.items())
        if (is_table(value)) print_table(key, value);
}

} // namespace mergus::tools
