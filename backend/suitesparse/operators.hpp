/// \file operators.hpp
/// GraphBLAS objects for mergus_op, mergus_monoid and mergus_semiring.
///
/// Invariant: objects that GraphBLAS does not predefine are made once for each content (host function, types,
/// values) and live as long as the context.
#pragma once

#include "grb.hpp"
#include "types.hpp"

#include <map>
#include <string>
#include <tuple>

namespace mergus::suitesparse {

/// The y of an index unary operator with a host function. GraphBLAS's function pointers have no state, and
/// its indices are unsigned, so y carries the host function and the function's own y.
struct IndexUnaryClosure {
    mergus_index_unary_function function;
    const void* y;
};

/// An index unary operator, and whether its y is a pointer to an IndexUnaryClosure.
struct IndexUnary {
    GrB_IndexUnaryOp op;
    bool closure;
};

class Operators {
public:
    /// Null gives null (no accumulator).
    GrB_BinaryOp binary(const mergus_op* op);
    GrB_UnaryOp unary(const mergus_op& op);
    IndexUnary index_unary(const mergus_op& op);
    /// The operator by its host function, even if GraphBLAS predefines it.
    IndexUnary index_unary_closure(const mergus_op& op);
    GrB_Monoid monoid(const mergus_monoid& monoid);
    /// The multiply is binary or a built-in positional operator.
    GrB_Semiring semiring(const mergus_semiring& semiring);
    GrB_Semiring semiring(GrB_Monoid add, GrB_BinaryOp mul);
    GrB_BinaryOp user_binary(GxB_binary_function function, const Type& z, const Type& x, const Type& y);

    /// The type of values for an operand that op ignores.
    static const Type& stand_in(const mergus_op& op) { return intern(op.z_type); }

private:
    using Types = std::tuple<const Type*, const Type*, const Type*>;
    std::map<std::pair<GxB_unary_function, Types>, UnaryOpHandle> unary_;
    std::map<std::pair<GxB_binary_function, Types>, BinaryOpHandle> binary_;
    std::map<Types, IndexUnaryOpHandle> index_unary_;
    /// By operator, and by identity and terminal value as bytes (empty: none).
    std::map<std::tuple<GrB_BinaryOp, std::string, std::string>, MonoidHandle> monoids_;
    std::map<std::pair<GrB_Monoid, GrB_BinaryOp>, SemiringHandle> semirings_;
};

/// GraphBLAS's predefined objects, or null if it has none.
GrB_UnaryOp predefined_unary(const mergus_op& op);
GrB_BinaryOp predefined_binary(const mergus_op& op);
GrB_IndexUnaryOp predefined_index_unary(const mergus_op& op);
GrB_Monoid predefined_monoid(const mergus_monoid& monoid);

} // namespace mergus::suitesparse
