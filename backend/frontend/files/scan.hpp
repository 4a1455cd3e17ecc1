/// \file scan.hpp
/// Scans numbers and blanks of a line of text. Functions that run for each entry are inline.
#pragma once

#include "digits.hpp"

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <system_error>

namespace mergus::core {

/// Of ASCII letters; other bytes stay as they are.
inline char lower(char c) noexcept {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// A position in a text. Functions do not read beyond the end of the line; only skip_line() moves past it.
struct Cursor {
    const char* at;
    const char* end;

    [[nodiscard]] bool done() const noexcept { return at == end; }

    /// Lines end with LF or CR LF; the last line may lack it.
    [[nodiscard]] bool line_end() const noexcept {
        return at == end || *at == '\n' || (*at == '\r' && (at + 1 == end || at[1] == '\n'));
    }
    [[nodiscard]] bool blank() const noexcept { return at != end && (*at == ' ' || *at == '\t'); }

    void skip_blanks() noexcept {
        while (blank()) ++at;
    }
    void skip_token() noexcept {
        while (!line_end() && !blank()) ++at;
    }
    /// Moves to the start of the next line.
    void skip_line() noexcept {
        while (at != end && *at++ != '\n') {
        }
    }
};

/// Scans digits up to a blank or the end of the line. On failure the cursor does not move.
inline bool scan_index(Cursor& cursor, std::uint64_t& value) noexcept {
    Cursor after{scan_digits(cursor.at, cursor.end, value), cursor.end};
    if (after.at == cursor.at) {
        const auto [stop, error] = std::from_chars(cursor.at, cursor.end, value);
        if (error != std::errc{}) return false;
        after.at = stop;
    }
    if (!(after.blank() || after.line_end())) return false;
    cursor = after;
    return true;
}

namespace detail {
/// Skips a plus sign, which from_chars does not accept. "+-" is not skipped, so from_chars rejects it.
inline const char* after_plus(const Cursor& cursor) noexcept {
    if (cursor.at == cursor.end || *cursor.at != '+') return cursor.at;
    const char* next = cursor.at + 1;
    return next != cursor.end && *next == '-' ? cursor.at : next;
}

/// The value of a real that is out of range for from_chars: a zero if it is too small, empty if it is too
/// large.
std::optional<double> out_of_range_real(const char* begin, const char* end);
} // namespace detail

/// Scans a 64-bit integer with optional sign up to a blank or the end of the line.
inline bool scan_integer(Cursor& cursor, std::int64_t& value) noexcept {
    const char* const start = detail::after_plus(cursor);
    std::uint64_t digits = 0;
    Cursor after{scan_digits(start, cursor.end, digits), cursor.end};
    value = static_cast<std::int64_t>(digits);
    if (after.at == start) {
        const auto [stop, error] = std::from_chars(start, cursor.end, value);
        if (error != std::errc{}) return false;
        after.at = stop;
    }
    if (!(after.blank() || after.line_end())) return false;
    cursor = after;
    return true;
}

/// Scans a real up to a blank or the end of the line: decimal with optional exponent, inf or nan. Rounds to
/// nearest; underflow gives zero; overflow is a failure.
inline bool scan_real(Cursor& cursor, double& value) {
    const char* start = detail::after_plus(cursor);
    if (const Cursor after{scan_short_real(start, cursor.end, value), cursor.end};
        after.at != start && (after.blank() || after.line_end())) {
        cursor = after;
        return true;
    }
    const auto [stop, error] = std::from_chars(start, cursor.end, value);
    const Cursor after{stop, cursor.end};
    if (!(after.blank() || after.line_end())) return false;
    if (error == std::errc::result_out_of_range) {
        const std::optional<double> zero = detail::out_of_range_real(start, stop);
        if (!zero) return false;
        value = *zero;
    } else if (error != std::errc{}) {
        return false;
    }
    cursor = after;
    return true;
}

/// The token at the cursor for messages: "'12x'" (truncated, nonprintable bytes as \xNN), or "the end of the
/// line".
std::string describe_token(Cursor cursor);

} // namespace mergus::core
