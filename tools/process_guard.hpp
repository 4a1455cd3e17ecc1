/// \file process_guard.hpp
/// Protects the program's standard streams and exit status from its environment and from code that it loads,
/// and cleans up before a signal ends it.
#pragma once

namespace mergus::tools {

/// Opens closed descriptors among 0, 1 and 2, so that no other file gets their numbers. Reading from 0 and
/// writing to 1 still fail; output to 2 is discarded.
void open_standard_streams();

/// Before SIGINT, SIGTERM or SIGHUP ends the program, removes unfinished output files and ends the line of a
/// progress bar. Signals that are ignored (nohup) stay ignored. Async-signal-safe.
void clean_up_on_signals() noexcept;

/// After this call, exit() and quick_exit() without leave() end the process with status 1 and a line on
/// standard error. Plugins and user operators may call them.
void guard_exit();

/// Allows exit(). \return `status`, for main to return
int leave(int status) noexcept;

/// Disables guard_exit() in a child process; its parent checks how it ended.
void allow_exit() noexcept;

} // namespace mergus::tools
