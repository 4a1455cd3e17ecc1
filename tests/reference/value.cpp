/// \file value.cpp
/// Casts and comparisons of single values.
#include "reference/value.hpp"

#include <cmath>
#include <limits>
#include <type_traits>

namespace mergus::reference {

Value zero(const mergus_type* type) {
    if (type->size > greatest_size)
        throw std::logic_error("reference: type " + std::string(type->name) + " is too large");
    Value value;
    value.type = type;
    return value;
}

Value from_bytes(const mergus_type* type, const void* bytes) {
    Value value = zero(type);
    std::memcpy(value.data(), bytes, type->size);
    return value;
}

namespace {

template <class To, class From>
To cast_number(From x) {
    if constexpr (is_complex_type<To>) {
        using Part = typename To::value_type;
        if constexpr (is_complex_type<From>)
            return {static_cast<Part>(x.real()), static_cast<Part>(x.imag())};
        else
            return {static_cast<Part>(x), Part{0}};
    } else if constexpr (is_complex_type<From>) {
        return std::is_same_v<To, bool> ? cast_number<To>(x != From{}) : cast_number<To>(x.real());
    } else if constexpr (std::is_same_v<To, bool>) {
        return x != From{};
    } else if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>) {
        if (std::isnan(x)) return To{};
        const From whole = std::trunc(x);
        // The first power of two that no longer fits is exact in every floating type; the maximum is not.
        const From above = std::ldexp(From{1}, std::numeric_limits<To>::digits);
        const From below = std::is_signed_v<To> ? -above : From{0};
        if (whole >= above) return std::numeric_limits<To>::max();
        if (whole < below) return std::numeric_limits<To>::min();
        return static_cast<To>(whole);
    } else {
        return static_cast<To>(x); // C++20: integers modulo 2^bits; fp64 to fp32 rounds
    }
}

} // namespace

Value cast(const Value& value, const mergus_type* to) {
    if (value.type == to) return value;
    if (value.is_user() || to->code == MERGUS_USER_TYPE)
        throw std::logic_error("reference: " + std::string(value.type->name) + " is not cast to " + to->name);
    return with_type(value.type->code, [&]<class From>(From) {
        return with_type(to->code, [&]<class To>(To) { return make(to, cast_number<To>(value.as<From>())); });
    });
}

bool is_true(const Value& value) {
    return with_type(value.type->code, [&]<class T>(T) { return value.as<T>() != T{}; });
}

double to_double(const Value& value) {
    return to_complex(value).real();
}

std::complex<double> to_complex(const Value& value) {
    return with_type(value.type->code,
                     [&]<class T>(T) { return cast_number<std::complex<double>>(value.as<T>()); });
}

bool is_float(const mergus_type* type) noexcept {
    return type->code == MERGUS_FP32 || type->code == MERGUS_FP64 || is_complex(type);
}

bool is_complex(const mergus_type* type) noexcept {
    return type->code == MERGUS_FC32 || type->code == MERGUS_FC64;
}

bool is_nan(const Value& value) {
    if (!is_float(value.type)) return false;
    const std::complex<double> x = to_complex(value);
    return std::isnan(x.real()) || std::isnan(x.imag());
}

namespace {

template <class T>
bool same_number(T x, T y) {
    if constexpr (is_complex_type<T>) {
        return same_number(x.real(), y.real()) && same_number(x.imag(), y.imag());
    } else if constexpr (std::is_floating_point_v<T>) {
        return (x == y && std::signbit(x) == std::signbit(y)) || (std::isnan(x) && std::isnan(y));
    } else {
        return x == y;
    }
}

} // namespace

bool same(const Value& a, const Value& b) {
    if (a.type != b.type) return false;
    if (a.is_user()) return a.bytes == b.bytes;
    return with_type(a.type->code, [&]<class T>(T) { return same_number(a.as<T>(), b.as<T>()); });
}

bool same_but_for_zeros(const Value& a, const Value& b) {
    if (same(a, b) || a.type != b.type || a.is_user() || !is_float(a.type)) return same(a, b);
    const auto alike = [](double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); };
    const std::complex<double> x = to_complex(a), y = to_complex(b);
    return alike(x.real(), y.real()) && alike(x.imag(), y.imag());
}

bool is_zero(const Value& value, bool negative) {
    if (!is_float(value.type) || is_complex(value.type)) return false;
    const double x = to_double(value);
    return x == 0 && std::signbit(x) == negative;
}

double epsilon(const mergus_type* type) {
    return type->code == MERGUS_FP32 || type->code == MERGUS_FC32 ? std::ldexp(1.0, -24)
                                                                  : std::ldexp(1.0, -53);
}

bool is_exact_integer(double x, const mergus_type* type) {
    return std::trunc(x) == x && std::fabs(x) <= 1 / epsilon(type);
}

bool is_exact_integer(const Value& value, const mergus_type* type) {
    const std::complex<double> x = to_complex(value);
    return is_exact_integer(x.real(), type) && is_exact_integer(x.imag(), type);
}

} // namespace mergus::reference
