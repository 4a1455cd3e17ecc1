/// \file edge_list.cpp
/// Reads SNAP edge lists. Blocks of lines are scanned in parallel and collected in order. The number of
/// vertices is that of the options; else the larger of the comments' "Nodes:" and the largest index + 1.
#include "entries.hpp"
#include "readers.hpp"
#include "recognize.hpp"

#include "parallel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

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

/// The number of vertices in a comment "# Nodes: 10 Edges: 20" or "% nodes: 10, edges: 20", at its mark; none
/// in other comments. \throws Error parse_error if it is too large
std::optional<std::uint64_t> stated_vertices(const InputFile& file, std::uint64_t line, Cursor cursor) {
    constexpr std::string_view word = "nodes:";
    while (!cursor.line_end() && comment_marks.find(*cursor.at) != std::string_view::npos) ++cursor.at;
    cursor.skip_blanks();
    if (!begins({cursor.at, cursor.end}, word)) return {};
    cursor.at += word.size();
    cursor.skip_blanks();
    std::uint64_t vertices = 0;
    const auto [stop, error] = std::from_chars(cursor.at, cursor.end, vertices);
    Cursor after{stop, cursor.end};
    if (!after.done() && *after.at == ',') ++after.at;
    if (stop == cursor.at || !(after.blank() || after.line_end())) return {}; // not a number, or "4,039"
    if (error != std::errc{} || vertices > max_vertices)
        throw_parse_error(file.name(), line, fmt::format("a number of nodes up to {}", max_vertices),
                          describe_token(cursor));
    return vertices;
}

/// Reads the comments before the first edge, as far as they can be peeked. \return the number of vertices
/// that they state. \throws Error parse_error for a MatrixMarket file. '%' begins a comment in edge
/// lists, so its banner would be skipped and its line of sizes read as an edge.
std::optional<std::uint64_t> read_comments(const InputFile& file, LineSource& lines) {
    const std::string_view head = lines.peek();
    const std::size_t whole_lines = head.size() < peeked_bytes ? head.size() : head.rfind('\n') + 1;
    Cursor cursor{head.data(), head.data() + head.size()};
    std::optional<std::uint64_t> vertices;
    for (std::uint64_t line = 1; !cursor.done(); ++line, cursor.skip_line()) {
        cursor.skip_blanks();
        if (cursor.line_end()) continue;
        if (comment_marks.find(*cursor.at) == std::string_view::npos) break;
        if (is_matrix_market_banner({cursor.at, cursor.end}))
            throw_parse_error(file.name(), line, "an edge list", "the banner of a MatrixMarket file");
        if (cursor.at < head.data() + whole_lines)
            vertices = std::max(vertices, stated_vertices(file, line, cursor)); // none is least
    }
    return vertices;
}

} // namespace

Tuples read_edge_list(InputFile& file, LineSource& lines, const EdgeListOptions& options,
                      const FilePart& part, PartRead* read) {
    if (options.vertices > max_vertices) {
        throw Error(Code::invalid_value, fmt::format("read_edge_list: {} vertices; at most {} are allowed",
                                                     options.vertices, max_vertices));
    }
    refuse_foreign_format(file, lines, "an edge list");
    const std::optional<std::uint64_t> stated = read_comments(file, lines);
    EntryCollector collector(file, 0, options.progress);
    const std::uint64_t vertices = options.vertices != 0 ? options.vertices : max_vertices;
    const bool is_part = part.count > 1, cuts = is_part && file.seekable();
    if (cuts) lines.use_part(part);

    OrderedPipeline<EntryBlock> pipeline(options.threads);
    const bool skips = is_part && !cuts && part.number != 0;
    pipeline.run([&](EntryBlock& block) { return !skips && lines.next_block(block.source); },
                 [&](EntryBlock& block) {
                     block.clear();
                     scan_edges(block, vertices);
                 },
                 [&](EntryBlock& block) { collector.append(block); });
    collector.finish();

    Tuples& tuples = collector.tuples();
    if (read != nullptr) *read = {0, tuples.rows.size(), collector.columns()};
    if (options.vertices != 0) {
        tuples.nrows = options.vertices;
    } else if (tuples.rows.empty()) {
        if (!stated && !is_part)
            collector.fail(collector.next_line(),
                           "an edge or a comment '# Nodes: N' (the number of vertices was not given)",
                           "the end of the file");
        tuples.nrows = stated.value_or(0);
    } else {
        tuples.nrows =
            std::max({stated.value_or(0), 1 + *std::max_element(tuples.rows.begin(), tuples.rows.end()),
                      1 + *std::max_element(tuples.cols.begin(), tuples.cols.end())});
    }
    tuples.ncols = tuples.nrows;
    if (!is_part) collector.settle_duplicates(options.duplicates, options.threads, 0);
    return std::move(tuples);
}

} // namespace mergus::core
