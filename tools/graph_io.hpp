/// \file graph_io.hpp
/// Graphs and matrices from files or generators, and back to files.
#pragma once

#include "session.hpp"

#include <cstdio>
#include <filesystem>
#include <string>

namespace mergus::tools {

enum class Format { matrix_market, edge_list };

struct InputOptions {
    std::string format;     ///< "mtx" or "edges"; empty: by the file's content
    std::string duplicates; ///< "fail", "keep" or an operator; empty: the format's habit
};

/// What the FILE arguments accept, for --help.
inline constexpr const char* input_help =
    "MatrixMarket file or edge list, also gzipped (- for standard input), or generator such as rmat:scale=10";

/// The format of a result's file: `name` ("mtx" or "edges") if it is not empty; else the extension of the
/// file; else MatrixMarket if the target is "-" (standard output), a pipe or a device. Asked before the work
/// is done, so that it is not done in vain. \throws UsageError if the name tells no format; Error io_error if
/// the target, or the directory that takes it, does not exist or cannot be written
Format output_format(const std::filesystem::path& file, const std::string& name);

/// Where results are printed: standard output, or standard error where that is the output of the matrix.
std::FILE* results_stream(const std::filesystem::path& output);

/// Reads a file ("-": standard input) with a progress bar, or runs a generator. Entries at one place are
/// combined on no backend: an operator in options.duplicates leaves them all in the result.
Tuples load_tuples(const std::string& file_or_spec, const InputOptions& options, unsigned threads);

/// The pattern of a square matrix, all true. Duplicates are merged unless they are to fail.
Matrix<bool> load_graph(const Session& session, const std::string& file_or_spec, const InputOptions& options);

/// \param type the type to cast to; nullptr: that of the file's values.
AnyMatrix load_matrix(const Session& session, const std::string& file_or_spec, const InputOptions& options,
                      const mergus_type* type);

/// Tuples with one entry at a place, combined as the options say; on a backend only if that takes an
/// operator.
Tuples combine(Tuples tuples, const InputOptions& options, const CommonOptions& common);

void save(const std::filesystem::path& file, Format format, const Tuples& tuples);

} // namespace mergus::tools
