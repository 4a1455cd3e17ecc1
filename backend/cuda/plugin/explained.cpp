/// \file explained.cpp
#include "explained.hpp"

#include "transpose/transpose.hpp"
#include "vectors/degrees.hpp"

namespace mergus::cuda {

namespace {

bool has_transpose(const DerivedCache& cache) noexcept {
    return cache.objects.find<DerivedTranspose<true>>() != nullptr ||
           cache.objects.find<DerivedTranspose<false>>() != nullptr;
}

} // namespace

OperandStorage::OperandStorage(const mergus_call& call) : C_(call.C) {
    const auto operand = [](char name, const Matrix* matrix) {
        if (matrix == nullptr) return Operand{};
        const std::shared_ptr<DerivedCache>& cache = matrix->derived;
        return Operand{name,
                       matrix,
                       matrix->iso,
                       cache && has_transpose(*cache),
                       cache && cache->objects.find<RowDegrees>() != nullptr,
                       cache};
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
        const DerivedCache* const cache = operand.cache ? operand.cache.get() : operand.matrix->derived.get();
        if (cache == nullptr || cache->last_call != context.derived.call()) continue;
        const auto how = [](bool before) { return before ? " kept before" : " made and kept"; };
        if (const auto* const degrees = cache->objects.find<RowDegrees>();
            degrees != nullptr && degrees->last_call == cache->last_call)
            add("row degrees of ", operand.name, how(operand.had_degrees));
        else if (has_transpose(*cache))
            add("transpose of ", operand.name, how(operand.had_transpose));
    }
    if (C_ != nullptr && C_->iso) add("", 'C', " iso");
    return text;
}

} // namespace mergus::cuda
