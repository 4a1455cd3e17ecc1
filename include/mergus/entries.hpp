/// \file entries.hpp
/// The entries of a matrix or vector for a range-for:
///
///     for (const auto& [row, col, value] : entries(A)) …
///
/// Each call copies all entries to the host, once: O(nvals) time, and on the host twice the memory of the
/// entries during the call. Later changes of the object are not seen.
#pragma once

#include <mergus/matrix.hpp>
#include <mergus/vector.hpp>

#include <cstdint>
#include <memory>
#include <vector>

namespace mergus {

/// An entry of a matrix.
template <ValueType T>
struct MatrixEntry {
    std::uint64_t row; ///< below nrows()
    std::uint64_t col; ///< below ncols()
    T value;           ///< of the matrix' type
    bool operator==(const MatrixEntry&) const = default;
};

/// An entry of a vector.
template <ValueType T>
struct VectorEntry {
    std::uint64_t index; ///< below size()
    T value;             ///< of the vector's type
    bool operator==(const VectorEntry&) const = default;
};

/// The entries in row-major order. \throws Error uninitialized_object, out_of_memory on the device.
template <ValueType T>
[[nodiscard]] std::vector<MatrixEntry<T>> entries(const Matrix<T>& A) {
    const std::uint64_t count = A.nvals();
    std::vector<std::uint64_t> rows(count), cols(count);
    const auto values = std::make_unique<T[]>(count);
    A.AnyMatrix::extract_tuples(rows.data(), cols.data(), values.get(), type_of<T>());
    std::vector<MatrixEntry<T>> all_entries(count);
    for (std::uint64_t e = 0; e < count; ++e) all_entries[e] = {rows[e], cols[e], values[e]};
    return all_entries;
}

/// The entries in the order of their indices. \throws Error as above
template <ValueType T>
[[nodiscard]] std::vector<VectorEntry<T>> entries(const Vector<T>& u) {
    const std::uint64_t count = u.nvals();
    std::vector<std::uint64_t> indices(count);
    const auto values = std::make_unique<T[]>(count);
    u.AnyVector::extract_tuples(indices.data(), values.get(), type_of<T>());
    std::vector<VectorEntry<T>> all_entries(count);
    for (std::uint64_t e = 0; e < count; ++e) all_entries[e] = {indices[e], values[e]};
    return all_entries;
}

} // namespace mergus
