/// \file csv.cpp
/// Reads CSV files. Blocks of records are scanned in parallel; their names are numbered in the order of the
/// blocks, so a name's number is its place in the order of first appearance, whatever the number of threads.
#include "csv_block.hpp"
#include "memory_errors.hpp"
#include "names.hpp"

#include "parallel.hpp"

#include <mergus/error.hpp>

#include <fmt/format.h>

namespace mergus {

namespace core {

namespace {

NamedEdges read_csv_file(const std::filesystem::path& path, const CsvOptions& options) {
    if (options.names == NameKind::numbers)
        throw Error(Code::invalid_value,
                    "read_csv: vertices of a CSV file have names; read_edge_list reads numbers");
    InputFile file(path);
    CsvForm form;
    LineSource lines(file, [&form](std::string_view text) { return whole_records(text, form.dialect); });
    form = csv_form(file, lines, options);

    CsvNames how;
    how.ids_only = options.names == NameKind::ids;
    how.strings = options.names == NameKind::strings;
    NameBuilder names(options.names.value_or(NameKind::ids));
    EntryCollector collector(file, 0, options.progress);
    std::vector<std::uint64_t> numbers;
    bool first = true;
    OrderedPipeline<CsvBlock> pipeline(options.threads);
    pipeline.run(
        [&](CsvBlock& block) {
            block.first = std::exchange(first, false);
            return lines.next_block(block.entries.source);
        },
        [&](CsvBlock& block) { scan_csv(block, form, options.blank_weight, how); },
        [&](CsvBlock& block) {
            if (!block.entries.fault)
                block.names.number(names, numbers, block.entries.rows, block.entries.cols);
            collector.append(block.entries);
            if (block.first) {
                // The other blocks are probably like it.
                const double share = static_cast<double>(block.entries.source.bytes_done) /
                                     static_cast<double>(std::max<std::uint64_t>(file.bytes_total(), 1));
                constexpr double margin = 1.1;
                constexpr std::uint64_t least_bytes = 4; // of an edge: "a,b" and the end of the line
                const auto expected = static_cast<double>(block.entries.entries) * margin / share;
                collector.expect_entries(static_cast<std::uint64_t>(expected), least_bytes, true);
            }
        });
    collector.finish();

    NamedEdges result;
    result.edges = std::move(collector.tuples());
    result.edges.nrows = result.edges.ncols = names.size();
    if (form.weight && result.edges.nvals() == 0) result.edges.field = Field::integer;
    result.names = names.finish();
    return result;
}

} // namespace

} // namespace core

NamedEdges read_csv(const std::filesystem::path& file, const CsvOptions& options) {
    return core::with_memory_errors(file.string(), [&] { return core::read_csv_file(file, options); });
}

} // namespace mergus
