/// \file explain.hpp
/// Explain mode (ContextOptions::explain, MERGUS_LOG=explain): reports the arguments of a call, the backend's
/// method, and the time. Invariant: explain mode never changes the result of a call.
#pragma once

#include "../objects/context_state.hpp"

#include <mergus/plugin.h>

#include <chrono>

namespace mergus::core {

struct Operands;

class ExplainedCall {
public:
    ExplainedCall(detail::ContextState& context, const char* operation) noexcept;
    /// The backend writes its report here. Null if explain mode is off.
    [[nodiscard]] mergus_report* report() noexcept { return enabled_ ? &report_ : nullptr; }
    /// \param reason the message of the backend that does not support the call
    void ran_on_cpu(std::string_view backend, std::string_view reason) noexcept;
    /// Reports a successful call.
    void done(const Operands& operands, const mergus_call& call) noexcept;
    void done(const mergus_segmented_merge_args& args) noexcept;

private:
    void finish();

    detail::ContextState& context_;
    bool to_stderr_;
    bool enabled_;
    mergus_report report_{};
    Explanation explanation_;
    std::chrono::steady_clock::time_point start_;
};

} // namespace mergus::core
