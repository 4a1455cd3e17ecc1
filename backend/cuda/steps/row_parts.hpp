/// \file row_parts.hpp
/// Steps that copy a contiguous part of each row: entries keep their order, so nothing is sorted and no entry
/// is flagged. Host side of steps/row_parts.cuh.
#pragma once

#include "objects/matrix.hpp"
#include "steps/column_map.h"
#include "steps/row_tiles.hpp"

#include <cstdint>

namespace mergus::cuda {

class RowParts {
public:
    /// \param A its type, sizes and whether it is iso; its arrays need not exist yet. \param T the result's
    /// rows and columns. \param text that includes steps/row_parts.cuh
    RowParts(Context& context, const Matrix& A, const MatrixShape& T,
             const char* text = "steps/row_parts.cuh");

    void kernels(KernelRequests& requests) const {
        requests.push_back({text_, "copy_parts", bindings_});
        requests.push_back(row_tiles_kernel());
    }
    [[nodiscard]] const Kernel& kernel(const char* entry) const {
        return context_.jit.kernel(text_, entry, bindings_);
    }
    /// The entries with j ≥ i + y (upper), or j ≤ i + y. Waits for their number.
    [[nodiscard]] Matrix triangle(const Matrix& A, std::int64_t y, bool upper) const;

    /// The parts as a matrix. \param begins of the parts in A. \param offset of the parts in the result,
    /// which has `count` entries
    [[nodiscard]] Matrix copied(const Matrix& A, const std::uint64_t* begins, Array<std::uint64_t>&& offset,
                                std::uint64_t count, const ColumnMap& map) const;
    /// The same into T, which has the offsets and memory for the entries.
    void copy(const Matrix& T, const Matrix& A, const std::uint64_t* begins, const ColumnMap& map) const;
    /// A result with memory for `count` entries, and A's value if that is one.
    [[nodiscard]] Matrix result(const Matrix& A, Array<std::uint64_t>&& ptr, std::uint64_t count) const;

private:
    Context& context_;
    MatrixShape T_;
    bool iso_;
    const char* text_;
    Bindings bindings_;
};

} // namespace mergus::cuda
