/// \file approximate_betweenness.cpp
/// Betweenness from a sample. The dependency of a source on a vertex, over n − 2, is between 0 and 1. By
/// Hoeffding's inequality the mean of k of them is off by more than ε with a probability of at most 2 exp(−2
/// k ε²); for one of n vertices, of at most n times as much.
#include <mergus/algorithms/centrality.hpp>

#include "../generate/random.hpp"
#include "graph.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numeric>
#include <vector>

namespace mergus {

ApproximateBetweenness approximate_betweenness(const AnyMatrix& A, const ApproximationOptions& options) {
    core::require_square(A, "approximate_betweenness");
    if (!(options.error > 0))
        throw Error(Code::invalid_value, fmt::format("approximate_betweenness: error is {}", options.error));
    if (!(options.probability > 0 && options.probability < 1))
        throw Error(Code::invalid_value,
                    fmt::format("approximate_betweenness: probability is {}", options.probability));
    const std::uint64_t n = A.nrows();
    const auto vertices = static_cast<double>(n);
    // The value is n / (n − 1) times that mean.
    const double error = options.error * (vertices - 1) / vertices;
    const double needed =
        n < 3 ? vertices : std::ceil(std::log(2 * vertices / options.probability) / (2 * error * error));
    ApproximateBetweenness result;
    result.sources = needed < vertices ? static_cast<std::uint64_t>(needed) : n;
    std::vector<std::uint64_t> sources(result.sources);
    if (result.sources == n) {
        std::iota(sources.begin(), sources.end(), std::uint64_t{0});
    } else {
        const generate::Stream stream(options.seed, 0);
        for (std::uint64_t k = 0; k < sources.size(); ++k)
            sources[k] = generate::multiply_high(stream.at(k), n);
    }
    result.values = betweenness(A, sources, {.estimate = true, .normalized = true});
    return result;
}

} // namespace mergus
