/// \file cast_scalar.hpp
/// Scalar arguments in the type that an operator takes.
#pragma once

#include "checks.hpp"

#include <mergus/plugin.h>
#include <mergus/scalar.hpp>

#include <cstddef>
#include <memory>
#include <string_view>

namespace mergus::core {

/// Room for one value, aligned for all types. Values of up to 64 bytes need no allocation.
class ValueBuffer {
public:
    ValueBuffer() = default;
    explicit ValueBuffer(const mergus_type* type) { make_room(type); }
    ValueBuffer(const ValueBuffer&) = delete;
    ValueBuffer& operator=(const ValueBuffer&) = delete;
    ~ValueBuffer() = default;
    void make_room(const mergus_type* type) {
        if (type->size > sizeof small_)
            large_ = std::make_unique<std::max_align_t[]>(type->size / sizeof(std::max_align_t) + 1);
    }
    [[nodiscard]] void* get() noexcept { return large_ ? large_.get() : small_; }
    [[nodiscard]] const void* get() const noexcept { return large_ ? large_.get() : small_; }

private:
    std::max_align_t small_[2];
    std::unique_ptr<std::max_align_t[]> large_;
};

/// A C++ value must be representable in type `to`. \throws Error invalid_value
void check_value(const Checker& check, const Scalar& scalar, const mergus_type* to, std::string_view what);

/// A scalar cast to a type. It owns the value that the backend reads during the call.
class CastScalar {
public:
    CastScalar(const CastScalar&) = delete;
    CastScalar& operator=(const CastScalar&) = delete;
    ~CastScalar() = default;
    /// \param type null: the scalar's own. \param what describes the cast in error messages. A scalar without
    /// a value is left to require().
    CastScalar(const Checker& check, const Scalar& scalar, const mergus_type* type, std::string_view what);
    /// The scalar has a value. This is the last check of a call. \throws Error empty_object
    void require(const Checker& check) const {
        if (type_ == nullptr) check.fail(Code::empty_object, "the scalar has no value");
    }
    /// The value, of the type that it was cast to.
    [[nodiscard]] const void* data() const noexcept { return value_.get(); }
    void put_into(mergus_call& call) const {
        call.scalar = data();
        call.scalar_type = type_;
    }

private:
    const mergus_type* type_ = nullptr; ///< null without a value
    ValueBuffer value_;
};

} // namespace mergus::core
