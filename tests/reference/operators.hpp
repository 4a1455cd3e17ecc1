/// \file operators.hpp
/// The built-in operators by their opcodes, as the specification's tables 3.3 to 3.6 define them, on values.
#pragma once

#include "reference/value.hpp"

#include <optional>

namespace mergus::reference {

/// z = f(x). Arguments are cast to the operator's types first; a user's operator runs its host function.
Value call_unary(const mergus_op& op, const Value& x);
Value call_binary(const mergus_op& op, const Value& x, const Value& y);
Value call_index_unary(const mergus_op& op, const Value& x, std::int64_t i, std::int64_t j, const Value& y);
/// The product x = A(i,k), y = B(k,j): binary operators do not look at the indices.
Value call_multiply(const mergus_op& op, const Value& x, const Value& y, std::int64_t i, std::int64_t k,
                    std::int64_t j);

/// The value that op leaves every other one as it is with. A built-in monoid's is known here; a user's
/// monoid brings its own.
Value identity_of(const mergus_monoid& monoid);
/// The value that op does not change any more, if there is one.
std::optional<Value> terminal_of(const mergus_monoid& monoid);

} // namespace mergus::reference
