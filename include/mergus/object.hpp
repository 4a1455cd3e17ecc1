/// \file object.hpp
/// What matrices and vectors have in common: entries, a type, a context.
#pragma once

#include <mergus/context.hpp>
#include <mergus/export.hpp>
#include <mergus/plugin.h>

#include <cstdint>
#include <memory>

namespace mergus {

namespace detail {
class MatrixState;
} // namespace detail

/// The base of AnyMatrix and AnyVector. A mask is made from one; an operation takes a matrix or a vector.
/// A moved-from object is empty: every call on it throws uninitialized_object.
class MERGUS_API AnyObject {
public:
    AnyObject(const AnyObject&) = delete;
    AnyObject& operator=(const AnyObject&) = delete;

    /// Entries, explicit zeros included.
    [[nodiscard]] std::uint64_t nvals() const;
    /// Bytes of the arrays that hold the object.
    [[nodiscard]] std::uint64_t bytes() const;
    [[nodiscard]] const mergus_type* type() const; ///< the type of the entries
    [[nodiscard]] Context context() const;         ///< a handle of the context

    /// Removes all entries.
    void clear();

    /// \internal
    [[nodiscard]] detail::MatrixState* state() const noexcept { return state_.get(); }

protected:
    AnyObject() noexcept;
    /// An object of the library.
    explicit AnyObject(std::unique_ptr<detail::MatrixState> state) noexcept;
    AnyObject(AnyObject&&) noexcept;
    AnyObject& operator=(AnyObject&&) noexcept;
    ~AnyObject();

    std::unique_ptr<detail::MatrixState> state_; ///< null: the object is empty
};

namespace detail {
/// Before `object`, if it is not empty, becomes a `what`<T> whose T is `type`. \throws Error domain_mismatch
MERGUS_API void require_type(const AnyObject& object, const mergus_type* type, const char* what);
} // namespace detail

} // namespace mergus
