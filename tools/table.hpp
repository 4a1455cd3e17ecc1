/// \file table.hpp
/// Formats tables for a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace mergus::tools {

struct Column {
    std::string label;
    bool numeric = false; ///< Right-aligned.
    std::vector<std::string> cells;
};

/// The columns side by side if they fit `width` bytes, if necessary with the last column wrapped. Otherwise
/// the rows one after the other: the first cell as a title, then a line "label  cell" for each other cell.
/// Words are not broken, so file names can be copied.
std::string table_text(const std::vector<Column>& columns, std::size_t width);

} // namespace mergus::tools
