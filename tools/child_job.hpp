/// \file child_job.hpp
/// The part of a subcommand that runs code of the user's: in a child process, which may crash or go on for
/// ever without taking the program with it.
#pragma once

#include <functional>

namespace mergus::tools {

/// The exit code of the program where the child crashed or ran out of time.
inline constexpr int exit_child_lost = 3;

/// Runs the job in a child process, which ends as the program itself would: it returns, or throws, in the
/// child alone. In the parent this throws CLI::RuntimeError with the child's exit code, or, after one line on
/// standard error, with exit_child_lost. To be called before anything makes threads. \param seconds the time
/// that the job may take; 0: any
void run_in_child(const std::function<void()>& job, double seconds);

} // namespace mergus::tools
