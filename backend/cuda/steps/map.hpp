/// \file map.hpp
/// A function applied to each value of a matrix; host side of steps/map.cuh.
#pragma once

#include "entry.hpp"
#include "objects/matrix.hpp"

namespace mergus::cuda {

/// The step that maps the values of a matrix.
class MapValues {
public:
    /// \param A has the types and widths of the matrix that run() gets. \param z_type of the result,
    /// interned.
    MapValues(Context& context, const MatrixShape& A, const MapFunction& function, const mergus_type* z_type);

    void kernels(KernelRequests& requests) const;
    /// Whether all entries of A get one value, because A is iso or the operator ignores its values.
    [[nodiscard]] bool gives_one_value(const Matrix& A) const noexcept;
    /// The mapped values of A's entries, of z_type: one if gives_one_value().
    [[nodiscard]] Buffer run(const Matrix& A) const;
    /// The same for `count` values that belong to no matrix. Not for index unary operators.
    [[nodiscard]] Buffer run(const void* values, std::uint64_t count) const;

private:
    [[nodiscard]] Buffer launch_map(const std::uint64_t* ptr, std::uint64_t nrows, const void* col,
                                    const void* values, std::uint64_t count) const;

    Context& context_;
    MapFunction function_;
    const mergus_type* z_type_;
    KernelRequest kernel_;
};

} // namespace mergus::cuda
