/// \file call_scopes.hpp
/// The scopes of the calling thread (mergus/call_scopes.hpp).
#pragma once

#include <mergus/call_scopes.hpp>
#include <mergus/descriptor.hpp>

namespace mergus::core {

/// The function of the innermost ExplainScope, or null.
const std::function<void(const Explanation&)>* explain_of_thread() noexcept;

/// DESC_DETERMINISTIC in a DeterministicScope, or no flag.
Descriptor flags_of_thread() noexcept;

} // namespace mergus::core
