/// \file competitor.hpp
/// The interface of a timed implementation: a backend of Mergus or a routine of another library.
#pragma once

#include "host_csr.hpp"
#include "problem.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mergus::bench {

/// A result on the host: the product, the transpose, a triangle count, or a matrix of levels for each search.
struct Answer {
    std::vector<HostCsr> matrices;
    std::uint64_t count = 0;
};

/// Resources that a call used on its device; empty if unknown.
struct Usage {
    std::optional<std::uint64_t> peak_bytes; ///< Maximum of allocated bytes, without the inputs.
    std::optional<std::uint64_t> launches;
    std::optional<std::uint64_t> synchronizations;
    std::optional<std::uint64_t> compiled_kernels;
    double compile_seconds = 0; ///< 0 if the backend does not report it.
};

/// What a call reported of itself, and what it cost the device.
struct CallReport {
    struct Step {
        std::string operation, method, reason; ///< as Explanation
        bool operator==(const Step&) const = default;
    };
    std::vector<Step> steps; ///< the operations of the call
    std::optional<std::uint64_t> launches, synchronizations;
    bool operator==(const CallReport&) const = default;
};

/// A problem on one competitor, with inputs on its device.
class Trial {
public:
    virtual ~Trial() = default;
    /// The timed part: creates the output and computes it. \throws Error
    virtual void call() = 0;
    /// Waits until all work has completed.
    virtual void wait() = 0;
    /// Frees the output of the last call.
    virtual void drop() = 0;
    /// The output of the last call. Rows may be unsorted.
    virtual Answer answer() = 0;
    /// The number of entries in the output of the last call.
    virtual std::uint64_t nvals() = 0;
    /// Resets the counters of usage().
    virtual void reset_usage() = 0;
    virtual Usage usage() = 0;
};

class OperationInputs;
class OperationTrials;

class Competitor {
public:
    virtual ~Competitor() = default;
    [[nodiscard]] virtual std::string name() const = 0;
    /// Whether it is timed by events on the GPU's stream instead of the clock.
    [[nodiscard]] virtual bool on_gpu() const = 0;
    /// Whether others are compared with it.
    [[nodiscard]] virtual bool is_reference() const = 0;
    /// Whether rows of its results are sorted.
    [[nodiscard]] virtual bool sorts_rows() const = 0;
    [[nodiscard]] virtual bool supports(const Problem& problem) const = 0;
    /// \throws Error
    virtual std::unique_ptr<Trial> prepare(const Problem& problem) = 0;
    /// Of the set `operations` (operations/operation.hpp); null if it has none of its rows. \throws Error
    virtual std::unique_ptr<OperationTrials> operations(OperationInputs& inputs);
    /// The report of a call, the first or the second (warm) one of a trial; empty if the competitor makes
    /// none. \throws Error
    virtual CallReport report(const Problem&, bool /*warm*/) { return {}; }
};

/// A backend of Mergus. \param stream the GPU stream for the context; null: the context creates its own, and
/// the clock is used \param without a method or accumulator of products that its contexts leave out, or
/// empty. It becomes a part of the name
std::unique_ptr<Competitor> make_mergus(const std::string& backend, void* stream,
                                        const std::string& without = "");

} // namespace mergus::bench
