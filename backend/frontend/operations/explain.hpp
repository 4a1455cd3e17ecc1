/// \file explain.hpp
/// Explain mode (ContextOptions::explain, ExplainScope, MERGUS_LOG=explain): reports the arguments of a call,
/// the backend's method, and the time. Invariant: explain mode never changes the result of a call.
#pragma once

#include "../objects/context_state.hpp"

#include <mergus/plugin.h>

#include <chrono>
#include <optional>
#include <string_view>

namespace mergus::core {

struct Operands;

class ExplainedCall {
public:
    ExplainedCall(detail::ContextState& context, std::string_view operation) noexcept;
    /// The backend writes its report here. Null if explain mode is off.
    [[nodiscard]] mergus_report* report() noexcept { return told_ ? &told_->report : nullptr; }
    /// \param reason the message of the context's own backend, which did not support the call or ran out of
    /// memory
    void ran_on(std::string_view backend, std::string_view reason) noexcept;
    /// Reports a successful call.
    void done(const Operands& operands, const mergus_call& call) noexcept;
    void done(const mergus_segmented_merge_args& args) noexcept;

private:
    void finish();
    /// Drops exceptions of `explain`.
    void tell(const std::function<void(const Explanation&)>& explain) const;

    struct Told {
        mergus_report report{};
        Explanation explanation;
        std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
    };
    detail::ContextState& context_;
    std::optional<Told> told_; ///< empty if explain mode is off
};

} // namespace mergus::core
