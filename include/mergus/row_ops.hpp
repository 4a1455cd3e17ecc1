/// \file row_ops.hpp
/// What one asks of each row of a matrix besides sums: its number of entries, and where its greatest and
/// least values are. (top_k is in sort.hpp.) They are a few operations of ops.hpp, on the backend of the
/// matrix.
#pragma once

#include <mergus/export.hpp>
#include <mergus/matrix.hpp>
#include <mergus/vector.hpp>

#include <cstdint>

namespace mergus {

/// Options of degrees, argmax and argmin.
struct RowOptions {
    bool columns = false; ///< of each column in place of each row
};

/// The number of entries of each row of A, explicit zeros included: a vector of size nrows with an entry at
/// every index, 0 for an empty row. The values of A are not read, so any type will do. Cost: at most O(nrows
/// + ncols + nvals), as one product with a vector.
[[nodiscard]] MERGUS_API Vector<std::int64_t> degrees(const AnyMatrix& A, const RowOptions& options = {});

/// The column of the greatest value of each row of A, of equal values the smallest column: a vector of size
/// nrows. A row without entries, or with NaN only, has none. \throws Error domain_mismatch for complex and
/// user types, which have no order. Cost: O(nvals) time and memory, in six operations.
[[nodiscard]] MERGUS_API Vector<std::int64_t> argmax(const AnyMatrix& A, const RowOptions& options = {});
/// The same for the least value.
[[nodiscard]] MERGUS_API Vector<std::int64_t> argmin(const AnyMatrix& A, const RowOptions& options = {});

} // namespace mergus
