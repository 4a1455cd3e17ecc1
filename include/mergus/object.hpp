/// \file object.hpp
/// What matrices and vectors have in common: entries, a type, a context.
#pragma once

#include <mergus/context.hpp>
#include <mergus/export.hpp>
#include <mergus/plugin.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

namespace mergus {

namespace detail {
class MatrixState;

/// The truth values as an array of bool.
inline std::unique_ptr<bool[]> bytes_of(const std::vector<bool>& values) {
    auto bytes = std::make_unique<bool[]>(values.size() + 1);
    std::copy(values.begin(), values.end(), bytes.get());
    return bytes;
}
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
    [[nodiscard]] const mergus_type* type() const;
    [[nodiscard]] Context context() const;

    /// Removes all entries.
    void clear();

    /// \internal
    [[nodiscard]] detail::MatrixState* state() const noexcept { return state_.get(); }

protected:
    AnyObject() noexcept;
    explicit AnyObject(std::unique_ptr<detail::MatrixState> state) noexcept;
    AnyObject(AnyObject&&) noexcept;
    AnyObject& operator=(AnyObject&&) noexcept;
    ~AnyObject();

    std::unique_ptr<detail::MatrixState> state_;
};

} // namespace mergus
