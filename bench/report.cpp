/// \file report.cpp
#include "report.hpp"

#include "statistics.hpp"

#include <mergus/error.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <span>
#include <tuple>

namespace mergus::bench {

namespace {

using Record = nlohmann::ordered_json;

/// A column of the table on standard output and of the Markdown file.
struct Column {
    const char* key;
    const char* title;
    int width; ///< Negative: left-aligned.
    double unit;
    int digits;
};
constexpr std::array<Column, 20> time_columns = {{{"op", "op", -21, 0, 0},
                                                  {"matrix", "matrix", -17, 0, 0},
                                                  {"backend", "backend", -16, 0, 0},
                                                  {"semiring", "semiring", -15, 0, 0},
                                                  {"products", "prod M", 9, 1e6, 2},
                                                  {"nnz_a", "nnzA M", 8, 1e6, 2},
                                                  {"nnz_c", "nnzC M", 9, 1e6, 2},
                                                  {"median_ms", "ms", 10, 1, 3},
                                                  {"min_ms", "min ms", 10, 1, 3},
                                                  {"gflops", "GFLOPS", 8, 1, 2},
                                                  {"times_floor", "x floor", 8, 1, 1},
                                                  {"peak_bytes", "peak MB", 9, 1e6, 1},
                                                  {"launches", "launch", 6, 1, 0},
                                                  {"synchronizations", "syncs", 5, 1, 0},
                                                  {"first_ms", "first ms", 10, 1, 2},
                                                  {"compiled", "compiled", 8, 1, 0},
                                                  {"compile_ms", "comp ms", 9, 1, 1},
                                                  {"correct", "correct", -9, 0, 0},
                                                  {"ratio", "ratio", 6, 1, 2},
                                                  {"speedup", "x CPU", 8, 1, 1}}};
/// The same for --report memory.
constexpr std::array<Column, 11> memory_columns = {{{"op", "op", -21, 0, 0},
                                                    {"matrix", "matrix", -17, 0, 0},
                                                    {"backend", "backend", -16, 0, 0},
                                                    {"semiring", "semiring", -15, 0, 0},
                                                    {"products", "prod M", 9, 1e6, 2},
                                                    {"nnz_c", "nnzC M", 9, 1e6, 2},
                                                    {"input_bytes", "inputs MB", 10, 1e6, 2},
                                                    {"output_bytes", "C MB", 10, 1e6, 2},
                                                    {"peak_bytes", "peak MB", 10, 1e6, 2},
                                                    {"peak_over_output", "peak / C", 8, 1, 3},
                                                    {"correct", "correct", -9, 0, 0}}};

std::span<const Column> columns_of(bool memory) {
    if (memory) return memory_columns;
    return time_columns;
}

std::string cell(const Record& record, const Column& column) {
    const Record& value = record[column.key];
    if (value.is_null()) return "-";
    if (value.is_string()) return value.get<std::string>();
    return fmt::format("{:.{}f}", value.get<double>() / column.unit, column.digits);
}

std::string padded(const std::string& text, int width) {
    return width < 0 ? fmt::format("{:<{}}", text, -width) : fmt::format("{:>{}}", text, width);
}

/// The remark at the end of a row.
std::string remark(const Row& row) {
    if (!row.failure.empty()) return "fails: " + row.failure;
    return row.wrong() ? "WRONG: " + row.verdict.detail : row.verdict.detail;
}

std::string csv_field(const Record& value) {
    if (value.is_null()) return "";
    if (!value.is_string()) return value.dump();
    std::string text = value.get<std::string>();
    if (text.find_first_of(",\"\n") == std::string::npos) return text;
    for (std::size_t quote = text.find('"'); quote != std::string::npos; quote = text.find('"', quote + 2))
        text.insert(quote, 1, '"');
    return '"' + text + '"';
}

std::ofstream open(const std::string& file) {
    std::ofstream stream(file, std::ios::trunc);
    if (!stream) throw Error(Code::io_error, fmt::format("{}: cannot be written", file));
    return stream;
}

std::string sentence(const Summary& s) {
    std::string text;
    if (s.rows > 0)
        text = fmt::format(
            "{} {} {} {}: {:.2f}x the best cuSPARSE in geometric mean over {} rows ({} of them without a "
            "correct result, counted as 0.1x)",
            s.op, s.semiring, s.type, s.backend, s.geometric_mean, s.rows, s.failed);
    else
        text = fmt::format("{} {} {} {}: no row to compare", s.op, s.semiring, s.type, s.backend);
    if (!s.left_out.empty())
        text += fmt::format("; left out, no correct cuSPARSE result: {}", fmt::join(s.left_out, ", "));
    return text;
}

} // namespace

std::vector<Summary> summarize(const std::vector<Row>& rows) {
    std::map<std::tuple<std::string, std::string, std::string, std::string>, std::size_t> known;
    std::vector<Summary> summaries;
    std::vector<std::vector<double>> ratios;
    const bool compared =
        std::any_of(rows.begin(), rows.end(), [](const Row& row) { return row.reference_ms > 0; });
    for (const Row& row : rows) {
        if (!compared || !row.has_reference || !row.is_mergus || row.backend == cpu_backend)
            continue; // a CPU is not compared with a GPU
        const auto [position, is_new] =
            known.emplace(std::tuple(row.op, row.backend, row.semiring, row.type), ratios.size());
        if (is_new) {
            summaries.push_back({row.op, row.backend, row.semiring, row.type, 0, 0, 0, {}});
            ratios.emplace_back();
        }
        Summary& summary = summaries[position->second];
        const std::optional<double> ratio = row.ratio();
        if (!ratio) {
            summary.left_out.push_back(row.matrix);
            continue;
        }
        ++summary.rows;
        if (!row.measured || row.wrong()) ++summary.failed;
        ratios[position->second].push_back(*ratio);
    }
    for (std::size_t s = 0; s < summaries.size(); ++s)
        summaries[s].geometric_mean = geometric_mean(ratios[s]);
    return summaries;
}

Report::Report(RunInfo info, Files files, bool memory)
    : info_(std::move(info)), files_(std::move(files)), memory_(memory) {
    for (const std::string& file : {files_.json, files_.markdown})
        if (!file.empty()) open(file); // report errors before the measurements
    if (files_.csv.empty()) return;
    csv_ = open(files_.csv);
    std::vector<std::string> names;
    const Record columns_only = record_of(Row{});
    for (const auto& [name, value] : columns_only.items()) names.push_back(name);
    csv_ << fmt::format("{}\n", fmt::join(names, ",")) << std::flush;
}

void Report::print_header() const {
    fmt::print("{}; {}\n", info_.gpu, info_.host);
    for (const Column& column : columns_of(memory_)) fmt::print("{} ", padded(column.title, column.width));
    fmt::print("remark\n");
}

void Report::add(const Row& row) {
    if (rows_.empty()) print_header();
    rows_.push_back(row);
    const Record record = record_of(row);
    for (const Column& column : columns_of(memory_))
        fmt::print("{} ", padded(cell(record, column), column.width));
    fmt::print("{}\n", remark(row));
    std::fflush(stdout);
    if (files_.csv.empty()) return;
    std::vector<std::string> fields;
    for (const auto& [name, value] : record.items()) fields.push_back(csv_field(value));
    csv_ << fmt::format("{}\n", fmt::join(fields, ",")) << std::flush;
    if (!csv_) throw Error(Code::io_error, fmt::format("{}: cannot be written", files_.csv));
}

void Report::print_memory_summary() const {
    std::map<std::string, std::vector<double>> peaks;
    for (const Row& row : rows_)
        if (const Record peak = record_of(row)["peak_over_output"]; !peak.is_null() && !row.wrong())
            peaks[row.backend].push_back(peak.get<double>());
    for (const auto& [backend, values] : peaks)
        fmt::print("{}: peak / C {:.3f} in geometric mean over {} rows, {:.3f} at most\n", backend,
                   geometric_mean(values), values.size(), *std::max_element(values.begin(), values.end()));
}

void Report::write_json(const std::vector<Summary>& summaries) const {
    Record results = Record::array();
    for (const Row& row : rows_) results.push_back(record_of(row));
    Record means = Record::array();
    for (const Summary& s : summaries)
        means.push_back({{"op", s.op},
                         {"backend", s.backend},
                         {"semiring", s.semiring},
                         {"type", s.type},
                         {"geometric_mean", s.geometric_mean},
                         {"rows", s.rows},
                         {"failed", s.failed},
                         {"left_out", s.left_out}});
    const Record all = {{"gpu", info_.gpu},
                        {"host", info_.host},
                        {"date", info_.date},
                        {"command_line", info_.command_line},
                        {"bandwidth_gb_s", info_.bandwidth * 1e-9},
                        {"rows", results},
                        {"summary", means}};
    open(files_.json) << all.dump(1) << '\n' << std::flush;
}

void Report::write_markdown(const std::vector<Summary>& summaries) const {
    std::ofstream file = open(files_.markdown);
    file << fmt::format("# mergus_bench\n\n- GPU: {}\n- host: {}\n- date: {}\n- command: `{}`\n", info_.gpu,
                        info_.host, info_.date, info_.command_line);
    if (info_.bandwidth > 0) file << fmt::format("- floors at {:.0f} GB/s\n", info_.bandwidth * 1e-9);
    file << "\n## Means\n\n";
    for (const Summary& summary : summaries) file << fmt::format("- {}\n", sentence(summary));
    if (summaries.empty()) file << "Nothing was compared with cuSPARSE.\n";
    file << "\n## Rows\n\n|";
    for (const Column& column : columns_of(memory_)) file << fmt::format(" {} |", column.title);
    file << " remark |\n|";
    for (const Column& column : columns_of(memory_)) file << (column.width < 0 ? "---|" : "---:|");
    file << "---|\n";
    for (const Row& row : rows_) {
        const Record record = record_of(row);
        file << '|';
        for (const Column& column : columns_of(memory_)) file << fmt::format(" {} |", cell(record, column));
        file << fmt::format(" {} |\n", remark(row));
    }
    if (!file.flush()) throw Error(Code::io_error, fmt::format("{}: cannot be written", files_.markdown));
}

void Report::finish() {
    const std::vector<Summary> summaries = summarize(rows_);
    if (!summaries.empty() || memory_) fmt::print("\n");
    if (memory_) print_memory_summary();
    for (const Summary& summary : summaries) fmt::print("{}\n", sentence(summary));
    if (!files_.json.empty()) write_json(summaries);
    if (!files_.markdown.empty()) write_markdown(summaries);
}

} // namespace mergus::bench
