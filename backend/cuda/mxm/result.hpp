/// \file result.hpp
/// The memory of a product's result, and the error that says how much it takes.
#pragma once

#include "objects/matrix.hpp"

#include <string_view>

namespace mergus::cuda {

/// The message of an error without the name of its code, to be part of another error's.
[[nodiscard]] std::string_view reason_of(const Error& error) noexcept;

/// Out of memory for the result itself. The message has the number of its entries and its bytes.
class ResultTooLarge : public Error {
public:
    /// \param shape of the result, with the number of its entries. \param reason what could not be allocated
    ResultTooLarge(const MatrixShape& shape, std::string_view reason);

    [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_; }

private:
    std::uint64_t bytes_;
};

/// The bytes of a matrix: offsets, columns and values; all ones if 64 bits do not hold the number.
[[nodiscard]] std::uint64_t bytes_of(const MatrixShape& shape) noexcept;

/// As raw_matrix(), for the result of a product whose entries were counted. \throws ResultTooLarge
[[nodiscard]] Matrix result_matrix(Context& context, const mergus_type* type, std::uint64_t nrows,
                                   std::uint64_t ncols, std::uint64_t nvals, Array<std::uint64_t>&& ptr);

/// Lends the offsets of an empty C to the product that becomes C, which would otherwise take as many bytes
/// again: an empty matrix of many rows is as large as a result of few entries a row. While it exists, C has
/// a view of them. Its destructor gives them back, as zeros unless C has been written.
class LentOffsets {
public:
    /// \param becomes_C whether the product itself becomes C
    LentOffsets(Context& context, const mergus_call& call, bool becomes_C);
    LentOffsets(const LentOffsets&) = delete;
    LentOffsets& operator=(const LentOffsets&) = delete;
    ~LentOffsets();

    /// Null if nothing is lent.
    [[nodiscard]] const Array<std::uint64_t>* offsets() const noexcept {
        return own_.size() == 0 ? nullptr : &own_;
    }
    /// C has been written: if it has these offsets, they are its own.
    void written() noexcept { written_ = true; }

private:
    Context& context_;
    Matrix& C_;
    Array<std::uint64_t> own_;
    bool written_ = false;
};

} // namespace mergus::cuda
