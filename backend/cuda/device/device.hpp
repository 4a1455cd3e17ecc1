/// \file device.hpp
/// The interface between the operations of the CUDA backend and a device: memory, copies, kernels, launches.
///
/// A Device is one GPU, one stream (its own or the caller's), one stream-ordered memory pool and one cache of
/// compiled kernels. Two devices share no mutable state. One thread at a time uses a Device. All work is
/// ordered by the stream; only copies to the host, read() and synchronize() wait for it.
///
/// Invariant: a Device delegates to a Driver (driver.hpp), a GPU or the emulation, which is chosen when the
/// program is linked. Counters, injected faults, the high-water mark and the kernel cache are kept here, once
/// for both.
///
/// Errors are mergus::Error. After out_of_memory the device can still be used. After device_lost the context
/// must be replaced, and all functions except the destructor throw device_lost again. compile_error contains
/// the compiler's log.
#pragma once

#include "compiler/kernel_source.hpp"
#include "kernel.hpp"
#include "properties.hpp"
#include "staged_copies.hpp"

#include <mergus/error.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

namespace mergus::cuda {

class Driver;

/// The caller's arrays that matrices use without a copy. Its owners are buffers (Buffer::lent()).
struct Lender {
    void (*release)(void*) = nullptr; ///< null until the import has succeeded
    void* arg = nullptr;
    std::size_t bytes = 0;    ///< of all arrays of the import
    bool may_be_late = false; ///< released with a later wait. Arrays that own a context must not be.
};

class Device {
public:
    explicit Device(const DeviceOptions& options = {});
    ~Device();
    Device(const Device&) = delete;
    Device& operator=(const Device&) = delete;

    [[nodiscard]] const Properties& properties() const noexcept { return properties_; }
    [[nodiscard]] bool lost() const noexcept;
    /// The driver, after a check that the device is not lost. For the primitives.
    [[nodiscard]] Driver& driver();

    // ---- Memory

    /// Where memory is short, the allocation is tried again after on_shortage()'s function has given some
    /// back. \return null if bytes is 0. \throws Error out_of_memory
    [[nodiscard]] void* allocate(std::size_t bytes);
    /// While the stream is captured the memory is retired, and released when the capture is over: the graph
    /// must not release it at each launch. \param bytes as given to allocate()
    void release(void* pointer, std::size_t bytes) noexcept;
    /// One owner less. After the last one, and after all work that may use the arrays, the lender's function
    /// is called. For that work give_back() waits, unless few bytes are kept: a later give_back() calls it
    /// then, or the next wait for the device. While the stream is captured: as release().
    void give_back(std::shared_ptr<Lender> lender) noexcept;
    /// The lenders that are kept until the work on their arrays has ended, and their bytes, at most.
    static constexpr std::size_t most_kept = 16, most_kept_bytes = std::size_t{1} << 20;
    /// Whether kernels can use memory at this address, which the caller names: it is this device's.
    [[nodiscard]] bool reaches(const void* pointer);
    /// \param give_back releases memory that nothing needs, and returns whether there was any.
    void on_shortage(std::function<bool()> give_back) { give_back_ = std::move(give_back); }
    /// A few KiB that are freed with the device. Never taken from the caller's allocator, and not counted.
    /// Where memory is short, as allocate(). \throws Error out_of_memory, or invalid_value while the stream
    /// is captured
    [[nodiscard]] void* allocate_persistent(std::size_t bytes);
    [[nodiscard]] std::size_t free_memory(); ///< Bytes.

    void copy_to_device(void* to, const void* from, std::size_t bytes); ///< `from` may be reused on return.
    void copy_to_host(void* to, const void* from, std::size_t bytes);   ///< Waits.
    /// Writes 0, 1, 2, … to host memory, in several threads.
    void count_up(std::uint64_t* to, std::uint64_t count);
    /// Calls body(begin, end) for parts of [0, count): StagedCopies::for_parts().
    void for_parts(std::uint64_t count, const std::function<void(std::uint64_t, std::uint64_t)>& body) {
        staged_.for_parts(count, body);
    }
    void copy(void* to, const void* from, std::size_t bytes); ///< Device to device, no overlap.
    /// Reads arrays in pieces, in several threads of the host: StagedCopies::read(). Waits.
    /// \throws Error out_of_memory without page-locked memory
    void read_pieces(std::span<const PiecedArray> arrays, std::uint64_t count,
                     const std::function<void(const Piece&)>& body);
    /// Writes arrays in pieces, which body(piece) makes in several threads of the host, in one thread if they
    /// are short; must not throw. Calls for different pieces may run at the same time.
    void write_pieces(std::span<const PiecedTarget> arrays, std::uint64_t count,
                      const std::function<void(const Piece&)>& body);
    /// Whether read_pieces() of elements of `size` bytes in all arrays, for this host memory, takes less time
    /// than copies by the driver.
    [[nodiscard]] bool reads_in_pieces(const void* to, std::uint64_t count, std::size_t size) {
        return staged_.worthwhile(driver(), to, count, size);
    }
    void fill(void* to, unsigned char byte, std::size_t bytes);
    /// One small value from the device, by way of page-locked memory. Waits. An operation that needs several
    /// numbers reads one struct, because each call waits for the device.
    template <class T>
    [[nodiscard]] T read(const T* pointer) {
        static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= 256);
        T value;
        copy_to_host(&value, pointer, sizeof(T));
        return value;
    }

