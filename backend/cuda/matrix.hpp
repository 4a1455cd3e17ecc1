/// \file matrix.hpp
/// A matrix on the device: compressed sparse rows with 64-bit offsets, columns of 32 bits where they suffice.
/// Invariant: columns strictly increase in a row, and nvals, known on the host, is the last offset.
#pragma once

#include "context.hpp"
#include "mxm/row_profile.h"

#include <bit>
#include <optional>

struct mergus_matrix {
    const mergus_type* type = nullptr; ///< interned
    std::uint64_t nrows = 0;
    std::uint64_t ncols = 0;
    std::uint64_t nvals = 0;
    mergus::cuda::Array<std::uint64_t> ptr; ///< nrows + 1
    mergus::cuda::Buffer col;               ///< nvals of index_size()
    mergus::cuda::Buffer val;               ///< nvals of type->size
    /// Of the pattern, once it was needed (mxm/row_profile.hpp).
    mutable std::optional<mergus::RowProfile> profile;

    [[nodiscard]] bool wide() const noexcept { return ncols > UINT32_MAX; }
    [[nodiscard]] std::size_t index_size() const noexcept { return wide() ? 8 : 4; }
};

namespace mergus::cuda {

using Matrix = ::mergus_matrix;

/// No entries; offsets all zero.
Matrix empty_matrix(Context& context, const mergus_type* type, std::uint64_t nrows, std::uint64_t ncols);
/// Room for nvals entries; ptr, col and val uninitialised.
Matrix raw_matrix(Context& context, const mergus_type* type, std::uint64_t nrows, std::uint64_t ncols,
                  std::uint64_t nvals);
/// The same with offsets that are there already.
Matrix raw_matrix(Context& context, const mergus_type* type, std::uint64_t nrows, std::uint64_t ncols,
                  std::uint64_t nvals, Array<std::uint64_t>&& ptr);
Matrix copy_of(Context& context, const Matrix& matrix);

/// rows[e] = the row of entry e, 32 or 64 bits wide as `wide_rows` says.
Buffer expand_rows(Context& context, const Matrix& matrix, bool wide_rows);

/// The same indices in another width.
Buffer convert_index(Context& context, const void* from, bool wide_from, std::uint64_t count, bool wide_to);

/// Adds the kernels of both, which are one text.
void request_index(std::vector<KernelRequest>& requests, bool wide_from, bool wide_to);

/// Whether indices below n need 64 bits.
inline bool needs_wide(std::uint64_t n) noexcept {
    return n > UINT32_MAX;
}

/// How many low bits of an index below n a sort must look at.
inline int bits_below(std::uint64_t n) noexcept {
    return n <= 2 ? 1 : static_cast<int>(std::bit_width(n - 1));
}

/// A grid for n threads in blocks of `threads`, not larger than what strided loops need to fill the device.
Dim3 grid_for(const Context& context, std::uint64_t n, std::uint32_t threads);
inline constexpr std::uint32_t block_threads = 256; ///< for kernels that work entry by entry

} // namespace mergus::cuda
