/// \file graph_io.hpp
/// Loads graphs and matrices from files and generators, and saves them.
#pragma once

#include "session.hpp"

#include <mergus/csv.hpp>

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <string>

namespace mergus::tools {

enum class Format { matrix_market, edge_list, csv, graphml, gml };

struct InputOptions {
    std::string format; ///< "mtx", "edges", "csv", "graphml", "gml", "parquet"; empty: by name and content
    std::string duplicates;     ///< "fail", "keep", "count" or an operator; empty: the default of the format
    std::uint64_t vertices = 0; ///< of edge lists; 0: as they state, or as many as their edges need
    std::string
        columns; ///< of CSV and Parquet files: "SOURCE,TARGET" or "SOURCE,TARGET,WEIGHT"; empty: detected
    std::string separator; ///< of CSV files: a character, "tab" or "blanks"; empty: detected
    std::string header;    ///< of CSV files: "yes" or "no"; empty: detected
};

/// Help text of arguments that name a graph or matrix.
inline constexpr const char* input_help =
    "MatrixMarket file, edge list, CSV with names (.csv), GraphML or "
    "GML (.graphml, .gml), also packed by gzip or zstd, - for one of these on standard input, "
    "Parquet (.parquet), or generator such as rmat:scale=10 "
    "(mergus generate --help lists them)";

/// The format of an output file: `name` (as InputOptions::format) if not empty; else by the file extension;
/// else MatrixMarket for "-" (standard output), pipes and devices. Called before the computation, so that
/// errors are found early. \throws UsageError if the extension is unknown; Error io_error if the target or
/// its directory does not exist or is not writable
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
/// \param names gets the names of the vertices, or none
Tuples load_tuples(const std::string& file_or_spec, const InputOptions& options, unsigned threads,
                   VertexNames* names = nullptr);

/// The pattern of a square matrix, with all values true. Duplicates become one entry, unless
/// options.duplicates is "fail".
Matrix<bool> load_graph(const Session& session, const std::string& file_or_spec, const InputOptions& options,
                        VertexNames* names = nullptr);

/// \param type the type to cast to; nullptr: the type of the values in the file
AnyMatrix load_matrix(const Session& session, const std::string& file_or_spec, const InputOptions& options,
                      const mergus_type* type, VertexNames* names = nullptr);

/// Combines duplicates of the file with the operator in options.duplicates, or the default of its format, on
/// a backend. Without an operator the tuples are returned unchanged.
Tuples combine(Tuples tuples, const std::string& file_or_spec, const InputOptions& options,
               const CommonOptions& common);

/// \param names of the vertices, for formats that have names \param vector the tuples are those of a vector
void save(const std::filesystem::path& file, Format format, const Tuples& tuples,
          const VertexNames& names = {}, bool vector = false);

/// Saves what searches have found, a row for each source. In CSV a row is the source itself, not its number.
void save_searches(const std::filesystem::path& file, Format format, Tuples tuples,
                   const std::vector<std::uint64_t>& sources, const VertexNames& names);

/// The vertex of that name, or number where vertices have no names. \throws UsageError for a text that is no
/// number; Error invalid_value for an unknown name. \param option for messages
std::uint64_t vertex_named(const VertexNames& names, const std::string& text, const char* option);

} // namespace mergus::tools
