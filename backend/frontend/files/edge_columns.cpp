/// \file edge_columns.cpp
#include "edge_columns.hpp"

#include "scan.hpp"

#include <mergus/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>

namespace mergus::core {

namespace {

std::string in_lower_case(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), lower);
    return text;
}

/// The first column with one of the names, in any case.
std::optional<std::size_t> column_of(const ColumnNames& names, std::initializer_list<const char*> wanted) {
    for (std::size_t column = 0; column < names.size(); ++column)
        for (const char* const name : wanted)
            if (in_lower_case(names[column]) == name) return column;
    return {};
}

/// The column of that name, or of that number from 1. \throws Error invalid_value
std::size_t given_column(const std::string& where, const ColumnChoice& choice, const std::string& given) {
    const ColumnNames& names = choice.names;
    if (choice.header)
        if (const auto column = column_named(names, given)) return *column;
    Cursor cursor{given.data(), given.data() + given.size()};
    std::uint64_t number = 0;
    if (scan_index(cursor, number) && cursor.done() && number >= 1 && number <= names.size())
        return number - 1;
    throw Error(Code::invalid_value,
                fmt::format("{}: there is no column '{}' among {} columns{}{}", where, given, names.size(),
                            choice.header ? ": " : " without a header",
                            choice.header ? fmt::format("{}", fmt::join(names, ", ")) : ""));
}

} // namespace

std::optional<std::size_t> column_named(const ColumnNames& names, const std::string& name) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (name.empty() || found == names.end()) return {};
    return static_cast<std::size_t>(found - names.begin());
}

std::optional<std::pair<std::size_t, std::size_t>> default_ends(const ColumnNames& names) {
    const auto source = column_of(names, {"source", "src", "from"});
    const auto target = column_of(names, {"target", "dst", "to"});
    if (!source || !target) return {};
    return std::pair{*source, *target};
}

EdgeColumns edge_columns(const std::string& where, const ColumnChoice& choice) {
    if (choice.names.size() < 2)
        throw Error(Code::invalid_value,
                    fmt::format("{}: expected two columns or more, found {}", where, choice.names.size()));
    EdgeColumns columns;
    if (choice.header)
        if (const auto ends = default_ends(choice.names))
            columns = {.source = ends->first, .target = ends->second, .weight = {}};
    if (!choice.source.empty()) columns.source = given_column(where, choice, choice.source);
    if (!choice.target.empty()) columns.target = given_column(where, choice, choice.target);
    if (choice.weight.empty() && choice.header)
        columns.weight = column_of(choice.names, {"weight"});
    else if (!choice.weight.empty() && choice.weight != "none")
        columns.weight = given_column(where, choice, choice.weight);
    const auto [source, target, weight] = columns;
    if (source == target || weight == source || weight == target)
        throw Error(Code::invalid_value, fmt::format("{}: two of source, target and weight are column {}",
                                                     where, (source == target ? source : *weight) + 1));
    return columns;
}

} // namespace mergus::core
