/// \file read.cpp
/// The functions that read files. read_file() recognises the format by the content, then by the name.
#include "memory_errors.hpp"
#include "readers.hpp"
#include "recognize.hpp"

#include <mergus/error.hpp>

#include <fmt/format.h>

namespace mergus {

namespace core {

namespace {

/// Whether the name without ".gz" or ".zst" has the extension of a MatrixMarket file.
bool named_matrix_market(const std::filesystem::path& path) {
    const std::filesystem::path name =
        path.extension() == ".gz" || path.extension() == ".zst" ? path.stem() : path.filename();
    return name.extension() == ".mtx" || name.extension() == ".mm";
}

/// \throws Error dimension_mismatch unless the matrix has `vertices` rows and columns; 0: any number
void require_vertices(const std::string& name, const Tuples& tuples, std::uint64_t vertices) {
    if (vertices == 0 || (tuples.nrows == vertices && tuples.ncols == vertices)) return;
    throw Error(Code::dimension_mismatch,
                fmt::format("{}: the matrix is {} x {}, but {} vertices were given; only an edge list has as "
                            "many vertices as are given",
                            name, tuples.nrows, tuples.ncols, vertices));
}

Tuples read_any(const std::filesystem::path& path, const FileOptions& options, const FilePart& part = {},
                PartRead* read = nullptr) {
    InputFile file(path);
    LineSource lines(file);
    if (is_matrix_market_banner(lines.peek()) || named_matrix_market(path)) {
        Tuples tuples = read_matrix_market(
            file, lines,
            {options.duplicates.value_or(ReadOptions{}.duplicates), options.threads, options.progress}, part,
            read);
        require_vertices(file.name(), tuples, options.vertices);
        return tuples;
    }
    EdgeListOptions edges;
    edges.duplicates = options.duplicates.value_or(edges.duplicates);
    edges.threads = options.threads;
    edges.progress = options.progress;
    edges.vertices = options.vertices;
    return read_edge_list(file, lines, edges, part, read);
}

} // namespace

Tuples read_part(const std::filesystem::path& path, const FileOptions& options, const FilePart& part,
                 PartRead& read) {
    return with_memory_errors(path.string(), [&] { return read_any(path, options, part, &read); });
}

} // namespace core

Tuples read_file(const std::filesystem::path& path, const FileOptions& options) {
    return core::with_memory_errors(path.string(), [&] { return core::read_any(path, options); });
}

Tuples read_matrix_market(const std::filesystem::path& path, const ReadOptions& options) {
    return core::with_memory_errors(path.string(), [&] {
        core::InputFile file(path);
        core::LineSource lines(file);
        return core::read_matrix_market(file, lines, options);
    });
}

Tuples read_edge_list(const std::filesystem::path& path, const EdgeListOptions& options) {
    return core::with_memory_errors(path.string(), [&] {
        core::InputFile file(path);
        core::LineSource lines(file);
        return core::read_edge_list(file, lines, options);
    });
}

} // namespace mergus
