/// \file coordinates.hpp
/// Matrices from (row, column, value) triples in any order; host side of steps/coordinates.cuh.
#pragma once

#include "objects/matrix.hpp"

namespace mergus::cuda {

/// Triples on the device.
struct Coordinates {
    std::uint64_t count = 0;
    Buffer rows;
    Buffer cols;
    Buffer values;
};

/// The step that sorts triples into a matrix.
class SortCoordinates {
public:
    /// \param result type, rows and columns of the matrix. \param expected number of triples, as far as
    /// known: kernels() requests kernels for it. \param wide whether rows and columns of the triples have 64
    /// bits, not 32. \param dup folds the values of triples with the same row and column from the left, in
    /// the order given, between casts from and to the type; with null, run() throws INVALID_VALUE for
    /// duplicates.
    SortCoordinates(Context& context, const MatrixShape& result, std::uint64_t expected, bool wide,
                    const mergus_op* dup);

    void kernels(KernelRequests& requests) const;
    [[nodiscard]] Matrix run(Coordinates&& triples) const;

private:
    [[nodiscard]] Bindings bindings(bool wide_positions) const;
    template <class Index, class Position>
    Matrix run_as(const Coordinates& triples) const;

    Context& context_;
    MatrixShape result_;
    std::uint64_t expected_;
    bool wide_;
    const mergus_op* dup_;
};

} // namespace mergus::cuda
