/// \file algebra.hpp
/// Operators, monoids and semirings as values. The built-in operators and monoids are those of operators.def,
/// the built-in semirings are in semirings/. define.hpp makes new ones from C++, runtime.hpp from strings. A
/// program may also wrap the address of its own mergus_op, mergus_monoid or mergus_semiring.
#pragma once

#include <mergus/export.hpp>
#include <mergus/plugin.h>
#include <mergus/types.hpp>

#include <atomic>
#include <cstddef>
#include <utility>

namespace mergus {

namespace detail {

/// A reference-counted object made at run time (runtime.hpp). Releasing the last reference frees it.
class MERGUS_API Shared {
public:
    Shared(const Shared&) = delete;
    Shared& operator=(const Shared&) = delete;
    void retain() const noexcept;
    void release() const noexcept;

protected:
    Shared() noexcept = default;
    virtual ~Shared();

private:
    mutable std::atomic<std::size_t> references_{1};
};

/// A reference to a struct of plugin.h: its address, or a function that returns the address. With a function,
/// built-in operators are constants that need no order of initialisation. Objects made at run time are
/// reference-counted.
template <class Struct>
class Reference {
public:
    using Resolve = const Struct* (*)();

    constexpr Reference() noexcept = default;
    explicit constexpr Reference(Resolve resolve) noexcept : resolve_(resolve) {}
    /// The struct must live as long as any call that uses this value.
    explicit constexpr Reference(const Struct* address) noexcept : address_(address) {}

    /// The struct is a part of `owner`. Takes over one reference to `owner`.
    Reference(const Struct* address, const Shared* owner) noexcept : address_(address), owner_(owner) {}

    constexpr Reference(const Reference& other) noexcept
        : resolve_(other.resolve_), address_(other.address_), owner_(other.owner_) {
        if (owner_ != nullptr) owner_->retain();
    }
    constexpr Reference(Reference&& other) noexcept
        : resolve_(other.resolve_), address_(other.address_), owner_(other.owner_) {
        other.forget();
    }
    constexpr Reference& operator=(const Reference& other) noexcept {
        if (other.owner_ != nullptr) other.owner_->retain();
        if (owner_ != nullptr) owner_->release();
        resolve_ = other.resolve_;
        address_ = other.address_;
        owner_ = other.owner_;
        return *this;
    }
    constexpr Reference& operator=(Reference&& other) noexcept {
        if (this == &other) return *this;
        *this = static_cast<const Reference&>(other);
        if (other.owner_ != nullptr) {
            other.owner_->release();
            other.forget();
        }
        return *this;
    }
    constexpr ~Reference() {
        if (owner_ != nullptr) owner_->release();
    }

    [[nodiscard]] const Struct* get() const { return resolve_ != nullptr ? resolve_() : address_; }

private:
    /// Makes a moved-from reference to a run-time object empty.
    constexpr void forget() noexcept {
        if (owner_ == nullptr) return;
        address_ = nullptr;
        owner_ = nullptr;
    }

    Resolve resolve_ = nullptr;
    const Struct* address_ = nullptr;
    const Shared* owner_ = nullptr;
};

/// The built-in operator on `type`, which is the T of its constant. \throws Error domain_mismatch if the
/// operator is not defined on that type.
MERGUS_API const mergus_op* builtin_op(mergus_opcode op, mergus_type_code type);
MERGUS_API const mergus_monoid* builtin_monoid(mergus_opcode op, mergus_type_code type);
/// `type`: the type of A and B. The monoid's type is mul's z type.
MERGUS_API const mergus_semiring* builtin_semiring(mergus_opcode add, mergus_opcode mul,
                                                   mergus_type_code type);

template <mergus_opcode Op, class T>
const mergus_op* resolve_op() {
    static const mergus_op* const found = builtin_op(Op, builtin_code<T>());
    return found;
}
template <mergus_opcode Op, class T>
const mergus_monoid* resolve_monoid() {
    static const mergus_monoid* const found = builtin_monoid(Op, builtin_code<T>());
    return found;
}
template <mergus_opcode Add, mergus_opcode Mul, class T>
const mergus_semiring* resolve_semiring() {
    static const mergus_semiring* const found = builtin_semiring(Add, Mul, builtin_code<T>());
    return found;
}

} // namespace detail

/// z = f(x)
class UnaryOp : public detail::Reference<mergus_op> {
    using Reference::Reference;
};

/// z = f(x, y). An empty BinaryOp means "no accumulator".
class BinaryOp : public detail::Reference<mergus_op> {
    using Reference::Reference;
};

/// z = f(x, i, j, y) on the entry x = A(i,j), with a scalar y: for select and apply.
class IndexUnaryOp : public detail::Reference<mergus_op> {
    using Reference::Reference;
};

/// z = f(x, y, i, k, j), with x = A(i,k) and y = B(k,j). Only the multiply of mxm may be one.
class IndexBinaryOp : public detail::Reference<mergus_op> {
    using Reference::Reference;
};

/// An operator of a kind above whose z has a type known at compile time, so that calls without a given C
/// return a matrix of it: Typed<BinaryOp, bool>.
template <class Op, ValueType Z>
class Typed : public Op {
    using Op::Op;

public:
    /// Z.
    using value_type = Z;

