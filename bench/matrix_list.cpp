/// \file matrix_list.cpp
#include "matrix_list.hpp"

#include "bench_text.hpp"
#include "generators.hpp"

#include <mergus/error.hpp>
#include <mergus/generate.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <sstream>
#include <utility>

namespace mergus::bench {

namespace {

void add_once(std::vector<MatrixEntry>& chosen, const MatrixEntry& entry) {
    const auto same = [&](const MatrixEntry& other) {
        return other.name == entry.name && other.source == entry.source;
    };
    if (std::none_of(chosen.begin(), chosen.end(), same)) chosen.push_back(entry);
}

std::string name_of_file(const std::string& file) {
    std::filesystem::path name = std::filesystem::path(file).filename();
    if (name.extension() == ".gz") name = name.stem();
    return name.stem().string();
}

} // namespace

bool is_vector(std::string_view source) {
    return source.starts_with("vector:");
}

bool is_generated(std::string_view source) {
    return generate::is_spec(source) || is_bench_spec(source) || is_vector(source);
}

std::vector<MatrixEntry> parse_matrix_list(std::string_view text) {
    std::vector<MatrixEntry> entries;
    std::istringstream lines{std::string(text)};
    std::string line;
    for (int number = 1; std::getline(lines, line); ++number) {
        std::istringstream words(line.substr(0, line.find('#')));
        MatrixEntry entry;
        if (!(words >> entry.name)) continue;
        words >> entry.source;
        for (std::string set; words >> set;) entry.sets.push_back(set);
        if (entry.sets.empty())
            throw Error(Code::parse_error,
                        fmt::format("list of matrices:{}: expected name, source and sets", number));
        entries.push_back(std::move(entry));
    }
    return entries;
}

std::vector<MatrixEntry> known_matrices(const std::string& data) {
    std::vector<MatrixEntry> entries = parse_matrix_list(bench_text("matrices.txt"));
    for (MatrixEntry& entry : parse_matrix_list(bench_text("wide.txt"))) entries.push_back(std::move(entry));
    for (MatrixEntry& entry : entries)
        if (!is_generated(entry.source) && !data.empty())
            entry.source = (std::filesystem::path(data) / entry.source).string();
    return entries;
}

std::vector<MatrixEntry> choose_matrices(const std::vector<MatrixEntry>& known,
                                         const std::vector<std::string>& sets,
                                         const std::vector<std::string>& arguments) {
    std::vector<MatrixEntry> chosen;
    for (const std::string& set : sets) {
        bool any = false;
        std::set<std::string> names = {"all"};
        for (const MatrixEntry& entry : known) {
            names.insert(entry.sets.begin(), entry.sets.end());
            if (set == "all" ? is_vector(entry.source)
                             : std::find(entry.sets.begin(), entry.sets.end(), set) == entry.sets.end())
                continue;
            add_once(chosen, entry);
            any = true;
        }
        if (!any)
            throw Error(Code::invalid_value,
                        fmt::format("unknown set '{}'; known: {}", set, fmt::join(names, ", ")));
    }
    for (const std::string& argument : arguments) {
        const auto named = std::find_if(known.begin(), known.end(),
                                        [&](const MatrixEntry& entry) { return entry.name == argument; });
        if (named != known.end())
            add_once(chosen, *named);
        else
            add_once(chosen, {is_generated(argument) ? argument : name_of_file(argument), argument, {}});
    }
    return chosen;
}

} // namespace mergus::bench
