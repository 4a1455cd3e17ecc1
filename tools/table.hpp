/// \file table.hpp
/// Tables of text that fit a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace mergus::tools {

struct Column {
    std::string label;
    bool numeric = false; ///< right-aligned
    std::vector<std::string> cells;
};

/// The columns side by side if that is no wider than `width`, also with the last one wrapped; else the rows
/// one after the other, each with its first cell as its title and a line "label  cell" for each of the
/// others. Words are never broken: a file's name can be copied.
std::string table_text(const std::vector<Column>& columns, std::size_t width);

} // namespace mergus::tools