    constexpr Typed() noexcept = default;
    /// \internal Of an operator whose z is of type Z.
    explicit Typed(Op&& any) noexcept : Op(std::move(any)) {}
};

namespace detail {
template <mergus_op_kind kind>
struct OpOfKind;
template <>
struct OpOfKind<MERGUS_UNARY> {
    using type = UnaryOp;
};
template <>
struct OpOfKind<MERGUS_BINARY> {
    using type = BinaryOp;
};
template <>
struct OpOfKind<MERGUS_INDEX_UNARY> {
    using type = IndexUnaryOp;
};
template <>
struct OpOfKind<MERGUS_INDEX_BINARY> {
    using type = IndexBinaryOp;
};
template <mergus_op_kind kind>
using Op = typename OpOfKind<kind>::type;

// The types of z in operators.def, of an operator on T.
template <class T>
using Result_same = T;
template <class T>
using Result_boolean = bool;
template <class T>
struct RealPart {
    using type = T;
};
template <ComplexType T>
struct RealPart<T> {
    using type = typename T::value_type;
};
template <class T>
using Result_real = typename RealPart<T>::type;
} // namespace detail

/// Properties of a monoid's operator that mxm and reduce may use. An operator without one of them is folded
/// in order: in mxm from left to right in the order of k; in reduce in the order of rows and columns, from
/// left to right if it is not associative. An entry is then not computed in parallel, which is slow if it
/// has many products.
struct MonoidProperties {
    bool associative = true; ///< f(f(x, y), z) = f(x, f(y, z))
    bool commutative = true; ///< f(x, y) = f(y, x)
};

/// An operator with an identity and, optionally, a terminal value. It is associative and commutative unless
/// its properties say otherwise. The identity is not a term of a sum: a fold starts with the first product
/// or entry.
class AnyMonoid : public detail::Reference<mergus_monoid> {
    using Reference::Reference;
};

/// A monoid with a type known at compile time, so that reduce can return a value of it.
template <ValueType T>
class Monoid : public AnyMonoid {
    using AnyMonoid::AnyMonoid;

public:
    /// T.
    using value_type = T;

    constexpr Monoid() noexcept = default;
    /// \internal Of a monoid on T.
    explicit Monoid(AnyMonoid&& any) noexcept : AnyMonoid(std::move(any)) {}
};

/// ⊕ and ⊗ of mxm: a monoid on C and a multiplication A × B → C.
class AnySemiring : public detail::Reference<mergus_semiring> {
    using Reference::Reference;
};

/// A semiring whose result has a type known at compile time: T is the type of ⊕ and the z type of ⊗.
template <ValueType T>
class Semiring : public AnySemiring {
    using AnySemiring::AnySemiring;

public:
    /// T.
    using value_type = T;

    constexpr Semiring() noexcept = default;
    /// \internal Of a semiring whose result is T.
    explicit Semiring(AnySemiring&& any) noexcept : AnySemiring(std::move(any)) {}
};

/// No accumulator: C = T.
inline constexpr BinaryOp no_accum{};

// The constants of a domain are templates of its concept; without a choice of types they are one object.
#define MERGUS_DETAIL_TEMPLATE_all template <BuiltinType T>
#define MERGUS_DETAIL_TEMPLATE_numeric template <NumericType T>
#define MERGUS_DETAIL_TEMPLATE_ordered template <OrderedType T>
#define MERGUS_DETAIL_TEMPLATE_real template <RealType T>
#define MERGUS_DETAIL_TEMPLATE_integer template <IntegerType T>
#define MERGUS_DETAIL_TEMPLATE_complex template <ComplexType T>
#define MERGUS_DETAIL_TEMPLATE_floating template <FloatingType T>
#define MERGUS_DETAIL_TEMPLATE_inexact template <InexactType T>
#define MERGUS_DETAIL_TEMPLATE_position template <PositionType T>
#define MERGUS_DETAIL_TEMPLATE_boolean
#define MERGUS_DETAIL_TEMPLATE_untyped
#define MERGUS_DETAIL_TYPE_all T
#define MERGUS_DETAIL_TYPE_numeric T
#define MERGUS_DETAIL_TYPE_ordered T
#define MERGUS_DETAIL_TYPE_real T
#define MERGUS_DETAIL_TYPE_integer T
#define MERGUS_DETAIL_TYPE_complex T
#define MERGUS_DETAIL_TYPE_floating T
#define MERGUS_DETAIL_TYPE_inexact T
#define MERGUS_DETAIL_TYPE_position T
#define MERGUS_DETAIL_TYPE_boolean bool
#define MERGUS_DETAIL_TYPE_untyped bool

/// The built-in operators of operators.def: ops::plus<double>, ops::abs<complex<float>>, ops::tril. They have
/// a namespace of their own, because their names are those of functions and templates of the standard library
/// (plus, min, abs, any).
namespace ops {
#define MERGUS_BUILTIN_OP(NUMBER, CODE, NAME, KIND, DOMAIN, RESULT, ...)                                     \
    MERGUS_DETAIL_TEMPLATE_##DOMAIN inline constexpr Typed<                                                  \
        detail::Op<MERGUS_##KIND>, detail::Result_##RESULT<MERGUS_DETAIL_TYPE_##DOMAIN>>                     \
        NAME{&detail::resolve_op<MERGUS_OP_##CODE, MERGUS_DETAIL_TYPE_##DOMAIN>};
#include <mergus/operators.def>
} // namespace ops

// The built-in monoids of operators.def: plus_monoid<double>, lor_monoid.
#define MERGUS_BUILTIN_MONOID(CODE, NAME, DOMAIN, ...)                                                       \
    MERGUS_DETAIL_TEMPLATE_##DOMAIN inline constexpr Monoid<MERGUS_DETAIL_TYPE_##DOMAIN> NAME##_monoid{      \
        &detail::resolve_monoid<MERGUS_OP_##CODE, MERGUS_DETAIL_TYPE_##DOMAIN>};
#include <mergus/operators.def>

} // namespace mergus
