/// \file call_scopes.cpp
#include "call_scopes.hpp"

#include <utility>

namespace mergus {

namespace {

thread_local const std::function<void(const Explanation&)>* current = nullptr;
thread_local unsigned deterministic_scopes = 0;

} // namespace

ExplainScope::ExplainScope(std::function<void(const Explanation&)> explain)
    : explain_(std::move(explain)), outer_(current) {
    current = explain_ ? &explain_ : nullptr;
}

ExplainScope::~ExplainScope() {
    current = outer_;
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
