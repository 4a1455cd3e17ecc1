/// \file scan.hpp
/// Numbers and blanks of one line of text. What runs for every entry is inline; what describes a fault is
/// not.
#pragma once

#include <charconv>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <system_error>

namespace mergus::core {

/// A place in a text. The functions never look beyond a line's end, nor step over it unless they say so.
struct Cursor {
    const char* at;
    const char* end;

    [[nodiscard]] bool done() const noexcept { return at == end; }

    /// Lines end with LF or CR LF; the last one may have neither.
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
    /// To the start of the next line.
    void skip_line() noexcept {
        while (at != end && *at++ != '\n') {
        }
    }
};

/// Digits only, up to a blank or the line's end. On failure the cursor stays.
inline bool scan_index(Cursor& cursor, std::uint64_t& value) noexcept {
    const auto [stop, error] = std::from_chars(cursor.at, cursor.end, value);
    const Cursor after{stop, cursor.end};
    if (error != std::errc{} || !(after.blank() || after.line_end())) return false;
    cursor = after;
    return true;
}

namespace detail {
/// from_chars knows no plus sign; a sign after it is left for from_chars to refuse.
inline const char* after_plus(const Cursor& cursor) noexcept {
    if (cursor.at == cursor.end || *cursor.at != '+') return cursor.at;
    const char* next = cursor.at + 1;
    return next != cursor.end && *next == '-' ? cursor.at : next;
}

/// The value of a real that from_chars calls out of range: a zero if it is too small, nothing if too large.
std::optional<double> out_of_range_real(const char* begin, const char* end);
} // namespace detail

/// A 64-bit integer, signed or not, up to a blank or the line's end.
inline bool scan_integer(Cursor& cursor, std::int64_t& value) noexcept {
    const auto [stop, error] = std::from_chars(detail::after_plus(cursor), cursor.end, value);
    const Cursor after{stop, cursor.end};
    if (error != std::errc{} || !(after.blank() || after.line_end())) return false;
    cursor = after;
    return true;
}

/// A real: decimal, with or without exponent, inf or nan, up to a blank or the line's end. Rounded to
/// nearest; too small to tell from zero is zero; too large for a double is refused, since no infinity was
/// written.
inline bool scan_real(Cursor& cursor, double& value) {
    const char* start = detail::after_plus(cursor);
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

/// What stands at the cursor, for a message: "'12x'" (cut short, bytes beyond printable ASCII as \xNN), or
/// "the end of the line".
std::string describe_token(Cursor cursor);

} // namespace mergus::core
