/// \file accumulate.hpp
/// How the values of a monoid are kept and combined in an accumulator; host side of steps/monoid.cuh and
/// steps/accumulate.cuh.
#pragma once

#include "jit/jit.hpp"
#include "slot_format.hpp"

namespace mergus::cuda {

/// Adds the bindings of steps/monoid.cuh.
void bind_monoid(Bindings& bindings, const mergus_monoid& monoid);

/// Whether values of the monoid may be added by atomics: they fit one, and the operator is associative and
/// commutative.
bool allows_atomics(const mergus_monoid& monoid) noexcept;

/// Whether the device has an atomic for the sum of two values, or for each part of it.
bool has_native_add(const mergus_monoid& monoid) noexcept;

/// Whether values that several threads add need a compare-and-swap loop.
bool needs_swaps(const mergus_monoid& monoid) noexcept;

/// Adds `constant has_neutral` and `neutral()`: the value S for which S ⊕ x has the bits of x for every x, if
/// the operator is known to have one and it is `wanted`.
void bind_neutral(Bindings& bindings, const mergus_monoid& monoid, bool wanted = true);

/// Whether values of the monoid, which are too wide for atomics, may be added in any order, each slot locked
/// by the thread that adds to it.
bool allows_locks(const mergus_monoid& monoid) noexcept;

/// Adds the bindings of steps/accumulate.cuh. \param ordered no two threads add to the same slot at a time;
/// `empty` is not set then.
SlotFormat bind_accumulator(Bindings& bindings, const mergus_monoid& monoid, bool ordered);

/// The same with locked slots. Only for shared memory. \return bytes of a slot
std::size_t bind_locked_accumulator(Bindings& bindings, const mergus_monoid& monoid);

/// The same for kernels that compute no values: one text for all monoids.
void bind_no_values(Bindings& bindings);

} // namespace mergus::cuda
