/// \file transfer.hpp
/// Blocks in host memory. A copy has compressed rows, or a list of entries where most rows are empty: row
/// offsets of a matrix of 2³⁶ rows would not fit.
#pragma once

#include "local.hpp"

#include <cstddef>
#include <memory>
#include <vector>

namespace mergus::blocks {

/// Whether a dimension is so much longer than the number of entries that no array may have its length.
constexpr bool is_long(std::uint64_t length, std::uint64_t nvals) noexcept {
    return length / 16 > nvals + 4096;
}

/// The entries of a block. Invariant: the values are at multiples of their type's size.
struct HostArrays {
    const mergus_type* type = nullptr;
    Shape shape;
    std::uint64_t nvals = 0;
    /// rows has the row of each entry, and a vector has no cols; otherwise rows has the offsets of rows
    bool is_list = false;
    std::vector<std::uint64_t> rows, cols;
    std::vector<std::uint32_t> narrow_cols; ///< in place of cols: those of rows that are narrow
    std::unique_ptr<std::max_align_t[]> values;

    /// Whether compressed rows of this shape have columns of 32 bits, which are half the bytes on the link.
    [[nodiscard]] bool is_narrow() const noexcept { return !is_list && shape.ncols <= UINT32_MAX; }
    [[nodiscard]] std::uint64_t bytes() const noexcept {
        return (rows.size() + cols.size()) * sizeof(std::uint64_t) +
               narrow_cols.size() * sizeof(std::uint32_t) + nvals * type->size;
    }
};

/// Room for values of that type.
std::unique_ptr<std::max_align_t[]> value_room(const mergus_type* type, std::uint64_t count);

/// Copies from and to a device.
HostArrays to_host(const Local& matrix);
LocalPtr to_device(Device& device, const HostArrays& arrays);

/// The same entries in the storage of an import, which does not depend on how the matrix was made.
LocalPtr as_imported(const LocalPtr& matrix);

/// All entries as a list, in row-major order.
HostArrays tuples_of(const Local& matrix);
/// A matrix or vector with the entries of a list, in any order. Duplicates are an error.
LocalPtr from_tuples(Device& device, const HostArrays& list);

} // namespace mergus::blocks
