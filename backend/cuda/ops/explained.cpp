/// \file explained.cpp
#include "explained.hpp"

namespace mergus::cuda {

OperandStorage::OperandStorage(const mergus_call& call) : C_(call.C) {
    const auto operand = [](char name, const Matrix* matrix) {
        if (matrix == nullptr) return Operand{};
        return Operand{name, matrix, matrix->iso, matrix->kept && matrix->kept->transpose, matrix->kept};
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
        const bool used = kept != nullptr && kept->last_call == context.kept.call() && kept->transpose;
        if (used)
            add("transpose of ", operand.name, operand.had_transpose ? " kept before" : " made and kept");
    }
    if (C_ != nullptr && C_->iso) add("", 'C', " iso");
    return text;
}

} // namespace mergus::cuda
