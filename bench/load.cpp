/// \file load.cpp
#include "load.hpp"

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

/// A diagonal with one full row.
HostCsr dense_row(std::uint64_t n) {
    if (n > std::uint64_t{1} << 32) throw Error(Code::invalid_value, "dense-row: n must be at most 2^32");
    HostCsr matrix;
    matrix.nrows = matrix.ncols = n;
    const std::uint64_t full = n / 2;
    matrix.ptr.reserve(n + 1);
    for (std::uint64_t row = 0; row < n; ++row) {
        if (row == full)
            for (std::uint64_t col = 0; col < n; ++col)
                matrix.cols.push_back(static_cast<std::uint32_t>(col));
        else
            matrix.cols.push_back(static_cast<std::uint32_t>(row));
        matrix.ptr.push_back(matrix.cols.size());
    }
    return matrix;
}

/// A diagonal, except for the first rows, which have all lengths: 8 rows for each of several lengths from 12
/// entries to a tenth of the columns, scattered or contiguous, 80 rows of four tenths, and one almost full
/// row. A row of the square has as many products as the row has entries, so with 100000 columns every
/// accumulator has rows.
HostCsr all_lengths(std::uint64_t n) {
    constexpr std::uint64_t each = 8, longest = 80;
    if (n < 1000 || n > 100'000'000)
        throw Error(Code::invalid_value, "all-lengths: n must be from 1000 to 10^8");
    std::vector<std::uint64_t> lengths; // of the first rows
    for (const std::uint64_t length : {n / 10, n / 50, n / 250, std::uint64_t{100}, std::uint64_t{48},
                                       std::uint64_t{24}, std::uint64_t{12}})
        lengths.insert(lengths.end(), each, length);
    const std::uint64_t scattered = lengths.size() + longest;
    lengths.insert(lengths.end(), longest, n / 10 * 4);
    lengths.insert(lengths.end(), {n, 200, 200, 800, 800});
    const std::uint64_t begin = lengths.size(); // the first column of the long rows
    HostCsr matrix;
    matrix.nrows = matrix.ncols = n;
    for (std::uint64_t row = 0; row < n; ++row) {
        const std::uint64_t length = row < begin ? std::min(lengths[row], n - begin) : 1;
        const std::uint64_t first = row < begin ? begin : row,
                            step = row < scattered ? (n - begin) / length : 1;
        for (std::uint64_t e = 0; e < length; ++e)
            matrix.cols.push_back(static_cast<std::uint32_t>(first + e * step));
        matrix.ptr.push_back(matrix.cols.size());
    }
    return matrix;
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
    if (source.starts_with("vector:"))
        throw Error(Code::invalid_value, source + ": a vector; only the set operations has rows of vectors");
    if (source.starts_with("dense-row:"))
        matrix = dense_row(number_after(source, "n="));
    else if (source.starts_with("dense-col:"))
        matrix = transposed(dense_row(number_after(source, "n=")));
    else if (source.starts_with("all-lengths:"))
        matrix = all_lengths(number_after(source, "n="));
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
