/// \file positional.hpp
/// Operators that read positions.
#pragma once

#include "operations.hpp"

namespace mergus::blocks {

using Entry = mergus_operation mergus_backend::*;

/// select, or apply of an index-unary operator: with positions in the whole matrix.
void run_positional(mergus_context& context, const mergus_call& call, Entry entry, const char* name);

} // namespace mergus::blocks
