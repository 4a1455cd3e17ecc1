/// \file dispatch.cpp
#include "dispatch.hpp"

#include "call_scopes.hpp"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <string>
#include <utility>

namespace mergus::core {

namespace {

struct OperationCode {
    mergus_operation mergus_backend::*entry;
    mergus_operation_code code;
};
constexpr OperationCode operation_codes[] = {
    {&mergus_backend::mxm, MERGUS_OPERATION_MXM},
    {&mergus_backend::transpose, MERGUS_OPERATION_TRANSPOSE},
    {&mergus_backend::select, MERGUS_OPERATION_SELECT},
    {&mergus_backend::apply, MERGUS_OPERATION_APPLY},
    {&mergus_backend::ewise_add, MERGUS_OPERATION_EWISE_ADD},
    {&mergus_backend::ewise_mult, MERGUS_OPERATION_EWISE_MULT},
    {&mergus_backend::reduce_rows, MERGUS_OPERATION_REDUCE_ROWS},
    {&mergus_backend::reduce_scalar, MERGUS_OPERATION_REDUCE_SCALAR},
    {&mergus_backend::assign, MERGUS_OPERATION_ASSIGN},
    {&mergus_backend::assign_scalar, MERGUS_OPERATION_ASSIGN_SCALAR},
    {&mergus_backend::extract, MERGUS_OPERATION_EXTRACT},
    {&mergus_backend::mxv, MERGUS_OPERATION_MXV},
    {&mergus_backend::vxm, MERGUS_OPERATION_VXM},
    {&mergus_backend::kronecker, MERGUS_OPERATION_KRONECKER},
    {&mergus_backend::diag, MERGUS_OPERATION_DIAG},
    {&mergus_backend::extract_diag, MERGUS_OPERATION_EXTRACT_DIAG},
};

std::int32_t code_of(const Operation& operation) {
    for (const OperationCode& row : operation_codes)
        if (row.entry == operation.entry) return row.code;
    return MERGUS_OPERATION_OTHER;
}

mergus_matrix* handle_of(const MatrixState* state) {
    return state == nullptr ? nullptr : state->handle;
}

void put_handles(mergus_call& call, const Operands& operands) {
    call.C = handle_of(operands.C);
    call.mask = handle_of(operands.mask);
    call.A = handle_of(operands.A);
    call.B = handle_of(operands.B);
}

/// The context of the call: of related ones that which goes on for the other, because an operand of it may
/// not fit the other.
const std::shared_ptr<ContextState>& common_context_of(const Operands& operands) {
    for (const MatrixState* const state :
         {static_cast<const MatrixState*>(operands.C), operands.mask, operands.A, operands.B})
        if (state != nullptr && state->context->goes_on_for_another()) return state->context;
    return (operands.C != nullptr ? operands.C : operands.A)->context;
}

/// The operands in another context, those that are not there as copies. Operands that are one object are one
/// copy.
class InContext {
public:
    InContext(const Operands& operands, const std::shared_ptr<ContextState>& context) : original_(operands) {
        moved_.C = copy(operands.C, context);
        moved_.mask = copy(operands.mask, context);
        moved_.A = copy(operands.A, context);
        moved_.B = copy(operands.B, context);
    }
    [[nodiscard]] const Operands& operands() const noexcept { return moved_; }

    /// C becomes an object of the other context, after success.
    void take() noexcept {
        if (original_.C != moved_.C) original_.C->becomes(*moved_.C);
    }

    /// Copies the result into C, after success.
    void copy_back() {
        if (original_.C == nullptr) return;
        const auto result = copy_to(*moved_.C, original_.C->context);
        original_.C->becomes(*result); // it may be in blocks
    }

private:
    MatrixState* copy(const MatrixState* state, const std::shared_ptr<ContextState>& context) {
        if (state == nullptr || state->context == context) return const_cast<MatrixState*>(state);
        for (std::size_t known = 0; known < count_; ++known)
            if (sources_[known] == state) return copies_[known].get();
        sources_[count_] = state;
        copies_[count_] = copy_to(*state, context);
        if (copies_[count_]->context != context) // in blocks, which functions of this context cannot read
            throw Error(Code::out_of_memory,
                        fmt::format("a copy of an operand does not fit the device (backend {})",
                                    context->table().name));
        return copies_[count_++].get();
    }

