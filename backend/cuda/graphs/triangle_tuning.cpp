/// \file triangle_tuning.cpp
#include "triangle_tuning.hpp"

namespace mergus::cuda::tuning {

bool allows_hubs(const GraphSize& size) {
    // The counter of batches of ranks must not overflow.
    constexpr std::uint64_t most_vertices = std::uint64_t{1} << 31;
    return !size.wide && size.vertices <= most_vertices;
}

bool may_have_hubs(const GraphSize& size) {
    // Below these limits ranking the vertices takes about as long as the whole count by lists.
    constexpr std::uint64_t least_entries = 1'000'000, many_entries = 8'000'000;
    const std::uint64_t least_average = size.entries < many_entries ? 20 : 8;
    return allows_hubs(size) && size.entries >= least_entries &&
           size.entries / least_average >= size.vertices;
}

bool has_hubs(const GraphSize& size, std::uint64_t longest_row) {
    constexpr std::uint64_t skew = 16; // the longest row, in average rows
    return longest_row / skew >= size.entries / size.vertices;
}

} // namespace mergus::cuda::tuning
