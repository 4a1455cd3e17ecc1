/// \file signals.hpp
/// Says which kernel, block and thread ran when the process gets a fatal signal or a sanitizer's report.
#pragma once

#include "scheduler.hpp"

#include <signal.h>

#include <cstddef>
#include <memory>

namespace mergus::cuda::emulated {

/// In force for one launch. Handlers run on a stack of their own (a fiber's may be what overflowed), print
/// one line, and let the signal take its course. Under AddressSanitizer only the report gets the line.
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
