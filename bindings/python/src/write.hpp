/// \file write.hpp
/// How operations write: C<mask> ⊙= T into a given object, or as a new one.
#pragma once

#include "core.hpp"

#include <mergus/library_calls.hpp>

namespace mergus::python {

/// The arguments that all operations share. `flags` are MERGUS_DESC_… bits; TRAN0 and TRAN1 transpose A and B
/// as the named options do. Its members are those of the options that detail::Output reads.
struct Write {
    Write(const Object* mask_object, const Operator* accumulator, std::uint32_t flags)
        : accum(accumulator == nullptr ? no_accum : accumulator->binary()),
          replace((flags & MERGUS_DESC_REPLACE) != 0), transpose_a((flags & MERGUS_DESC_TRAN0) != 0),
          transpose_b((flags & MERGUS_DESC_TRAN1) != 0) {
        if (mask_object == nullptr) return;
        mask = mask_object->is_vector() ? Mask(std::as_const(mask_object->vector()))
                                        : Mask(std::as_const(mask_object->matrix()));
        if ((flags & MERGUS_DESC_STRUCTURE) != 0) mask = structure(mask);
        if ((flags & MERGUS_DESC_COMPLEMENT) != 0) mask = complement(mask);
    }

    Mask mask{};
    BinaryOp accum{};
    bool replace = false;
    bool transpose_a = false;
    bool transpose_b = false;
    bool deterministic = false; ///< DeterministicScope sets it for all calls of a thread
};

/// Where the result goes: `out`, or null for a new matrix or vector of `type` (null: that of the operation).
struct Target {
    const Object* out;
    const mergus_type* type;
    bool is_vector;
};

/// Runs `operation(output)` without the GIL. \return the new object, or null: it wrote into target.out
template <class Operation>
Object* write(const Target& target, const Write& options, const Operation& operation) {
    if (target.out != nullptr) {
        AnyObject& C = target.out->output();
        const nb::gil_scoped_release unlocked;
        operation(detail::Output(C, options));
        return nullptr;
    }
    const nb::gil_scoped_release unlocked;
    if (target.is_vector) {
        AnyVector w;
        operation(detail::Output(w, options, target.type));
        return new Object(std::move(w));
    }
    AnyMatrix C;
    operation(detail::Output(C, options, target.type));
    return new Object(std::move(C));
}

} // namespace mergus::python
