/// \file named_io.cpp
#include "named_io.hpp"

#include "progress.hpp"

#include <mergus/arrow.hpp>

#include <fmt/format.h>

#include <charconv>
#include <vector>

namespace mergus::tools {

namespace {

/// "a,b,c" as its parts.
std::vector<std::string> parts_of(const std::string& text) {
    std::vector<std::string> parts(1);
    for (const char c : text) {
        if (c == ',')
            parts.emplace_back();
        else
            parts.back() += c;
    }
    return parts;
}

CsvOptions csv_options(const InputOptions& options) {
    CsvOptions csv;
    if (!options.columns.empty()) {
        const std::vector<std::string> columns = parts_of(options.columns);
        if (columns.size() < 2 || columns.size() > 3)
            throw UsageError("--columns: SOURCE,TARGET or SOURCE,TARGET,WEIGHT is expected, found " +
                             options.columns);
        csv.source = columns[0];
        csv.target = columns[1];
        csv.weight = columns.size() == 3 ? columns[2] : "none";
    }
    if (options.separator == "tab" || options.separator == "blanks")
        csv.separator = options.separator == "tab" ? '\t' : ' ';
    else if (options.separator.size() > 1)
        throw UsageError("--separator: a character, tab or blanks is expected, found " + options.separator);
    else if (!options.separator.empty())
        csv.separator = options.separator[0];
    if (!options.header.empty()) csv.header = options.header == "yes";
    return csv;
}

std::string format_of(const std::string& file, const InputOptions& options) {
    if (!options.format.empty()) return options.format;
    const std::string extension = extension_of(file);
    return extension.empty() ? extension : extension.substr(1);
}

template <class T>
void append_copies(std::vector<T>& values, const std::vector<std::size_t>& entries) {
    if (values.empty()) return;
    for (const std::size_t e : entries) values.push_back(values[e]);
}

void add_opposite_edges(Tuples& edges) {
    std::vector<std::size_t> off_diagonal;
    for (std::size_t e = 0; e < edges.nvals(); ++e)
        if (edges.rows[e] != edges.cols[e]) off_diagonal.push_back(e);
    for (const std::size_t e : off_diagonal) {
        const std::uint64_t row = edges.rows[e];
        edges.rows.push_back(edges.cols[e]);
        edges.cols.push_back(row);
    }
    append_copies(edges.integers, off_diagonal);
    append_copies(edges.reals, off_diagonal);
}

} // namespace

std::string extension_of(const std::filesystem::path& file) {
    std::filesystem::path stem = file.filename();
    if (stem.extension() == ".gz" || stem.extension() == ".zst") stem = stem.stem();
    return stem.extension().string();
}

bool has_names(const std::string& file, const InputOptions& options) {
    const std::string format = format_of(file, options);
    return format == "csv" || format == "graphml" || format == "gml" || format == "parquet";
}

NamedEdges load_named(const std::string& file, const InputOptions& options, unsigned threads) {
    const std::string format = format_of(file, options);
    CsvOptions csv = csv_options(options);
    if (format == "parquet") {
        ProgressBar bar(file, "million rows", 1e6);
        return read_parquet(file, {.source = csv.source,
                                   .target = csv.target,
                                   .weight = csv.weight,
                                   .threads = threads,
                                   .progress = bar.callback()});
    }
    ProgressBar bar(file, "MB", 1e6);
    csv.threads = threads;
    csv.progress = bar.callback();
    const std::string weight = csv.weight.empty() ? "weight" : csv.weight;
    NamedEdges named = format == "csv"       ? read_csv(file, csv)
                       : format == "graphml" ? read_graphml(file, weight)
                                             : read_gml(file, weight);
    if (named.directed == false) add_opposite_edges(named.edges);
    return named;
}

std::uint64_t vertex_named(const VertexNames& names, const std::string& text, const char* option) {
    if (const auto vertex = names.find(text)) return *vertex;
    if (names.kind() == NameKind::numbers)
        throw UsageError(fmt::format("{}: a whole number from 0 is expected, found {}", option, text));
    throw Error(Code::invalid_value, fmt::format("{}: the graph has no vertex '{}'", option, text));
}

} // namespace mergus::tools
