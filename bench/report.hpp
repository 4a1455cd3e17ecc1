/// \file report.hpp
/// Writes results: each row immediately to standard output and a CSV file; JSON and Markdown files at the
/// end.
#pragma once

#include "row.hpp"

#include <fstream>
#include <string>
#include <vector>

namespace mergus::bench {

/// Description of the run in the files.
struct RunInfo {
    std::string gpu, host, date, command_line;
    double bandwidth = 0;
};

/// Mergus compared with cuSPARSE on one operation.
struct Summary {
    std::string op, backend, semiring, type;
    double geometric_mean = 0;
    unsigned rows = 0;                 ///< Rows in the mean.
    unsigned failed = 0;               ///< Rows without a correct result, counted as 0.1.
    std::vector<std::string> left_out; ///< Matrices without a correct result of cuSPARSE.
};
std::vector<Summary> summarize(const std::vector<Row>& rows);

class Report {
public:
    struct Files {
        std::string csv, json, markdown; ///< Empty: not written.
    };
    /// \param memory print the columns about memory. \throws Error io_error if a file cannot be written
    Report(RunInfo info, Files files, bool memory = false);
    /// Prints the row and writes it to the CSV file.
    void add(const Row& row);
    /// Prints the summary and writes the other files.
    void finish();

private:
    void print_header() const;
    /// For each backend the mean and the largest of peak / C.
    void print_memory_summary() const;
    void write_json(const std::vector<Summary>& summaries) const;
    void write_markdown(const std::vector<Summary>& summaries) const;

    RunInfo info_;
    Files files_;
    bool memory_;
    std::ofstream csv_;
    std::vector<Row> rows_;
};

} // namespace mergus::bench