    Operands original_;
    Operands moved_;
    std::array<const MatrixState*, 4> sources_{};
    std::array<std::unique_ptr<MatrixState>, 4> copies_;
    std::size_t count_ = 0;
};

void run(std::string_view name, mergus_operation entry, ContextState& context, const mergus_call& call) {
    context.call(name, entry, &call);
}

/// Runs the call on the context's backend. The result is the message of its refusal if it does not support
/// the call and the fallback may run it.
std::optional<std::string> run_or_refuse(const Operation& operation, ContextState& context,
                                         const mergus_call& call) {
    const mergus_operation entry = context.table().*operation.entry;
    if (!context.options().fallback_to_cpu) {
        run(operation.name, entry, context, call);
        return std::nullopt;
    }
    if (entry == nullptr) return context.unsupported(operation.name).what();
    if (std::string reason; context.refuses(operation.name, call, reason)) return reason;
    try {
        run(operation.name, entry, context, call);
        return std::nullopt;
    } catch (const Error& error) { // a limit that is found only while the call runs
        if (error.code() != Code::not_implemented) throw;
        return error.what();
    }
}

} // namespace

mergus_call make_call(const BinaryOp& accum, Descriptor flags) {
    mergus_call call{};
    call.struct_size = sizeof call;
    call.accum = accum.get();
    call.descriptor = flags.bits;
    return call;
}

const MatrixState* state_of(const Mask& mask) {
    return mask.object() == nullptr ? nullptr : mask.object()->state();
}

bool nothing_admitted(MatrixState& C, const Mask& mask, Descriptor flags) {
    if (mask.object() != nullptr || !flags.has(DESC_C)) return false;
    if (flags.has(DESC_R)) clear(C);
    return true;
}

namespace {

/// All operands are of the context. The call runs on the CPU if the context's backend does not support it.
void run_here_or_on_cpu(const Operation& operation, ContextState& context, const Operands& operands,
                        mergus_call& call, ExplainedCall& explained) {
    put_handles(call, operands);
    const std::optional<std::string> refused = run_or_refuse(operation, context, call);
    if (!refused) return;
    const std::shared_ptr<ContextState>& cpu = context.fallback();
    InContext copies(operands, cpu);
    put_handles(call, copies.operands());
    run(operation.name, cpu->table().*operation.entry, *cpu, call);
    copies.copy_back();
    context.count_fallback();
    explained.ran_on(cpu->table().name, *refused);
}

bool all_in(const Operands& operands, const std::shared_ptr<ContextState>& context) {
    const auto is_in = [&](const MatrixState* state) {
        return state == nullptr || state->context == context;
    };
    return is_in(operands.C) && is_in(operands.mask) && is_in(operands.A) && is_in(operands.B);
}

void run_in(const std::shared_ptr<ContextState>& context, const Operation& operation,
            const Operands& operands, mergus_call& call, ExplainedCall& explained) {
    if (all_in(operands, context)) return run_here_or_on_cpu(operation, *context, operands, call, explained);
    InContext copies(operands, context);
    run_here_or_on_cpu(operation, *context, copies.operands(), call, explained);
    copies.take();
}

} // namespace

void dispatch(const Operation& operation, const Operands& operands, mergus_call call) {
    const std::shared_ptr<ContextState> context = common_context_of(operands);
    ExplainedCall explained(*context, operation.name);
    call.operation = code_of(operation);
    call.descriptor |= flags_of_thread().bits;
    call.report = explained.report();
    try {
        run_in(context, operation, operands, call, explained);
    } catch (const Error& error) {
        context->in_blocks_or_rethrow(error, [&](const std::shared_ptr<ContextState>& blocks) {
            run_in(blocks, operation, operands, call, explained);
            context->count_fallback();
            explained.ran_on(blocks->table().name, error.what());
        });
    }
    if (operands.C != nullptr) operands.C->changed();
    explained.done(operands, call);
}

void dispatch_extension(const char* name, mergus_operation entry, const Operands& operands,
                        mergus_call call) {
    // The function belongs to the context of A.
    const std::shared_ptr<ContextState> context = operands.A->context;
    InContext copies(operands, context);
    ExplainedCall explained(*context, name);
    call.operation = MERGUS_OPERATION_OTHER;
    call.descriptor |= flags_of_thread().bits;
    call.report = explained.report();
    put_handles(call, copies.operands());
    run(name, entry, *context, call);
    copies.take();
    if (operands.C != nullptr) operands.C->changed();
    explained.done(operands, call);
}

} // namespace mergus::core
