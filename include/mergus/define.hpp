/// \file define.hpp
/// New operators, monoids and semirings from one C++ definition, which is compiled by the host compiler and
/// kept as text for the device's compiler. Use the macros at namespace scope.
///
/// A definition may use the language, C math functions (fmin, exp, …), fixed-width types without std::,
/// mergus::complex<double> (types.hpp lists its members), and types made by MERGUS_TYPE. It may not contain
/// preprocessor lines, nor use the program's variables, functions and macros, which a device does not have.
/// It has at most 65536 characters.
///
/// What a macro defines has internal linkage: each source file has its own, and equal names in different
/// files do not meet. A definition in a header is one for each file that includes it; backends treat them
/// alike.
///
///     MERGUS_SEMIRING(max_reliability,
///         static double identity() { return 0; }
///         static double add(double x, double y) { return fmax(x, y); }
///         static double mul(double a, double b) { return a * b; })
///     const mergus::Matrix<double> C = mergus::mxm(max_reliability, A, B);
#pragma once

#include <mergus/algebra.hpp>
#include <mergus/define_checks.hpp>

#include <cmath> // definitions use its functions
#include <cstring>

namespace mergus::detail {

template <class T>
T load(const void* p) {
    T value;
    std::memcpy(&value, p, sizeof(T));
    return value;
}
template <class T>
void store(void* p, const T& value) {
    std::memcpy(p, &value, sizeof(T));
}

/// The same function without noexcept, which would be part of its type.
template <class Z, class... A>
constexpr auto plain(Z (*function)(A...)) -> Z (*)(A...) {
    return function;
}

/// The operator's types and host function, deduced from the signature of a static function. The signature is
/// a type parameter, because nvcc takes specializations for values of different types for one another.
template <auto Function, class Signature = decltype(Function)>
struct OpTraits;

template <auto Function, ValueType Z, ValueType X>
struct OpTraits<Function, Z (*)(X)> {
    static constexpr mergus_op_kind kind = MERGUS_UNARY;
    using z_type = Z;
    static const mergus_type* x() { return type_of<X>(); }
    static const mergus_type* y() { return nullptr; }
    static void call(void* z, const void* a) { store<Z>(z, Function(load<X>(a))); }
    static void set(mergus_op& op) { op.function.unary = &call; }
};

template <auto Function, ValueType Z, ValueType X, ValueType Y>
struct OpTraits<Function, Z (*)(X, Y)> {
    static constexpr mergus_op_kind kind = MERGUS_BINARY;
    using z_type = Z;
    static const mergus_type* x() { return type_of<X>(); }
    static const mergus_type* y() { return type_of<Y>(); }
    static void call(void* z, const void* a, const void* b) { store<Z>(z, Function(load<X>(a), load<Y>(b))); }
    static void set(mergus_op& op) { op.function.binary = &call; }
};

template <auto Function, ValueType Z, ValueType X, ValueType Y>
struct OpTraits<Function, Z (*)(X, std::int64_t, std::int64_t, Y)> {
    static constexpr mergus_op_kind kind = MERGUS_INDEX_UNARY;
    using z_type = Z;
    static const mergus_type* x() { return type_of<X>(); }
    static const mergus_type* y() { return type_of<Y>(); }
    static void call(void* z, const void* a, std::int64_t i, std::int64_t j, const void* b) {
        store<Z>(z, Function(load<X>(a), i, j, load<Y>(b)));
    }
    static void set(mergus_op& op) { op.function.index_unary = &call; }
};

template <auto Function, ValueType Z, ValueType X, ValueType Y>
struct OpTraits<Function, Z (*)(X, Y, std::int64_t, std::int64_t, std::int64_t)> {
    static constexpr mergus_op_kind kind = MERGUS_INDEX_BINARY;
    using z_type = Z;
    static const mergus_type* x() { return type_of<X>(); }
    static const mergus_type* y() { return type_of<Y>(); }
    static void call(void* z, const void* a, const void* b, std::int64_t i, std::int64_t k, std::int64_t j) {
        store<Z>(z, Function(load<X>(a), load<Y>(b), i, k, j));
    }
    static void set(mergus_op& op) { op.function.index_binary = &call; }
};

/// One operator of a definition D, which has mergus_name and mergus_text. Made on first use.
template <class D, auto Function>
const mergus_op* user_op(const char* callable, std::uint32_t properties) {
    using Traits = OpTraits<Function>;
    static const mergus_op op = [&] {
        mergus_op made{};
        made.struct_size = sizeof(mergus_op);
        made.kind = Traits::kind;
        made.code = MERGUS_OP_USER;
        made.name = D::mergus_name();
        made.z_type = type_of<typename Traits::z_type>();
        made.x_type = Traits::x();
        made.y_type = Traits::y();
        Traits::set(made);
        made.text = D::mergus_text();
        made.callable = callable;
        made.convention = MERGUS_CALL_VALUES;
        made.properties = properties;
        return made;
    }();
    return &op;
}

/// The type of z.
template <class D>
using ResultOf = typename OpTraits<plain(&D::apply)>::z_type;

template <class D>
const mergus_op* user_single_op() {
    return user_op<D, plain(&D::apply)>(D::mergus_apply(), 0);
}

/// The properties that a definition declares for add. Default: associative and commutative.
template <class D>
constexpr std::uint32_t declared_properties() {
    std::uint32_t properties = MERGUS_OP_ASSOCIATIVE | MERGUS_OP_COMMUTATIVE;
    if constexpr (requires { D::associative(); })
        if (!D::associative()) properties &= ~std::uint32_t{MERGUS_OP_ASSOCIATIVE};
    if constexpr (requires { D::commutative(); })
        if (!D::commutative()) properties &= ~std::uint32_t{MERGUS_OP_COMMUTATIVE};
    return properties;
}

/// identity(), add and, if there is one, terminal().
template <class D>
const mergus_monoid* user_monoid() {
    using T = typename OpTraits<plain(&D::add)>::z_type;
    static const T identity = D::identity();
    static const mergus_monoid monoid = [] {
        mergus_monoid made{};
        made.struct_size = sizeof(mergus_monoid);
        made.op = user_op<D, plain(&D::add)>(D::mergus_add(), declared_properties<D>());
        made.identity = &identity;
        if constexpr (requires { D::terminal(); }) {
            static const T terminal = D::terminal();
            made.terminal = &terminal;
        }
        return made;
    }();
    return &monoid;
}

template <class D>
const mergus_semiring* user_semiring() {
    static const mergus_semiring semiring{sizeof(mergus_semiring), D::mergus_name(), user_monoid<D>(),
                                          user_op<D, plain(&D::mul)>(D::mergus_mul(), 0)};
    return &semiring;
}

} // namespace mergus::detail

