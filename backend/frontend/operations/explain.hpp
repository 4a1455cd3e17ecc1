/// \file explain.hpp
/// Explain mode: what a call was asked for, what the backend did, and how long it took, for
/// ContextOptions::explain and MERGUS_LOG=explain. Invariant: nothing here changes the outcome of the call.
#pragma once

#include "../objects/context_state.hpp"

#include <mergus/plugin.h>

#include <chrono>

namespace mergus::core {

struct Operands;

class ExplainedCall {
public:
    ExplainedCall(detail::ContextState& context, const char* operation) noexcept;
    /// For the backend to fill in; null if neither the context nor the environment asks for explanations.
    [[nodiscard]] mergus_report* report() noexcept { return asked_ ? &report_ : nullptr; }
    /// \param reason the message of the backend that does not support the call
    void ran_on_cpu(std::string_view backend, std::string_view reason) noexcept;
    /// After a call that went well.
    void done(const Operands& operands, const mergus_call& call) noexcept;
    void done(const mergus_segmented_merge_args& args) noexcept;

private:
    void finish();

    detail::ContextState& context_;
    bool to_stderr_;
    bool asked_;
    mergus_report report_{};
    Explanation explanation_;
    std::chrono::steady_clock::time_point start_;
};

} // namespace mergus::core
