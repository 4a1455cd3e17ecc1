/// \file process_guard.hpp
/// What a program owes its callers whatever the code that it loads does: standard streams that are what they
/// are taken for, and an exit status that is not that of success where the work was not done.
#pragma once

namespace mergus::tools {

/// Opens those of the descriptors 0, 1 and 2 that are closed, so that no file of the program gets their
/// numbers. Reading the first and writing the second goes on failing; what goes to the third is lost.
void open_standard_streams();

/// After this call, exit() and quick_exit() without leave() end the process with status 1 and a line on
/// standard error: a plugin, or an operator of the user's, may call them.
void guard_exit();

/// The status for main to return.
int leave(int status) noexcept;

/// Turns guard_exit() off in a child process whose parent judges how it ended.
void allow_exit() noexcept;

} // namespace mergus::tools