/// The struct of a definition: its functions and their text. The outermost macro makes TEXT: an argument that
/// is passed on to another macro is expanded first, which would replace INFINITY by this compiler's
/// definition of it.
#define MERGUS_DETAIL_DEFINITION(NAME, TEXT, ...)                                                            \
    struct NAME##_definition {                                                                               \
        __VA_ARGS__                                                                                          \
        static constexpr const char* mergus_name() { return #NAME; }                                         \
        static constexpr const char* mergus_text() { return "struct " #NAME "_definition { " TEXT " };"; }   \
        static constexpr const char* mergus_add() { return #NAME "_definition::add"; }                       \
        static constexpr const char* mergus_mul() { return #NAME "_definition::mul"; }                       \
        static constexpr const char* mergus_apply() { return #NAME "_definition::apply"; }                   \
    }

/// A semiring from `static C identity()`, `static C add(C, C)`, `static C mul(A, B)` or, to see the indices
/// of the product A(i,k)·B(k,j), `static C mul(A, B, int64_t i, int64_t k, int64_t j)`, and optionally
/// `static C terminal()`, a value that add cannot change. add must be associative and commutative with that
/// identity, or declare what it lacks: `static bool associative() { return false; }`, `static bool
/// commutative() { return false; }`. Products are then added from left to right in the order of k.
///
/// Identity and terminal value may be any values, including NaN and structs. Backends compare bytes; they
/// do not use operator==. A backend may end a sum whose bytes are those of the terminal value, but need
/// not: the suitesparse backend ends reductions and dot products; the cuda backends stop applying add, and
/// their reductions stop reading. A value with other bytes (another NaN, -0.0 instead of 0.0, other
/// padding) is not recognised; the sum continues and has the same result. To make padding bytes equal,
/// declare them as a member.
#define MERGUS_SEMIRING(NAME, ...)                                                                           \
    namespace {                                                                                              \
    MERGUS_DETAIL_DEFINITION(NAME, #__VA_ARGS__, __VA_ARGS__);                                               \
    static_assert(::mergus::detail::check_semiring<NAME##_definition>());                                    \
    [[maybe_unused]] constexpr ::mergus::Semiring<decltype(NAME##_definition::identity())> NAME{             \
        &::mergus::detail::user_semiring<NAME##_definition>};                                                \
    }

/// A monoid from `static T identity()`, `static T add(T, T)` and optionally `static T terminal()`; what add
/// lacks is declared as for a semiring.
#define MERGUS_MONOID(NAME, ...)                                                                             \
    namespace {                                                                                              \
    MERGUS_DETAIL_DEFINITION(NAME, #__VA_ARGS__, __VA_ARGS__);                                               \
    static_assert(::mergus::detail::check_monoid<NAME##_definition>());                                      \
    [[maybe_unused]] constexpr ::mergus::Monoid<decltype(NAME##_definition::identity())> NAME{               \
        &::mergus::detail::user_monoid<NAME##_definition>};                                                  \
    }

/// An operator from `static Z apply(X)`, `static Z apply(X, Y)`, or `static Z apply(X, int64_t i, int64_t j,
/// Y)`.
#define MERGUS_UNARY_OP(NAME, ...)                                                                           \
    namespace {                                                                                              \
    MERGUS_DETAIL_DEFINITION(NAME, #__VA_ARGS__, __VA_ARGS__);                                               \
    static_assert(::mergus::detail::check_operator<NAME##_definition, MERGUS_UNARY>());                      \
    [[maybe_unused]] constexpr ::mergus::Typed<::mergus::UnaryOp,                                            \
                                               ::mergus::detail::ResultOf<NAME##_definition>>                \
        NAME{&::mergus::detail::user_single_op<NAME##_definition>};                                          \
    }
/// An operator from `static Z apply(X, Y)`.
#define MERGUS_BINARY_OP(NAME, ...)                                                                          \
    namespace {                                                                                              \
    MERGUS_DETAIL_DEFINITION(NAME, #__VA_ARGS__, __VA_ARGS__);                                               \
    static_assert(::mergus::detail::check_operator<NAME##_definition, MERGUS_BINARY>());                     \
    [[maybe_unused]] constexpr ::mergus::Typed<::mergus::BinaryOp,                                           \
                                               ::mergus::detail::ResultOf<NAME##_definition>>                \
        NAME{&::mergus::detail::user_single_op<NAME##_definition>};                                          \
    }
/// An operator from `static Z apply(X, int64_t i, int64_t j, Y)`.
#define MERGUS_INDEX_UNARY_OP(NAME, ...)                                                                     \
    namespace {                                                                                              \
    MERGUS_DETAIL_DEFINITION(NAME, #__VA_ARGS__, __VA_ARGS__);                                               \
    static_assert(::mergus::detail::check_operator<NAME##_definition, MERGUS_INDEX_UNARY>());                \
    [[maybe_unused]] constexpr ::mergus::Typed<::mergus::IndexUnaryOp,                                       \
                                               ::mergus::detail::ResultOf<NAME##_definition>>                \
        NAME{&::mergus::detail::user_single_op<NAME##_definition>};                                          \
    }
