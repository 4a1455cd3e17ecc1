/// \file select_on_host.hpp
/// select with an operator that is a function of the host, for backends that need its text: the entries are
/// tested in threads of the host. Only entries that pass go back to the backend.
#pragma once

#include "dispatch.hpp"

namespace mergus::core {

/// Runs call, whose op is an index-unary operator. \return false, and nothing has changed, for vectors and
/// transposed inputs
bool select_on_host(const Operands& operands, const mergus_call& call);

} // namespace mergus::core
