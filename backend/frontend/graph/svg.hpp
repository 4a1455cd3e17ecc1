/// \file svg.hpp
/// Parts of SVG documents.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mergus::core {

/// Text for an element of XML. Bytes that XML does not allow become '?', and so does every byte above 127 of
/// a text that is not UTF-8.
std::string svg_text(std::string_view text);

/// The start of a document with a white background and a title.
std::string svg_head(double width, double height, std::string_view title);

/// "0", "1", "2-3", "4-7", …
std::string bin_label(std::size_t bin);

} // namespace mergus::core
