/// \file matrix.hpp
/// A matrix on the device: compressed sparse rows with 64-bit offsets, columns of 32 bits where they suffice.
/// Invariant: columns strictly increase in a row, and nvals, known on the host, is the last offset.
///
/// Vectors and matrices of few rows may be stored as bitmaps instead (objects/bitmap.hpp), or in both forms
/// with the same content. Without rows, `ptr`, `col` and `val` are empty and `nvals` is 0: nvals_of() counts.
/// Only plugin.cpp and bitmap/ see such objects; for other operations, csr() makes the rows.
///
/// A new object has neither form: it has no entries, and most are overwritten before anything reads them.
/// csr() makes its offsets, which saves an allocation and a fill of 3 µs (H200) for each new object. An
/// operation gets such a C only where the result becomes C (CallOnRows).
///
/// A hypersparse matrix (objects/hypersparse.hpp) is stored as the matrix of those rows and columns that may
/// have entries, and the shape here is that of the stored matrix. Only plugin/ and hypersparse/ see the ids.
///
/// A vector of size n is stored as one row of n columns: its indices are the columns. So all operations work
/// on vectors as on matrices; those that read positions or index lists look at `is_vector`.
#pragma once

#include "context.hpp"
#include "derived.hpp"
#include "device/buffer.hpp"
#include "objects/bitmap.hpp"

#include <bit>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

namespace mergus::cuda {

class ArrayCopies;
struct Hypersparse;

/// A matrix without its arrays: what steps need to name their kernels before the matrix is computed.
struct MatrixShape {
    const mergus_type* type = nullptr; ///< interned
    std::uint64_t nrows = 0;
    std::uint64_t ncols = 0;
    std::uint64_t nvals = 0;
    bool is_vector = false; ///< of size ncols, stored as one row; entry e has the position (col[e], 0)

    /// Whether columns have 64 bits.
    [[nodiscard]] bool wide() const noexcept { return ncols > UINT32_MAX; }
    /// Bytes of a column.
    [[nodiscard]] std::size_t index_size() const noexcept { return wide() ? 8 : 4; }
    /// Whether this is one row that has an entry in every column: column e is e.
    [[nodiscard]] bool full() const noexcept { return nrows == 1 && nvals == ncols; }
};

/// The columns of a matrix: its own array, or the array 0, 1, 2, … that full vectors share.
class ColumnArray {
public:
    ColumnArray() = default;
    // NOLINTNEXTLINE(google-explicit-constructor): an array that was just made becomes a matrix's columns
    ColumnArray(Buffer&& own) : own_(std::move(own)) {}
    explicit ColumnArray(std::shared_ptr<const Buffer> shared) : shared_(std::move(shared)) {}

    [[nodiscard]] void* data() const noexcept { return shared_ ? shared_->data() : own_.data(); }
    /// Of the matrix's own array.
    [[nodiscard]] std::size_t bytes() const noexcept { return own_.bytes(); }
    /// Uses only the first bytes of the matrix's own array.
    void shrink(std::size_t bytes) noexcept { own_.shrink(bytes); }
    /// Gives up the matrix's own array.
    [[nodiscard]] Buffer take() noexcept { return std::move(own_); }
    /// Null unless the array is shared.
    [[nodiscard]] const std::shared_ptr<const Buffer>& shared() const noexcept { return shared_; }
    [[nodiscard]] bool is_lent() const noexcept { return own_.is_lent(); }

private:
    Buffer own_;
    std::shared_ptr<const Buffer> shared_;
};

} // namespace mergus::cuda

struct mergus_matrix : mergus::cuda::MatrixShape {
    mergus::cuda::Array<std::uint64_t> ptr; ///< nrows + 1; empty for bitmaps without rows and new objects
    mergus::cuda::ColumnArray col;          ///< nvals of index_size()
    mergus::cuda::Buffer val;               ///< nvals of type->size; one if iso
    bool iso = false;                       ///< all entries have one value; nvals is not 0
    /// What operations derived from the matrix (derived.hpp), or null.
    mutable std::shared_ptr<mergus::cuda::DerivedCache> derived;
    std::optional<mergus::cuda::Bitmap> bitmap; ///< the other storage form
    /// The shape and the ids of a hypersparse matrix, of which this is the stored part; otherwise null.
    std::shared_ptr<const mergus::cuda::Hypersparse> hypersparse;
    /// Launches of a captured graph change the values: nothing that is derived from them outlives a call
    /// (invalidate_captured()). Stays set as long as the arrays, because the graph may be launched at any
    /// time.
    bool changed_by_capture = false;

