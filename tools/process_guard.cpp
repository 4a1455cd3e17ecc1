/// \file process_guard.cpp
#include "process_guard.hpp"

#include "../backend/frontend/support/diagnostics.hpp"
#include "progress.hpp"

#include <mergus/io.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>

namespace mergus::tools {

namespace {

bool leaving = false;

void refuse_exit() {
    if (leaving) return;
    core::write_stderr(
        "mergus: PANIC: a backend or an operator ended the process by calling exit; there is no "
        "result\n");
    std::_Exit(1);
}

} // namespace

void open_standard_streams() {
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; ++fd) {
        if (fcntl(fd, F_GETFD) != -1) continue;
        // open() returns the lowest free descriptor: fd.
        const int got = open("/dev/null", fd == STDOUT_FILENO ? O_RDONLY : O_WRONLY);
        if (got != fd && got >= 0) close(got);
    }
}

void clean_up_on_signals() noexcept {
    struct sigaction action {};
    action.sa_handler = [](int signal) {
        remove_unfinished_files();
        end_shown_bar();
        raise(signal); // delivered when the handler returns, with the default action
    };
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction before {};
        if (sigaction(signal, nullptr, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(signal, &action, nullptr);
    }
}

void guard_exit() {
    std::atexit(&refuse_exit);
    std::at_quick_exit(&refuse_exit);
}

int leave(int status) noexcept {
    leaving = true;
    return status;
}

void allow_exit() noexcept {
    leaving = true;
}

} // namespace mergus::tools
