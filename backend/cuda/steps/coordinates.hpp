/// \file coordinates.hpp
/// Matrices from (row, column, value) triples in any order; host side of steps/coordinates.cuh.
#pragma once

#include "objects/matrix.hpp"

namespace mergus::cuda {

/// How the positions of a matrix are stored for a sort: as keys with the row above the bits of the column, or
/// as rows and columns if both have more than 64 bits.
struct KeyFormat {
    int row_bits = 0, col_bits = 0;

    KeyFormat() = default;
    explicit KeyFormat(const MatrixShape& shape)
        : row_bits(shape.nrows <= 1 ? 0 : bits_below(shape.nrows)), col_bits(bits_below(shape.ncols)) {}
    [[nodiscard]] int bits() const noexcept { return row_bits + col_bits; }
    [[nodiscard]] bool packed() const noexcept { return bits() <= 64; }
    [[nodiscard]] std::size_t key_bytes() const noexcept { return bits() <= 32 ? 4 : 8; }
};

/// Triples on the device.
struct Coordinates {
    std::uint64_t count = 0;
    KeyFormat format;
    Buffer keys; ///< of format.key_bytes(); the rows if they are not packed
    Buffer cols; ///< of 64 bits; none if positions are packed
    Buffer values;
    bool ascending = false; ///< whether the positions are known to be in order
    bool distinct = false;  ///< and have no duplicates
};

/// The step that sorts triples into a matrix.
class SortCoordinates {
public:
    /// \param result type, rows and columns of the matrix. \param expected number of triples, as far as
    /// known: kernels() requests kernels for it. \param dup folds the values of triples with the same row and
    /// column from the left, in the order given, between casts from and to the type; with null, run() throws
    /// INVALID_VALUE for duplicates.
    SortCoordinates(Context& context, const MatrixShape& result, std::uint64_t expected,
                    const mergus_op* dup);

    void kernels(KernelRequests& requests) const;
    [[nodiscard]] Matrix run(Coordinates&& triples) const;

private:
    [[nodiscard]] Bindings bindings(bool wide_positions) const;
    template <class Key>
    Matrix convert_ascending(Coordinates triples) const;
    template <class Key, class Position>
    Matrix sort(Coordinates triples) const;

    Context& context_;
    MatrixShape result_;
    std::uint64_t expected_;
    const mergus_op* dup_;
};

} // namespace mergus::cuda