    // ---- Numbers posted by kernels

    /// A place in the host mailbox, memory of the host that a kernel writes and the host polls: the arguments
    /// of post_to_host() (prelude.cuh) in one launch.
    struct Message {
        std::uint64_t* words = nullptr;
        std::uint32_t ticket = 0;
        std::uint64_t number = 0; ///< Calls of next_post() before this one.
    };
    static constexpr unsigned posts = 40;      ///< The number of words that one launch can post.
    static constexpr unsigned post_slots = 64; ///< The number of launches whose words are kept.

    /// Makes the words of the launch `post_slots` calls before invalid.
    [[nodiscard]] Message next_post();
    /// Whether the words of the launch are still valid.
    [[nodiscard]] bool keeps(const Message& post) const noexcept {
        return post_number_ - post.number <= post_slots;
    }
    /// The first `count` words, which a kernel that was launched before posts. Waits for the words, not for
    /// the end of the kernel: about 1 µs after it posts them. read() takes 5 µs after the end of the kernel.
    /// \throws Error panic if all work ends without them
    [[nodiscard]] std::array<std::uint64_t, posts> posted(const Message& post, unsigned count);
    /// The first word, if it is there already and still valid. Does not wait.
    [[nodiscard]] std::optional<std::uint64_t> posted_already(const Message& post) const noexcept;

    // ---- Streams

    [[nodiscard]] void*
    stream() const noexcept; ///< The cudaStream_t; null in the emulation if it is its own.
    /// Whether the stream, the caller's, is being captured in a graph. Work submitted now runs when the graph
    /// is launched, any number of times, which the host does not see.
    [[nodiscard]] bool capturing() const noexcept;
    void synchronize();
    /// Orders this device's stream after `stream`: work submitted here from now on starts after all work
    /// submitted there so far. \param stream a cudaStream_t of any device, not null. Does not wait.
    void follow(void* stream);
    /// The reverse: work submitted to `stream` from now on starts after all work submitted here so far. Does
    /// not wait.
    void precede(void* stream);

    // ---- Kernels

    /// The kernel, from memory, from the archive of the build, from disk, or compiled now. Hashing the text
    /// takes about 1 µs per KiB, so frequent operations keep the reference.
    Kernel& kernel(const KernelSource& source);
    /// The kernels of several sources, in their order. Images that are nowhere else are compiled and
    /// stored in parallel, by up to one thread per processor (MERGUS_THREADS); the threads end before the
    /// call returns. If images fail, the error of the first is thrown and the others are kept.
    std::vector<Kernel*> kernels(std::span<const KernelSource> sources);

    /// Launches a kernel. The arguments must have exactly the types of the kernel's parameters (the sizes are
    /// checked). With a grid of no blocks, nothing is launched. `shared` is in bytes.
    template <class... Args>
    void launch(const Kernel& kernel, Dim3 grid, Dim3 block, std::size_t shared, const Args&... args) {
        launch_at(Start::in_order, kernel, grid, block, shared, args...);
    }
    /// Launches a kernel that begins with wait_for_dependency() (prelude.cuh): its blocks may become resident
    /// while the kernel before it still runs. Equals launch() on devices without this feature.
    template <class... Args>
    void launch_dependent(const Kernel& kernel, Dim3 grid, Dim3 block, std::size_t shared,
                          const Args&... args) {
        launch_at(Start::dependent, kernel, grid, block, shared, args...);
    }
    /// Launches a kernel whose blocks are all resident at the same time, so that it may call grid_barrier()
    /// (prelude.cuh) with grid_barrier_word(). \param grid at most resident_blocks() blocks, else the launch
    /// fails. Not on forked streams, because kernels that run concurrently would share the barrier.
    template <class... Args>
    void launch_cooperative(const Kernel& kernel, Dim3 grid, Dim3 block, std::size_t shared,
                            const Args&... args) {
        launch_at(Start::cooperative, kernel, grid, block, shared, args...);
    }
    void launch_raw(const Kernel& kernel, Dim3 grid, Dim3 block, std::size_t shared, const void* const* args,
                    const std::size_t* sizes, std::size_t count, Start start = Start::in_order);

