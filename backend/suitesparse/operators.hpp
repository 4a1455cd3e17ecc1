/// \file operators.hpp
/// From mergus_op, mergus_monoid and mergus_semiring to GraphBLAS's objects.
///
/// Invariant: what is not predefined by GraphBLAS is made once for one content (host function, types, values)
/// and lives as long as the context.
#pragma once

#include "grb.hpp"
#include "types.hpp"

#include <map>
#include <string>
#include <tuple>

namespace mergus::suitesparse {

/// What a user's index unary operator gets as its y: GraphBLAS's function pointers carry no state, and its
/// indices are unsigned, so y brings along the host function and the value that the function wants.
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
    /// Always by its host function.
    IndexUnary index_unary_closure(const mergus_op& op);
    GrB_Monoid monoid(const mergus_monoid& monoid);
    /// Of a binary or a built-in positional multiply.
    GrB_Semiring semiring(const mergus_semiring& semiring);
    GrB_Semiring semiring(GrB_Monoid add, GrB_BinaryOp mul);
    GrB_BinaryOp user_binary(GxB_binary_function function, const Type& z, const Type& x, const Type& y);

    /// The type that stands for an operand which op does not look at.
    static const Type& stand_in(const mergus_op& op) { return intern(op.z_type); }

private:
    using Types = std::tuple<const Type*, const Type*, const Type*>;
    std::map<std::pair<GxB_unary_function, Types>, UnaryOpHandle> unary_;
    std::map<std::pair<GxB_binary_function, Types>, BinaryOpHandle> binary_;
    std::map<Types, IndexUnaryOpHandle> index_unary_;
    /// The operator, its identity and its terminal value (empty: none) as bytes.
    std::map<std::tuple<GrB_BinaryOp, std::string, std::string>, MonoidHandle> monoids_;
    std::map<std::pair<GrB_Monoid, GrB_BinaryOp>, SemiringHandle> semirings_;
};

/// The predefined objects; null where GraphBLAS has none.
GrB_UnaryOp predefined_unary(const mergus_op& op);
GrB_BinaryOp predefined_binary(const mergus_op& op);
GrB_IndexUnaryOp predefined_index_unary(const mergus_op& op);
GrB_Monoid predefined_monoid(const mergus_monoid& monoid);

} // namespace mergus::suitesparse
