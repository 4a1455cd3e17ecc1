/// \file mask.hpp
/// Masks: which entries of its output an operation may write.
#pragma once

#include <mergus/descriptor.hpp>
#include <mergus/matrix.hpp>
#include <mergus/vector.hpp>

#include <memory>

namespace mergus {

/// The type of no_mask.
struct NoMask {};

/// Write everywhere.
inline constexpr NoMask no_mask{};

/// The entries of C that an operation may write. No object: all of them. A matrix for a matrix C, or a vector
/// for a vector C: the positions where it has an entry that is true when cast to bool; with structure() the
/// positions of all its entries; with complement() the other positions. An object that has a name is
/// referenced and must outlive the mask; a temporary object moves into the mask. Without an object,
/// structure() has no effect, and complement() admits nothing.
class Mask {
public:
    Mask() noexcept = default;
    Mask(const Mask&) = default; // no move: a moved-from mask would refer to an object that it no longer owns
    Mask& operator=(const Mask&) = default;
    ~Mask() = default;

    /// All entries.
    // NOLINTNEXTLINE(google-explicit-constructor)
    Mask(NoMask) noexcept {}
    /// A matrix that outlives the mask.
    // NOLINTNEXTLINE(google-explicit-constructor): a matrix is a mask
    Mask(const AnyMatrix& matrix) noexcept : object_(&matrix) {}
    /// A vector that outlives the mask.
    // NOLINTNEXTLINE(google-explicit-constructor): and so is a vector
    Mask(const AnyVector& vector) noexcept : object_(&vector) {}
    /// A matrix that moves into the mask.
    // NOLINTNEXTLINE(google-explicit-constructor)
    Mask(AnyMatrix&& matrix)
        : owned_(std::make_shared<const AnyMatrix>(std::move(matrix))), object_(owned_.get()) {}
    /// A vector that moves into the mask.
    // NOLINTNEXTLINE(google-explicit-constructor)
    Mask(AnyVector&& vector)
        : owned_(std::make_shared<const AnyVector>(std::move(vector))), object_(owned_.get()) {}
    Mask(const AnyMatrix&&) = delete;
    Mask(const AnyVector&&) = delete;

    /// Null: no object.
    [[nodiscard]] const AnyObject* object() const noexcept { return object_; }
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
    std::shared_ptr<const AnyObject> owned_; ///< null: the object belongs to the caller
    const AnyObject* object_ = nullptr;
    Descriptor flags_{};
};

/// The pattern of the mask counts, its values are ignored.
Mask structure(Mask mask) noexcept;
/// The positions that the mask does not admit.
Mask complement(Mask mask) noexcept;

} // namespace mergus
