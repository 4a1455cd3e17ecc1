/// \file mask.hpp
/// Masks: which entries of its output an operation may write.
#pragma once

#include <mergus/descriptor.hpp>
#include <mergus/matrix.hpp>

#include <memory>

namespace mergus {

/// The type of no_mask.
struct NoMask {};

/// Write everywhere.
inline constexpr NoMask no_mask{};

/// The entries of C that an operation may write. No matrix: all of them. A matrix: the positions where it has
/// an entry that is true when cast to bool; with structure() the positions of all its entries; with
/// complement() the other positions. A matrix that has a name is referenced and must outlive the mask; a
/// temporary matrix moves into the mask. Without a matrix, structure() has no effect, and complement() admits
/// nothing.
class Mask {
public:
    Mask() noexcept = default;
    Mask(const Mask&) = default; // no move: a moved-from mask would refer to a matrix that it no longer owns
    Mask& operator=(const Mask&) = default;
    ~Mask() = default;

    // NOLINTNEXTLINE(google-explicit-constructor)
    Mask(NoMask) noexcept {}
    // NOLINTNEXTLINE(google-explicit-constructor): a matrix is a mask
    Mask(const AnyMatrix& matrix) noexcept : matrix_(&matrix) {}
    // NOLINTNEXTLINE(google-explicit-constructor)
    Mask(AnyMatrix&& matrix)
        : owned_(std::make_shared<const AnyMatrix>(std::move(matrix))), matrix_(owned_.get()) {}
    Mask(const AnyMatrix&&) = delete;

    [[nodiscard]] const AnyMatrix* matrix() const noexcept { return matrix_; }
    /// DESC_S and DESC_C, as set by structure() and complement().
    [[nodiscard]] Descriptor flags() const noexcept { return flags_; }

    /// The pattern of the mask counts, its values are ignored.
    friend Mask structure(Mask mask) noexcept {
        mask.flags_ = mask.flags_ | DESC_S;
        return mask;
    }
    /// The positions that the mask does not admit. The complement of a complement is the mask itself.
    friend Mask complement(Mask mask) noexcept {
        mask.flags_ = mask.flags_ ^ DESC_C;
        return mask;
    }

private:
    std::shared_ptr<const AnyMatrix> owned_; ///< null: the matrix belongs to the caller
    const AnyMatrix* matrix_ = nullptr;
    Descriptor flags_{};
};

Mask structure(Mask mask) noexcept;
Mask complement(Mask mask) noexcept;

} // namespace mergus
