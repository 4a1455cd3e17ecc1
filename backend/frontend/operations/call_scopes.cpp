/// \file call_scopes.cpp
#include "call_scopes.hpp"

#include <utility>

namespace mergus {

namespace {

thread_local ExplainScope* innermost = nullptr;
thread_local const std::function<void(const Explanation&)>* current = nullptr; // that of the innermost scope
thread_local unsigned deterministic_scopes = 0;

} // namespace

ExplainScope::ExplainScope(std::function<void(const Explanation&)> explain)
    : explain_(std::move(explain)), outer_(innermost) {
    innermost = this;
    current = explain_ ? &explain_ : nullptr;
}

ExplainScope::~ExplainScope() {
    // Bindings end scopes in any order: generators and coroutines of Python do.
    ExplainScope** place = &innermost;
    while (*place != nullptr && *place != this) place = &(*place)->outer_;
    if (*place == nullptr) return; // on another thread
    *place = outer_;
    current = innermost != nullptr && innermost->explain_ ? &innermost->explain_ : nullptr;
}

DeterministicScope::DeterministicScope() noexcept {
    ++deterministic_scopes;
}

DeterministicScope::~DeterministicScope() {
    --deterministic_scopes;
}

const std::function<void(const Explanation&)>* core::explain_of_thread() noexcept {
    return current;
}

Descriptor core::flags_of_thread() noexcept {
    return deterministic_scopes == 0 ? Descriptor{} : DESC_DETERMINISTIC;
}

} // namespace mergus
