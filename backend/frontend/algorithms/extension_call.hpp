/// \file extension_call.hpp
/// Calls of graph algorithms that a backend has as extensions.
#pragma once

#include "../operations/dispatch.hpp"

#include <mergus/matrix.hpp>

namespace mergus::core {

/// Runs the extension `name`, which makes C of A, and of B unless it is null. \param entry null: the backend
/// does not have it \return false if the backend does not have it or refuses the call: the generic method
/// runs instead
bool run_extension(const char* name, mergus_operation entry, detail::MatrixState* C, const AnyMatrix& A,
                   const mergus_call& call = make_call(no_accum, {}), const detail::MatrixState* B = nullptr);

} // namespace mergus::core
