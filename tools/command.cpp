/// \file command.cpp
/// Options of several subcommands, and error messages for wrong command lines.
#include "command.hpp"

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

void add_json_option(CLI::App& command, CommonOptions& options) {
    command.add_flag("--json", options.json, "Print the results as JSON");
}

void add_backend_options(CLI::App& command, CommonOptions& options) {
    command
        .add_option("--backend", options.backend, "Backend to run on (default: the best one on this machine)")
        ->type_name("NAME");
    command.add_option("--threads", options.threads, "CPU threads (default: all)")
        ->type_name("N")
        ->check(whole_number(1, 65536));
    command.add_flag("--deterministic", options.deterministic,
                     "Get the same bits in every run, including sums of floating-point numbers");
}

void add_common_options(CLI::App& command, CommonOptions& options) {
    add_backend_options(command, options);
    command.add_flag("--fallback", options.fallback,
                     "Run operations that the backend does not support on the CPU");
    add_json_option(command, options);
    command.add_flag("--explain", options.explain,
                     "Print the method, reason and time of each operation on standard error");
}

void add_input_options(CLI::App& command, InputOptions& options) {
    command.add_option("--from", options.format, "Format of the input files (default: by their content)")
        ->check(CLI::IsMember({"mtx", "edges"}));
    command
        .add_option(
            "--duplicates", options.duplicates,
            "Entries with the same row and column: fail (default for MatrixMarket), keep the last one "
            "(default for edge lists), or combine them with an operator such as plus or max, in the type "
            "of the file unless --type is given")
        ->type_name("fail|keep|OP");
    command
        .add_option(
            "--vertices", options.vertices,
            "Vertices of edge lists (default: as a comment \"# Nodes: N\" says or as many as the edges "
            "need, whichever is more)")
        ->type_name("N")
        ->check(whole_number(1, std::uint64_t{1} << 36));
}

void add_to_option(CLI::App& command, std::string& format, const std::string& what) {
    command
        .add_option(
            "--to", format,
            fmt::format("Format of {} (default: by its file extension; mtx for - and for devices)", what))
        ->check(CLI::IsMember({"mtx", "edges"}));
}

} // namespace mergus::tools
