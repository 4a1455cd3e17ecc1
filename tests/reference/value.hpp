/// \file value.hpp
/// A value of any domain for the naive reference: a type and its bytes. This file and operators.cpp are
/// written from the specification, independently of semirings/operators.hpp, so that an error there is not
/// repeated here.
#pragma once

#include <mergus/plugin.h>

#include <array>
#include <complex>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>

namespace mergus::reference {

/// User types of the tests are at most this large.
inline constexpr std::size_t greatest_size = 64;

/// A value; the bytes beyond type->size stay 0. Aligned for every type, as host functions require.
struct Value {
    const mergus_type* type = nullptr;
    alignas(16) std::array<unsigned char, greatest_size> bytes{};

    [[nodiscard]] const void* data() const noexcept { return bytes.data(); }
    [[nodiscard]] void* data() noexcept { return bytes.data(); }
    [[nodiscard]] bool is_user() const noexcept { return type->code == MERGUS_USER_TYPE; }

    template <class T>
    [[nodiscard]] T as() const {
        T value;
        std::memcpy(&value, bytes.data(), sizeof value);
        return value;
    }
};

/// The value 0, or of a user type: all bytes 0.
Value zero(const mergus_type* type);

/// A value of `type` from raw bytes.
Value from_bytes(const mergus_type* type, const void* bytes);

/// \param value must be of the C++ type that `type` stands for.
template <class T>
Value make(const mergus_type* type, const T& value) {
    if (type->size != sizeof value)
        throw std::logic_error("reference: a value of another size than " + std::string(type->name));
    return from_bytes(type, &value);
}

/// Calls function(T{}) with the C++ type of a built-in type code.
template <class Function>
auto with_type(int code, Function function) {
    switch (code) {
    case MERGUS_BOOL:
        return function(bool{});
    case MERGUS_INT8:
        return function(std::int8_t{});
    case MERGUS_INT16:
        return function(std::int16_t{});
    case MERGUS_INT32:
        return function(std::int32_t{});
    case MERGUS_INT64:
        return function(std::int64_t{});
    case MERGUS_UINT8:
        return function(std::uint8_t{});
    case MERGUS_UINT16:
        return function(std::uint16_t{});
    case MERGUS_UINT32:
        return function(std::uint32_t{});
    case MERGUS_UINT64:
        return function(std::uint64_t{});
    case MERGUS_FP32:
        return function(float{});
    case MERGUS_FP64:
        return function(double{});
    case MERGUS_FC32:
        return function(std::complex<float>{});
    case MERGUS_FC64:
        return function(std::complex<double>{});
    default:
        throw std::logic_error("reference: a built-in type is needed here");
    }
}

template <class T>
inline constexpr bool is_complex_type = false;
template <class R>
inline constexpr bool is_complex_type<std::complex<R>> = true;

/// Typecast: between built-in types; a user type only to itself. From floating to integer: towards zero,
/// saturating, NaN gives 0; to bool: whether it is not 0; between integers: modulo 2^bits; from complex to
/// real: the real part.
Value cast(const Value& value, const mergus_type* to);

/// Whether an entry of a value mask admits the write: the value as bool.
bool is_true(const Value& value);

/// A built-in value as double (for bounds and messages); of a complex number the real part.
double to_double(const Value& value);
/// A built-in value as real and imaginary part.
std::complex<double> to_complex(const Value& value);

/// fp32, fp64, and the complex types.
bool is_float(const mergus_type* type) noexcept;
bool is_complex(const mergus_type* type) noexcept;
/// A floating value, or a part of a complex one, is NaN.
bool is_nan(const Value& value);

/// Equal as numbers and in the sign of 0: −0 is not 0, NaN equals NaN; complex numbers if both parts are.
/// User types: all bytes equal.
bool same(const Value& a, const Value& b);

/// Like same(), but −0 equals 0.
bool same_but_for_zeros(const Value& a, const Value& b);

/// Whether a real floating value is the 0 with that sign; false for other types.
bool is_zero(const Value& value, bool negative);

/// The unit roundoff of a floating type, or of a complex type's parts.
double epsilon(const mergus_type* type);

/// Whether a floating number (both parts of a complex one) is an integer so small that sums of few such are
/// exact in `type`.
bool is_exact_integer(double x, const mergus_type* type);
bool is_exact_integer(const Value& value, const mergus_type* type);

} // namespace mergus::reference
