/// \file accumulate.hpp
/// How the values of a monoid are kept and combined in an accumulator.
#pragma once

#include "jit/jit.hpp"

#include <string_view>

namespace mergus::cuda {

/// Binds `alias`, ⊕ on values of its type: combine(x, y) is x where x is the terminal value of a user's
/// monoid. Also the constant has_terminal, and if it is not 0 is_terminal(x), which compares bits.
void bind_combine(Bindings& bindings, std::string_view alias, const mergus_monoid& monoid);

/// Whether values of the monoid may be added by atomics: they fit one, and the operator is declared not to
/// mind their order.
bool allows_atomics(const mergus_monoid& monoid) noexcept;

/// Binds C_value, combine, Slot, slot_of, value_of, empty_slot and accumulate. \param k_order no two threads
/// add to the same entry at a time. \return bytes of a Slot.
std::size_t bind_accumulator(Bindings& bindings, const mergus_monoid& monoid, bool k_order);

} // namespace mergus::cuda
