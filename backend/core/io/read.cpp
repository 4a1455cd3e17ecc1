/// \file read.cpp
/// Reads a file of any known format.
#include "input.hpp"
#include "memory_errors.hpp"

#include <mergus/io.hpp>

namespace mergus {

namespace {

/// Whether the file begins as a MatrixMarket file.
bool has_matrix_market_banner(const std::filesystem::path& path) {
    static constexpr std::string_view banner = "%%MatrixMarket";
    core::InputFile file(path);
    std::string start(banner.size(), '\0');
    start.resize(file.read(start.data(), start.size()));
    return start == banner;
}

bool named_matrix_market(const std::filesystem::path& path) {
    const std::filesystem::path name = path.extension() == ".gz" ? path.stem() : path.filename();
    return name.extension() == ".mtx" || name.extension() == ".mm";
}

} // namespace

Tuples read_file(const std::filesystem::path& path, const FileOptions& options) {
    const bool matrix_market = core::with_memory_errors(
        path.string(), [&] { return has_matrix_market_banner(path) || named_matrix_market(path); });
    if (matrix_market)
        return read_matrix_market(
            path, {options.duplicates.value_or(ReadOptions{}.duplicates), options.threads, options.progress});
    EdgeListOptions edges;
    edges.duplicates = options.duplicates.value_or(edges.duplicates);
    edges.threads = options.threads;
    edges.progress = options.progress;
    return read_edge_list(path, edges);
}

} // namespace mergus
