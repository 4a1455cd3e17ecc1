/// \file row_parts.hpp
/// Steps that copy a contiguous part of each row, or of rows of a list: entries keep their order, so nothing
/// is sorted and no entry is flagged. Host side of steps/row_parts.cuh.
#pragma once

#include "objects/matrix.hpp"

#include <cstdint>

namespace mergus::cuda {

class RowParts {
public:
    /// \param A its type, sizes and whether it is iso; its arrays need not exist yet. Not a vector.
    /// \param upper of triangle()
    RowParts(Context& context, const Matrix& A, bool upper = false);

    void kernels(KernelRequests& requests) const;
    /// The entries with j ≥ i + y (upper), or j ≤ i + y. Waits for their number.
    [[nodiscard]] Matrix triangle(const Matrix& A, std::int64_t y) const;
    /// Row list[r] of A as row r. \param list in device memory. Waits for the number of entries.
    [[nodiscard]] Matrix listed(const Matrix& A, const std::uint64_t* list, std::uint64_t rows) const;

private:
    [[nodiscard]] Matrix copied(const Matrix& A, const Array<std::uint64_t>& begins,
                                Array<std::uint64_t>&& lengths, std::uint64_t rows) const;

    Context& context_;
    bool iso_;
    Bindings bindings_;
};

} // namespace mergus::cuda
