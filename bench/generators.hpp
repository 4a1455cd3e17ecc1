/// \file generators.hpp
/// Generators of matrices that only the benchmark needs. They take text as the library's generators do:
/// "NAME:KEY=NUMBER,KEY=NUMBER". The same text gives the same matrix on every machine and with every number
/// of threads. The results are patterns.
#pragma once

#include "host_csr.hpp"

#include <string>
#include <string_view>

namespace mergus::bench {

/// Whether a text begins with the name of one of these generators and a colon.
bool is_bench_spec(std::string_view text);

/// \throws Error invalid_value for an unknown key, a missing one, or a number out of range
HostCsr from_bench_spec(std::string_view spec);

/// The generators with their keys, one on a line.
std::string bench_spec_help();

} // namespace mergus::bench
