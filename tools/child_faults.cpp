/// \file child_faults.cpp
/// JobReport: lines to the program that waits, of which one is written by a signal handler.
///
/// Invariant: the handler only compares addresses and calls write(); everything it needs is prepared.
#include "child_job.hpp"

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

/// Where the code of an operator is.
struct Watched {
    std::uintptr_t begin = 0, end = 0;
    std::string line;
};

std::array<Watched, 8> watched;
std::size_t watched_count = 0;
int report_pipe = -1;
std::array<struct sigaction, faults.size()> actions_before;

void send(int pipe, const char* line, std::size_t size) noexcept {
    while (size > 0) {
        const ssize_t n = write(pipe, line, size);
        if (n <= 0) return; // the parent is gone, or this is a signal handler and the pipe is full
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

/// Reports, and lets the fault happen again as if there were no handler.
void on_fault(int signal, siginfo_t*, void* context) noexcept {
    const std::uintptr_t at = fault_address(context);
    for (std::size_t w = 0; w < watched_count; ++w)
        if (watched[w].begin <= at && at < watched[w].end) {
            send(report_pipe, watched[w].line.data(), watched[w].line.size());
            break;
        }
    for (std::size_t f = 0; f < faults.size(); ++f)
        if (faults[f] == signal) sigaction(signal, &actions_before[f], nullptr);
}

void handle_faults() {
    // For a stack that has overflowed.
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
    if (watched_count == watched.size()) return;
    if (watched_count == 0) {
        report_pipe = pipe_;
        handle_faults();
    }
    Watched& found = watched[watched_count];
    found.line = line_of('F', name);
    found.begin = reinterpret_cast<std::uintptr_t>(code);
    // The segment of code around the address.
    const auto object = [](dl_phdr_info* info, std::size_t, void* out) {
        Watched& range = *static_cast<Watched*>(out);
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
    if (dl_iterate_phdr(object, &found) == 1) ++watched_count;
}

void JobReport::done() const {
    send(pipe_, "D\n", 2);
}

} // namespace mergus::tools
