/// \file convert.hpp
/// Conversions between compressed rows and bitmaps; host side of convert.cuh.
#pragma once

#include "objects/matrix.hpp"

#include <array>
#include <cstddef>
#include <optional>

namespace mergus::cuda {

/// The conversions of one call: undone at the end unless the call succeeds, so that an error leaves the
/// operands' memory as it was. A conversion changes the form of a constant object, not its content.
///
/// A full row has the same values in both forms, so they are moved, and it has one form at a time. Other
/// objects keep both forms until they change.
class Conversions {
public:
    explicit Conversions(Context& context) noexcept : context_(context) {}
    Conversions(const Conversions&) = delete;
    Conversions& operator=(const Conversions&) = delete;
    ~Conversions() {
        while (count_ > 0) undo(*done_[--count_]);
    }

    /// The object's bitmap. Does not wait. At most four conversions in all: a call's C, mask, A and B.
    const Bitmap& bitmap(const Matrix& matrix);
    /// The object with its rows. Waits for the count of its bitmap if it converts.
    const Matrix& rows(const Matrix& matrix);
    /// After success.
    void keep() noexcept {
        while (count_ > 0) done_[--count_].reset();
    }

private:
    /// A conversion, and the arrays that it took away.
    struct Done {
        Matrix* matrix = nullptr;
        bool to_bitmap = false;
        bool moved = false; ///< the values of a full row
        Array<std::uint64_t> ptr{};
        ColumnArray col{};
        Array<std::uint32_t> bits{};
    };
    static void undo(Done& done) noexcept;

    Context& context_;
    std::array<std::optional<Done>, 4> done_;
    std::size_t count_ = 0;
};

// Conversions that stay, whatever happens afterwards; operations use the class Conversions.

/// The bitmap of the object, which is made from its rows if there is none. Does not wait.
const Bitmap& use_as_bitmap(Context& context, const Matrix& matrix);
/// The object with compressed rows, which are made from its bitmap if there are none. Waits for the count if
/// it converts.
const Matrix& csr(Context& context, const Matrix& matrix);
/// The same for an object that an operation without knowledge of bitmaps will change: the bitmap is given up.
Matrix& only_csr(Context& context, Matrix& matrix);
/// Adds the kernels of csr() for an object of this shape that is stored as bitmaps.
void request_csr(Context& context, KernelRequests& requests, const MatrixShape& shape);

} // namespace mergus::cuda
