/// \file row_slice.hpp
/// Consecutive rows of a matrix as a matrix; host side of steps/row_slice.cuh.
#pragma once

#include "objects/matrix.hpp"

#include <optional>

namespace mergus::cuda {

/// Consecutive rows, first ≤ last.
struct RowSpan {
    std::uint64_t first, last;

    [[nodiscard]] std::uint64_t size() const noexcept { return last - first; }
};

/// These rows of a matrix, which must outlive the slice. Only offsets are copied, and nothing if the rows are
/// all rows. Waits twice otherwise.
class RowSlice {
public:
    RowSlice(Context& context, const Matrix& matrix, RowSpan rows);

    [[nodiscard]] const Matrix& operator*() const noexcept { return part_ ? *part_ : matrix_; }

private:
    const Matrix& matrix_;
    std::optional<Matrix> part_; ///< its columns and values belong to the matrix
};

/// out[i] = ptr[i] − ptr[0] + base for `count` numbers. Does not wait.
void move_offsets(Context& context, const std::uint64_t* ptr, std::uint64_t count, std::uint64_t base,
                  std::uint64_t* out);

} // namespace mergus::cuda
