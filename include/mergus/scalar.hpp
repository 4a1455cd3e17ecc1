/// \file scalar.hpp
/// One value of any type, as an argument of an operation.
#pragma once

#include <mergus/export.hpp>
#include <mergus/types.hpp>

#include <cstddef>
#include <cstring>
#include <memory>

namespace mergus {

/// A copy of one value. Values of up to 64 bytes are stored in the object.
///
/// A C++ value is converted where an operation needs another type, and the conversion must keep the value.
/// These are invalid_value: a fraction or a number out of range for an integer type; a number other than 0
/// and 1 for bool; an integer that a floating-point type does not represent exactly; a finite number that
/// becomes infinite; an imaginary part for a real type. Reals are rounded to a narrower floating-point type.
/// So `select(ops::valuegt<int>, A, 0.5)` throws; it does not compare with 0.
///
/// A scalar made with an explicit type is cast between built-in types as matrices are (ops.hpp).
class MERGUS_API Scalar {
public:
    /// A C++ value.
    template <ValueType T>
    // NOLINTNEXTLINE(google-explicit-constructor): values are arguments of operations
    Scalar(const T& value) : type_(type_of<T>()), keeps_value_(true) {
        std::memcpy(reserve(sizeof(T)), &value, sizeof(T));
    }
    /// A copy of the value of `type` at `data`, to be cast where an operation needs another type. Null makes
    /// a scalar without a value; operations refuse it with empty_object after all other checks.
    Scalar(const void* data, const mergus_type* type);

    /// The value, or null for a scalar without one.
    [[nodiscard]] const void* data() const noexcept {
        return type_ == nullptr    ? nullptr
               : large_ != nullptr ? static_cast<const void*>(large_.get())
                                   : small_;
    }
    /// Its type; null for a scalar made from null.
    [[nodiscard]] const mergus_type* type() const noexcept { return type_; }
    /// Whether a conversion must keep the value: true for C++ values.
    [[nodiscard]] bool keeps_value() const noexcept { return keeps_value_; }

private:
    void* reserve(std::size_t bytes) {
        if (bytes <= sizeof small_) return small_;
        large_ = std::make_shared<std::max_align_t[]>(bytes / sizeof(std::max_align_t) + 1);
        return large_.get();
    }

    alignas(std::max_align_t) unsigned char small_[64] = {};
    std::shared_ptr<std::max_align_t[]>
        large_; ///< wider values; constant after construction, so copies share it
    const mergus_type* type_ = nullptr;
    bool keeps_value_ = false;
};

} // namespace mergus
