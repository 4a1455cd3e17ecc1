/// \file host_data.hpp
/// Matrices from parts of host arrays.
#pragma once

#include <mergus/matrix.hpp>

namespace mergus::core {

/// The type that represents a field exactly.
const mergus_type* field_type(Field field);

/// As AnyMatrix::from_tuples, in a context with ranks, each of which has a part of the entries.
/// \param type null: that of the field
AnyMatrix from_tuple_parts(const Context& context, const Tuples& tuples, const mergus_type* type,
                           const BinaryOp& dup);

/// The entries that this rank holds, as AnyMatrix::to_tuples. Of a matrix of truth values the field is
/// integer.
Tuples own_tuples(const AnyMatrix& matrix);

} // namespace mergus::core
