/// \file in_place.hpp
/// Assigns of a few entries, written into the arrays of C.
///
/// Invariant: everything that can fail is done before the arrays of C are taken out. From then on GraphBLAS
/// only moves pointers.
#pragma once

#include "operands.hpp"

namespace mergus::suitesparse {

/// C<M> = M or C<M> = x for a structural M, where C is full or bitmap, owns its arrays, and has many more
/// elements than M has entries: such a call costs the entries of M, where a copy would cost the elements of
/// C. An algorithm of many levels makes one in each. \param x a value of C's type, or null: the values of M,
/// of C's type \return whether C was written; if not, it is as before
bool write_in_place(const mergus_context& context, const mergus_call& call, const void* x,
                    const char* method);

} // namespace mergus::suitesparse
