/// \file accumulate.hpp
/// How the values of a monoid are kept and combined in an accumulator.
#pragma once

#include "jit.hpp"

namespace mergus::cuda {

/// Whether values of the monoid may be added by atomics: they fit one, and the operator is declared not to mind their order.
bool allows_atomics(const mergus_monoid& monoid) noexcept;

/// Binds C_value, combine, Slot, slot_of, value_of, empty_slot and accumulate. \param k_order no two threads add to the
/// same entry at a time. \return bytes of a Slot.
std::size_t bind_accumulator(Bindings& bindings, const mergus_monoid& monoid, bool k_order);

} // namespace mergus::cuda
