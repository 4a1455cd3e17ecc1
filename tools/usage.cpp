/// \file usage.cpp
/// Error messages for wrong command lines.
#include "usage.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <string_view>
#include <utility>
#include <vector>

namespace mergus::tools {

namespace {

/// The Levenshtein distance of two words.
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i + 1);
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
        }
    }
    return row.back();
}

/// "; did you mean 'NEAREST'?", or empty if no known word is similar.
std::string suggestion(const std::string& word, const std::vector<std::string>& known) {
    const std::string* nearest = nullptr;
    std::size_t least = std::max<std::size_t>(2, word.size() / 3) + 1;
    for (const std::string& candidate : known) {
        const std::size_t distance = edit_distance(word, candidate);
        if (distance >= least) continue;
        least = distance;
        nearest = &candidate;
    }
    return nearest == nullptr ? "" : fmt::format("; did you mean '{}'?", *nearest);
}

std::vector<std::string> command_names(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
        names.push_back(command->get_name());
    return names;
}

std::vector<std::string> option_names(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::Option* option : app.get_options())
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    return names;
}

/// Whether the word is an option, not a value or a negative number.
bool is_option(const std::string& word) {
    return word.size() > 1 && word[0] == '-' && !(word[1] >= '0' && word[1] <= '9') && word[1] != '.';
}

} // namespace

std::string usage_message(const CLI::App& program, const CLI::ParseError& error, int argc, char** argv) {
    const CLI::App* chosen = &program;
    std::string command = program.get_name();
    while (!chosen->get_subcommands().empty()) {
        chosen = chosen->get_subcommands().front();
        command += " " + chosen->get_name();
    }
    const std::string help = fmt::format(" (see {} --help)", command);
    const std::vector<std::string> rest = program.remaining(true);
    // `rest` is not always in the order of the command line.
    const auto first_of_rest = [&](auto accept) -> std::string {
        for (int k = 1; k < argc; ++k)
            if (accept(std::string(argv[k])) && std::find(rest.begin(), rest.end(), argv[k]) != rest.end())
                return argv[k];
        return {};
    };
    if (const std::string option = first_of_rest(is_option); !option.empty()) {
        const std::string name = option.substr(0, option.find('='));
        return fmt::format("unknown option '{}'{}{}", name, suggestion(name, option_names(*chosen)), help);
    }
    const std::string word = first_of_rest([](const std::string&) { return true; });
    const std::vector<std::string> commands = command_names(*chosen);
    if (!word.empty() && !commands.empty())
        return fmt::format("unknown command '{}'{}; known: {}{}", word, suggestion(word, commands),
                           fmt::join(commands, ", "), help);
    if (!word.empty()) return fmt::format("unexpected argument '{}'{}", word, help);
    if (!commands.empty())
        return fmt::format("a command is missing; known: {}{}", fmt::join(commands, ", "), help);
    return error.what() + help;
}

} // namespace mergus::tools
