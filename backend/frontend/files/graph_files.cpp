/// \file graph_files.cpp
/// Recognises files of graphs, and writes GraphML and GML.
#include "graph_files.hpp"

#include "entry_writer.hpp"
#include "input.hpp"
#include "memory_errors.hpp"
#include "order.hpp"
#include "recognize.hpp"

#include <mergus/error.hpp>
#include <mergus/graph_formats.hpp>

#include <fmt/format.h>

namespace mergus {

namespace core {

namespace {

enum class GraphFile { csv, graphml, gml };

GraphFile kind_of(std::string_view head) {
    head.remove_prefix(std::min(head.find_first_not_of(" \t\r\n\xef\xbb\xbf"), head.size()));
    if (head.starts_with('<') && head.find("<graphml") != head.npos) return GraphFile::graphml;
    const std::size_t after = head.find_first_not_of(" \t\r\n", begins(head, "graph") ? 5 : head.size());
    if ((after != head.npos && head[after] == '[') || begins(head, "creator \"")) return GraphFile::gml;
    return GraphFile::csv;
}

/// Text in XML and in the strings of GML; for GML the bytes above 127 stay as they are.
std::string escaped(std::string_view text) {
    std::string result;
    for (const char c : text) {
        switch (c) {
        case '&':
            result += "&amp;";
            break;
        case '<':
            result += "&lt;";
            break;
        case '>':
            result += "&gt;";
            break;
        case '"':
            result += "&quot;";
            break;
        default:
            result += c;
        }
    }
    return result;
}

/// The text of a node and of an edge, by what stands between their parts.
struct GraphFormat {
    const VertexNames& names;
    bool directed;
    bool xml;

    [[nodiscard]] std::string header(const Tuples& tuples) const {
        std::string text = xml ? "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                                 "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n"
                               : fmt::format("graph [\n  directed {}\n", directed ? 1 : 0);
        if (xml && tuples.field != Field::pattern)
            text += fmt::format("<key id=\"w\" for=\"edge\" attr.name=\"weight\" attr.type=\"{}\"/>\n",
                                tuples.field == Field::integer ? "long" : "double");
        if (xml) text += fmt::format("<graph edgedefault=\"{}directed\">\n", directed ? "" : "un");
        for (std::uint64_t v = 0; v < tuples.nrows; ++v) {
            if (xml)
                text += fmt::format("<node id=\"{}\"/>\n", escaped(names.name(v)));
            else
                text +=
                    fmt::format("  node [\n    id {}\n    label \"{}\"\n  ]\n", v, escaped(names.name(v)));
        }
        return text;
    }
    void append(std::string& text, const Tuples& tuples, std::uint64_t e) const {
        const std::uint64_t i = tuples.rows[e], j = tuples.cols[e];
        if (!directed && i > j) return;
        if (xml) {
            text += fmt::format("<edge source=\"{}\" target=\"{}\"", escaped(names.name(i)),
                                escaped(names.name(j)));
            text += tuples.field == Field::pattern
                        ? "/>\n"
                        : "><data key=\"w\">" + value(tuples, e) + "</data></edge>\n";
        } else {
            text += fmt::format("  edge [\n    source {}\n    target {}\n", i, j);
            if (tuples.field != Field::pattern) text += "    weight " + value(tuples, e) + '\n';
            text += "  ]\n";
        }
    }
    [[nodiscard]] std::string footer() const { return xml ? "</graph>\n</graphml>\n" : "]\n"; }

private:
    static std::string value(const Tuples& tuples, std::uint64_t e) {
        if (tuples.field == Field::integer) return fmt::to_string(tuples.integers[e]);
        std::array<char, 32> digits; // NOLINT(cppcoreguidelines-pro-type-member-init): to_chars fills it
        return std::string(real_digits(digits, tuples.reals[e]));
    }
};

void write_graph_file(const char* call, const std::filesystem::path& file, const Tuples& tuples,
                      const GraphFormat& format) {
    with_memory_errors(file.string(), [&] {
        check_tuples(tuples, call, 0);
        const VertexNames& names = format.names;
        if (tuples.nrows != tuples.ncols ||
            (names.kind() != NameKind::numbers && names.size() != tuples.nrows))
            throw Error(Code::dimension_mismatch, fmt::format("{}: {} names for a matrix of {} x {}", call,
                                                              names.size(), tuples.nrows, tuples.ncols));
        if (tuples.field == Field::complex)
            throw Error(Code::domain_mismatch, fmt::format("{}: the values are complex", call));
        write_file(file, tuples, format);
    });
}

} // namespace

NamedEdges read_named_edges(const std::filesystem::path& path, const CsvOptions& options) {
    const GraphFile kind = with_memory_errors(path.string(), [&] {
        std::error_code ignored;
        if (!std::filesystem::is_regular_file(path, ignored))
            return GraphFile::csv; // a pipe can be read once
        InputFile file(path);
        LineSource lines(file);
        return kind_of(lines.peek());
    });
    const std::string weight = options.weight.empty() ? "weight" : options.weight;
    if (kind == GraphFile::graphml) return read_graphml(path, weight);
    if (kind == GraphFile::gml) return read_gml(path, weight);
    return read_csv(path, options);
}

} // namespace core

void write_graphml(const std::filesystem::path& file, const Tuples& tuples, const VertexNames& names,
                   bool directed) {
    core::write_graph_file("write_graphml", file, tuples, {names, directed, true});
}

void write_gml(const std::filesystem::path& file, const Tuples& tuples, const VertexNames& names,
               bool directed) {
    core::write_graph_file("write_gml", file, tuples, {names, directed, false});
}

} // namespace mergus
