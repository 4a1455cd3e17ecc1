/// \file load.cpp
#include "load.hpp"

#include "generators.hpp"
#include "matrix_list.hpp"

#include <mergus/error.hpp>
#include <mergus/generate.hpp>
#include <mergus/io.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <string_view>

namespace mergus::bench {

namespace {

constexpr std::uint64_t value_seed = 20;
constexpr std::uint64_t weight_seed = 21;

/// The number after `key` in the text of a generator.
std::uint64_t number_after(std::string_view source, std::string_view key) {
    const std::size_t position = source.find(key);
    std::uint64_t value = 0;
    const char* const end = source.data() + source.size();
    if (position == std::string_view::npos ||
        std::from_chars(source.data() + position + key.size(), end, value).ec != std::errc{} || value == 0)
        throw Error(Code::invalid_value, fmt::format("{}: expected {}NUMBER", source, key));
    return value;
}

bool has_suffix(std::string_view file, std::string_view suffix) {
    return file.ends_with(suffix) || file.ends_with(std::string(suffix) + ".gz");
}

HostCsr read(const std::string& file) {
    if (std::error_code ignored; !std::filesystem::exists(file, ignored))
        throw Error(Code::io_error,
                    fmt::format("{}: no such file (set the folder with MERGUS_DATA or --data)", file));
    for (const char* edges : {".txt", ".el", ".edges", ".edgelist", ".tsv", ".snap"})
        if (has_suffix(file, edges)) return narrow(to_csr(read_edge_list(file)));
    return narrow(to_csr(read_matrix_market(file)));
}

} // namespace

HostCsr load(const std::string& source) {
    HostCsr matrix;
    if (is_vector(source))
        throw Error(Code::invalid_value, source + ": a vector; only the set operations has rows of vectors");
    if (is_bench_spec(source))
        matrix = from_bench_spec(source);
    else if (is_generated(source))
        matrix = narrow(generate::from_spec(source));
    else
        matrix = read(source);
    if (matrix.values.empty()) fill_random(matrix, value_seed);
    return matrix;
}

HostCsr aggregation(const std::string& source, std::uint64_t points) {
    const unsigned dimensions = source.starts_with("poisson3d") ? 3 : source.starts_with("poisson2d") ? 2 : 1;
    const std::uint64_t n = dimensions == 1 ? points : number_after(source, "n=");
    const std::uint64_t half = (n + 1) / 2;
    HostCsr P;
    P.nrows = points;
    P.ncols = dimensions == 3 ? half * half * half : dimensions == 2 ? half * half : half;
    P.ptr.reserve(points + 1);
    for (std::uint64_t point = 0; point < points; ++point) {
        const std::uint64_t x = point % n / 2;
        const std::uint64_t y = point / n % n / 2;
        const std::uint64_t z = point / n / n / 2;
        P.cols.push_back(static_cast<std::uint32_t>(dimensions == 1 ? point / 2 : x + half * (y + half * z)));
        P.ptr.push_back(P.cols.size());
    }
    fill_random(P, weight_seed);
    return P;
}

} // namespace mergus::bench
