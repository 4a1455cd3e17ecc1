/// \file child_job.hpp
/// The part of a subcommand that runs code of the user's, in a child process: the code may crash, end the
/// process, stop it or never return.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace mergus::tools {

/// The exit code of the program where the child crashed, ended early or ran out of time.
inline constexpr int exit_child_lost = 3;

/// The child's end of a pipe to the program. What is reported here is in the message if the child is lost.
class JobReport {
public:
    explicit JobReport(int pipe) noexcept : pipe_(pipe) {}
    /// What is being done from here on, such as "mxm on suitesparse". One line.
    void phase(std::string_view what) const;
    /// Names the shared object that this code is in: a fault in it is reported as one of this operator.
    void watch(const std::string& name, const void* code) const;
    /// The job has returned or thrown by itself.
    void done() const;

private:
    int pipe_;
};

/// Runs the job in a child process, which ends as the program itself would: it returns, or throws, in the
/// child alone. In the parent this throws CLI::RuntimeError with the child's exit code, or, after one line on
/// standard error, with exit_child_lost; so too if the child ends without having returned from the job,
/// whatever its exit code. The child and all that it has started are gone then, and so are their temporary
/// files: the child's TMPDIR is a directory that goes with it. A signal that ends the program (SIGINT,
/// SIGTERM, SIGHUP, SIGQUIT) ends it after the same. To be called before anything makes threads.
/// \param seconds the time that the job may take, stopped or not; 0: any. Time during which the terminal has
/// stopped the program itself (Ctrl-Z) does not count.
/// \param operators the user's code, for messages.
void run_in_child(const std::function<void(const JobReport&)>& job, double seconds,
                  const std::string& operators);

} // namespace mergus::tools
