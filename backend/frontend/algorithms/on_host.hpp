/// \file on_host.hpp
/// Where a backend computes, for algorithms that have a method for host memory.
#pragma once

#include <mergus/matrix.hpp>

#include <cstdint>

namespace mergus::core {

/// Whether the backend computes in the memory of this process: it divides no matrices, and has launched no
/// kernels. For a context in which an operation was called, so a backend with kernels has launched some.
bool computes_on_host(const Context& context);

/// Whether the matrix can be a HostGraph, too: the memory of one grows with its rows.
bool can_be_on_host(const AnyMatrix& A);

/// Whether the rounds of searches from this one on, counted from 0, run on the host. Copies of the graph, and
/// of a value for each search and vertex, take about as long as the rounds before: one of those takes as long
/// as the copy of some 2¹⁶ entries.
bool goes_on_on_host(std::int64_t round, const AnyMatrix& A, std::uint64_t searches = 1);

} // namespace mergus::core
