/// \file transfer.hpp
/// Blocks in host memory. A copy has compressed rows, or a list of entries where most rows are empty: row
/// offsets of a matrix of 2³⁶ rows would not fit.
#pragma once

#include "host_memory.hpp"
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
    HostArray<std::uint64_t> rows, cols;
    HostArray<std::uint32_t> narrow_cols; ///< in place of cols: those of rows that are narrow
    HostArray<std::byte> values;          ///< nvals times the size of the type; its own size is the room

    /// Whether compressed rows of this shape have columns of 32 bits, which are half the bytes on the link.
    [[nodiscard]] bool is_narrow() const noexcept { return !is_list && shape.ncols <= UINT32_MAX; }
    /// Whether copies of compressed rows can overlap calls.
    [[nodiscard]] bool page_locked() const noexcept {
        return !is_list && rows.page_locked() && values.page_locked() &&
               (narrow_cols.page_locked() || cols.page_locked());
    }
    [[nodiscard]] std::uint64_t bytes() const noexcept {
        return (rows.size() + cols.size()) * sizeof(std::uint64_t) +
               narrow_cols.size() * sizeof(std::uint32_t) + nvals * type->size;
    }
};

/// Room for values of that type.
std::unique_ptr<std::max_align_t[]> value_room(const mergus_type* type, std::uint64_t count);

/// Copies from and to a device. They wait.
HostArrays to_host(const Local& matrix);
LocalPtr to_device(Device& device, const HostArrays& arrays);

/// Copies that overlap calls (mergus/plugin/transfers.h). A ticket is 0 where the copy has been made.
/// \param arrays page-locked; must stay until wait()
LocalPtr begin_to_device(Device& device, const HostArrays& arrays, std::uint64_t& ticket);
/// The matrix must stay until follow() or wait().
HostArrays begin_to_host(const Local& matrix, std::uint64_t& ticket);
/// Orders later calls of the device after the copy.
void follow(Device& device, std::uint64_t ticket);
void wait(Device& device, std::uint64_t ticket);
/// A copy of a matrix of another device with the same backend. Both have transfers().
LocalPtr copy_from(Device& device, const Local& matrix);
/// Rows of a matrix of a device, and their place in another one.
struct RowsOf {
    LocalPtr matrix;
    std::uint64_t first, count, place;
};
/// A matrix of that shape with these rows, in the order of their places. The device has transfers(). Parts of
/// a vector may be on other devices.
LocalPtr concatenate(Device& device, const mergus_type* type, const Shape& shape,
                     const std::vector<RowsOf>& parts);

/// Matrices side by side, from the left. The device has transfers().
LocalPtr join_columns(Device& device, const mergus_type* type, std::uint64_t nrows,
                      const std::vector<LocalPtr>& parts);

/// The same entries in the storage of an import, which does not depend on how the matrix was made.
LocalPtr as_imported(const LocalPtr& matrix);

/// All entries as a list, in row-major order.
HostArrays tuples_of(const Local& matrix);
/// A matrix or vector with the entries of a list, in any order. Duplicates are an error.
LocalPtr from_tuples(Device& device, const HostArrays& list);

} // namespace mergus::blocks
