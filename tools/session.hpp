/// \file session.hpp
/// The context and output of a subcommand, and the types, operators and semirings of names.
#pragma once

#include <mergus/mergus.hpp>

#include <nlohmann/json.hpp>

#include <chrono>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <string_view>

namespace mergus::tools {

/// Keys keep their order, which is the order of the printed lines.
using Record = nlohmann::ordered_json;

/// An error in the command line itself, independent of the content of files: exit code 2.
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

/// Elapsed time since construction.
class Stopwatch {
public:
    [[nodiscard]] double seconds() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    }

private:
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// One run of a subcommand: its context and, with --explain, the reports of its operations.
class Session {
public:
    explicit Session(const CommonOptions& options);
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    [[nodiscard]] const Context& context() const { return context_; }
    [[nodiscard]] const CommonOptions& options() const { return options_; }

    /// Prints the results; with --json and --explain they include the reports.
    void print(Record record, std::FILE* to = stdout) const;

private:
    void explain(const Explanation& explanation);

    CommonOptions options_;
    Record operations_ = Record::array();
    Context context_; // last, because its explain callback uses the members above
};

/// Writes text without throwing. main() reports failed writes to standard output; failed writes to standard
/// error cannot be reported.
void write_text(std::FILE* to, std::string_view text) noexcept;

/// The errno of the first failure of write_text on standard output, or 0.
int output_error() noexcept;

/// Prints a record as lines "name  value" and its lists of records as tables, or as JSON. A table wider than
/// the terminal (without a terminal: 80 columns) is printed row by row, a line for each value.
void print_record(const Record& record, bool json, std::FILE* to = stdout);

/// \throws UsageError that lists the known names.
const mergus_type* parse_type(std::string_view name);
AnySemiring parse_semiring(std::string_view name, const mergus_type* type);
BinaryOp parse_binary_op(std::string_view name, const mergus_type* type);

} // namespace mergus::tools
