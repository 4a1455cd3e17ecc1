/// \file operators.hpp
/// GraphBLAS objects for mergus_op, mergus_monoid and mergus_semiring.
///
/// Invariant: operators that GraphBLAS does not predefine are made once for each host function and types, and
/// live as long as the context, as do semirings of predefined parts. Other monoids and semirings live as long
/// as a call: there may be any number of identities, and making them takes less than a microsecond.
#pragma once

#include "grb.hpp"
#include "types.hpp"

#include <map>
#include <tuple>

namespace mergus::suitesparse {

/// The y of an index unary operator with a host function. GraphBLAS's function pointers have no state, and
/// its indices are unsigned, so y carries the host function and the function's own y.
struct IndexUnaryClosure {
    mergus_index_unary_function function;
    const void* y;
};

/// The type of a y that is a pointer to a closure.
const Type& closure_type();

/// An index unary operator, and whether its y is a pointer to an IndexUnaryClosure.
struct IndexUnary {
    GrB_IndexUnaryOp op;
    bool closure;
};

/// A semiring and the monoid that it refers to, or a semiring of the context.
class CallSemiring {
public:
    CallSemiring(MonoidHandle add, GrB_BinaryOp mul);
    explicit CallSemiring(GrB_Semiring of_context) noexcept : semiring_(of_context) {}
    [[nodiscard]] GrB_Semiring get() const noexcept { return semiring_; }

private:
    MonoidHandle add_;
    SemiringHandle own_;
    GrB_Semiring semiring_;
};

/// Which kernels of GraphBLAS may compute a sum. The generic ones call the operator's host function for each
/// term and begin with the first term; compiled ones may begin with the identity (identity_terms.hpp).
enum class Kernels { any, generic };

class Operators {
public:
    /// Null gives null (no accumulator).
    GrB_BinaryOp binary(const mergus_op* op);
    GrB_UnaryOp unary(const mergus_op& op);
    IndexUnary index_unary(const mergus_op& op);
    /// The operator by its host function, even if GraphBLAS predefines it.
    IndexUnary index_unary_closure(const mergus_op& op);
    /// GraphBLAS has the identity of a predefined operator's monoid itself; the given one is not used.
    MonoidHandle monoid(const mergus_monoid& monoid, Kernels kernels = Kernels::any);
    /// The multiply is binary or a built-in positional operator.
    CallSemiring semiring(const mergus_semiring& semiring, Kernels kernels = Kernels::any);
    GrB_BinaryOp user_binary(GxB_binary_function function, const Type& z, const Type& x, const Type& y);

    /// The type of values for an operand that op ignores.
    static const Type& stand_in(const mergus_op& op) { return intern(op.z_type); }

private:
    using Types = std::tuple<const Type*, const Type*, const Type*>;
    std::map<std::pair<GxB_unary_function, Types>, UnaryOpHandle> unary_;
    std::map<std::pair<GxB_binary_function, Types>, BinaryOpHandle> binary_;
    std::map<Types, IndexUnaryOpHandle> index_unary_;
    std::map<std::pair<GrB_Monoid, GrB_BinaryOp>, SemiringHandle> semirings_; ///< of predefined parts
};

/// GraphBLAS's predefined objects, or null if it has none.
GrB_UnaryOp predefined_unary(const mergus_op& op);
GrB_BinaryOp predefined_binary(const mergus_op& op);
GrB_IndexUnaryOp predefined_index_unary(const mergus_op& op);
GrB_Monoid predefined_monoid(const mergus_monoid& monoid);

} // namespace mergus::suitesparse
