/// \file dispatch.hpp
/// The way of a checked call into a backend: the backend itself or, where it does not support the call, the
/// fallback to the CPU.
#pragma once

#include "checks.hpp"
#include "explain.hpp"

#include <mergus/ops.hpp>
#include <mergus/plugin.h>

#include <string_view>

namespace mergus::core {

/// An operation of the table. Its code is that of the table's member: `entry` is one of operation_codes.
struct Operation {
    std::string_view name;
    mergus_operation mergus_backend::*entry;
};

/// The operands that are matrices or vectors, of related contexts. C is null for reduce_scalar.
struct Operands {
    detail::MatrixState* C = nullptr;
    const detail::MatrixState* mask = nullptr;
    const detail::MatrixState* A = nullptr;
    const detail::MatrixState* B = nullptr;
};

/// The state of a mask, whose object has been checked; or null.
const detail::MatrixState* state_of(const Mask& mask);

/// Fills in the handles and the operation's code, and calls. With fallback_to_cpu a call that the backend
/// does not support runs on the CPU. A call that runs out of memory runs again in blocks
/// (ContextState::in_blocks), of which C is an object then; other calls with an object in blocks run there
/// too. \throws Error not_implemented if there is no fallback
void dispatch(const Operation& operation, const Operands& operands, mergus_call call);

/// The same for a function of an extension. There is no fallback: without the extension the library has a
/// method of its own. \throws Error not_implemented
void dispatch_extension(const char* name, mergus_operation entry, const Operands& operands, mergus_call call);

/// A call with the members that all operations have: struct_size, accum and descriptor bits.
mergus_call make_call(const BinaryOp& accum, Descriptor flags);

/// The complement of a mask that is not given admits no entry: C keeps its entries or, with replace, is
/// cleared. Does that and returns true in this case.
bool nothing_admitted(detail::MatrixState& C, const Mask& mask, Descriptor flags);

} // namespace mergus::core
