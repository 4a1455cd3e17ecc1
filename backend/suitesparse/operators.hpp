/// \file operators.hpp
/// GraphBLAS objects for mergus_op, mergus_monoid and mergus_semiring.
///
/// Invariant: objects that GraphBLAS does not predefine are created once for each content (host function,
/// types, values) and live as long as the context.
#pragma once

#include "grb.hpp"
#include "types.hpp"

#include <map>
#include <string>
#include <tuple>

namespace mergus::suitesparse {

/// The y argument of user index unary operators. GraphBLAS's function pointers have no state, and its indices
/// are unsigned, so y contains the host function and its value.
struct IndexUnaryClosure {
    mergus_index_unary_function function;
    const void* y;
};

/// An index unary operator and whether its y is a pointer to an IndexUnaryClosure.
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
    /// Always uses the host function.
    IndexUnary index_unary_closure(const mergus_op& op);
    GrB_Monoid monoid(const mergus_monoid& monoid);
    /// For binary and built-in positional multiplies.
    GrB_Semiring semiring(const mergus_semiring& semiring);
    GrB_Semiring semiring(GrB_Monoid add, GrB_BinaryOp mul);
    GrB_BinaryOp user_binary(GxB_binary_function function, const Type& z, const Type& x, const Type& y);

    /// The type of operands that op ignores.
    static const Type& stand_in(const mergus_op& op) { return intern(op.z_type); }

private:
    using Types = std::tuple<const Type*, const Type*, const Type*>;
    std::map<std::pair<GxB_unary_function, Types>, UnaryOpHandle> unary_;
    std::map<std::pair<GxB_binary_function, Types>, BinaryOpHandle> binary_;
    std::map<Types, IndexUnaryOpHandle> index_unary_;
    /// The operator, and the bytes of its identity and terminal value (empty: none).
    std::map<std::tuple<GrB_BinaryOp, std::string, std::string>, MonoidHandle> monoids_;
    std::map<std::pair<GrB_Monoid, GrB_BinaryOp>, SemiringHandle> semirings_;
};

/// Predefined objects; null if there is none.
GrB_UnaryOp predefined_unary(const mergus_op& op);
GrB_BinaryOp predefined_binary(const mergus_op& op);
GrB_IndexUnaryOp predefined_index_unary(const mergus_op& op);
GrB_Monoid predefined_monoid(const mergus_monoid& monoid);

} // namespace mergus::suitesparse
