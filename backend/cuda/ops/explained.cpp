/// \file explained.cpp
#include "explained.hpp"

namespace mergus::cuda {

OperandStorage::OperandStorage(const mergus_call& call) : C_(call.C) {
    const auto operand = [](char name, const Matrix* matrix) {
        if (matrix == nullptr) return Operand{};
        const std::shared_ptr<Kept>& kept = matrix->kept;
        return Operand{name, matrix, matrix->iso, kept && kept->transpose, kept && kept->degrees, kept};
    };
    operands_[0] = operand('A', call.A);
    operands_[1] = operand('B', call.B);
}

std::string OperandStorage::text(const Context& context) const {
    std::string text;
    const auto add = [&](std::string_view what, char name, std::string_view how) {
        text += text.empty() ? "" : ", ";
        text += std::string(what) + name + std::string(how);
    };
    for (const Operand& operand : operands_) {
        if (operand.matrix == nullptr) continue;
        if (operand.iso) add("", operand.name, " iso");
        // Where C was an operand, what that one kept is gone; before the call it was there.
        const Kept* const kept = operand.kept ? operand.kept.get() : operand.matrix->kept.get();
        if (kept == nullptr || kept->last_call != context.kept.call()) continue;
        const auto how = [](bool before) { return before ? " kept before" : " made and kept"; };
        if (kept->degrees && kept->degrees_call == kept->last_call)
            add("row degrees of ", operand.name, how(operand.had_degrees));
        else if (kept->transpose)
            add("transpose of ", operand.name, how(operand.had_transpose));
    }
    if (C_ != nullptr && C_->iso) add("", 'C', " iso");
    return text;
}

} // namespace mergus::cuda
