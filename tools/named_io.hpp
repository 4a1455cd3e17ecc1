/// \file named_io.hpp
/// Files of graphs with names: CSV, GraphML, GML, Parquet.
#pragma once

#include "graph_io.hpp"

#include <mergus/csv.hpp>
#include <mergus/graph_formats.hpp>

#include <filesystem>
#include <string>

namespace mergus::tools {

/// The extension of a file's name without ".gz" and ".zst".
std::string extension_of(const std::filesystem::path& file);

/// Whether options or, without them, the file's name say that it has names.
bool has_names(const std::string& file, const InputOptions& options);

/// Reads it, with a progress bar. Edges of undirected graphs are in both directions.
NamedEdges load_named(const std::string& file, const InputOptions& options, unsigned threads);

} // namespace mergus::tools
