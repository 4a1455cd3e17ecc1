/// \file algebra.hpp
/// Operators, monoids and semirings as values. The built-in ones are below and in semirings/. define.hpp
/// makes new ones from C++, runtime.hpp from strings. A program may also wrap the address of its own
/// mergus_op, mergus_monoid or mergus_semiring.
#pragma once

#include <mergus/export.hpp>
#include <mergus/plugin.h>
#include <mergus/types.hpp>

#include <atomic>
#include <cstddef>

namespace mergus {

namespace detail {

/// A reference-counted object made at run time (runtime.hpp). The last value that refers to it frees it.
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

/// A reference to a struct of plugin.h: an address, or a function that returns the address on first use.
/// With a function, built-in operators are constants without an order of initialisation. Objects made at
/// run time are reference-counted.
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
    /// A moved-from reference to a run-time object is empty.
    constexpr void forget() noexcept {
        if (owner_ == nullptr) return;
        address_ = nullptr;
        owner_ = nullptr;
    }

    Resolve resolve_ = nullptr;
    const Struct* address_ = nullptr;
    const Shared* owner_ = nullptr;
};

/// The library's catalogue of built-in operators; `type` is the type of x, or of z if the operator ignores
/// x. \throws Error domain_mismatch if the operator is not defined on that type.
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

/// Properties of a monoid's operator that mxm and reduce may use. An operator without one of them is folded
/// in order: in mxm from left to right in the order of k; in reduce in the order of rows and columns, from
/// left to right if it is not associative. An entry is then not computed in parallel, which is slow if it
/// has many products.
struct MonoidProperties {
    bool associative = true;
    bool commutative = true;
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
};

/// ⊕ and ⊗ of mxm: a monoid on C and a multiplication A × B → C.
class AnySemiring : public detail::Reference<mergus_semiring> {
    using Reference::Reference;
};

/// A semiring whose result has a type known at compile time: T is the type of ⊕ and the z type of ⊗.
template <ValueType T>
class Semiring : public AnySemiring {
    using AnySemiring::AnySemiring;
};

inline constexpr BinaryOp no_accum{};

// ---- unary operators
// --------------------------------------------------------------------------------------------
template <BuiltinType T>
inline constexpr UnaryOp identity{&detail::resolve_op<MERGUS_OP_IDENTITY, T>};
template <BuiltinType T>
inline constexpr UnaryOp ainv{&detail::resolve_op<MERGUS_OP_AINV, T>};
template <BuiltinType T>
inline constexpr UnaryOp minv{&detail::resolve_op<MERGUS_OP_MINV, T>};
template <BuiltinType T>
inline constexpr UnaryOp abs{&detail::resolve_op<MERGUS_OP_ABS, T>};
template <BuiltinType T>
inline constexpr UnaryOp one{&detail::resolve_op<MERGUS_OP_ONE, T>};
template <OrderedType T>
inline constexpr UnaryOp lnot{&detail::resolve_op<MERGUS_OP_LNOT, T>};
template <IntegerType T>
inline constexpr UnaryOp bnot{&detail::resolve_op<MERGUS_OP_BNOT, T>};
template <ComplexType T>
inline constexpr UnaryOp conj{&detail::resolve_op<MERGUS_OP_CONJ, T>};
/// Real part, imaginary part and argument (in (−π, π]) of a complex number. The result is real, as for abs.
template <ComplexType T>
inline constexpr UnaryOp creal{&detail::resolve_op<MERGUS_OP_CREAL, T>};
template <ComplexType T>
inline constexpr UnaryOp cimag{&detail::resolve_op<MERGUS_OP_CIMAG, T>};
template <ComplexType T>
inline constexpr UnaryOp carg{&detail::resolve_op<MERGUS_OP_CARG, T>};

// ---- binary operators
// -------------------------------------------------------------------------------------------
template <BuiltinType T>
inline constexpr BinaryOp first{&detail::resolve_op<MERGUS_OP_FIRST, T>};
template <BuiltinType T>
inline constexpr BinaryOp second{&detail::resolve_op<MERGUS_OP_SECOND, T>};
template <BuiltinType T>
inline constexpr BinaryOp pair{&detail::resolve_op<MERGUS_OP_PAIR, T>};
template <BuiltinType T>
inline constexpr BinaryOp any{&detail::resolve_op<MERGUS_OP_ANY, T>};
template <BuiltinType T>
inline constexpr BinaryOp plus{&detail::resolve_op<MERGUS_OP_PLUS, T>};
template <BuiltinType T>
inline constexpr BinaryOp minus{&detail::resolve_op<MERGUS_OP_MINUS, T>};
template <BuiltinType T>
inline constexpr BinaryOp rminus{&detail::resolve_op<MERGUS_OP_RMINUS, T>};
template <BuiltinType T>
inline constexpr BinaryOp times{&detail::resolve_op<MERGUS_OP_TIMES, T>};
template <BuiltinType T>
inline constexpr BinaryOp div{&detail::resolve_op<MERGUS_OP_DIV, T>};
template <BuiltinType T>
inline constexpr BinaryOp rdiv{&detail::resolve_op<MERGUS_OP_RDIV, T>};
template <OrderedType T>
inline constexpr BinaryOp min{&detail::resolve_op<MERGUS_OP_MIN, T>};
template <OrderedType T>
inline constexpr BinaryOp max{&detail::resolve_op<MERGUS_OP_MAX, T>};
template <OrderedType T>
inline constexpr BinaryOp lor{&detail::resolve_op<MERGUS_OP_LOR, T>};
template <OrderedType T>
inline constexpr BinaryOp land{&detail::resolve_op<MERGUS_OP_LAND, T>};
template <OrderedType T>
inline constexpr BinaryOp lxor{&detail::resolve_op<MERGUS_OP_LXOR, T>};
template <OrderedType T>
inline constexpr BinaryOp lxnor{&detail::resolve_op<MERGUS_OP_LXNOR, T>};
template <IntegerType T>
inline constexpr BinaryOp bor{&detail::resolve_op<MERGUS_OP_BOR, T>};
template <IntegerType T>
inline constexpr BinaryOp band{&detail::resolve_op<MERGUS_OP_BAND, T>};
template <IntegerType T>
inline constexpr BinaryOp bxor{&detail::resolve_op<MERGUS_OP_BXOR, T>};
template <IntegerType T>
inline constexpr BinaryOp bxnor{&detail::resolve_op<MERGUS_OP_BXNOR, T>};
template <BuiltinType T>
inline constexpr BinaryOp eq{&detail::resolve_op<MERGUS_OP_EQ, T>};
template <BuiltinType T>
inline constexpr BinaryOp ne{&detail::resolve_op<MERGUS_OP_NE, T>};
template <OrderedType T>
inline constexpr BinaryOp lt{&detail::resolve_op<MERGUS_OP_LT, T>};
template <OrderedType T>
inline constexpr BinaryOp gt{&detail::resolve_op<MERGUS_OP_GT, T>};
template <OrderedType T>
inline constexpr BinaryOp le{&detail::resolve_op<MERGUS_OP_LE, T>};
template <OrderedType T>
inline constexpr BinaryOp ge{&detail::resolve_op<MERGUS_OP_GE, T>};

// ---- index unary operators: on any matrix, y is int64; the value comparisons take x and y of type T
// ----------------
inline constexpr IndexUnaryOp tril{&detail::resolve_op<MERGUS_OP_TRIL, bool>};       ///< j ≤ i + y
inline constexpr IndexUnaryOp triu{&detail::resolve_op<MERGUS_OP_TRIU, bool>};       ///< j ≥ i + y
inline constexpr IndexUnaryOp diag{&detail::resolve_op<MERGUS_OP_DIAG, bool>};       ///< j = i + y
inline constexpr IndexUnaryOp offdiag{&detail::resolve_op<MERGUS_OP_OFFDIAG, bool>}; ///< j ≠ i + y
inline constexpr IndexUnaryOp rowle{&detail::resolve_op<MERGUS_OP_ROWLE, bool>};     ///< i ≤ y
inline constexpr IndexUnaryOp rowgt{&detail::resolve_op<MERGUS_OP_ROWGT, bool>};     ///< i > y
inline constexpr IndexUnaryOp colle{&detail::resolve_op<MERGUS_OP_COLLE, bool>};     ///< j ≤ y
inline constexpr IndexUnaryOp colgt{&detail::resolve_op<MERGUS_OP_COLGT, bool>};     ///< j > y
template <BuiltinType T>
inline constexpr IndexUnaryOp valueeq{&detail::resolve_op<MERGUS_OP_VALUEEQ, T>};
template <BuiltinType T>
inline constexpr IndexUnaryOp valuene{&detail::resolve_op<MERGUS_OP_VALUENE, T>};
template <OrderedType T>
inline constexpr IndexUnaryOp valuelt{&detail::resolve_op<MERGUS_OP_VALUELT, T>};
template <OrderedType T>
inline constexpr IndexUnaryOp valuele{&detail::resolve_op<MERGUS_OP_VALUELE, T>};
template <OrderedType T>
inline constexpr IndexUnaryOp valuegt{&detail::resolve_op<MERGUS_OP_VALUEGT, T>};
template <OrderedType T>
inline constexpr IndexUnaryOp valuege{&detail::resolve_op<MERGUS_OP_VALUEGE, T>};
/// i + y, j + y and j − i + y as int32 or int64.
template <IntegerType T>
inline constexpr IndexUnaryOp rowindex{&detail::resolve_op<MERGUS_OP_ROWINDEX, T>};
template <IntegerType T>
inline constexpr IndexUnaryOp colindex{&detail::resolve_op<MERGUS_OP_COLINDEX, T>};
template <IntegerType T>
inline constexpr IndexUnaryOp diagindex{&detail::resolve_op<MERGUS_OP_DIAGINDEX, T>};

// ---- monoids: identity, terminal
// ------------------------------------------------------------------------------------
template <NumericType T>
inline constexpr Monoid<T> plus_monoid{&detail::resolve_monoid<MERGUS_OP_PLUS, T>}; ///< 0
template <NumericType T>
inline constexpr Monoid<T> times_monoid{&detail::resolve_monoid<MERGUS_OP_TIMES, T>}; ///< 1; integers: 0
template <RealType T>
inline constexpr Monoid<T> min_monoid{&detail::resolve_monoid<MERGUS_OP_MIN, T>}; ///< greatest; least
template <RealType T>
inline constexpr Monoid<T> max_monoid{&detail::resolve_monoid<MERGUS_OP_MAX, T>}; ///< least; greatest
template <BuiltinType T>
inline constexpr Monoid<T> any_monoid{&detail::resolve_monoid<MERGUS_OP_ANY, T>};           ///< every value
inline constexpr Monoid<bool> lor_monoid{&detail::resolve_monoid<MERGUS_OP_LOR, bool>};     ///< false; true
inline constexpr Monoid<bool> land_monoid{&detail::resolve_monoid<MERGUS_OP_LAND, bool>};   ///< true; false
inline constexpr Monoid<bool> lxor_monoid{&detail::resolve_monoid<MERGUS_OP_LXOR, bool>};   ///< false
inline constexpr Monoid<bool> lxnor_monoid{&detail::resolve_monoid<MERGUS_OP_LXNOR, bool>}; ///< true
inline constexpr Monoid<bool> eq_monoid{&detail::resolve_monoid<MERGUS_OP_EQ, bool>};       ///< true
template <IntegerType T>
inline constexpr Monoid<T> bor_monoid{&detail::resolve_monoid<MERGUS_OP_BOR, T>}; ///< 0; all bits
template <IntegerType T>
inline constexpr Monoid<T> band_monoid{&detail::resolve_monoid<MERGUS_OP_BAND, T>}; ///< all bits; 0
template <IntegerType T>
inline constexpr Monoid<T> bxor_monoid{&detail::resolve_monoid<MERGUS_OP_BXOR, T>}; ///< 0
template <IntegerType T>
inline constexpr Monoid<T> bxnor_monoid{&detail::resolve_monoid<MERGUS_OP_BXNOR, T>}; ///< all bits

} // namespace mergus
