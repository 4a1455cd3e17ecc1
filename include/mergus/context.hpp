/// \file context.hpp
/// A context: one backend on one device, with its stream, memory pool and compiled kernels.
#pragma once

#include <mergus/export.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace mergus {

/// What one call did; see ContextOptions::explain.
struct Explanation {
    std::string_view operation; ///< "mxm", "transpose", …
    std::string_view backend;   ///< the backend that ran it
    std::string output;         ///< "C 3x4 fp64"; empty without C
    std::string inputs;         ///< "A 3x2 fp64, B 4x2 int32 transposed", shapes before they are transposed
    std::string algebra; ///< "semiring plus_times on fp64", "monoid …", "operator …"; empty without
    std::string mask;    ///< "[complement of] values|structure[, replace]", "none, replace"; empty without
    std::string accum;   ///< "plus on fp64"; empty without
    std::string_view method;    ///< how
    std::string_view reason;    ///< why so
    std::uint64_t bytes = 0;    ///< matrix bytes read and written at least
    std::uint64_t work = 0;     ///< products of an mxm, entries else
    double seconds = 0;         ///< wall time of the call
    double compile_seconds = 0; ///< of these, compiling kernels
    bool fallback = false;      ///< ran on the CPU because the context's backend does not support it
};

/// One line without its end, as MERGUS_LOG=explain and the command line's --explain print it:
/// "OPERATION on BACKEND[ (fallback)]: OUTPUT; INPUTS; ALGEBRA; mask MASK; accum ACCUM; method METHOD
/// (REASON); work N, N bytes, T ms[, T ms of it compiling]". Parts that are empty are left out.
MERGUS_API std::string to_string(const Explanation& explanation);

struct ContextOptions {
    /// A backend's name; empty: the environment variable MERGUS_BACKEND, and without it the one with the
    /// highest score, but never one that is for tests (a score below 10).
    std::string backend{};
    /// Which of the backend's devices; −1: the device of `stream`, or without one the backend chooses (CUDA:
    /// the calling thread's current device if it can be used, else the first that can).
    int device = -1;
    unsigned threads = 0;       ///< CPU backends; 0: the backend chooses
    void* stream = nullptr;     ///< a stream of the caller's to work on (CUDA: cudaStream_t)
    /// The same bits in every run, on every stream and every model of a device, also for floating sums; the
    /// descriptor's flag `deterministic` asks for it call by call.
    bool deterministic = false;
    /// Run on the CPU what the backend does not support, instead of throwing not_implemented.
    bool fallback_to_cpu = false;
    /// The caller's device allocator, in the stream's order: both or neither.
    std::function<void*(std::size_t bytes, void* stream)> allocate{};
    std::function<void(void* pointer, std::size_t bytes, void* stream)> deallocate{};
    /// Called after every operation that went well, when C has its result. What it throws is dropped and does
    /// not change the outcome of the call. With MERGUS_LOG=explain in the environment a line goes to stderr,
    /// and another one if `explain` throws. Asking for it makes a GPU backend wait for its device after every
    /// call.
    std::function<void(const Explanation&)> explain{};
};

/// What a context has done since it was made; 0 where the backend has no such thing.
struct Counters {
    std::uint64_t bytes_to_host = 0;
    std::uint64_t bytes_to_device = 0;
    std::uint64_t largest_copy_to_host = 0;
    std::uint64_t launches = 0;
    std::uint64_t synchronizations = 0;
    std::uint64_t allocated_bytes = 0;
    std::uint64_t high_water_bytes = 0;
    std::uint64_t compiled_kernels = 0;
    std::uint64_t cached_kernels = 0;
    double compile_seconds = 0;
};

namespace detail {
class ContextState;

/// Warns on stderr of values of MERGUS_LOG (words: explain, kernels), MERGUS_THREADS and MERGUS_CACHE_BYTES
/// that are ignored because they mean nothing, once for each value. Every new context does so.
MERGUS_API void check_environment() noexcept;
} // namespace detail

/// A handle: copies share one context, which lives until the last handle and the last matrix made in it are
/// gone, so a Matrix may outlive the Context it was made with.
///
/// Threads: a context may be used by many threads; its calls run one after the other. A matrix may be read by
/// many calls at the same time, but while a call writes it (as output) no other thread may touch it.
/// Different contexts run independently. Mixing: all matrices of a call are of one context; otherwise the
/// call throws invalid_object. Use AnyMatrix::to().
class MERGUS_API Context {
public:
    /// The best backend that can run here. \throws Error no_backend, with what was tried and why it cannot
    /// run.
    Context();
    explicit Context(std::string_view backend);
    explicit Context(const ContextOptions& options);

    [[nodiscard]] std::string_view backend() const noexcept;
    [[nodiscard]] std::string_view description() const noexcept;
    [[nodiscard]] bool deterministic() const noexcept;

    /// Returns when all work given to the context is done. \throws Error device_lost and the like.
    void wait() const;

    /// \param reset_high_water start the high-water mark again from what is allocated now.
    Counters counters(bool reset_high_water = false) const;

    bool operator==(const Context& other) const noexcept = default;

    /// \internal
    explicit Context(std::shared_ptr<detail::ContextState> state) noexcept : state_(std::move(state)) {}
    [[nodiscard]] const std::shared_ptr<detail::ContextState>& state() const noexcept { return state_; }

private:
    std::shared_ptr<detail::ContextState> state_;
};

} // namespace mergus