    /// The number of blocks of this shape that are resident on one multiprocessor at a time.
    [[nodiscard]] int blocks_per_sm(const Kernel& kernel, std::uint32_t threads, std::size_t shared);
    /// The number of blocks of this shape that are resident on the device at a time: the largest grid of a
    /// cooperative launch.
    [[nodiscard]] std::uint32_t resident_blocks(const Kernel& kernel, std::uint32_t threads,
                                                std::size_t shared);
    /// The counter of grid_barrier(), in device memory. Each cooperative launch leaves it ready for the next.
    [[nodiscard]] std::uint32_t* grid_barrier_word();

    [[nodiscard]] JitCache& cache() noexcept { return cache_; }

    // ---- Counters, faults and timing

    [[nodiscard]] const Counters& counters() const noexcept { return counters_; }
    void reset_counters() noexcept { counters_ = {}; }
    [[nodiscard]] const MemoryUse& memory_use() const noexcept { return memory_; }
    void reset_peak() noexcept { memory_.peak = memory_.current; }

    /// For tests: the nth allocation from now (1 = the next) fails once with out_of_memory; 0 cancels.
    void fail_allocation(std::uint64_t nth) noexcept { fail_in_ = nth; }

    /// Whether steps are timed (MERGUS_LOG=kernels) and therefore run one after the other.
    [[nodiscard]] bool logs() const noexcept { return log_; }
    /// Runs `step`. With MERGUS_LOG=kernels it waits for the device before and after the step and writes the
    /// elapsed time to stderr.
    template <class Step>
    void timed(std::string_view what, Step step) {
        if (!log_) return step();
        const double start = begin_step();
        step();
        end_step(what, start);
    }

private:
    struct Image {
        std::string bytes;
        std::unordered_map<std::string, std::unique_ptr<Kernel>> kernels; ///< By entry.
    };
    struct MissingImage;
    bool load_stored(const KernelSource& source, const std::string& text, const Hash128& key, Image& image);
    bool load_image(const KernelSource& source, std::optional<std::string> stored, Image& image);
    void compile(std::vector<MissingImage>& missing);

    template <class... Args>
    void launch_at(Start start, const Kernel& kernel, Dim3 grid, Dim3 block, std::size_t shared,
                   const Args&... args) {
        static_assert((std::is_trivially_copyable_v<Args> && ...),
                      "kernel arguments are copied byte by byte");
        const std::array<const void*, sizeof...(Args) + 1> pointers{&args..., nullptr};
        const std::array<std::size_t, sizeof...(Args) + 1> sizes{sizeof(Args)..., 0};
        launch_raw(kernel, grid, block, shared, pointers.data(), sizes.data(), sizeof...(Args), start);
    }

    struct Retired {
        void* pointer;
        std::size_t bytes;
        std::shared_ptr<Lender> lender; ///< Not null: its memory, not the pool's.
    };
    void release_retired() noexcept;
    /// Of lenders that were kept, after the work on their arrays.
    void release_kept() noexcept;

    double begin_step();
    void end_step(std::string_view what, double start);

    Properties properties_;
    bool log_ = false;
    Counters counters_;
    MemoryUse memory_;
    KernelArchive archive_;
    JitCache cache_;
    std::uint32_t* grid_barrier_ = nullptr; ///< Owned by the driver.
    std::uint64_t post_number_ = 0;         ///< Calls of next_post().
    std::function<bool()> give_back_;       ///< Of on_shortage().
    std::uint64_t fail_in_ = 0;             ///< Allocations until the injected failure; 0: none.
    std::unique_ptr<Driver> driver_;
    StagedCopies staged_;
    std::vector<Retired> retired_;              ///< Released while the stream was captured.
    std::vector<std::shared_ptr<Lender>> kept_; ///< Given back before the work on their arrays ended.
    std::unordered_map<Hash128, Image, Hash128Hasher> images_;
};

} // namespace mergus::cuda
