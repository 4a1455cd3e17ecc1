/// \file signals.cpp
/// One launch at a time for each thread of the operating system, and a signal is delivered to the thread that
/// caused it: a thread-local pointer tells the handler whose kernel it was.
#include "signals.hpp"

#include "compiler.hpp"
#include "sanitizer.hpp"

#include <unistd.h>

namespace mergus::cuda::emulated {
namespace {

thread_local const Scheduler* running = nullptr;

void say_where() {
    if (running == nullptr) return;
    const std::string line = "mergus emulation: in " + running->place() + "\n";
    [[maybe_unused]] const auto written = write(STDERR_FILENO, line.data(), line.size());
}

extern "C" void mergus_fatal_signal(int number) {
    say_where();
    signal(number, SIG_DFL); // returning repeats the access, now fatal
}

} // namespace

FaultReporter::FaultReporter(const Scheduler& scheduler) {
    running = &scheduler;
    if (sanitizer().address) {
        if (sanitizer().on_report != nullptr)
            sanitizer().on_report([](const char*) {
                say_where();
                remove_kernel_files(); // the report has read its lines, and the process ends
            });
        return;
    }
    // Not thread_local: objects of the main thread are destroyed before the global ones, which may still
    // launch.
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
