/// \file builtin_operators.hpp
/// Iteration over the built-in types, and the catalogue's operators on them.
#pragma once

#include <mergus/algebra.hpp>
#include <mergus/error.hpp>
#include <mergus/operator_list.hpp>

#include <doctest/doctest.h>

#include <cstdint>

namespace mergus::tests {

/// Calls body(T{}) for every built-in type.
void for_each_type(const auto& body) {
    body(bool{});
    body(std::int8_t{}), body(std::int16_t{}), body(std::int32_t{}), body(std::int64_t{});
    body(std::uint8_t{}), body(std::uint16_t{}), body(std::uint32_t{}), body(std::uint64_t{});
    body(float{}), body(double{});
    body(complex<float>{}), body(complex<double>{});
}

/// A small integer as a value of T; a bool is true for all but 0.
template <class T>
T number(int value) {
    if constexpr (ComplexType<T>)
        return T(static_cast<typename T::value_type>(value));
    else
        return static_cast<T>(value);
}

/// The catalogue's operator on T, or null if there is none.
template <class T>
const mergus_op* catalogue_op(mergus_opcode code) {
    try {
        return detail::builtin_op(code, detail::builtin_code<T>());
    } catch (const Error& error) {
        REQUIRE(error.code() == Code::domain_mismatch);
        return nullptr;
    }
}

} // namespace mergus::tests
