/// \file matrix_text.cpp
/// Matrices as readable text. Of a large matrix only the rows of the printed entries are copied from the
/// backend.
#include "../operations/values.hpp"
#include "context_state.hpp"

#include <mergus/ops.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <ostream>
#include <vector>

namespace mergus {

namespace {

/// Up to so many entries, copying all of them is faster than selecting the first.
constexpr std::uint64_t few = 65536;

struct Entries {
    explicit Entries(const AnyMatrix& matrix)
        : size(matrix.type()->size), rows(matrix.nvals()), cols(rows.size()), values(rows.size() * size) {
        matrix.extract_tuples(rows.data(), cols.data(), values.data(), matrix.type());
    }

    std::uint64_t size;
    std::vector<std::uint64_t> rows, cols;
    std::vector<unsigned char> values;
};

/// The non-empty ones of the first rows that have `count` entries together.
std::vector<std::uint64_t> first_rows(const AnyMatrix& matrix, std::uint64_t count) {
    std::vector<std::uint64_t> row_ptr(matrix.nrows() + 1);
    mergus_csr csr{};
    csr.struct_size = sizeof csr;
    csr.row_ptr = row_ptr.data();
    csr.pointer_bits = csr.index_bits = 64;
    csr.memory = MERGUS_MEMORY_HOST;
    matrix.export_csr(csr);
    std::vector<std::uint64_t> rows;
    for (std::uint64_t i = 0; i < matrix.nrows() && row_ptr[i] < count; ++i)
        if (row_ptr[i + 1] > row_ptr[i]) rows.push_back(i);
    return rows;
}

Entries first_entries(const AnyMatrix& matrix, std::uint64_t count) {
    const std::uint64_t nvals = matrix.nvals();
    if (nvals <= std::max(few, matrix.nrows()) || nvals <= count) return Entries(matrix);
    const std::vector<std::uint64_t> rows = first_rows(matrix, count);
    AnyMatrix part(matrix.context(), matrix.type(), rows.size(), matrix.ncols());
    try {
        extract(part, matrix, rows, all);
    } catch (const Error& error) {
        if (error.code() != Code::not_implemented) throw;
        return Entries(matrix);
    }
    Entries entries(part);
    for (std::uint64_t& row : entries.rows) row = rows[row];
    return entries;
}

} // namespace

std::string to_string(const AnyMatrix& matrix, Natural entries) {
    if (matrix.state() == nullptr) return "empty object";
    const std::uint64_t nvals = matrix.nvals();
    std::string text = fmt::format("{} x {} matrix of {}, {} {}", matrix.nrows(), matrix.ncols(),
                                   type_name(matrix.type()), nvals, nvals == 1 ? "entry" : "entries");
    const std::uint64_t shown = std::min<std::uint64_t>(nvals, entries);
    if (shown > 0) {
        const Entries first = first_entries(matrix, shown);
        for (std::uint64_t e = 0; e < shown; ++e)
            text += fmt::format("\n  ({}, {})  {}", first.rows[e], first.cols[e],
                                core::value_text(first.values.data() + e * first.size, matrix.type()));
    }
    return shown < nvals ? text + "\n  …" : text;
}

std::ostream& operator<<(std::ostream& out, const AnyMatrix& matrix) {
    return out << to_string(matrix);
}

} // namespace mergus
