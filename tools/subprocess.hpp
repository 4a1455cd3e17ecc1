/// \file subprocess.hpp
/// Runs the user's code in a child process, because the code may crash, exit, stop the process or loop
/// forever.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace mergus::tools {

/// The exit code of the program if the child crashed, ended early or exceeded the time limit.
inline constexpr int exit_subprocess_lost = 3;

/// The child's end of a pipe to the parent. If the child is lost, the error message contains its reports.
class JobReport {
public:
    explicit JobReport(int pipe) noexcept : pipe_(pipe) {}
    /// The work that begins now, such as "mxm on suitesparse". One line.
    void phase(std::string_view what) const;
    /// Associates the shared object that contains `code` with an operator; faults in it are reported with its
    /// name.
    void watch(const std::string& name, const void* code) const;
    /// The job has returned or thrown.
    void done() const;

private:
    int pipe_;
};

/// Runs the job in a child process. In the child this function returns or throws as the job does. In the
/// parent it always throws Exit: with the child's exit code if the job returned or threw, else
/// with exit_subprocess_lost after printing one line on standard error. When it throws, the child, the
/// processes that it started and their temporary files (in the child's own TMPDIR) are gone. Signals that end
/// the program (SIGINT, SIGTERM, SIGHUP, SIGQUIT) are handled the same way. Must be called before threads are
/// started.
/// \param seconds the time limit of the job, including time during which the child is stopped; 0: none. Time
/// during which the terminal stops the program (Ctrl-Z) does not count.
/// \param operators the user's code, for messages.
void run_in_subprocess(const std::function<void(const JobReport&)>& job, double seconds,
                       const std::string& operators);

} // namespace mergus::tools
