/// \file on_host.hpp
/// Where a backend computes, for algorithms that have a method for host memory.
#pragma once

#include <mergus/context.hpp>

namespace mergus::core {

/// Whether the backend computes in the memory of this process: it divides no matrices, and has launched no
/// kernels. For a context in which an operation was called, so a backend with kernels has launched some.
bool computes_on_host(const Context& context);

} // namespace mergus::core
