/// \file on_host.hpp
/// Where a backend computes, for algorithms that have a method for host memory.
#pragma once

#include <mergus/matrix.hpp>

#include <cstdint>

namespace mergus::core {

/// Whether the backend computes in the memory of this process: it divides no matrices, and has launched no
/// kernels. For a context in which an operation was called, so a backend with kernels has launched some.
bool computes_on_host(const Context& context);

/// Whether the rounds of a search from this one on, counted from 0, run on the host. The copy of the graph
/// takes about as long as the rounds before: one of them takes as long as the copy of some 2¹⁶ entries. Of a
/// graph with far more vertices than edges there is no copy.
bool goes_on_on_host(std::int64_t round, const AnyMatrix& A);

} // namespace mergus::core
