/// \file matrix_list.hpp
/// The committed list of matrices (matrices.txt and wide.txt, embedded), and selection by name, set, file or
/// generator.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mergus::bench {

struct MatrixEntry {
    std::string name;
    std::string source; ///< A generator or a file.
    std::vector<std::string> sets;
};

/// Each line has a name, a source and sets; '#' begins a comment. \throws Error parse_error with the line
std::vector<MatrixEntry> parse_matrix_list(std::string_view text);

/// The embedded list. Relative file names are relative to `data`.
std::vector<MatrixEntry> known_matrices(const std::string& data);

/// The matrices of the sets ("all": all matrices) in the order of the list, then the arguments: names of the
/// list, generators, files. Without repetitions. \throws Error invalid_value for an unknown set, with the
/// known ones
std::vector<MatrixEntry> choose_matrices(const std::vector<MatrixEntry>& known,
                                         const std::vector<std::string>& sets,
                                         const std::vector<std::string>& arguments);

/// Whether a source is a vector, "vector:n=1000000,fill=0.01".
bool is_vector(std::string_view source);

/// Whether a text is a generator of the library or of the benchmark (generators.hpp), or a vector.
bool is_generated(std::string_view source);

} // namespace mergus::bench
