/// \file operator_list.hpp
/// The list of built-in operators and monoids (operators.def) as data: for programs that iterate over
/// operators, and for the tables of the library and its backends. Codes and names are unique.
#pragma once

#include <mergus/plugin.h>
#include <mergus/types.hpp>

#include <cstdint>
#include <iterator>
#include <string_view>
#include <type_traits>

namespace mergus {

/// The types T on which an operator or monoid is defined.
enum class Domain : std::uint8_t {
    all,      ///< every built-in type
    numeric,  ///< all but bool
    ordered,  ///< all but complex
    real,     ///< integers and floating-point types
    integer,  ///< without bool
    complex,  ///< complex<float>, complex<double>
    floating, ///< float, double
    inexact,  ///< floating and complex types
    position, ///< int32_t and int64_t
    boolean,  ///< bool
    untyped   ///< one operator for matrices of every type; in the catalogue its T is bool
};

/// The type of z.
enum class ResultType : std::uint8_t {
    same,    ///< T
    boolean, ///< bool
    real     ///< the type of the real part of a complex T, otherwise T
};

/// The values of which z depends. x_type or y_type of a mergus_op is null where z does not.
enum class Reads : std::uint8_t { x, y, both, nothing };

/// The properties of a binary operator.
enum class OpProperties : std::uint8_t {
    none,
    associative,
    commutative,
    both,
    equality,   ///< commutative; on bool also associative
    approximate ///< none of them; the last bits of z may differ between math libraries
};

/// Identity or terminal value of a monoid. The least and greatest values of floating-point types are
/// infinities.
enum class MonoidValue : std::uint8_t { none, zero, one, least, greatest, all_bits, zero_of_integers };

/// A line of operators.def: an operator.
struct BuiltinOp {
    mergus_opcode code;      ///< MERGUS_OP_…
    std::string_view name;   ///< of the constant in mergus::ops
    mergus_op_kind kind;     ///< the arguments of the operator
    Domain domain;           ///< the types T
    ResultType result;       ///< the type of z
    Reads reads;             ///< the values of which z depends
    OpProperties properties; ///< of a binary operator
};

/// All operators, in the order of their codes.
inline constexpr BuiltinOp builtin_ops[] = {
#define MERGUS_BUILTIN_OP(NUMBER, CODE, NAME, KIND, DOMAIN, RESULT, READS, PROPERTIES, PREFIX, OBJECT)       \
    {MERGUS_OP_##CODE,   #NAME,        MERGUS_##KIND,           Domain::DOMAIN,                              \
     ResultType::RESULT, Reads::READS, OpProperties::PROPERTIES},
#include <mergus/operators.def>
};

/// A line of operators.def: a monoid.
struct BuiltinMonoid {
    mergus_opcode op;      ///< of the operator
    std::string_view name; ///< of the operator
    Domain domain;
    MonoidValue identity; ///< the identity
    MonoidValue terminal; ///< the terminal value, or none
};

/// All monoids.
inline constexpr BuiltinMonoid builtin_monoids[] = {
#define MERGUS_BUILTIN_MONOID(CODE, NAME, DOMAIN, IDENTITY, TERMINAL, PREFIX, OBJECT)                        \
    {MERGUS_OP_##CODE, #NAME, Domain::DOMAIN, MonoidValue::IDENTITY, MonoidValue::TERMINAL},
#include <mergus/operators.def>
};

/// The line of that code, or null: MERGUS_OP_USER, and codes that the list does not have.
constexpr const BuiltinOp* find_builtin_op(int code) noexcept {
    for (const BuiltinOp& op : builtin_ops)
        if (op.code == code) return &op;
    return nullptr;
}

/// Whether T belongs to the domain.
template <class T>
constexpr bool in_domain(Domain domain) noexcept {
    switch (domain) {
    case Domain::all:
        return BuiltinType<T>;
    case Domain::numeric:
        return NumericType<T>;
    case Domain::ordered:
        return OrderedType<T>;
    case Domain::real:
        return RealType<T>;
    case Domain::integer:
        return IntegerType<T>;
    case Domain::complex:
        return ComplexType<T>;
    case Domain::floating:
        return FloatingType<T>;
    case Domain::inexact:
        return InexactType<T>;
    case Domain::position:
        return PositionType<T>;
    case Domain::boolean:
    case Domain::untyped:
        return std::is_same_v<T, bool>;
    }
    return false;
}

/// MERGUS_OP_ASSOCIATIVE and MERGUS_OP_COMMUTATIVE of an operator on T.
template <class T>
constexpr std::uint32_t properties_on(OpProperties properties) noexcept {
    constexpr std::uint32_t both = MERGUS_OP_ASSOCIATIVE | MERGUS_OP_COMMUTATIVE;
    switch (properties) {
    case OpProperties::associative:
        return MERGUS_OP_ASSOCIATIVE;
    case OpProperties::commutative:
        return MERGUS_OP_COMMUTATIVE;
    case OpProperties::both:
        return both;
    case OpProperties::equality:
        return std::is_same_v<T, bool> ? both : std::uint32_t{MERGUS_OP_COMMUTATIVE};
    case OpProperties::none:
    case OpProperties::approximate:
        break;
    }
    return 0;
}

namespace detail {
constexpr bool unique_ops() {
    for (std::size_t a = 0; a < std::size(builtin_ops); ++a)
        for (std::size_t b = 0; b < a; ++b)
            if (builtin_ops[a].code == builtin_ops[b].code || builtin_ops[a].name == builtin_ops[b].name)
                return false;
    return true;
}
static_assert(unique_ops(), "two lines of operators.def have one code or one name");
} // namespace detail

} // namespace mergus
