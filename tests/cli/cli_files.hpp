/// \file cli_files.hpp
/// Files that the tests of the command line write and read.
#pragma once

#include "testing/cli_process.hpp"

namespace cli {

/// The lines of a MatrixMarket file below its banner and comments, with single blanks.
inline std::string entries(const std::string& file) {
    std::istringstream lines(content(file));
    std::string result;
    for (std::string line; std::getline(lines, line);)
        if (!line.starts_with('%')) result += line + "\n";
    return result;
}

inline const std::string pattern_head = "%%MatrixMarket matrix coordinate pattern general\n";
inline const std::string integer_head = "%%MatrixMarket matrix coordinate integer general\n";

inline const std::string two_by_two = integer_head + "2 2 3\n1 1 2\n1 2 3\n2 2 5\n";

} // namespace cli
