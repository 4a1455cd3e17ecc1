/// \file probe.hpp
/// Finds out in a child process whether a backend can run on this machine.
#pragma once

#include <mergus/registry.hpp>

#include <string>

namespace mergus::tools {

/// Runs probe_backend(name) in a child process. If the backend crashes, ends its process or exceeds the time
/// limit, the score is 0 and `reason` describes it. Its standard output is discarded.
BackendInfo probe_in_subprocess(const std::string& name, double seconds);

} // namespace mergus::tools
