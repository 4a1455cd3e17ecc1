/// \file device.hpp
/// The seam of the CUDA backend: everything that the operations ask of a device, and nothing else.
///
/// A Device is one GPU, one stream (its own or the caller's), one stream-ordered memory pool and one cache of
/// compiled kernels. Two devices share no mutable state; one Device is used by one thread at a time. Work is
/// ordered by the stream; only copies to the host, read() and synchronize() wait.
///
/// Invariant: what stands behind is a Driver (driver.hpp) chosen when the program is linked, a GPU or the
/// emulation; all bookkeeping (counters, faults, high-water mark, kernel cache) lives here, once for both.
///
/// Errors are mergus::Error: out_of_memory leaves the device usable; device_lost says that the context must
/// be replaced, and everything but destruction then throws it again; compile_error carries the compiler's
/// log.
#pragma once

#include "hash128.hpp"
#include "jit_cache.hpp"

#include <mergus/error.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

namespace mergus::cuda {

using core::CacheEntry;
using core::Hash128;
using core::Hash128Hasher;
using core::JitCache;
using core::siphash128;

class Driver;

/// Whether a device can be used here. score is 0 when it cannot, and reason says why.
struct Probe {
    int score = 0;
    std::string reason;
    std::string name;
    int compute_major = 0;
    int compute_minor = 0;
    std::size_t memory = 0; ///< Total bytes.
    int ordinal = 0;
};
/// \throws Error out_of_memory, std::bad_alloc: then nothing is known about the device.
[[nodiscard]] Probe probe(int ordinal);
/// The device that is used where none is named: the calling thread's current one if it can be used, else the
/// first that can. If there is none, the reasons of all. \throws as above
[[nodiscard]] Probe probe();

/// Memory hooks of a caller who has an allocator of his own. allocate returns null when there is no memory;
/// both are ordered by `stream` (a cudaStream_t). release must not throw.
struct AllocatorHooks {
    void* (*allocate)(void* user, std::size_t bytes, void* stream) = nullptr;
    void (*release)(void* user, void* pointer, std::size_t bytes, void* stream) = nullptr;
    void* user = nullptr;
};

struct DeviceOptions {
    int ordinal = -1; ///< −1: the device of the lent stream, else that of probe().
    bool lend_stream =
        false; ///< `stream` is the caller's and outlives the Device; null then is the default stream.
    void* stream = nullptr; ///< A cudaStream_t.
    AllocatorHooks allocator{};
    JitCache cache = JitCache::from_environment();
};

struct Properties {
    std::string name;
    int ordinal = 0;
    int architecture = 0; ///< 10 * major + minor of the compute capability, e.g. 90.
    int sm_count = 0;
    int warp_size = 32;
    int max_threads_per_block = 0;
    std::size_t shared_per_block = 0; ///< Without opting in.
    std::size_t shared_per_block_optin =
        0; ///< The most that a launch may ask for, static and dynamic together.
    std::size_t l2_bytes = 0;
    std::size_t memory = 0; ///< Total bytes.
    bool emulated = false;
};

/// What has happened since the device was made or the counters were reset.
struct Counters {
    std::uint64_t bytes_to_device = 0;
    std::uint64_t bytes_to_host = 0;
    std::uint64_t copies_to_host = 0;
    std::uint64_t largest_to_host = 0; ///< Bytes of the largest single copy to the host.
    std::uint64_t launches = 0;
    std::uint64_t synchronizations = 0;
    std::uint64_t allocations = 0;
    std::uint64_t compilations = 0; ///< Images that were in neither cache.
    std::uint64_t disk_hits = 0;    ///< Images taken from the disk cache.
    double compile_seconds = 0; ///< From the first to the last, also where several are made at the same time.
};

/// Bytes that the caller asked for and has not released.
struct MemoryUse {
    std::size_t current = 0;
    std::size_t peak = 0; ///< High-water mark since the last reset_peak().
};

/// A kernel before it is compiled. The entry is an `extern "C" __global__` function of the text; the prelude
/// (jit/prelude.cuh) is put before the text. No includes.
struct KernelSource {
    std::string entry;
    std::string text;
    std::vector<std::pair<std::string, std::string>> defines{}; ///< Name and value, as -Dname=value.
    bool fmad = true;  ///< Whether a product and a sum may be contracted; false for bits equal to the CPU's.
    int standard = 17; ///< C++17 or C++20.
};

/// The key of an image in both caches: all that decides what it is. `compiler` holds the architecture and the
/// flags too, `full_text` the types and operators by their definitions. An image is that of the text with all
/// its kernels, so the entry is no part of it.
[[nodiscard]] Hash128 kernel_key(std::string_view library_version, std::string_view compiler,
                                 const KernelSource& source, std::string_view full_text);

/// A compiled kernel, owned by its Device and good for as long as that lives.
class Kernel {
public:
    explicit Kernel(std::string name) : name_(std::move(name)) {}
    Kernel(const Kernel&) = delete;
    Kernel& operator=(const Kernel&) = delete;
    virtual ~Kernel() = default;
    [[nodiscard]] const std::string& name() const noexcept { return name_; }

