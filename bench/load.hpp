/// \file load.hpp
/// Loads matrices from generators and files, and constructs aggregations.
#pragma once

#include "host_csr.hpp"

#include <string>

namespace mergus::bench {

/// The matrix of a generator or file. Patterns get random values; integers become reals. \throws Error as the
/// readers and generators of the library
HostCsr load(const std::string& source);

/// The prolongation of an aggregation, with one entry per row: cells of 2×2 (2×2×2) points for Poisson
/// stencils, else pairs of neighbours. Values are random.
HostCsr aggregation(const std::string& source, std::uint64_t points);

} // namespace mergus::bench
