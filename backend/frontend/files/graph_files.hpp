/// \file graph_files.hpp
/// Files of graphs with names, of any format.
#pragma once

#include <mergus/csv.hpp>

#include <filesystem>

namespace mergus::core {

/// Reads GraphML, GML or CSV, whichever the first bytes show. \throws Error as the reader of the format
NamedEdges read_named_edges(const std::filesystem::path& file, const CsvOptions& options);

} // namespace mergus::core
