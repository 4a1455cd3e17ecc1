/// \file recognize.hpp
/// Recognises file formats by their first bytes.
#pragma once

#include "input.hpp"

#include <string>
#include <string_view>

namespace mergus::core {

/// Whether the text begins with `head`, in upper or lower case. \param head in lower case
bool begins(std::string_view text, std::string_view head);

/// Whether a line is the banner of a MatrixMarket file, in upper or lower case, with any number of '%'.
bool is_matrix_market_banner(std::string_view line);

/// The name of the format of a file that begins with `head`, with advice for messages; empty if it is
/// unknown.
std::string foreign_format(std::string_view head);

/// \throws Error parse_error with the format if foreign_format() knows it. \param expected the format of the
/// reader
void refuse_foreign_format(const InputFile& file, LineSource& lines, const char* expected);

} // namespace mergus::core
