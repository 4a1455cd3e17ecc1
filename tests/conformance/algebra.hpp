/// \file algebra.hpp
/// From the words of a case to operators and types.
#pragma once

#include "conformance/case.hpp"

#include <mergus/plugin.h>

#include <optional>
#include <string_view>

namespace mergus::conformance {

/// The semiring, monoid or operator of a case, and the types of its arguments and result. Where the operator
/// ignores an argument (its type is null), x or y is the case's type.
struct Algebra {
    const mergus_semiring* semiring = nullptr;
    const mergus_monoid* monoid = nullptr;
    const mergus_op* op = nullptr; ///< an operator, also for duplicates; null for transpose, assign, extract
    const mergus_type* x = nullptr;
    const mergus_type* y = nullptr;
    const mergus_type* z = nullptr;
    bool any_x = false; ///< x may come from a matrix of any type, also a user's
    bool any_y = false;
};

/// A built-in type by its name, or one of user_algebra.hpp's; nullptr if there is none.
const mergus_type* find_type(std::string_view name);

/// nullopt where the algebra does not exist on the type. Words are looked up once and kept.
std::optional<Algebra> find_algebra(const Case& test_case);

/// The types of the operands of a case whose words are chosen; nullptr for operands that it does not have.
struct OperandTypes {
    const mergus_type* A = nullptr; ///< also build's values and assign_scalar's scalar
    const mergus_type* B = nullptr; ///< also the scalar of select, apply_first and apply_second
    const mergus_type* C = nullptr; ///< also the result of reduce_scalar
    const mergus_type* T = nullptr; ///< of the result before it is written into C
};
OperandTypes operand_types(const Case& test_case, const Algebra& algebra);

/// The accumulator; nullptr for "none". \throws std::invalid_argument if there is none of that name there.
const mergus_op* find_accum(const Case& test_case, const Algebra& algebra, const mergus_type* c_type);

/// The same; nullptr also if there is none of that name there.
const mergus_op* known_accum(const Case& test_case, const Algebra& algebra, const mergus_type* c_type);

/// Whether the result is a floating sum or product that need not be the same in every order.
bool is_inexact(const Case& test_case, const Algebra& algebra);

} // namespace mergus::conformance
