/// \file matrix_text.cpp
/// Matrices and vectors as readable text. Of a large object only the rows or indices of the printed entries
/// are copied from the backend.
#include "matrix_state.hpp"
#include "values.hpp"

#include <mergus/ops.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <vector>

namespace mergus {

namespace {

/// The most entries for which copying all of them is faster than selecting the first.
constexpr std::uint64_t few = 65536;

struct Entries {
    explicit Entries(const AnyMatrix& matrix) : Entries(*matrix.state(), matrix.nvals()) {}
    explicit Entries(const AnyVector& vector) : Entries(*vector.state(), vector.nvals()) {}

    std::uint64_t size;
    std::vector<std::uint64_t> rows, cols; ///< of a vector: rows only
    std::vector<unsigned char> values;

private:
    Entries(const detail::MatrixState& state, std::uint64_t nvals)
        : size(state.type->size), rows(nvals), cols(state.is_vector ? 0 : nvals), values(nvals * size) {
        core::extract_tuples(state, rows.data(), state.is_vector ? nullptr : cols.data(), values.data(),
                             state.type);
    }
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

/// Selects a longer and longer part at the front, until it has `count` entries.
Entries first_entries(const AnyVector& vector, std::uint64_t count) {
    const std::uint64_t nvals = vector.nvals();
    if (nvals <= few || nvals <= count) return Entries(vector);
    try {
        for (std::uint64_t length = count;; length *= 2) {
            if (length >= vector.size() / 2) return Entries(vector);
            const AnyVector part = select(ops::rowle, vector, static_cast<std::int64_t>(length));
            if (part.nvals() >= count) return Entries(part);
        }
    } catch (const Error& error) {
        if (error.code() != Code::not_implemented) throw;
        return Entries(vector);
    }
}

std::string count_text(std::uint64_t nvals) {
    return fmt::format("{} {}", nvals, nvals == 1 ? "entry" : "entries");
}

} // namespace

std::string to_string(const AnyVector& vector, Natural entries) {
    if (vector.state() == nullptr) return "empty object";
    const std::uint64_t nvals = vector.nvals();
    std::string text = fmt::format("vector of size {} of {}, {}", vector.size(), type_name(vector.type()),
                                   count_text(nvals));
    const std::uint64_t shown = std::min<std::uint64_t>(nvals, entries);
    if (shown > 0) {
        const Entries first = first_entries(vector, shown);
        for (std::uint64_t e = 0; e < shown; ++e)
            text += fmt::format("\n  ({})  {}", first.rows[e],
                                core::value_text(first.values.data() + e * first.size, vector.type()));
    }
    return shown < nvals ? text + "\n  …" : text;
}

std::ostream& operator<<(std::ostream& out, const AnyVector& vector) {
    return out << to_string(vector);
}

std::string to_string(const AnyMatrix& matrix, Natural entries) {
    if (matrix.state() == nullptr) return "empty object";
    const std::uint64_t nvals = matrix.nvals();
    std::string text = fmt::format("{} x {} matrix of {}, {}", matrix.nrows(), matrix.ncols(),
                                   type_name(matrix.type()), count_text(nvals));
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
