/// \file reports.cpp
/// The callback of each thread.
#include "reports.hpp"

#include <mergus/error.hpp>

#include <fmt/format.h>

#include <utility>

namespace mergus {

namespace {

thread_local const ProgressCallback* current = nullptr;

} // namespace

ProgressScope::ProgressScope(ProgressCallback callback) : callback_(std::move(callback)), outer_(current) {
    current = callback_ ? &callback_ : nullptr;
}

ProgressScope::~ProgressScope() {
    current = outer_;
}

namespace core {

Reports::Reports(std::string_view algorithm, std::string_view counted, std::string_view unit) noexcept
    : callback_(std::exchange(current, nullptr)) {
    next_.algorithm = algorithm;
    next_.unit = unit;
    next_.counted = counted;
}

Reports::~Reports() {
    current = callback_;
}

bool Reports::send(const Known& known) {
    AlgorithmStep step = next_;
    ++next_.step;
    step.done = known.done;
    step.total = known.total;
    step.residual = known.residual;
    step.tolerance = known.tolerance;
    return (*callback_)(step);
}

void Reports::throw_stopped() const {
    throw Error(Code::stopped,
                fmt::format("{}: stopped by the progress callback after {} {}{}", next_.algorithm,
                            next_.step - 1, next_.unit, next_.step == 2 ? "" : "s"));
}

} // namespace core

} // namespace mergus
