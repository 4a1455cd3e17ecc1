/// \file csv_fields.hpp
/// Fields and records of CSV text (RFC 4180). Functions that run for each field are inline.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace mergus::core {

/// Of a field; doubled ones are in it.
enum class CsvQuotes : std::uint8_t { none, around, doubled };

/// A field without its quotes and the blanks around it.
struct CsvField {
    const char* begin = nullptr;
    const char* end = nullptr;
    CsvQuotes quotes = CsvQuotes::none;

    [[nodiscard]] bool quoted() const noexcept { return quotes != CsvQuotes::none; }
    [[nodiscard]] bool doubled() const noexcept { return quotes == CsvQuotes::doubled; }

    [[nodiscard]] std::string_view text() const noexcept {
        return {begin, static_cast<std::size_t>(end - begin)};
    }
};

/// Why a field cannot be read. `at` is null if it could be.
struct CsvFault {
    const char* at = nullptr;
    const char* expected = nullptr;
};

/// The separator of fields; a blank stands for any number of blanks and tabs.
struct CsvDialect {
    char separator = ',';
    char comment = 0; ///< At the start of a line; 0: none.

    [[nodiscard]] bool blanks() const noexcept { return separator == ' '; }
    /// Not a part of fields without quotes at their ends.
    [[nodiscard]] bool is_padding(char c) const noexcept {
        return c == ' ' || (c == '\t' && separator != '\t');
    }
};

/// Reads the field in quotes at `at`. \return its terminator, as scan_field()
const char* scan_quoted(const char* at, const char* end, const CsvDialect& dialect, CsvField& field,
                        CsvFault& fault);

/// The first byte that is `a` or `b`, or `end`. Eight bytes at a time: a byte of a word is zero where
/// subtracting 1 borrows from its highest bit, for the first such byte exactly.
inline const char* find_either(const char* at, const char* end, char a, char b) noexcept {
    constexpr std::uint64_t ones = 0x0101010101010101U, highs = ones << 7;
    const std::uint64_t all_a = ones * static_cast<unsigned char>(a),
                        all_b = ones * static_cast<unsigned char>(b);
    if constexpr (std::endian::native == std::endian::little) {
        for (; end - at >= 8; at += 8) {
            std::uint64_t word;
            std::memcpy(&word, at, sizeof word);
            const std::uint64_t with_a = word ^ all_a, with_b = word ^ all_b;
            const std::uint64_t found =
                ((with_a - ones) & ~with_a & highs) | ((with_b - ones) & ~with_b & highs);
            if (found != 0) return at + std::countr_zero(found) / 8;
        }
    }
    while (at != end && *at != a && *at != b) ++at;
    return at;
}

/// Reads the field at `at`. \return its terminator: the separator (of several blanks the last one), the LF,
/// or `end`; null after a fault
template <bool blanks>
const char* scan_field(const char* at, const char* end, const CsvDialect& dialect, CsvField& field,
                       CsvFault& fault) {
    while (at != end && dialect.is_padding(*at)) ++at;
    if (at != end && *at == '"') return scan_quoted(at, end, dialect, field, fault);
    const char* stop = at;
    if constexpr (blanks)
        while (stop != end && *stop != ' ' && *stop != '\t' && *stop != '\n') ++stop;
    else
        stop = find_either(stop, end, dialect.separator, '\n');
    field.begin = at;
    field.end = stop;
    field.quotes = CsvQuotes::none;
    if ((stop == end || *stop == '\n') && stop != at && stop[-1] == '\r') --field.end;
    while (field.end != at && dialect.is_padding(field.end[-1])) --field.end;
    if constexpr (blanks) {
        while (stop != end && (*stop == ' ' || *stop == '\t')) ++stop;
        if (stop != end && *stop == '\r' && (stop + 1 == end || stop[1] == '\n')) ++stop;
        if (stop != end && *stop != '\n') --stop;
    }
    return stop;
}

/// The field with single quotes for doubled ones.
std::string without_doubled(std::string_view text);

/// Whether there is no record on the line at `at`: it is blank or a comment.
inline bool is_skipped_line(const char* at, const char* end, const CsvDialect& dialect) {
    if (at != end && dialect.comment != 0 && *at == dialect.comment) return true;
    while (at != end && dialect.is_padding(*at)) ++at;
    return at == end || *at == '\n' || (*at == '\r' && (at + 1 == end || at[1] == '\n'));
}

/// After the next LF, or `end`.
inline const char* after_line(const char* at, const char* end) {
    const auto* line_end =
        static_cast<const char*>(std::memchr(at, '\n', static_cast<std::size_t>(end - at)));
    return line_end == nullptr ? end : line_end + 1;
}

/// Reads the record at `at`. \return its LF or `end`; null after a fault. \param take called with each field
template <bool blanks, class Take>
const char* scan_record(const char* at, const char* end, const CsvDialect& dialect, CsvFault& fault,
                        const Take& take) {
    while (true) {
        CsvField field;
        const char* const stop = scan_field<blanks>(at, end, dialect, field, fault);
        if (stop == nullptr) return nullptr;
        take(field);
        if (stop == end || *stop == '\n') return stop;
        at = stop + 1;
    }
}

/// The bytes of the whole records at the start of the text, which begins with a record. A record without an
/// end is not whole.
std::size_t whole_records(std::string_view text, const CsvDialect& dialect);

} // namespace mergus::core