    int registers = 0;             ///< For each thread; 0 in the emulation.
    int max_threads_per_block = 0; ///< With the registers that it uses.
    std::size_t static_shared = 0; ///< Bytes.
    std::size_t local_bytes = 0;   ///< Spilled for each thread.

private:
    std::string name_;
};

struct Dim3 {
    std::uint32_t x = 1;
    std::uint32_t y = 1;
    std::uint32_t z = 1;
};

/// When the blocks of a kernel may take their places: see Device::launch_dependent().
enum class Start : bool { in_order, dependent };

class Device {
public:
    explicit Device(const DeviceOptions& options = {});
    ~Device();
    Device(const Device&) = delete;
    Device& operator=(const Device&) = delete;

    [[nodiscard]] const Properties& properties() const noexcept { return properties_; }
    [[nodiscard]] std::size_t free_memory();
    [[nodiscard]] void* stream() const noexcept; ///< The cudaStream_t; null in the emulation.
    [[nodiscard]] bool lost() const noexcept;

    // Memory. allocate(0) is null; release() takes what allocate() gave, with the same size.
    [[nodiscard]] void* allocate(std::size_t bytes);
    void release(void* pointer, std::size_t bytes) noexcept;
    /// A few KiB that the device keeps for as long as it lives, as it keeps its kernels: neither counted nor
    /// the caller's allocator's.
    [[nodiscard]] void* allocate_own(std::size_t bytes);
    void copy_to_device(void* to, const void* from, std::size_t bytes); ///< `from` may be reused on return.
    void copy_to_host(void* to, const void* from, std::size_t bytes);   ///< Waits.
    void copy(void* to, const void* from, std::size_t bytes);           ///< Device to device, no overlap.
    void fill(void* to, unsigned char byte, std::size_t bytes);
    void synchronize();

    // Order with another stream, the caller's (CUDA: a cudaStream_t, of any device; not null). Neither waits.
    /// Work submitted to this device from now on waits for all work submitted to `stream` so far.
    void follow(void* stream);
    /// Work submitted to `stream` from now on waits for all work submitted to this device so far.
    void precede(void* stream);

    /// One small value from the device, by way of pinned memory. Waits. Results that belong together go into
    /// one struct: operations read at most 256 bytes at a time.
    template <class T>
    [[nodiscard]] T read(const T* pointer) {
        static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= 256);
        T value;
        copy_to_host(&value, pointer, sizeof(T));
        return value;
    }

    /// The compiled form of `source`, from memory, from disk, or made now. Hashing the text costs about 1 µs
    /// a KiB, so an operation that runs often keeps the reference.
    Kernel& kernel(const KernelSource& source);
    /// The same for several, in their order. What is in neither cache is compiled and stored at the same
    /// time, by up to a thread a processor (MERGUS_THREADS), none of which outlives the call; all else
    /// happens in the caller's thread. After an error, that of the first image that failed, the others are
    /// kept.
    std::vector<Kernel*> kernels(std::span<const KernelSource> sources);

    /// Runs a kernel. The arguments must have exactly the types of the kernel's parameters (their sizes are
    /// checked). A grid without blocks is no launch and no error. `shared` is in bytes.
    template <class... Args>
    void launch(const Kernel& kernel, Dim3 grid, Dim3 block, std::size_t shared, const Args&... args) {
        launch_at(Start::in_order, kernel, grid, block, shared, args...);
    }
    /// The same for a kernel that begins with wait_for_dependency() (prelude.cuh): its blocks may take their
    /// places while those of the kernel before it still run. Where a device cannot do that it is launch().
    template <class... Args>
    void launch_dependent(const Kernel& kernel, Dim3 grid, Dim3 block, std::size_t shared,
                          const Args&... args) {
        launch_at(Start::dependent, kernel, grid, block, shared, args...);
    }
    void launch_raw(const Kernel& kernel, Dim3 grid, Dim3 block, std::size_t shared, const void* const* args,
                    const std::size_t* sizes, std::size_t count, Start start = Start::in_order);

    /// How many blocks of this shape one multiprocessor holds at a time.
    [[nodiscard]] int blocks_per_sm(const Kernel& kernel, std::uint32_t threads, std::size_t shared);

    [[nodiscard]] const Counters& counters() const noexcept { return counters_; }
    void reset_counters() noexcept { counters_ = {}; }
    [[nodiscard]] const MemoryUse& memory_use() const noexcept { return memory_; }
    void reset_peak() noexcept { memory_.peak = memory_.current; }
    [[nodiscard]] JitCache& cache() noexcept { return cache_; }

