/// \file readers.hpp
/// Readers of each format, for open files.
#pragma once

#include "input.hpp"

#include <mergus/io.hpp>

namespace mergus::core {

/// \throws Error as mergus::read_matrix_market
Tuples read_matrix_market(InputFile& file, LineSource& lines, const ReadOptions& options);

/// \throws Error as mergus::read_edge_list
Tuples read_edge_list(InputFile& file, LineSource& lines, const EdgeListOptions& options);

} // namespace mergus::core
