/// \file print.cpp
/// Prints a record of results as aligned text or as JSON.
#include "session.hpp"
#include "table.hpp"

#include <fmt/format.h>

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <vector>

namespace mergus::tools {

namespace {

constexpr std::string_view seconds_suffix = "_seconds";
constexpr std::string_view bytes_suffix = "_bytes";

int first_output_error = 0;

bool is_table(const Record& value) {
    return value.is_array() && !value.empty() && value.front().is_object();
}

/// "load time" for "load_seconds", "total size" for "total_bytes", "half band" for "half_band".
std::string label_of(std::string key) {
    const auto end_with = [&key](std::string_view suffix, const char* words) {
        if (key.ends_with(suffix)) key.replace(key.size() - suffix.size(), std::string::npos, words);
    };
    end_with(seconds_suffix, " time");
    end_with(bytes_suffix, " size");
    std::replace(key.begin(), key.end(), '_', ' ');
    return key;
}

std::string size_text(double bytes) {
    constexpr std::array<const char*, 5> units = {"B", "KiB", "MiB", "GiB", "TiB"};
    std::size_t unit = 0;
    for (; bytes >= 1024 && unit + 1 < units.size(); ++unit) bytes /= 1024;
    return fmt::format("{:.{}f} {}", bytes, unit == 0 ? 0 : 1, units[unit]);
}

std::string text_of(const std::string& key, const Record& value) {
    if (key.ends_with(seconds_suffix) && value.is_number()) {
        const double seconds = value.get<double>();
        return seconds < 1 ? fmt::format("{:.3f} ms", seconds * 1e3) : fmt::format("{:.3f} s", seconds);
    }
    if ((key.ends_with(bytes_suffix) || key == "bytes") && value.is_number())
        return size_text(value.get<double>());
    if (value.is_string()) return value.get<std::string>();
    if (value.is_null()) return "-";
    if (value.is_array()) {
        std::string list;
        for (const Record& part : value) list += (list.empty() ? "" : ", ") + text_of(key, part);
        return list;
    }
    // JSON has no such numbers; dump() writes null.
    if (value.is_number_float() && !std::isfinite(value.get<double>()))
        return fmt::format("{}", value.get<double>());
    return value.dump();
}

std::size_t width_of_terminal(std::FILE* to) {
    winsize size{};
    constexpr std::size_t usual = 80;
    if (ioctl(fileno(to), TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return usual;
    return size.ws_col;
}

std::string rows_text(const Record& rows, std::size_t width) {
    std::vector<Column> columns;
    for (const auto& [key, value] : rows.front().items())
        columns.push_back({label_of(key), value.is_number(), {}});
    for (const Record& row : rows) {
        std::size_t column = 0;
        for (const auto& [key, value] : row.items()) columns[column++].cells.push_back(text_of(key, value));
    }
    return table_text(columns, width);
}

} // namespace

void write_text(std::FILE* to, std::string_view text) noexcept {
    errno = 0;
    const bool written = std::fwrite(text.data(), 1, text.size(), to) == text.size() && std::fflush(to) == 0;
    if (!written && to == stdout && first_output_error == 0) first_output_error = errno != 0 ? errno : EIO;
}

int output_error() noexcept {
    return first_output_error;
}

void print_record(const Record& record, bool json, std::FILE* to) {
    if (json) {
        // File names may contain bytes that are not UTF-8; they are replaced.
        write_text(to, record.dump(2, ' ', false, Record::error_handler_t::replace) + "\n");
        return;
    }
    std::size_t width = 0;
    for (const auto& [key, value] : record.items())
        if (!is_table(value)) width = std::max(width, label_of(key).size());
    std::string text;
    for (const auto& [key, value] : record.items())
        if (!value.is_array()) text += fmt::format("{:<{}}  {}\n", label_of(key), width, text_of(key, value));
    for (const auto& [key, value] : record.items())
        if (is_table(value))
            text += fmt::format("\n{}\n{}", label_of(key), rows_text(value, width_of_terminal(to)));
    write_text(to, text);
}

} // namespace mergus::tools
