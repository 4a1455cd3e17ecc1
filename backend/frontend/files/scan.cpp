/// \file scan.cpp
/// Rare cases of scan.hpp: numbers out of range, and descriptions for messages.
#include "scan.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace mergus::core {

std::optional<double> detail::out_of_range_real(const char* begin, const char* end) {
    // from_chars does not distinguish too small from too large numbers. The power of ten of the first nonzero
    // digit does: the limits are near 10^±308, so its sign suffices.
    const bool negative = *begin == '-';
    std::int64_t power = 0;
    bool digit_seen = false;
    bool point_seen = false;
    const char* at = begin + (negative ? 1 : 0);
    for (; at != end && *at != 'e' && *at != 'E'; ++at) {
        if (*at == '.') {
            point_seen = true;
        } else if (!point_seen) {
            if (digit_seen) ++power;
            digit_seen = digit_seen || *at != '0';
        } else if (!digit_seen) {
            --power;
            digit_seen = *at != '0';
        }
    }
    std::int64_t exponent = 0;
    if (at != end) {
        ++at;
        const bool below = at != end && *at == '-';
        if (at != end && (*at == '-' || *at == '+')) ++at;
        if (std::from_chars(at, end, exponent).ec == std::errc::result_out_of_range) {
            exponent = std::numeric_limits<std::int64_t>::max() / 2; // exceeds the number of digits of a line
        }
        if (below) exponent = -exponent;
    }
    if (power + exponent > 0) return std::nullopt;
    return negative ? -0.0 : 0.0;
}

std::string describe_token(Cursor cursor) {
    if (cursor.line_end()) return "the end of the line";
    constexpr std::ptrdiff_t longest = 40;
    const char* begin = cursor.at;
    cursor.skip_token();
    const char* end = begin + std::min(longest, cursor.at - begin);
    std::string text = "'";
    for (const char* at = begin; at != end; ++at) {
        if (*at >= ' ' && *at <= '~') {
            text += *at;
        } else {
            text += fmt::format("\\x{:02x}", static_cast<unsigned char>(*at));
        }
    }
    return text + (end == cursor.at ? "'" : "…'");
}

} // namespace mergus::core
