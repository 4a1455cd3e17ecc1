/// \file csv_fields.cpp
/// Fields in quotes, and the ends of records that have them.
#include "csv_fields.hpp"

namespace mergus::core {

const char* scan_quoted(const char* at, const char* end, const CsvDialect& dialect, CsvField& field,
                        CsvFault& fault) {
    const char* const open = at++;
    field.begin = at;
    field.quotes = CsvQuotes::around;
    while (true) {
        at = static_cast<const char*>(std::memchr(at, '"', static_cast<std::size_t>(end - at)));
        if (at == nullptr) {
            fault = {open, "a closing quote for the one here"};
            return nullptr;
        }
        if (at + 1 == end || at[1] != '"') break;
        field.quotes = CsvQuotes::doubled;
        at += 2;
    }
    field.end = at++;
    const char* stop = at;
    while (stop != end && dialect.is_padding(*stop)) ++stop;
    const char* line_end = stop;
    if (line_end != end && *line_end == '\r' && (line_end + 1 == end || line_end[1] == '\n')) ++line_end;
    if (line_end == end || *line_end == '\n') return line_end;
    if (dialect.blanks() && stop != at) return stop - 1;
    if (!dialect.blanks() && *stop == dialect.separator) return stop;
    fault = {stop, "a separator or the end of the line after a closing quote"};
    return nullptr;
}

std::string without_doubled(std::string_view text) {
    std::string result;
    for (std::size_t k = 0; k < text.size(); ++k) {
        result += text[k];
        if (text[k] == '"') ++k;
    }
    return result;
}

std::size_t whole_records(std::string_view text, const CsvDialect& dialect) {
    if (text.find('"') == std::string_view::npos) return text.rfind('\n') + 1; // npos + 1 is 0
    const char* const end = text.data() + text.size();
    const char* whole = text.data();
    const auto ignore = [](const CsvField&) {};
    while (whole != end) {
        CsvFault fault;
        const char* stop = nullptr;
        if (is_skipped_line(whole, end, dialect))
            stop = after_line(whole, end) - 1;
        else
            stop = dialect.blanks() ? scan_record<true>(whole, end, dialect, fault, ignore)
                                    : scan_record<false>(whole, end, dialect, fault, ignore);
        // A quote without end may have it in the text that follows. Another fault is reported by the reader
        // of the records.
        if (stop == nullptr && *fault.at != '"') stop = after_line(fault.at, end) - 1;
        if (stop == nullptr || stop == end || *stop != '\n') break;
        whole = stop + 1;
    }
    return static_cast<std::size_t>(whole - text.data());
}

} // namespace mergus::core
