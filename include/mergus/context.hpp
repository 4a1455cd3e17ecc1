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

/// Report of one call; see ContextOptions::explain.
struct Explanation {
    std::string_view operation; ///< "mxm", "transpose", …
    std::string_view backend;   ///< the backend that ran the call
    std::string output;         ///< "C 3x4 fp64"; empty without C
    std::string inputs;         ///< "A 3x2 fp64, B 4x2 int32 transposed", shapes before they are transposed
    std::string algebra; ///< "semiring plus_times on fp64", "monoid …", "operator …"; empty without
    std::string mask;    ///< "[complement of] values|structure[, replace]", "none, replace"; empty without
    std::string accum;   ///< "plus on fp64"; empty without
    std::string_view method;    ///< how
    std::string_view reason;    ///< the reason for the method
    std::uint64_t bytes = 0;    ///< lower bound of the bytes of matrices read and written
    std::uint64_t work = 0;     ///< products of an mxm; entries for other operations
    double seconds = 0;         ///< wall time of the call
    double compile_seconds = 0; ///< the part of `seconds` spent compiling kernels
    /// Ran on another backend: on the CPU because the context's backend does not support the call, or in
    /// blocks because it ran out of device memory (ContextOptions).
    bool fallback = false;
    std::string fallback_reason; ///< the message of the context's backend; empty without fallback
};

/// One line without its end, as MERGUS_LOG=explain and the command line's --explain print it:
/// "OPERATION on BACKEND[ (fallback)]: OUTPUT; INPUTS; ALGEBRA; mask MASK; accum ACCUM; fallback because
/// MESSAGE; method METHOD (REASON); work N, N bytes, T ms[, T ms of it compiling]". Empty parts are omitted.
MERGUS_API std::string to_string(const Explanation& explanation);

/// Options of a context. Each has a default.
struct ContextOptions {
    /// A backend's name; empty: the environment variable MERGUS_BACKEND, and without it the backend with the
    /// highest score of at least 10.
    std::string backend{};
    /// Ordinal of one of the backend's devices (BackendInfo::devices). −1: the device of `stream`, or without
    /// a stream the backend chooses (CUDA: the calling thread's current device if it can be used, else the
    /// first that can). Other numbers are invalid_value.
    int device = -1;
    unsigned threads = 0;   ///< CPU backends; 0: the backend chooses
    void* stream = nullptr; ///< the caller's stream (CUDA: cudaStream_t); null: a stream of the context's own
    /// An owner of `stream`, if it has one: given back after the context's last use of the stream.
    std::shared_ptr<const void> stream_owner{};
    /// Every call gives the same bits in every run, on every stream and every model of a device. The option
    /// `deterministic` (options.hpp) selects this for one call, MERGUS_DETERMINISTIC=1 for all contexts.
    bool deterministic = false;
    /// A matrix keeps what an operation had to find out, such as its transpose, until it changes, so that the
    /// next operation need not make it again, and a copy on the host if its elements or rows are read one at
    /// a time. The memory counts in AnyMatrix::bytes() and Counters::derived_bytes. It is given back by
    /// release_derived(), that of the backend also when memory is short. false: a matrix keeps nothing after
    /// a call.
    bool cache_derived = true;
    /// Calls that the backend does not support run on the CPU instead of throwing not_implemented.
    bool fallback_to_cpu = false;
    /// The caller's device allocator, ordered by the stream. Set both functions or neither.
    std::function<void*(std::size_t bytes, void* stream)> allocate{};
    std::function<void(void* pointer, std::size_t bytes, void* stream)>
        deallocate{}; ///< frees what it returned
    /// Called after every operation that succeeded. An exception that it throws is dropped and does not
    /// change the outcome of the call. With MERGUS_LOG=explain in the environment a line goes to stderr, and
    /// another one if `explain` throws. A GPU backend then waits for its device after every call.
    std::function<void(const Explanation&)> explain{};
};

/// Totals since the context was made. A counter that the backend does not have is 0.
struct Counters {
    std::uint64_t bytes_to_host = 0;        ///< copied from the device
    std::uint64_t bytes_to_device = 0;      ///< copied to the device
    std::uint64_t largest_copy_to_host = 0; ///< bytes of the largest single copy
    std::uint64_t launches = 0;             ///< kernels that were started
    std::uint64_t synchronizations = 0;     ///< times that the host waited for the device
    std::uint64_t allocated_bytes = 0;      ///< now
    std::uint64_t high_water_bytes = 0;     ///< the most since the last reset
    std::uint64_t compiled_kernels = 0;     ///< compiled for this context
    std::uint64_t cached_kernels = 0;       ///< taken from the disk cache
    double compile_seconds = 0;             ///< time spent compiling them
    std::uint64_t precompiled_kernels = 0;  ///< compiled when the backend was built
    std::uint64_t derived_bytes =
        0; ///< what release_derived() would give back: a part of allocated_bytes, and copies on the host
    /// Calls that ran on the CPU instead (ContextOptions::fallback_to_cpu), and operations that ran out of
    /// device memory and went on in blocks.
    std::uint64_t fallbacks = 0;
};

namespace detail {
class ContextState;

/// Warns on stderr of invalid values of MERGUS_LOG (words: explain, kernels, calls), MERGUS_DETERMINISTIC,
/// MERGUS_THREADS, MERGUS_CACHE_BYTES and MERGUS_BLOCKS_FALLBACK, which are ignored; once for each. Every new
/// context calls this.
MERGUS_API void check_environment() noexcept;
} // namespace detail

/// A handle. Copies share one context, which is destroyed with its last handle and its last matrix. So a
/// Matrix may outlive its Context. A moved-from handle is empty: every call on it, or with it as an argument,
/// throws uninitialized_object.
///
/// Threads: a context may be used by many threads; its calls run one after the other. Several calls may
/// read a matrix at the same time. While a call writes a matrix (as output), no other thread may use it.
/// Different contexts run independently. All matrices of a call must belong to one context; otherwise it
/// throws invalid_object. AnyMatrix::to() copies a matrix to another context.
class MERGUS_API Context {
public:
    /// The available backend with the highest score. \throws Error no_backend, with the reason of each
    /// backend that was tried
    Context();
    explicit Context(std::string_view backend);
    explicit Context(const ContextOptions& options);

    /// The name of the backend.
    [[nodiscard]] std::string_view backend() const;
    /// What the backend runs on, with versions.
    [[nodiscard]] std::string_view description() const;
    /// Whether every call is deterministic, by ContextOptions or MERGUS_DETERMINISTIC.
    [[nodiscard]] bool deterministic() const;

    /// Waits until all work of the context is done. \throws Error device_lost, or the error of an
    /// asynchronous failure.
    void wait() const;

    /// Gives back the memory of what matrices keep beside their own arrays (ContextOptions::cache_derived).
    /// It is made again when it is needed. A backend does the same before it reports out_of_memory. \return
    /// bytes; 0 if the backend keeps nothing.
    std::uint64_t release_derived() const;

    /// \param reset_high_water sets the high-water mark to the bytes that are allocated now.
    Counters counters(bool reset_high_water = false) const;

    bool operator==(const Context& other) const noexcept = default;

    /// \internal
    explicit Context(std::shared_ptr<detail::ContextState> state) noexcept : state_(std::move(state)) {}
    [[nodiscard]] const std::shared_ptr<detail::ContextState>& state() const;

private:
    std::shared_ptr<detail::ContextState> state_;
};

} // namespace mergus
