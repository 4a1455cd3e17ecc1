/// \file signals.hpp
/// Reports the running kernel, block and thread when the process receives a fatal signal or AddressSanitizer
/// reports an error.
#pragma once

#include "scheduler.hpp"

#include <signal.h>

#include <cstddef>
#include <memory>

namespace mergus::cuda::emulated {

/// Installs the handlers for one launch. They run on a separate stack, because the stack of the fiber may
/// have overflowed, print one line, and restore the default action. Under AddressSanitizer the line is
/// printed with its report instead.
class FaultReporter {
public:
    explicit FaultReporter(const Scheduler& scheduler);
    ~FaultReporter();
    FaultReporter(const FaultReporter&) = delete;
    FaultReporter& operator=(const FaultReporter&) = delete;

private:
    static constexpr std::size_t handler_stack_bytes = std::size_t{64} * 1024;
    std::unique_ptr<char[]> handler_stack_;
    struct sigaction old_segv_ {};
    struct sigaction old_bus_ {};
    stack_t old_stack_{};
    bool installed_ = false;
};

} // namespace mergus::cuda::emulated
