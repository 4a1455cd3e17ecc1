/// \file svg.cpp
#include "svg.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace mergus::core {

namespace {

/// Bytes of the character at the start of the text; 0 if it is not UTF-8.
std::size_t utf8_length(std::string_view text) {
    const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[k]); };
    const std::size_t length = byte(0) < 0x80                      ? 1
                               : byte(0) >= 0xc2 && byte(0) < 0xe0 ? 2
                               : byte(0) >= 0xe0 && byte(0) < 0xf0 ? 3
                               : byte(0) >= 0xf0 && byte(0) < 0xf5 ? 4
                                                                   : 0;
    if (length == 0 || text.size() < length) return 0;
    for (std::size_t k = 1; k < length; ++k)
        if ((byte(k) & 0xc0U) != 0x80) return 0;
    const bool overlong = (byte(0) == 0xe0 && byte(1) < 0xa0) || (byte(0) == 0xf0 && byte(1) < 0x90);
    const bool outside = (byte(0) == 0xed && byte(1) >= 0xa0) || (byte(0) == 0xf4 && byte(1) >= 0x90);
    return overlong || outside ? 0 : length;
}

bool is_utf8(std::string_view text) {
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
        if (length == 0) return false;
        text.remove_prefix(length);
    }
    return true;
}

} // namespace

std::string svg_text(std::string_view text) {
    const bool utf8 = is_utf8(text);
    std::string result;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '<')
            result += "&lt;";
        else if (c == '>')
            result += "&gt;";
        else if (c == '&')
            result += "&amp;";
        else
            result += byte < ' ' || c == '\x7f' || (byte >= 0x80 && !utf8) ? '?' : c;
    }
    return result;
}

std::string svg_head(double width, double height, std::string_view title) {
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 "
        "{0:.0f} {1:.0f}\" font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" "
        "height=\"100%\" fill=\"white\"/>\n<text x=\"30\" y=\"20\">{2}</text>\n",
        width, height, svg_text(title));
}

std::string bin_label(std::size_t bin) {
    if (bin <= 1) return fmt::format("{}", bin);
    return fmt::format("{}-{}", std::uint64_t{1} << (bin - 1), (std::uint64_t{1} << (bin - 1)) * 2 - 1);
}

} // namespace mergus::core
