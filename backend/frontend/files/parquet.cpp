/// \file parquet.cpp
/// Reads Parquet files through libmergus_parquet.so: the names of the columns first, then those that are
/// used.
#include "parquet.hpp"

#include "arrow_edges.hpp"
#include "environment.hpp"
#include "library_folders.hpp"
#include "memory_errors.hpp"

#include <mergus/error.hpp>

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <string_view>
#include <vector>

namespace mergus {

namespace core {

namespace {

constexpr const char* library_name = "libmergus_parquet.so";

/// MERGUS_PARQUET, or else the file in the folders in which backends are found without a path; empty: none.
/// An absolute path: dlopen searches other folders for a name without one.
std::filesystem::path place_of_library() {
    if (const char* const given = value_of(Variable::parquet)) return std::filesystem::absolute(given);
    for (const std::filesystem::path& folder : library_folders()) {
        std::error_code ignored;
        if (std::filesystem::exists(folder / library_name, ignored)) return folder / library_name;
    }
    return {};
}

/// \throws Error not_implemented
ParquetEntry parquet_entry(const std::string& file) {
    std::string reason = fmt::format("there is no {}", library_name);
    if (const std::filesystem::path place = place_of_library(); !place.empty()) {
        // Never closed: threads of Arrow would run code that is unloaded.
        void* const library = dlopen(place.c_str(), RTLD_NOW | RTLD_LOCAL);
        void* const symbol = library == nullptr ? nullptr : dlsym(library, MERGUS_PARQUET_ENTRY);
        if (symbol != nullptr) return reinterpret_cast<ParquetEntry>(symbol);
        reason = dlerror();
    }
    throw Error(Code::not_implemented,
                fmt::format("{}: Parquet is read where Mergus was built with the C++ library of Apache Arrow "
                            "(MERGUS_PARQUET=ON in CMake), and in Python by pyarrow (Graph.read_parquet): {}",
                            file, reason));
}

/// InputFile unpacks what it reads, and so recognizes such files; Arrow does not.
/// \throws Error parse_error
void refuse_packed(const std::string& file) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(file, ignored)) return; // a pipe can be read once
    std::array<char, 4> head{};
    std::ifstream(file, std::ios::binary).read(head.data(), head.size());
    const std::string_view bytes(head.data(), head.size());
    for (const std::string_view packed : {"\x1f\x8b", "\x28\xb5\x2f\xfd"})
        if (bytes.starts_with(packed))
            throw Error(
                Code::parse_error,
                fmt::format("{}: expected a Parquet file, found a packed one; unpack it first", file));
}

/// A stream of columns of a file.
struct ParquetStream {
    ArrowArrayStream stream{};
    Released<ArrowArrayStream> released{stream};

    ParquetStream(ParquetEntry entry, const std::string& file, const int* columns, int count) {
        const char* fault = nullptr;
        if (const int error = entry(file.c_str(), columns, count, &stream, &fault))
            throw Error(code_of(error), fmt::format("{}: {}", file, fault));
    }
};

NamedEdges read_parquet_file(const std::string& file, const ArrowOptions& options) {
    refuse_packed(file);
    const ParquetEntry entry = parquet_entry(file);
    ColumnNames names;
    {
        ParquetStream all(entry, file, nullptr, -1);
        names = arrow_columns(all.stream, file);
    }
    EdgeColumns chosen = arrow_edge_columns(names, options, file);
    // The stream has its columns in the order of the file.
    std::vector<std::size_t> used{chosen.source, chosen.target};
    if (chosen.weight) used.push_back(*chosen.weight);
    std::sort(used.begin(), used.end());
    const std::vector<int> numbers(used.begin(), used.end());
    const auto in_stream = [&](std::size_t column) {
        return static_cast<std::size_t>(std::lower_bound(used.begin(), used.end(), column) - used.begin());
    };
    chosen.source = in_stream(chosen.source);
    chosen.target = in_stream(chosen.target);
    if (chosen.weight) chosen.weight = in_stream(*chosen.weight);
    ParquetStream some(entry, file, numbers.data(), static_cast<int>(numbers.size()));
    return read_arrow_edges(some.stream, options, file, chosen);
}

} // namespace

} // namespace core

NamedEdges read_parquet(const std::filesystem::path& file, const ArrowOptions& options) {
    return core::with_memory_errors(file.string(),
                                    [&] { return core::read_parquet_file(file.string(), options); });
}

} // namespace mergus
