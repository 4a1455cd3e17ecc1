/// \file graph_io.hpp
/// Loads graphs and matrices from files and generators, and saves them.
#pragma once

#include "session.hpp"

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <string>

namespace mergus::tools {

enum class Format { matrix_market, edge_list };

struct InputOptions {
    std::string format;         ///< "mtx" or "edges"; empty: by the file's content
    std::string duplicates;     ///< "fail", "keep" or an operator; empty: the default of the format
    std::uint64_t vertices = 0; ///< of edge lists; 0: as they state, or as many as their edges need
};

/// Help text of arguments that name a graph or matrix.
inline constexpr const char* input_help =
    "MatrixMarket file or edge list, also gzipped (- for standard input), or generator such as rmat:scale=10 "
    "(mergus generate --help lists them)";

/// The format of an output file: `name` ("mtx" or "edges") if not empty; else by the file extension; else
/// MatrixMarket for "-" (standard output), pipes and devices. Called before the computation, so that errors
/// are found early. \throws UsageError if the extension is unknown; Error io_error if the target or its
/// directory does not exist or is not writable
Format output_format(const std::filesystem::path& file, const std::string& name);

/// The stream for printed results: standard error if the matrix goes to standard output, else standard
/// output.
std::FILE* results_stream(const std::filesystem::path& output);

/// The matrix of a generator's spec. \throws UsageError for a wrong spec; Error dimension_mismatch for
/// another size than options.vertices
Csr run_generator(const std::string& spec, const InputOptions& options = {});

/// Reads a file ("-": standard input) with a progress bar, or runs a generator. A text that begins with the
/// name of a generator, alone or before ':', is a spec; a file of that name is read as "./NAME". If
/// options.duplicates is an operator, duplicates stay in the result; combine() applies the operator.
Tuples load_tuples(const std::string& file_or_spec, const InputOptions& options, unsigned threads);

/// The pattern of a square matrix, with all values true. Duplicates become one entry, unless
/// options.duplicates is "fail".
Matrix<bool> load_graph(const Session& session, const std::string& file_or_spec, const InputOptions& options);

/// \param type the type to cast to; nullptr: the type of the values in the file
AnyMatrix load_matrix(const Session& session, const std::string& file_or_spec, const InputOptions& options,
                      const mergus_type* type);

/// Combines duplicates with the operator in options.duplicates, on a backend. Without an operator the tuples
/// are returned unchanged.
Tuples combine(Tuples tuples, const InputOptions& options, const CommonOptions& common);

void save(const std::filesystem::path& file, Format format, const Tuples& tuples);

} // namespace mergus::tools
