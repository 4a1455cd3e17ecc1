/// \file dispatch.hpp
/// The one way from a checked call into a backend: unsupported operations and the fallback are handled here.
#pragma once

#include "checks.hpp"
#include "explain.hpp"

#include <mergus/ops.hpp>
#include <mergus/plugin.h>

namespace mergus::core {

/// An operation of the table.
struct Operation {
    const char* name;
    mergus_operation mergus_backend::*entry;
};

/// The operands as matrices of C's context, and all else in `call`. C is null for reduce_scalar.
struct Operands {
    AnyMatrix* C = nullptr;
    const AnyMatrix* mask = nullptr;
    const AnyMatrix* A = nullptr;
    const AnyMatrix* B = nullptr;
};

/// Fills in the handles and calls.
void dispatch(const Operation& operation, const Operands& operands, mergus_call call);

/// A call with everything that is common: struct_size, accum and descriptor bits.
mergus_call make_call(const BinaryOp& accum, Descriptor flags);

/// Without a mask, "complement" admits nothing: C keeps its entries, or with replace loses them. True if that
/// was the case and all is done.
bool nothing_admitted(AnyMatrix& C, const Mask& mask, Descriptor flags);

} // namespace mergus::core
