/// \file report.hpp
/// The results as they come, on standard output and in a CSV file, and all of them at the end.
#pragma once

#include "row.hpp"

#include <fstream>
#include <string>
#include <utility>
#include <vector>

namespace mergus::bench {

/// What the files say about the run.
struct RunInfo {
    std::string gpu, host, date, command_line;
    double bandwidth = 0;
};

/// Mergus against cuSPARSE on one operation.
struct Summary {
    std::string op, backend, semiring, type;
    double geometric_mean = 0;
    unsigned rows = 0;                 ///< in the mean
    unsigned failed = 0;               ///< of these without a right result, counted as a tenth
    std::vector<std::string> left_out; ///< matrices where no cuSPARSE gave a right result
};
std::vector<Summary> summarize(const std::vector<Row>& rows);

class Report {
public:
    struct Files {
        std::string csv, json, markdown; ///< empty: none
    };
    /// \throws Error io_error if a file cannot be written
    Report(RunInfo info, Files files);
    /// Prints the row, and puts it into the CSV file before it returns.
    void add(const Row& row);
    /// Prints the summary and writes the other files.
    void finish();

private:
    void print_header() const;
    void write_json(const std::vector<Summary>& summaries) const;
    void write_markdown(const std::vector<Summary>& summaries) const;

    RunInfo info_;
    Files files_;
    std::ofstream csv_;
    std::vector<Row> rows_;
};

} // namespace mergus::bench
