/// \file gml.cpp
/// Reads GML: keys with numbers, strings and lists as values. Keys other than those of nodes and edges are
/// skipped.
#include "edge_collector.hpp"
#include "input.hpp"
#include "memory_errors.hpp"
#include "scan.hpp"

#include <mergus/error.hpp>
#include <mergus/graph_formats.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <unordered_map>

namespace mergus {

namespace core {

namespace {

/// The character of a code point in UTF-8.
void append_utf8(std::string& text, std::uint32_t point) {
    const auto byte = [&](std::uint32_t value) { text += static_cast<char>(value); };
    if (point < 0x80) return byte(point);
    const int more = point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
    byte((0xff00U >> (more + 1) & 0xffU) | point >> 6 * more);
    for (int k = more - 1; k >= 0; --k) byte(0x80U | (point >> 6 * k & 0x3fU));
}

/// The text with its entities, "&amp;" or "&#228;", replaced. Others stay.
std::string decoded(std::string_view text) {
    constexpr std::pair<std::string_view, char> named[] = {
        {"amp", '&'}, {"quot", '"'}, {"lt", '<'}, {"gt", '>'}, {"apos", '\''}};
    std::string result;
    while (!text.empty()) {
        const std::size_t end = text.front() == '&' ? text.find(';') : text.npos;
        const std::string_view entity = end == text.npos ? std::string_view() : text.substr(1, end - 1);
        const auto known = std::find_if(std::begin(named), std::end(named),
                                        [&](const auto& one) { return one.first == entity; });
        std::uint32_t point = 0;
        const bool numeric = entity.size() > 1 && entity[0] == '#' &&
                             std::from_chars(entity.data() + 1, entity.data() + entity.size(), point).ptr ==
                                 entity.data() + entity.size() &&
                             point != 0 && point < 0x110000;
        if (known != std::end(named)) {
            result += known->second;
        } else if (numeric) {
            append_utf8(result, point);
        } else {
            result += text.front();
            text.remove_prefix(1);
            continue;
        }
        text.remove_prefix(end + 1);
    }
    return result;
}

/// The keys that are read of a node or an edge, as text; empty: absent.
struct GmlItem {
    std::string id, label, source, target, weight;
    bool labelled = false;
};

class GmlReader {
public:
    GmlReader(InputFile& file, const std::string& weight) : file_(file), weight_(weight) {
        for (bool last = false; !last;) {
            const std::size_t begin = text_.size();
            text_.resize(begin + peeked_bytes);
            const std::size_t count = file.read(text_.data() + begin, peeked_bytes);
            text_.resize(begin + count);
            last = count < peeked_bytes;
            if (file.fault()) fail(file.fault()->expected, file.fault()->found);
        }
        at_ = 0;
    }

    NamedEdges run() {
        bool seen = false;
        while (const auto key = next_key()) {
            const bool graph = *key == "graph" && next_is('[');
            if (graph && seen) fail("one graph", "another one");
            seen |= graph;
            if (graph)
                read_graph();
            else
                skip_value();
        }
        if (!seen) fail("graph [", "the end of the file");
        return finish();
    }

private:
    void read_graph() {
        ++at_;
        while (const auto key = next_key()) {
            if ((*key == "node" || *key == "edge") && next_is('['))
                (*key == "node" ? nodes_ : edges_).push_back(read_item());
            else if (*key == "directed")
                directed_ = value() == "1";
            else
                skip_value();
        }
        close();
    }

    GmlItem read_item() {
        ++at_;
        GmlItem item;
        while (const auto key = next_key()) {
            std::string* const to = *key == "id"       ? &item.id
                                    : *key == "label"  ? &item.label
                                    : *key == "source" ? &item.source
                                    : *key == "target" ? &item.target
                                    : *key == weight_  ? &item.weight
                                                       : nullptr;
            if (to == nullptr || next_is('[')) {
                skip_value();
            } else {
                item.labelled |= to == &item.label;
                *to = value();
            }
        }
        close();
        return item;
    }

