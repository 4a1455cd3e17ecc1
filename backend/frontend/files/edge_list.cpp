/// \file edge_list.cpp
/// Reads SNAP edge lists. Blocks of lines are scanned in parallel and collected in order.
#include "entries.hpp"
#include "readers.hpp"
#include "recognize.hpp"

#include "parallel.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace mergus::core {

namespace {

constexpr std::string_view comment_marks = "#%";
constexpr std::uint64_t max_vertices = std::uint64_t{1} << 36;

bool scan_vertex(EntryBlock& block, Cursor& cursor, std::uint64_t vertices, std::vector<std::uint64_t>& out) {
    cursor.skip_blanks();
    const Cursor start = cursor;
    std::uint64_t value = 0;
    if (!scan_index(cursor, value) || value >= vertices) {
        block.fail(fmt::format("a vertex from 0 to {}", vertices - 1), start);
        return false;
    }
    out.push_back(value);
    return true;
}

/// The weights of a block are integers until the first real; then all become reals (see EntryCollector for
/// the rounding).
bool scan_weight(EntryBlock& block, Cursor& cursor) {
    const Cursor start = cursor;
    if (block.field != Field::real) {
        std::int64_t value = 0;
        if (scan_integer(cursor, value)) {
            block.field = Field::integer;
            block.integers.push_back(value);
            return true;
        }
    }
    double value = 0;
    if (!scan_real(cursor, value)) {
        block.fail("a weight, a number in the range of a double", start);
        return false;
    }
    if (block.field == Field::integer) {
        block.reals.assign(block.integers.begin(), block.integers.end());
        block.integers.clear();
    }
    block.field = Field::real;
    block.reals.push_back(value);
    return true;
}

void scan_edges(EntryBlock& block, std::uint64_t vertices) {
    scan_lines(block, comment_marks, [&](Cursor& cursor) {
        if (!scan_vertex(block, cursor, vertices, block.rows) ||
            !scan_vertex(block, cursor, vertices, block.cols)) {
            return false;
        }
        cursor.skip_blanks();
        const unsigned columns = cursor.line_end() ? 2 : 3;
        if (block.columns == 0) block.columns = columns;
        if (columns != block.columns) {
            block.fail(fmt::format("{} columns as in the lines before", block.columns),
                       fmt::format("{} columns", columns));
            return false;
        }
        return columns == 2 || scan_weight(block, cursor);
    });
}

/// \throws Error parse_error for a MatrixMarket file. '%' begins a comment in edge lists, so its banner would
/// be skipped and its line of sizes read as an edge.
void refuse_matrix_market(const InputFile& file, LineSource& lines) {
    const std::string_view head = lines.peek();
    Cursor cursor{head.data(), head.data() + head.size()};
    for (std::uint64_t line = 1; !cursor.done(); ++line, cursor.skip_line()) {
        cursor.skip_blanks();
        if (cursor.line_end()) continue;
        if (comment_marks.find(*cursor.at) == std::string_view::npos) return;
        if (is_matrix_market_banner({cursor.at, cursor.end}))
            throw_parse_error(file.name(), line, "an edge list", "the banner of a MatrixMarket file");
    }
}

} // namespace

Tuples read_edge_list(InputFile& file, LineSource& lines, const EdgeListOptions& options) {
    if (options.vertices > max_vertices) {
        throw Error(Code::invalid_value, fmt::format("read_edge_list: {} vertices; at most {} are allowed",
                                                     options.vertices, max_vertices));
    }
    refuse_foreign_format(file, lines, "an edge list");
    refuse_matrix_market(file, lines);
    EntryCollector collector(file, 0, options.progress);
    const std::uint64_t vertices = options.vertices != 0 ? options.vertices : max_vertices;

    OrderedPipeline<EntryBlock> pipeline(options.threads);
    pipeline.run([&](EntryBlock& block) { return lines.next_block(block.source); },
                 [&](EntryBlock& block) {
                     block.clear();
                     scan_edges(block, vertices);
                 },
                 [&](EntryBlock& block) { collector.append(block); });
    collector.finish();

    Tuples& tuples = collector.tuples();
    if (options.vertices != 0) {
        tuples.nrows = options.vertices;
    } else if (tuples.rows.empty()) {
        collector.fail(collector.next_line(), "an edge (the number of vertices was not given)",
                       "the end of the file");
    } else {
        tuples.nrows = 1 + std::max(*std::max_element(tuples.rows.begin(), tuples.rows.end()),
                                    *std::max_element(tuples.cols.begin(), tuples.cols.end()));
    }
    tuples.ncols = tuples.nrows;
    collector.settle_duplicates(options.duplicates, options.threads, 0);
    return std::move(tuples);
}

} // namespace mergus::core
