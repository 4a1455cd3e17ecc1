/// \file matrix_list.hpp
/// The committed list of matrices (matrices.txt, built in), and the choice of some by name, set, file or
/// generator.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mergus::bench {

struct MatrixEntry {
    std::string name;
    std::string source; ///< a generator or a file
    std::vector<std::string> sets;
};

/// One entry a line: name, source, sets; '#' comments. \throws Error parse_error with the line.
std::vector<MatrixEntry> parse_matrix_list(std::string_view text);

/// The built-in list. A file's name is put under `data` if it is not absolute.
std::vector<MatrixEntry> known_matrices(const std::string& data);

/// Those of the sets ("all": every one), in the list's order, then the arguments: names of the list,
/// generators, files. None twice. \throws Error invalid_value for an unknown set, with the known ones.
std::vector<MatrixEntry> choose_matrices(const std::vector<MatrixEntry>& known,
                                         const std::vector<std::string>& sets,
                                         const std::vector<std::string>& arguments);

/// Whether a text is a generator of the library or one of the bench's own (dense-row, dense-col,
/// all-lengths).
bool is_generated(std::string_view source);

} // namespace mergus::bench
