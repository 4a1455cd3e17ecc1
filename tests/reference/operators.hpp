/// \file operators.hpp
/// The built-in operators on values, by their codes, as tables 3.3 to 3.6 of the specification define them.
#pragma once

#include "reference/value.hpp"

#include <optional>

namespace mergus::reference {

/// z = f(x). Arguments are cast to the operator's types first. A user's operator runs its host function.
Value call_unary(const mergus_op& op, const Value& x);
Value call_binary(const mergus_op& op, const Value& x, const Value& y);
Value call_index_unary(const mergus_op& op, const Value& x, std::int64_t i, std::int64_t j, const Value& y);
/// The product of x = A(i,k) and y = B(k,j). Binary operators ignore the indices.
Value call_multiply(const mergus_op& op, const Value& x, const Value& y, std::int64_t i, std::int64_t k,
                    std::int64_t j);

/// The identity of a monoid. That of a built-in monoid is stated here; a user's monoid states its own.
Value identity_of(const mergus_monoid& monoid);
/// The terminal value of a monoid: op does not change it. Empty if there is none.
std::optional<Value> terminal_of(const mergus_monoid& monoid);

} // namespace mergus::reference