    /// Whether the object has compressed rows.
    [[nodiscard]] bool has_rows() const noexcept { return ptr.size() != 0; }
    /// Whether the object is stored as bitmaps.
    [[nodiscard]] bool is_bitmap() const noexcept { return bitmap.has_value(); }
    /// Whether the object is new: no entries and no arrays.
    [[nodiscard]] bool is_blank() const noexcept { return !has_rows() && !is_bitmap(); }
    /// Makes this bitmap the only content. The own bitmap, changed in place, may be kept by changed_bitmap().
    void set_bitmap(mergus::cuda::Bitmap&& from) noexcept {
        bitmap = std::move(from);
        changed_bitmap();
    }
    /// After a change of the bitmap in place: what was derived from the old content is given up.
    void changed_bitmap() noexcept {
        ptr = {};
        col = {};
        val.reset();
        nvals = 0;
        iso = false;
        derived.reset();
    }
};

namespace mergus::cuda {

using Matrix = ::mergus_matrix;

/// A matrix without entries and without arrays.
Matrix blank_matrix(Context& context, const mergus_type* type, std::uint64_t nrows, std::uint64_t ncols);
/// A matrix without entries; its offsets are all zero.
Matrix empty_matrix(Context& context, const mergus_type* type, std::uint64_t nrows, std::uint64_t ncols);
/// A matrix with memory for nvals entries; ptr, col and val are uninitialised.
Matrix raw_matrix(Context& context, const mergus_type* type, std::uint64_t nrows, std::uint64_t ncols,
                  std::uint64_t nvals);
/// The same with the given offsets.
Matrix raw_matrix(Context& context, const mergus_type* type, std::uint64_t nrows, std::uint64_t ncols,
                  std::uint64_t nvals, Array<std::uint64_t>&& ptr);
/// The same with the given offsets and without values.
Matrix raw_pattern(Context& context, const mergus_type* type, std::uint64_t nrows, std::uint64_t ncols,
                   std::uint64_t nvals, Array<std::uint64_t>&& ptr);
/// Without what was derived from the matrix.
Matrix copy_of(Context& context, const Matrix& matrix);
/// After a change of values alone: gives up what was derived from the values that were there.
void values_changed(Matrix& matrix) noexcept;
/// At the beginning of a call that reads the matrix: gives up what earlier calls derived from its values, if
/// launches of a captured graph may have changed them.
void invalidate_captured(const Matrix& matrix) noexcept;
/// For all operands of a call.
void invalidate_captured(const mergus_call& call) noexcept;
/// Of the matrix's own arrays, without what was derived from them.
std::uint64_t bytes_of(const Matrix& matrix) noexcept;
/// Of everything that was derived from the matrix.
std::uint64_t derived_bytes(const Matrix& matrix) noexcept;
/// The object of type T that was derived from the matrix, or null.
template <class T>
[[nodiscard]] T* derived(const Matrix& matrix) noexcept {
    return matrix.derived ? matrix.derived->objects.find<T>() : nullptr;
}
/// The object of type T, a new one if there is none. The running call is going to use its memory.
template <class T>
[[nodiscard]] T& derive(Context& context, const Matrix& matrix) {
    if (!matrix.derived) matrix.derived = std::make_shared<DerivedCache>(context.derived);
    if constexpr (std::is_base_of_v<DerivedArrays, T>) matrix.derived->last_call = context.derived.call();
    return matrix.derived->objects.get<T>();
}
/// A copy of an object that is stored as bitmaps, in this form.
Matrix copy_of_bitmap(Context& context, const Matrix& matrix);
/// Deletes the entries of an object that is stored as bitmaps, and stays so.
void clear_bitmap(Context& context, Matrix& matrix);
/// A copy of the matrix's columns, made by copies.run(); shared columns stay shared.
ColumnArray copy_of_columns(const Matrix& matrix, ArrayCopies& copies);
/// A matrix with A's pattern and another type, without values.
[[nodiscard]] Matrix copy_of_pattern(Context& context, const Matrix& A, const mergus_type* type);
/// The same, made by copies.run().
[[nodiscard]] Matrix copy_of_pattern(const Matrix& A, const mergus_type* type, ArrayCopies& copies);
/// Replaces shared columns by a copy, for a caller that gets the array.
void own_columns(Context& context, Matrix& matrix);
/// Replaces lent values (Buffer::lent()) by a copy, before they are changed in place.
void unlend_values(Context& context, Matrix& matrix);
/// A vector with memory for nvals entries; ptr is set, col and val are uninitialised.
Matrix raw_vector(Context& context, const mergus_type* type, std::uint64_t size, std::uint64_t nvals);

/// Whether indices below n need 64 bits.
inline bool needs_wide(std::uint64_t n) noexcept {
    return n > UINT32_MAX;
}

/// The number of low bits by which indices below n differ: the bits of a sort key.
inline int bits_below(std::uint64_t n) noexcept {
    return n <= 2 ? 1 : static_cast<int>(std::bit_width(n - 1));
}

/// The grid of a kernel with a strided loop over n items: blocks of `threads`, at most as many as fill the
/// device several times over.
Dim3 grid_for(const Context& context, std::uint64_t n, std::uint32_t threads);
/// Threads in a block of kernels that work entry by entry.
inline constexpr std::uint32_t block_threads = 256;

} // namespace mergus::cuda
