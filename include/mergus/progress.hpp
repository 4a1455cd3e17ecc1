/// \file progress.hpp
/// Progress of the graph algorithms (algorithms.hpp) that repeat a step: a callback that sees every step and
/// may end the algorithm. One mechanism for all of them: the callback belongs to the calling thread.
///
///     const ProgressScope scope([](const AlgorithmStep& step) {
///         std::cerr << step.algorithm << ' ' << step.unit << ' ' << step.step << '\n';
///         return !interrupted;
///     });
///     const auto centrality = betweenness(A, sources);
#pragma once

#include <mergus/export.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

namespace mergus {

/// What an algorithm knows between two steps. The strings are literals.
struct AlgorithmStep {
    std::string_view algorithm; ///< The function, for example "pagerank".
    std::string_view
        unit; ///< One step: "level", "round", "iteration", "batch"; "run" of a backend's own code.
    std::uint64_t step = 0;   ///< Completed steps: 0 before the first.
    std::string_view counted; ///< What `done` counts, for example "sources"; empty if nothing is counted.
    std::uint64_t done = 0;   ///< how many of them
    std::uint64_t total = 0;  ///< The most that `done` can become; 0 if unknown.
    std::optional<double> residual{}; ///< Of the last iteration, which is to be at most `tolerance`.
    double tolerance = 0;             ///< the bound of `residual`
};

/// \return whether the algorithm is to go on
using ProgressCallback = std::function<bool(const AlgorithmStep&)>;

/// While it lives, algorithms called by this thread report to its callback, on this thread: once before the
/// first step, and after each step. Scopes nest: the innermost one is used, and one without a callback turns
/// reports off. An algorithm that another one or the callback calls reports nothing.
///
/// After `false`, the algorithms whose result has a member `converged` return what they have, as after
/// `max_iterations`; a part of any other result would look like a whole one, so the others throw Error
/// stopped. Exceptions of the
/// callback leave the algorithm as they are. In all cases the context and the matrices remain usable.
///
/// A report may wait for the device and copy a count of 8 bytes. Without a callback an algorithm does no work
/// for reports.
class MERGUS_API ProgressScope {
public:
    /// Reports go to `callback` until the scope ends.
    explicit ProgressScope(ProgressCallback callback);
    ProgressScope(const ProgressScope&) = delete;
    ProgressScope& operator=(const ProgressScope&) = delete;
    /// On the thread of the constructor; the innermost scope first.
    ~ProgressScope();

private:
    ProgressCallback callback_;
    const ProgressCallback* outer_;
};

} // namespace mergus
