/// \file recognize.hpp
/// What a file is, told by how it begins.
#pragma once

#include "input.hpp"

#include <string_view>

namespace mergus::core {

/// Whether a line is the first one of a MatrixMarket file, in upper or lower case, with any number of '%'.
bool is_matrix_market_banner(std::string_view line);

/// The name of another format whose files begin like this; empty: none that is known.
std::string_view foreign_format(std::string_view head);

/// \throws Error parse_error that names the format, for a file that is known to be neither a MatrixMarket
/// file nor an edge list. \param expected what the reader wants
void refuse_foreign_format(const InputFile& file, LineSource& lines, const char* expected);

} // namespace mergus::core
