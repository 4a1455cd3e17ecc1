/// \file hash.hpp
#pragma once

#include "mxm/binned/binning.hpp"

namespace mergus::cuda {

/// Bytes of the hash table of one group: the sum in hash_table() of hash.cuh.
[[nodiscard]] std::size_t hash_table_bytes(const tuning::Sizes& sizes, std::uint32_t slots, bool symbolic);

} // namespace mergus::cuda