    void skip_blanks() {
        while (at_ < text_.size()) {
            const char c = text_[at_];
            if (c == '#') {
                at_ = std::min(text_.find('\n', at_), text_.size());
            } else if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
                ++at_;
            } else {
                return;
            }
        }
    }
    bool next_is(char c) {
        skip_blanks();
        return at_ < text_.size() && text_[at_] == c;
    }
    std::string_view word() {
        const std::size_t begin = at_;
        while (at_ < text_.size() &&
               std::string_view(" \t\r\n[]\"#").find(text_[at_]) == std::string_view::npos)
            ++at_;
        return std::string_view(text_).substr(begin, at_ - begin);
    }
    /// None at the end of a list or of the file.
    std::optional<std::string_view> next_key() {
        skip_blanks();
        if (at_ == text_.size() || text_[at_] == ']') return {};
        const std::string_view key = word();
        if (key.empty()) fail("a key", describe());
        return key;
    }
    void close() {
        if (!next_is(']')) fail("]", describe());
        ++at_;
    }
    /// A number or a string.
    std::string value() {
        if (!next_is('"')) {
            const std::string_view number = word();
            if (number.empty()) fail("a value", describe());
            return std::string(number);
        }
        const std::size_t end = text_.find('"', at_ + 1);
        if (end == text_.npos) fail("a closing quote for the one here", describe());
        const std::string_view quoted = std::string_view(text_).substr(at_ + 1, end - at_ - 1);
        at_ = end + 1;
        return decoded(quoted);
    }
    /// A value of any kind. Lists nest, so brackets are counted.
    void skip_value() {
        std::size_t depth = 0;
        do {
            if (next_is('[')) {
                ++depth;
                ++at_;
            } else if (depth != 0 && next_is(']')) {
                --depth;
                ++at_;
            } else {
                value(); // or a key of a list
            }
        } while (depth != 0);
    }

    [[nodiscard]] std::string describe() const {
        return describe_token({text_.data() + std::min(at_, text_.size()), text_.data() + text_.size()});
    }
    [[noreturn]] void fail(const std::string& expected, const std::string& found) const {
        const std::string_view before = std::string_view(text_).substr(0, at_);
        const auto line = static_cast<std::uint64_t>(std::count(before.begin(), before.end(), '\n')) + 1;
        throw_parse_error(file_.name(), line, expected,
                          fmt::format("{} (column {})", found, at_ - (before.rfind('\n') + 1) + 1));
    }
    [[noreturn]] void fault(const std::string& expected, const std::string& found) const {
        throw Error(Code::parse_error,
                    fmt::format("{}: expected {}, found {}", file_.name(), expected, found));
    }

    NamedEdges finish() {
        const bool labelled =
            std::all_of(nodes_.begin(), nodes_.end(), [](const GmlItem& node) { return node.labelled; });
        EdgeCollector collector;
        std::unordered_map<std::string, std::uint64_t> vertices;
        for (const GmlItem& node : nodes_) {
            const std::uint64_t vertex = collector.vertex(labelled ? node.label : node.id);
            if (vertex != vertices.size() || !vertices.emplace(node.id, vertex).second)
                fault("nodes of different ids and labels",
                      fmt::format("two of id '{}' or label '{}'", node.id, node.label));
        }
        for (const GmlItem& edge : edges_) {
            const auto source = vertices.find(edge.source);
            const auto target = vertices.find(edge.target);
            if (source == vertices.end() || target == vertices.end())
                fault("edges between nodes of the file",
                      fmt::format("one from '{}' to '{}'", edge.source, edge.target));
            if (!collector.add(source->second, target->second, edge.weight))
                fault("weights, numbers in the range of a double", fmt::format("'{}'", edge.weight));
        }
        return collector.finish(directed_);
    }

    InputFile& file_;
    const std::string& weight_;
    std::string text_;
    std::size_t at_ = 0;
    bool directed_ = false;
    std::vector<GmlItem> nodes_;
    std::vector<GmlItem> edges_;
};

} // namespace

} // namespace core

NamedEdges read_gml(const std::filesystem::path& file, const std::string& weight) {
    return core::with_memory_errors(file.string(), [&] {
        core::InputFile input(file);
        return core::GmlReader(input, weight).run();
    });
}

} // namespace mergus
