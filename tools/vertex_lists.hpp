/// \file vertex_lists.hpp
/// Vertices and edges in results: rows of tables, lists, and lines of text, with names where the graph has
/// them.
#pragma once

#include "arguments.hpp"
#include "session.hpp"

#include <mergus/vertex_names.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace mergus::tools {

/// A row of a table that begins with a vertex, and its name if it has one.
Record vertex_row(std::uint64_t vertex, const VertexNames& names, const std::string& label = "vertex");

/// A row of a table that begins with two vertices, and their names if they have some.
Record pair_row(std::uint64_t vertex, std::uint64_t neighbour, const VertexNames& names);

/// The first `count` of these vertices as a table.
Record vertex_table(std::span<const std::uint64_t> vertices, std::uint64_t count, const VertexNames& names);

/// The vertices as a list: of their names, or of numbers where there are no names.
Record vertex_list(std::span<const std::uint64_t> vertices, const VertexNames& names);

/// Appends the names of the vertices as a line, with blanks between them. A name with a blank, a quote or an
/// end of line is put in quotes, with its quotes doubled, as in CSV.
void append_line(std::string& text, std::span<const std::uint64_t> vertices, const VertexNames& names);

/// --source, which may be repeated. \param help what a source is
Argument add_sources(const Command& command, std::vector<std::string>& sources, const std::string& help);

/// The vertices of these names. \throws as vertex_named() \param option for messages
std::vector<std::uint64_t> vertices_named(const VertexNames& names, const std::vector<std::string>& texts,
                                          const char* option);

} // namespace mergus::tools
