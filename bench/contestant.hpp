/// \file contestant.hpp
/// Who is timed: a Mergus backend or a routine of another library, behind one interface.
#pragma once

#include "host_csr.hpp"
#include "problem.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mergus::bench {

/// A result on the host: the product, the transpose, a triangle count, or one matrix of levels for every
/// search.
struct Answer {
    std::vector<HostCsr> matrices;
    std::uint64_t count = 0;
};

/// What a call took from its device; nothing where the contestant cannot tell.
struct Usage {
    std::optional<std::uint64_t> peak_bytes; ///< at most at one time, without the inputs
    std::optional<std::uint64_t> launches;
    std::optional<std::uint64_t> synchronizations;
    std::optional<std::uint64_t> compiled_kernels;
    double compile_seconds = 0; ///< 0 also where the backend does not tell
};

/// A problem on one contestant, its inputs in place.
class Trial {
public:
    virtual ~Trial() = default;
    /// The timed part: makes a new output and the result in it. \throws Error
    virtual void call() = 0;
    /// Returns when everything is done.
    virtual void wait() = 0;
    /// Frees the last call's output.
    virtual void drop() = 0;
    /// The last call's output. Rows of matrices need not be sorted.
    virtual Answer answer() = 0;
    /// Entries of the last call's output.
    virtual std::uint64_t nvals() = 0;
    /// Starts counting for usage().
    virtual void count_from_here() = 0;
    virtual Usage usage() = 0;
};

class Contestant {
public:
    virtual ~Contestant() = default;
    [[nodiscard]] virtual std::string name() const = 0;
    /// Timed by events on the GPU's stream rather than by the clock.
    [[nodiscard]] virtual bool on_gpu() const = 0;
    /// The others are compared with these.
    [[nodiscard]] virtual bool is_reference() const = 0;
    /// Promises sorted rows.
    [[nodiscard]] virtual bool sorts_rows() const = 0;
    [[nodiscard]] virtual bool takes(const Problem& problem) const = 0;
    /// \throws Error
    virtual std::unique_ptr<Trial> prepare(const Problem& problem) = 0;
};

/// A Mergus backend. \param stream of the GPU, lent to the context; null: none is lent, the clock is used
std::unique_ptr<Contestant> make_mergus(const std::string& backend, void* stream);

} // namespace mergus::bench
