/// \file dispatch.cpp
#include "dispatch.hpp"

#include "call_scopes.hpp"

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

ContextState& context_of(const Operands& operands) {
    return *(operands.C != nullptr ? operands.C : operands.A)->context;
}

/// The operands copied to the CPU backend. Operands that are one object are one copy.
class OnCpu {
public:
    OnCpu(const Operands& operands, const std::shared_ptr<ContextState>& cpu) : original_(operands) {
        moved_.C = copy(operands.C, cpu);
        moved_.mask = copy(operands.mask, cpu);
        moved_.A = copy(operands.A, cpu);
        moved_.B = copy(operands.B, cpu);
    }
    [[nodiscard]] const Operands& operands() const noexcept { return moved_; }

    /// Copies the result into C, after success.
    void copy_back() {
        if (original_.C == nullptr) return;
        const auto result = copy_to(*moved_.C, original_.C->context);
        std::swap(original_.C->handle, result->handle);
    }

private:
    MatrixState* copy(const MatrixState* state, const std::shared_ptr<ContextState>& cpu) {
        if (state == nullptr) return nullptr;
        for (std::size_t known = 0; known < count_; ++known)
            if (sources_[known] == state) return copies_[known].get();
        sources_[count_] = state;
        copies_[count_] = copy_to(*state, cpu);
        return copies_[count_++].get();
    }

    Operands original_;
    Operands moved_;
    std::array<const MatrixState*, 4> sources_{};
    std::array<std::unique_ptr<MatrixState>, 4> copies_;
    std::size_t count_ = 0;
};

void run(const char* name, mergus_operation entry, ContextState& context, const mergus_call& call) {
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

void dispatch(const Operation& operation, const Operands& operands, mergus_call call) {
    ContextState& context = context_of(operands);
    ExplainedCall explained(context, operation.name);
    call.operation = code_of(operation);
    call.descriptor |= flags_of_thread().bits;
    call.report = explained.report();
    put_handles(call, operands);
    if (const std::optional<std::string> refused = run_or_refuse(operation, context, call)) {
        const std::shared_ptr<ContextState>& cpu = context.fallback();
        OnCpu copies(operands, cpu);
        put_handles(call, copies.operands());
        run(operation.name, cpu->table().*operation.entry, *cpu, call);
        copies.copy_back();
        context.count_fallback();
        explained.ran_on_cpu(cpu->table().name, *refused);
    }
    if (operands.C != nullptr) operands.C->changed();
    explained.done(operands, call);
}

void dispatch_extension(const char* name, mergus_operation entry, const Operands& operands,
                        mergus_call call) {
    ContextState& context = context_of(operands);
    ExplainedCall explained(context, name);
    call.operation = MERGUS_OPERATION_OTHER;
    call.report = explained.report();
    put_handles(call, operands);
    run(name, entry, context, call);
    if (operands.C != nullptr) operands.C->changed();
    explained.done(operands, call);
}

} // namespace mergus::core
