/// \file listing.hpp
/// What the plugin "cuda-listing" exports beside its table: the kernels that calls request from a device that
/// runs nothing.
#pragma once

#include "compiler/kernel_source.hpp"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace mergus::cuda {

/// Of all contexts of the plugin.
struct KernelListing {
    std::vector<KernelSource> kernels{}; ///< each different text once, in the order of the requests
    std::set<std::string> seen{};        ///< hashes of these texts
    int architecture = 90;               ///< of contexts made from now on
    /// Every 64-bit word that the host reads from device memory. As the size of every bin, the number of
    /// entries of every result, or the length of the longest row, it decides which kernels follow.
    std::uint64_t word = 0;
    /// What the profile of every matrix says: neighbouring rows have columns close to each other, and most
    /// rows repeat the pattern of a row near them.
    bool rows_are_local = false, rows_repeat = false;
    /// What it says of rows that are much longer than the others.
    std::uint64_t long_rows = 0;
    /// The rows whose only entry is on the diagonal.
    std::uint64_t diagonal_rows = 0;
};

} // namespace mergus::cuda

extern "C" mergus::cuda::KernelListing* mergus_kernel_listing();
