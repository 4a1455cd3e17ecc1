/// \file read.cpp
/// The functions that read files. read_file() recognises the format by the content, then by the name.
#include "memory_errors.hpp"
#include "readers.hpp"
#include "recognize.hpp"

namespace mergus {

namespace core {

namespace {

/// Whether the name without ".gz" has the extension of a MatrixMarket file.
bool named_matrix_market(const std::filesystem::path& path) {
    const std::filesystem::path name = path.extension() == ".gz" ? path.stem() : path.filename();
    return name.extension() == ".mtx" || name.extension() == ".mm";
}

Tuples read_any(const std::filesystem::path& path, const FileOptions& options) {
    InputFile file(path);
    LineSource lines(file);
    if (is_matrix_market_banner(lines.peek()) || named_matrix_market(path))
        return read_matrix_market(
            file, lines,
            {options.duplicates.value_or(ReadOptions{}.duplicates), options.threads, options.progress});
    EdgeListOptions edges;
    edges.duplicates = options.duplicates.value_or(edges.duplicates);
    edges.threads = options.threads;
    edges.progress = options.progress;
    return read_edge_list(file, lines, edges);
}

} // namespace

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
