/// \file subprocess_faults.cpp
/// JobReport: the subprocess sends lines to the parent. One kind of line is sent by a signal handler.
///
/// Invariant: the handler only compares addresses and calls write(); its data is prepared beforehand.
#include "subprocess.hpp"

#include <link.h>
#include <ucontext.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace mergus::tools {

namespace {

constexpr std::array faults = {SIGFPE, SIGSEGV, SIGBUS, SIGILL, SIGABRT};
constexpr std::size_t handler_stack_bytes = std::size_t{64} << 10;

/// The address range of an operator's code, and the line that reports a fault in it.
struct OperatorCode {
    std::uintptr_t begin = 0, end = 0;
    std::string line;
};

std::array<OperatorCode, 8> operators;
std::size_t operator_count = 0;
int report_pipe = -1;
std::array<struct sigaction, faults.size()> actions_before;

void send(int pipe, const char* line, std::size_t size) noexcept {
    while (size > 0) {
        const ssize_t n = write(pipe, line, size);
        if (n <= 0) return; // the parent has ended, or the pipe is full in the signal handler
        line += n;
        size -= static_cast<std::size_t>(n);
    }
}

std::uintptr_t fault_address([[maybe_unused]] const void* context) noexcept {
#if defined(__x86_64__)
    return static_cast<std::uintptr_t>(static_cast<const ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP]);
#elif defined(__aarch64__)
    return static_cast<std::uintptr_t>(static_cast<const ucontext_t*>(context)->uc_mcontext.pc);
#else
    return 0;
#endif
}

/// Reports the operator, if any, and restores the previous action; then the fault is repeated.
void on_fault(int signal, siginfo_t*, void* context) noexcept {
    const std::uintptr_t at = fault_address(context);
    for (std::size_t n = 0; n < operator_count; ++n)
        if (operators[n].begin <= at && at < operators[n].end) {
            send(report_pipe, operators[n].line.data(), operators[n].line.size());
            break;
        }
    for (std::size_t f = 0; f < faults.size(); ++f)
        if (faults[f] == signal) sigaction(signal, &actions_before[f], nullptr);
}

void handle_faults() {
    // The handler needs a separate stack after a stack overflow.
    static std::vector<char> memory(handler_stack_bytes);
    stack_t stack{};
    stack.ss_sp = memory.data();
    stack.ss_size = memory.size();
    sigaltstack(&stack, nullptr);
    struct sigaction action {};
    action.sa_sigaction = on_fault;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    for (std::size_t f = 0; f < faults.size(); ++f) sigaction(faults[f], &action, &actions_before[f]);
}

std::string line_of(char kind, std::string_view text) {
    std::string line(1, kind);
    for (const char c : text) line += c == '\n' ? ' ' : c;
    return line + '\n';
}

} // namespace

void JobReport::phase(std::string_view what) const {
    const std::string line = line_of('P', what);
    send(pipe_, line.data(), line.size());
}

void JobReport::watch(const std::string& name, const void* code) const {
    if (operator_count == operators.size()) return;
    if (operator_count == 0) {
        report_pipe = pipe_;
        handle_faults();
    }
    OperatorCode& found = operators[operator_count];
    found.line = line_of('F', name);
    found.begin = reinterpret_cast<std::uintptr_t>(code);
    // Find the segment that contains the address.
    const auto object = [](dl_phdr_info* info, std::size_t, void* out) {
        OperatorCode& range = *static_cast<OperatorCode*>(out);
        for (int s = 0; s < info->dlpi_phnum; ++s) {
            const ElfW(Phdr)& segment = info->dlpi_phdr[s];
            const std::uintptr_t begin = info->dlpi_addr + segment.p_vaddr;
            if (segment.p_type != PT_LOAD || range.begin < begin || range.begin >= begin + segment.p_memsz)
                continue;
            range.begin = begin;
            range.end = begin + segment.p_memsz;
            return 1;
        }
        return 0;
    };
    if (dl_iterate_phdr(object, &found) == 1) ++operator_count;
}

void JobReport::done() const {
    send(pipe_, "D\n", 2);
}

} // namespace mergus::tools
