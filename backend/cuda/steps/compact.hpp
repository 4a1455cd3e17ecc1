/// \file compact.hpp
/// Steps that copy some entries of a matrix to a smaller one; host side of steps/compact.cuh.
#pragma once

#include "objects/matrix.hpp"

#include <cstdint>

#include "steps/compact.h"

namespace mergus::cuda {

/// The test that an entry (i, j) with value x must pass.
struct EntryTest {
    /// keep(x, i, j, y) for an index unary operator, or truth(x) for entries of a region.
    Bindings bindings;
    bool in_region = false;  ///< y is a RegionLists; `bindings` has has_row_list and has_col_list
    bool needs_row = true;   ///< the test depends on i, unless of a vector
    const void* y = nullptr; ///< the scalar, on the host; must live as long as the step
    std::size_t y_size = 0;
};

/// The entries of a matrix that pass a test.
class SelectEntries {
public:
    /// \param A its type, sizes and whether it is iso; its arrays need not exist yet. \param z_type of the
    /// result: A's unless there is `fill`, a value of z_type that every entry gets, on the host.
    /// \param iso the result may be stored as one value.
    SelectEntries(Context& context, const Matrix& A, const EntryTest& test, const mergus_type* z_type,
                  const void* fill = nullptr, bool iso = true);

    void kernels(KernelRequests& requests) const;
    [[nodiscard]] Matrix run(const Matrix& A) const;

private:
    Context& context_;
    Bindings bindings_;
    const void* y_;
    std::size_t y_size_;
    const mergus_type* z_type_;
    const void* fill_;
    bool to_iso_; ///< the result is iso, unless it has no entries
};

/// The entries of a matrix that are marked by bits.
class SelectMarked {
public:
    /// \param A its type, sizes and whether it is iso; its arrays need not exist yet.
    SelectMarked(Context& context, const Matrix& A);

    void kernels(KernelRequests& requests) const;
    /// \param bits of the entries, in words of 64.
    [[nodiscard]] Matrix run(const Matrix& A, const Array<std::uint64_t>& bits) const;

private:
    Context& context_;
    bool to_iso_;
    Bindings bindings_;
};

/// The entries of a pattern that are flagged as present.
class CompactPresent {
public:
    /// \param type of the result's values.
    CompactPresent(Context& context, const MatrixShape& pattern, const mergus_type* type);

    void kernels(KernelRequests& requests) const;
    /// \param present a flag for each entry of the pattern, 0 or 1. \param vals likewise a value. The result
    /// takes this memory over if all entries are present.
    [[nodiscard]] Matrix run(const Matrix& pattern, const Array<std::uint8_t>& present, Buffer&& vals) const;

private:
    Context& context_;
    const mergus_type* type_;
    Bindings bindings_;
};

} // namespace mergus::cuda