    /// Test hook: the nth allocation from now (1 = the next) fails with out_of_memory, once; 0 takes it back.
    void fail_allocation(std::uint64_t nth) noexcept { fail_in_ = nth; }

    /// For the primitives: the driver, after a check that the device is not lost.
    [[nodiscard]] Driver& driver();

    /// Whether steps are timed, and so have to run one after the other.
    [[nodiscard]] bool logs() const noexcept { return log_; }
    /// Runs `step`. With MERGUS_LOG=kernels in the environment it waits before and after, and writes to
    /// stderr how long the step took.
    template <class Step>
    void timed(std::string_view what, Step step) {
        if (!log_) return step();
        const double start = begin_step();
        step();
        end_step(what, start);
    }

private:
    template <class... Args>
    void launch_at(Start start, const Kernel& kernel, Dim3 grid, Dim3 block, std::size_t shared,
                   const Args&... args) {
        static_assert((std::is_trivially_copyable_v<Args> && ...),
                      "kernel arguments are copied byte by byte");
        const std::array<const void*, sizeof...(Args) + 1> pointers{&args..., nullptr};
        const std::array<std::size_t, sizeof...(Args) + 1> sizes{sizeof(Args)..., 0};
        launch_raw(kernel, grid, block, shared, pointers.data(), sizes.data(), sizeof...(Args), start);
    }

    double begin_step();
    void end_step(std::string_view what, double start);

    Properties properties_;
    bool log_ = false;
    Counters counters_;
    MemoryUse memory_;
    JitCache cache_;
    std::uint64_t fail_in_ = 0;
    std::unique_ptr<Driver> driver_;
    struct Image {
        std::string bytes;
        std::unordered_map<std::string, std::unique_ptr<Kernel>> kernels;
    };
    struct Missing;
    bool load_stored(const KernelSource& source, const Hash128& key, Image& image);
    void compile(std::vector<Missing>& missing);

    std::unordered_map<Hash128, Image, Hash128Hasher> images_;
};

/// Launches of kernels that do not depend on each other, side by side while it lives: each on the lane that
/// was chosen last. Everything before it comes before them, everything after it after them. Only lane 0, the
/// stream itself, is for more than launches.
class ForkedStreams {
public:
    /// \param count of lanes, up to most; 1: as if there were none.
    ForkedStreams(Device& device, unsigned count);
    ~ForkedStreams();
    ForkedStreams(const ForkedStreams&) = delete;
    ForkedStreams& operator=(const ForkedStreams&) = delete;
    void use(unsigned lane) noexcept; ///< below the count

    static constexpr unsigned most = 8;

private:
    Driver* driver_ = nullptr; ///< null: there are none
};

/// Bytes on a device, released with the stream's order when it goes out of scope. Its Device must outlive it.
class Buffer {
public:
    Buffer() = default;
    Buffer(Device& device, std::size_t bytes)
        : device_(&device), data_(device.allocate(bytes)), bytes_(bytes) {}
    Buffer(Buffer&& other) noexcept
        : device_(std::exchange(other.device_, nullptr)), data_(std::exchange(other.data_, nullptr)),
          bytes_(std::exchange(other.bytes_, 0)) {}
    Buffer& operator=(Buffer&& other) noexcept {
        if (this != &other) {
            reset();
            device_ = std::exchange(other.device_, nullptr);
            data_ = std::exchange(other.data_, nullptr);
            bytes_ = std::exchange(other.bytes_, 0);
        }
        return *this;
    }
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;
    ~Buffer() { reset(); }

    void reset() noexcept {
        if (data_ != nullptr) device_->release(data_, bytes_);
        data_ = nullptr;
        bytes_ = 0;
    }
    /// Gives the pointer away: the caller releases it through the Device.
    [[nodiscard]] void* detach() noexcept {
        bytes_ = 0;
        return std::exchange(data_, nullptr);
    }
    [[nodiscard]] void* data() const noexcept { return data_; }
    [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }

private:
    Device* device_ = nullptr;
    void* data_ = nullptr;
    std::size_t bytes_ = 0;
};

/// n values of T on a device, uninitialised.
template <class T>
class Array {
public:
    static_assert(std::is_trivially_copyable_v<T>);
    Array() = default;
    Array(Device& device, std::size_t n) : buffer_(device, checked_bytes(n)) {}
    [[nodiscard]] T* data() const noexcept { return static_cast<T*>(buffer_.data()); }
    [[nodiscard]] std::size_t size() const noexcept { return buffer_.bytes() / sizeof(T); }
    [[nodiscard]] Buffer& buffer() noexcept { return buffer_; }

private:
    static std::size_t checked_bytes(std::size_t n) {
        if (n > SIZE_MAX / 2 / sizeof(T))
            throw Error(Code::out_of_memory, std::to_string(n) + " values are more than memory can address");
        return n * sizeof(T);
    }
    Buffer buffer_;
};

} // namespace mergus::cuda
