/// \file index_arrays.hpp
/// Steps that make arrays of row or column indices; host side of steps/index_arrays.cuh.
#pragma once

#include "objects/matrix.hpp"

namespace mergus::cuda {

/// Indices copied to another width.
class ConvertIndex {
public:
    ConvertIndex(Context& context, bool wide_from, bool wide_to)
        : context_(context), wide_from_(wide_from), wide_to_(wide_to) {}

    /// None if the widths are equal.
    void kernels(KernelRequests& requests) const;
    /// \param from `count` indices on the device. The widths must differ.
    [[nodiscard]] Buffer run(const void* from, std::uint64_t count) const;
    /// The indices themselves if the widths are equal.
    [[nodiscard]] Buffer run(Buffer&& from, std::uint64_t count) const;

private:
    [[nodiscard]] KernelRequest kernel() const;

    Context& context_;
    bool wide_from_, wide_to_;
};

/// The row of each entry of a matrix.
class ExpandRows {
public:
    ExpandRows(Context& context, bool wide_rows) : context_(context), wide_(wide_rows) {}

    void kernels(KernelRequests& requests) const;
    /// rows[e] = the row of entry e.
    [[nodiscard]] Buffer run(const Matrix& matrix) const;

private:
    [[nodiscard]] KernelRequest kernel() const;

    Context& context_;
    bool wide_;
};

} // namespace mergus::cuda
