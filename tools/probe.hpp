/// \file probe.hpp
/// Backends asked whether they can run here, each in a child process.
#pragma once

#include <mergus/registry.hpp>

#include <string>

namespace mergus::tools {

/// probe_backend(name) in a child process. A backend that crashes, ends its process, or gives no answer in
/// time has score 0 and a reason that says so. What it prints on standard output is dropped.
BackendInfo probe_in_child(const std::string& name, double seconds);

} // namespace mergus::tools
