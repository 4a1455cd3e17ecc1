/// \file types.hpp
/// Domains: the built-in types of GraphBLAS and user-defined structs.
#pragma once

#include <mergus/export.hpp>
#include <mergus/natural.hpp>
#include <mergus/plugin.h>

#include <complex>
#include <concepts>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace mergus {

/// A complex number. Texts for device compilers use the same name. There it has +, −, ·, /, ==,
/// real(), imag(), and, found by argument-dependent lookup, real, imag, conj, abs, arg and norm.
template <class R>
using complex = std::complex<R>;

namespace detail {
template <class T>
consteval mergus_type_code builtin_code() {
    if constexpr (std::same_as<T, bool>) {
        return MERGUS_BOOL;
    } else if constexpr (std::same_as<T, float>) {
        return MERGUS_FP32;
    } else if constexpr (std::same_as<T, double>) {
        return MERGUS_FP64;
    } else if constexpr (std::same_as<T, complex<float>>) {
        return MERGUS_FC32;
    } else if constexpr (std::same_as<T, complex<double>>) {
        return MERGUS_FC64;
    } else if constexpr (CountingType<T> && std::same_as<T, std::remove_cv_t<T>>) {
        constexpr int log2_size = sizeof(T) == 1 ? 0 : sizeof(T) == 2 ? 1 : sizeof(T) == 4 ? 2 : 3;
        return static_cast<mergus_type_code>((std::signed_integral<T> ? MERGUS_INT8 : MERGUS_UINT8) +
                                             log2_size);
    } else {
        return MERGUS_USER_TYPE;
    }
}
} // namespace detail

/// bool, the eight fixed-width integers, float, double, and complex numbers of the last two; not character
/// types or long double.
template <class T>
concept BuiltinType = detail::builtin_code<T>()
!= MERGUS_USER_TYPE;

/// The built-in types that have arithmetic: all but bool.
template <class T>
concept NumericType = BuiltinType<T> && !std::same_as<T, bool>;

/// The complex types.
template <class T>
concept ComplexType = NumericType<T> &&(std::same_as<T, complex<float>> || std::same_as<T, complex<double>>);

/// The built-in types that are not complex. They have an order and convert to truth values.
template <class T>
concept OrderedType = BuiltinType<T> && !ComplexType<T>;

/// The numbers that have an order.
template <class T>
concept RealType = NumericType<T> && OrderedType<T>;

/// The integers.
template <class T>
concept IntegerType = NumericType<T> && std::integral<T>;

/// float and double.
template <class T>
concept FloatingType = RealType<T> && std::floating_point<T>;

/// The numbers that are not integers.
template <class T>
concept InexactType = FloatingType<T> || ComplexType<T>;

/// The types of an index that an operator computes.
template <class T>
concept PositionType = std::same_as<T, std::int32_t> || std::same_as<T, std::int64_t>;

/// Name and definition of a user's struct for a device's compiler. MERGUS_TYPE provides it; specialise this
/// template for a struct of another library: `static constexpr const char* name, *text`.
template <class T>
struct type_definition {};

/// Of a struct that MERGUS_TYPE has made.
template <class T>
requires requires {
    T::mergus_type_text();
}
struct type_definition<T> {
    static constexpr const char* name = T::mergus_type_name(); ///< the name
    static constexpr const char* text = T::mergus_type_text(); ///< the definition
};

/// A struct with a definition. It is trivially copyable and has at most 4096 bytes (GPU backends accept at
/// least 64).
template <class T>
concept UserType = std::is_trivially_copyable_v<T> && requires {
    type_definition<T>::text;
};

/// The types of values: built-in types and structs with a definition.
template <class T>
concept ValueType = BuiltinType<T> || UserType<T>;

namespace detail {
/// The library's single copy of a built-in type, or of a user type with this content.
MERGUS_API const mergus_type* builtin_type(mergus_type_code code);
MERGUS_API const mergus_type* intern_type(const mergus_type& type);
} // namespace detail

/// The descriptor of T. The same type has the same object in the whole process.
template <ValueType T>
const mergus_type* type_of() {
    if constexpr (BuiltinType<T>) {
        return detail::builtin_type(detail::builtin_code<T>());
    } else {
        static const mergus_type* const type = detail::intern_type(
            mergus_type{sizeof(mergus_type), MERGUS_USER_TYPE, static_cast<std::uint32_t>(alignof(T)),
                        sizeof(T), type_definition<T>::name, type_definition<T>::text});
        return type;
    }
}

/// "bool", "int8" … "uint64", "fp32", "fp64", "fc32", "fc64" (complex), as the command line and the reports
/// write types; of a user type its name.
MERGUS_API std::string_view type_name(const mergus_type* type) noexcept;

/// The built-in type of that name (also "float", "double", "int32_t", "mergus::complex<float>", …), or
/// nullptr.
MERGUS_API const mergus_type* type_from_name(std::string_view name) noexcept;

} // namespace mergus

/// Defines a struct NAME with the given members, usable as a matrix's domain on every backend, e.g.
/// `MERGUS_TYPE(weighted, double weight; int64_t via;)`. At namespace scope; plain data members and functions
/// that use only the language and C math. In the text, write int64_t rather than std::int64_t.
///
/// NAME is an alias of a struct whose linker name contains a hash of the members. So structs of one name with
/// different members in two files of a program are two types, and a definition in a header is one.
#define MERGUS_TYPE(NAME, ...)                                                                               \
    template <::std::uint64_t>                                                                               \
    struct NAME##_with {                                                                                     \
        struct NAME {                                                                                        \
            __VA_ARGS__                                                                                      \
            static constexpr const char* mergus_type_name() { return #NAME; }                                \
            static constexpr const char* mergus_type_text() {                                                \
                return "struct " #NAME " { " #__VA_ARGS__ " };";                                             \
            }                                                                                                \
        };                                                                                                   \
    };                                                                                                       \
    using NAME = NAME##_with<::mergus::detail::hash_of(#__VA_ARGS__)>::NAME;                                 \
    static_assert(::mergus::detail::check_type<NAME>())

#include <mergus/define_checks.hpp> // check_type; it needs the declarations above
