/// \file dispatch.cpp
#include "dispatch.hpp"

#include <array>

namespace mergus::core {

using detail::ContextState;
using detail::MatrixState;

namespace {

mergus_matrix* handle_of(const AnyMatrix* matrix) {
    return matrix == nullptr ? nullptr : matrix->state()->handle;
}

/// The operands copied to the CPU backend; operands that alias each other alias there too.
class OnCpu {
public:
    OnCpu(const Operands& operands, const Context& cpu) : original_(operands) {
        moved_.C = const_cast<AnyMatrix*>(copy(operands.C, cpu));
        moved_.mask = copy(operands.mask, cpu);
        moved_.A = copy(operands.A, cpu);
        moved_.B = copy(operands.B, cpu);
    }
    [[nodiscard]] const Operands& operands() const noexcept { return moved_; }

    /// C goes back only when all went well.
    void bring_back() {
        if (original_.C == nullptr) return;
        AnyMatrix result = moved_.C->to(original_.C->context());
        *original_.C = std::move(result);
    }

private:
    const AnyMatrix* copy(const AnyMatrix* matrix, const Context& cpu) {
        if (matrix == nullptr) return nullptr;
        for (std::size_t known = 0; known < count_; ++known)
            if (sources_[known] == matrix) return &copies_[known];
        sources_[count_] = matrix;
        copies_[count_] = matrix->to(cpu);
        return &copies_[count_++];
    }

    Operands original_;
    Operands moved_;
    std::array<const AnyMatrix*, 4> sources_{};
    std::array<AnyMatrix, 4> copies_;
    std::size_t count_ = 0;
};

void run(const Operation& operation, ContextState& context, const Operands& operands, mergus_call& call) {
    call.C = handle_of(operands.C);
    call.mask = handle_of(operands.mask);
    call.A = handle_of(operands.A);
    call.B = handle_of(operands.B);
    context.call(operation.name, context.table().*operation.entry, static_cast<const mergus_call*>(&call));
}

} // namespace

mergus_call make_call(const BinaryOp& accum, Descriptor flags) {
    mergus_call call{};
    call.struct_size = sizeof call;
    call.accum = accum.get();
    call.descriptor = flags.bits;
    return call;
}

bool nothing_admitted(AnyMatrix& C, const Mask& mask, Descriptor flags) {
    if (mask.matrix() != nullptr || !flags.has(DESC_C)) return false;
    if (flags.has(DESC_R)) C.clear();
    return true;
}

void dispatch(const Operation& operation, const Operands& operands, mergus_call call) {
    ContextState& context = *(operands.C != nullptr ? operands.C : operands.A)->state()->context;
    ExplainedCall explained(context, operation.name);
    call.report = explained.report();
    const bool may_fall_back = context.options().fallback_to_cpu;
    bool ran = false;
    if (context.table().*operation.entry != nullptr) {
        try {
            run(operation, context, operands, call);
            ran = true;
        } catch (const Error& error) { // a backend may also find in a call what it does not support
            if (error.code() != Code::not_implemented || !may_fall_back) throw;
        }
    } else if (!may_fall_back) {
        throw context.unsupported(operation.name);
    }
    if (!ran) {
        const std::shared_ptr<ContextState>& cpu = context.fallback();
        OnCpu copies(operands, Context(cpu));
        run(operation, *cpu, copies.operands(), call);
        copies.bring_back();
        explained.ran_on_cpu(cpu->table().name);
    }
    explained.done(operands, call);
}

} // namespace mergus::core
