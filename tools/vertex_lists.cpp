/// \file vertex_lists.cpp
#include "vertex_lists.hpp"

#include "graph_io.hpp"

#include <algorithm>
#include <utility>

namespace mergus::tools {

Record vertex_row(std::uint64_t vertex, const VertexNames& names, const std::string& label) {
    Record row = {{label, vertex}};
    if (names.kind() != NameKind::numbers) row["name"] = names.name(vertex);
    return row;
}

Record pair_row(std::uint64_t vertex, std::uint64_t neighbour, const VertexNames& names) {
    Record row = vertex_row(vertex, names);
    row["neighbour"] = neighbour;
    if (names.kind() != NameKind::numbers) row["its_name"] = names.name(neighbour);
    return row;
}

Record vertex_table(std::span<const std::uint64_t> vertices, std::uint64_t count, const VertexNames& names) {
    Record table = Record::array();
    for (const std::uint64_t v : vertices.first(std::min<std::size_t>(count, vertices.size())))
        table.push_back(vertex_row(v, names));
    return table;
}

Record vertex_list(std::span<const std::uint64_t> vertices, const VertexNames& names) {
    Record list = Record::array();
    for (const std::uint64_t v : vertices) {
        if (names.kind() == NameKind::numbers)
            list.push_back(v);
        else
            list.push_back(names.name(v));
    }
    return list;
}

void append_line(std::string& text, std::span<const std::uint64_t> vertices, const VertexNames& names) {
    const std::size_t begin = text.size();
    for (const std::uint64_t v : vertices) {
        if (text.size() != begin) text += ' ';
        const std::size_t at = text.size();
        names.append_name(text, v);
        const std::string_view name = std::string_view(text).substr(at);
        if (!name.empty() && name.find_first_of(" \t\r\n\"") == name.npos) continue;
        std::string quoted = "\"";
        for (const char c : name) quoted.append(c == '"' ? 2 : 1, c);
        text.replace(at, text.npos, quoted + '"');
    }
    text += '\n';
}

Argument add_sources(const Command& command, std::vector<std::string>& sources, const std::string& help) {
    return command.add_option("--source", sources, help + ": a name, or a number from 0; may be repeated")
        .type_name("VERTEX")
        .repeatable();
}

std::vector<std::uint64_t> vertices_named(const VertexNames& names, const std::vector<std::string>& texts,
                                          const char* option) {
    std::vector<std::uint64_t> vertices;
    for (const std::string& text : texts) vertices.push_back(vertex_named(names, text, option));
    return vertices;
}

} // namespace mergus::tools
