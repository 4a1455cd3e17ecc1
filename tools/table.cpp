/// \file table.cpp
/// Widths are in bytes: except for file names, labels and values are ASCII.
#include "table.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace mergus::tools {

namespace {

constexpr std::size_t gap = 2;
constexpr std::size_t min_wrapped = 24; ///< Minimum width of a wrapped column.

/// The text in lines of at most `width` bytes; all but the first are indented by `indent`.
std::string wrapped(const std::string& text, std::size_t width, std::size_t indent) {
    std::string result;
    std::size_t used = 0;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find_first_of(" \n", at), text.size());
        const std::size_t length = end - at;
        if (used != 0 && used + 1 + length > width) {
            result += '\n' + std::string(indent, ' ');
            used = 0;
        } else if (used != 0) {
            result += ' ';
            ++used;
        }
        result.append(text, at, length);
        used += length;
        at = end + 1;
    }
    return result;
}

std::size_t width_of(const Column& column) {
    std::size_t width = column.label.size();
    for (const std::string& cell : column.cells) width = std::max(width, cell.size());
    return width;
}

std::string trimmed(std::string line) {
    line.erase(line.find_last_not_of(' ') + 1);
    return line + '\n';
}

std::string side_by_side(const std::vector<Column>& columns, const std::vector<std::size_t>& widths,
                         std::size_t last_start, std::size_t last_width) {
    std::string text;
    const auto add_line = [&](const auto& cell_of) {
        std::string line;
        for (std::size_t c = 0; c < columns.size(); ++c) {
            const std::string& cell = cell_of(columns[c]);
            if (columns[c].numeric)
                line += fmt::format("{:{}}{:>{}}", "", gap, cell, widths[c]);
            else if (c + 1 == columns.size())
                line += std::string(gap, ' ') + wrapped(cell, last_width, last_start);
            else
                line += fmt::format("{:{}}{:<{}}", "", gap, cell, widths[c]);
        }
        text += trimmed(line);
    };
    add_line([](const Column& column) -> const std::string& { return column.label; });
    for (std::size_t row = 0; row < columns.front().cells.size(); ++row)
        add_line([row](const Column& column) -> const std::string& { return column.cells[row]; });
    return text;
}

std::string row_by_row(const std::vector<Column>& columns, std::size_t width) {
    std::size_t labels = 0;
    for (std::size_t c = 1; c < columns.size(); ++c) labels = std::max(labels, columns[c].label.size());
    const std::size_t indent = gap + gap + labels + gap;
    const std::size_t room = std::max(width, indent + min_wrapped) - indent;
    std::string text;
    for (std::size_t row = 0; row < columns.front().cells.size(); ++row) {
        text += fmt::format("{:{}}{}\n", "", gap, columns.front().cells[row]);
        for (std::size_t c = 1; c < columns.size(); ++c)
            text += trimmed(fmt::format("{:{}}{:<{}}{:{}}{}", "", 2 * gap, columns[c].label, labels, "", gap,
                                        wrapped(columns[c].cells[row], room, indent)));
    }
    return text;
}

} // namespace

std::string table_text(const std::vector<Column>& columns, std::size_t width) {
    std::vector<std::size_t> widths;
    std::size_t total = 0;
    for (const Column& column : columns) {
        widths.push_back(width_of(column));
        total += gap + widths.back();
    }
    const std::size_t last_start = total - widths.back();
    if (total <= width) return side_by_side(columns, widths, last_start, widths.back());
    if (!columns.back().numeric && last_start + min_wrapped <= width)
        return side_by_side(columns, widths, last_start, width - last_start);
    return row_by_row(columns, width);
}

} // namespace mergus::tools
