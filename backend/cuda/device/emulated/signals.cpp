/// \file signals.cpp
/// A thread runs one launch at a time and receives the signals that it causes. So a thread-local pointer
/// gives the handler the scheduler of the kernel.
#include "signals.hpp"

#include "compiler.hpp"
#include "sanitizer.hpp"

#include <unistd.h>

namespace mergus::cuda::emulated {
namespace {

thread_local const Scheduler* running = nullptr;

void print_position() {
    if (running == nullptr) return;
    const std::string line = "mergus emulation: in " + running->position() + "\n";
    [[maybe_unused]] const auto written = write(STDERR_FILENO, line.data(), line.size());
}

extern "C" void mergus_fatal_signal(int number) {
    print_position();
    signal(number, SIG_DFL); // the access is repeated on return and ends the process
}

} // namespace

FaultReporter::FaultReporter(const Scheduler& scheduler) {
    running = &scheduler;
    if (sanitizer().address) {
        if (sanitizer().on_report != nullptr)
            sanitizer().on_report([](const char*) {
                print_position();
                remove_kernel_files(); // the report is complete, and the process ends
            });
        return;
    }
    // Not thread_local: global objects may launch kernels after the main thread's objects are destroyed.
    handler_stack_ = std::make_unique_for_overwrite<char[]>(handler_stack_bytes);
    stack_t stack{};
    stack.ss_sp = handler_stack_.get();
    stack.ss_size = handler_stack_bytes;
    struct sigaction action {};
    action.sa_handler = &mergus_fatal_signal;
    action.sa_flags = SA_ONSTACK;
    sigaltstack(&stack, &old_stack_);
    sigaction(SIGSEGV, &action, &old_segv_);
    sigaction(SIGBUS, &action, &old_bus_);
    installed_ = true;
}

FaultReporter::~FaultReporter() {
    running = nullptr;
    if (!installed_) return;
    sigaction(SIGSEGV, &old_segv_, nullptr);
    sigaction(SIGBUS, &old_bus_, nullptr);
    sigaltstack(&old_stack_, nullptr);
}

} // namespace mergus::cuda::emulated
