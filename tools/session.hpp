/// \file session.hpp
/// What the subcommands work with: a session on a backend, and names turned into types, operators and
/// semirings.
#pragma once

#include <mergus/mergus.hpp>

#include <nlohmann/json.hpp>

#include <chrono>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <string_view>

namespace mergus::tools {

/// The order of the keys is the order of the lines printed.
using Record = nlohmann::ordered_json;

/// The command line asks for something that does not exist, whatever the files hold: exit code 2.
class UsageError : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct CommonOptions {
    std::string backend;
    unsigned threads = 0;
    bool deterministic = false;
    bool fallback = false;
    bool json = false;
    bool explain = false;
};

/// Wall time since it was made.
class Stopwatch {
public:
    [[nodiscard]] double seconds() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    }

private:
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// One run of a subcommand: the context it works in and, when asked for, what each operation did.
class Session {
public:
    explicit Session(const CommonOptions& options);
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    [[nodiscard]] const Context& context() const { return context_; }
    [[nodiscard]] const CommonOptions& options() const { return options_; }

    /// Prints the results; with --json and --explain they also hold the operations.
    void print(Record record, std::FILE* to = stdout) const;

private:
    void explain(const Explanation& explanation);

    CommonOptions options_;
    Record operations_ = Record::array();
    Context context_; // after what its explain callback uses
};

/// Writes text. Never throws: main() reports a failure on standard output at the end, and one on standard
/// error cannot be reported.
void write_text(std::FILE* to, std::string_view text) noexcept;

/// The errno of the first failure of write_text on standard output, or 0.
int output_error() noexcept;

/// Prints a record as lines "name  value" and its lists of records as tables, or as JSON. A table that is
/// wider than the terminal (80 columns where there is none) is printed row by row instead, a line for each
/// value.
void print_record(const Record& record, bool json, std::FILE* to = stdout);

/// \throws UsageError that lists the known names.
const mergus_type* parse_type(std::string_view name);
AnySemiring parse_semiring(std::string_view name, const mergus_type* type);
BinaryOp parse_binary_op(std::string_view name, const mergus_type* type);

} // namespace mergus::tools
