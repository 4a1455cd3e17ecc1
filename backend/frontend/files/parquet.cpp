/// \file parquet.cpp
/// Reads Parquet files through libmergus_parquet.so: the names of the columns first, then those that are
/// used.
#include "parquet.hpp"

#include "arrow_edges.hpp"
#include "edge_columns.hpp"
#include "environment.hpp"
#include "memory_errors.hpp"

#include <mergus/error.hpp>

#include <dlfcn.h>
#include <fmt/format.h>

#include <vector>

namespace mergus {

namespace core {

namespace {

/// MERGUS_PARQUET, or else the file in the folders in which backends are found without a path.
std::vector<std::filesystem::path> places_of_library() {
    if (const char* const given = value_of(Variable::parquet)) return {given};
    Dl_info here{};
    if (dladdr(reinterpret_cast<const void*>(&read_parquet), &here) == 0 || here.dli_fname == nullptr)
        return {};
    const auto folder = std::filesystem::path(here.dli_fname).parent_path();
    constexpr const char* name = "libmergus_parquet.so";
    return {folder / "mergus" / name, folder / name};
}

/// \throws Error not_implemented
ParquetEntry parquet_entry(const std::string& file) {
    std::string reason = "there is no libmergus_parquet.so";
    for (const std::filesystem::path& place : places_of_library()) {
        std::error_code ignored;
        if (!std::filesystem::exists(place, ignored)) continue;
        // Never closed: threads of Arrow would run code that is unloaded.
        void* const library = dlopen(place.c_str(), RTLD_NOW | RTLD_LOCAL);
        void* const symbol = library == nullptr ? nullptr : dlsym(library, MERGUS_PARQUET_ENTRY);
        if (symbol != nullptr) return reinterpret_cast<ParquetEntry>(symbol);
        reason = dlerror();
        break;
    }
    throw Error(Code::not_implemented,
                fmt::format("{}: Parquet is read where Mergus was built with the C++ library of Apache Arrow "
                            "(MERGUS_PARQUET=ON in CMake), and in Python by pyarrow (Graph.read_parquet): {}",
                            file, reason));
}

/// A stream of columns of a file.
struct ParquetStream {
    ArrowArrayStream stream{};
    Released<ArrowArrayStream> released{stream};

    ParquetStream(ParquetEntry entry, const std::string& file, const int* columns, int count) {
        if (const char* const fault = entry(file.c_str(), columns, count, &stream))
            throw Error(Code::io_error, fmt::format("{}: {}", file, fault));
    }
};

NamedEdges read_parquet_file(const std::string& file, ArrowOptions options) {
    const ParquetEntry entry = parquet_entry(file);
    ColumnNames names;
    {
        ParquetStream all(entry, file, nullptr, -1);
        names = arrow_columns(all.stream, file);
    }
    const EdgeColumns chosen =
        edge_columns(file, {names, true, options.source, options.target, options.weight});
    // The stream has its columns in the order of the file.
    std::vector<std::size_t> used{chosen.source, chosen.target};
    if (chosen.weight) used.push_back(*chosen.weight);
    std::sort(used.begin(), used.end());
    const std::vector<int> numbers(used.begin(), used.end());
    const auto number_of = [&](std::size_t column) {
        return fmt::to_string(std::lower_bound(used.begin(), used.end(), column) - used.begin() + 1);
    };
    options.source = number_of(chosen.source);
    options.target = number_of(chosen.target);
    options.weight = chosen.weight ? number_of(*chosen.weight) : "none";
    ParquetStream some(entry, file, numbers.data(), static_cast<int>(numbers.size()));
    return read_arrow_edges(some.stream, options, file);
}

} // namespace

} // namespace core

NamedEdges read_parquet(const std::filesystem::path& file, const ArrowOptions& options) {
    return core::with_memory_errors(file.string(),
                                    [&] { return core::read_parquet_file(file.string(), options); });
}

} // namespace mergus
