/// \file load.hpp
/// Matrices from generators and files, and the aggregation of a grid.
#pragma once

#include "host_csr.hpp"

#include <string>

namespace mergus::bench {

/// A generator's matrix or a file's. Patterns get random values; integers become reals. \throws Error as the
/// library's readers and generators do.
HostCsr load(const std::string& source);

/// The prolongation of an aggregation, one entry a row: cells of 2×2 (2×2×2) points where `source` is a
/// Poisson stencil, else pairs of neighbours. Random values, so that no product is by 1.
HostCsr aggregation(const std::string& source, std::uint64_t points);

} // namespace mergus::bench
