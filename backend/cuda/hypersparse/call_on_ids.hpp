/// \file call_on_ids.hpp
/// A call of the table whose matrices are put into common spaces before an ordinary operation runs.
#pragma once

#include "spaces.hpp"

#include <optional>

namespace mergus::cuda {

/// Name the spaces of the operands, then unite(); the operation runs on call(), and finish() gives C the
/// result.
class CallOnIds {
public:
    CallOnIds(Context& context, const mergus_call& call) : given_(call), call_(call), spaces_(context) {}

    Space& space(std::uint64_t dimension, bool listed = true) { return spaces_.space(dimension, listed); }
    void include(Space& space, Ids ids) { spaces_.include(space, std::move(ids)); }
    // Null operands and vectors are not in spaces.
    void A(Space& rows, Space& cols) { A_ = add(given_.A, rows, cols); }
    void B(Space& rows, Space& cols) { B_ = add(given_.B, rows, cols); }
    /// C and the mask.
    void C(Space& rows, Space& cols);

    /// Whether the call has hypersparse operands or a space with a list. Otherwise nothing was done, and the
    /// call is an ordinary one.
    [[nodiscard]] bool unite() {
        if (!decide()) return false;
        place();
        return true;
    }
    // The two steps of unite(), for calls with ids of their own between them.
    [[nodiscard]] bool decide() { return spaces_.decide(); }
    void place();
    /// After unite(): the call with operands in common spaces. Members may be changed.
    [[nodiscard]] mergus_call& call() noexcept { return call_; }
    /// After the operation.
    void finish();

private:
    const SpacedOperand* add(const Matrix* operand, Space& rows, Space& cols);

    const mergus_call& given_;
    mergus_call call_;
    OnSpaces spaces_;
    const SpacedOperand *A_ = nullptr, *B_ = nullptr, *mask_ = nullptr;
    std::optional<SpacedOutput> output_;
};

} // namespace mergus::cuda
