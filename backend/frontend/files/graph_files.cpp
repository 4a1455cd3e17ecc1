/// \file graph_files.cpp
/// Recognises files of graphs, and writes GraphML and GML.
#include "graph_files.hpp"

#include "entry_writer.hpp"
#include "input.hpp"
#include "memory_errors.hpp"
#include "order.hpp"
#include "recognize.hpp"

#include <mergus/arrow.hpp>
#include <mergus/error.hpp>
#include <mergus/graph_formats.hpp>

#include <fmt/format.h>

#include <optional>
#include <utility>

namespace mergus {

namespace core {

namespace {

enum class GraphFile { csv, graphml, gml, parquet };

GraphFile kind_of(std::string_view head) {
    if (head.starts_with("PAR1")) return GraphFile::parquet;
    head.remove_prefix(std::min(head.find_first_not_of(" \t\r\n\xef\xbb\xbf"), head.size()));
    if (head.starts_with('<') && head.find("<graphml") != head.npos) return GraphFile::graphml;
    const std::size_t after = head.find_first_not_of(" \t\r\n", begins(head, "graph") ? 5 : head.size());
    if ((after != head.npos && head[after] == '[') || begins(head, "creator \"")) return GraphFile::gml;
    return GraphFile::csv;
}

/// The code point at the start of the text and its number of bytes; none for bytes that are not UTF-8.
std::optional<std::pair<std::uint32_t, std::size_t>> code_point(std::string_view text) {
    const auto lead = static_cast<unsigned char>(text[0]);
    const std::size_t more = lead < 0x80 ? 0 : lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;
    if ((lead >= 0x80 && lead < 0xc0) || text.size() <= more) return {};
    std::uint32_t point = more == 0 ? lead : lead & (0x3fU >> more);
    for (std::size_t k = 1; k <= more; ++k) {
        if ((static_cast<unsigned char>(text[k]) & 0xc0U) != 0x80) return {};
        point = point << 6 | (static_cast<unsigned char>(text[k]) & 0x3fU);
    }
    return std::pair{point, more + 1};
}

/// Text in XML, or in the strings of GML, which are ASCII.
std::string escaped(std::string_view text, bool ascii) {
    std::string result;
    while (!text.empty()) {
        const char c = text.front();
        const auto point = code_point(text);
        const std::size_t length = point ? point->second : 1;
        if (ascii && point && length > 1)
            result += fmt::format("&#{};", point->first);
        else if (c == '&')
            result += "&amp;";
        else if (c == '<')
            result += "&lt;";
        else if (c == '>')
            result += "&gt;";
        else if (c == '"')
            result += "&quot;";
        else
            result += text.substr(0, length);
        text.remove_prefix(length);
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
                text += fmt::format("<node id=\"{}\"/>\n", escaped(names.name(v), false));
            else
                text += fmt::format("  node [\n    id {}\n    label \"{}\"\n  ]\n", v,
                                    escaped(names.name(v), true));
        }
        return text;
    }
    void append(std::string& text, const Tuples& tuples, std::uint64_t e) const {
        const std::uint64_t i = tuples.rows[e], j = tuples.cols[e];
        if (!directed && i > j) return;
        if (xml) {
            text += fmt::format("<edge source=\"{}\" target=\"{}\"", escaped(names.name(i), false),
                                escaped(names.name(j), false));
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
    if (kind == GraphFile::parquet)
        return read_parquet(path, {.source = options.source,
                                   .target = options.target,
                                   .weight = options.weight,
                                   .blank_weight = options.blank_weight,
                                   .names = options.names,
                                   .threads = options.threads,
                                   .progress = options.progress});
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
