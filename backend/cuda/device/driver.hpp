/// \file driver.hpp
/// The functions that Device (device.hpp) and the primitives (primitives.hpp) need from a device.
///
/// There are two implementations, gpu/cuda_driver.hpp and emulated/device_emulated.cpp; a plugin links one of
/// them. A Driver keeps no counters. It throws mergus::Error, and records a fatal error of the device in
/// lost_reason().
#pragma once

#include "copy_streams.hpp"
#include "device.hpp"
#include "device_group.hpp"
#include "temporary.hpp"

namespace mergus::cuda {

/// The message of Driver::allocate() and Device::allocate_persistent() in a capture.
inline constexpr const char* no_memory_in_capture =
    "the call needs device memory, which it cannot get while the stream is captured";

class Driver {
public:
    virtual ~Driver() = default;

    [[nodiscard]] virtual Properties properties() const = 0;
    [[nodiscard]] virtual std::size_t free_memory() = 0;
    [[nodiscard]] virtual void* stream() const noexcept = 0;
    /// Empty while the device works; then the fatal error.
    [[nodiscard]] virtual const std::string& lost_reason() const noexcept = 0;

    /// \return null if memory is exhausted. \param bytes > 0. \throws Error invalid_value with
    /// no_memory_in_capture where the memory would belong to the graph that is captured
    [[nodiscard]] virtual void* allocate(std::size_t bytes) = 0;
    virtual void release(void* pointer, std::size_t bytes) noexcept = 0;
    /// A few KiB that are freed with the driver. Never taken from the caller's allocator. Not called in a
    /// capture. \return as above
    [[nodiscard]] virtual void* allocate_persistent(std::size_t bytes) = 0;
    virtual void copy_to_host(void* to, const void* from, std::size_t bytes) = 0;
    virtual void copy(void* to, const void* from, std::size_t bytes) = 0;

    /// Whether submit_copy() may read this host memory after it has returned.
    [[nodiscard]] virtual bool reads_late(const void* from) = 0;

    // See staged_copies.hpp.
    /// Page-locked host memory, which is allocated by the first call. \return null if there is none
    [[nodiscard]] virtual std::byte* ring(std::size_t bytes) = 0;
    /// Submits a copy between host memory and the device. Does not wait where the host memory is page-locked.
    virtual void submit_copy(void* to, const void* from, std::size_t bytes, bool to_host) = 0;
    /// Marks the copies submitted so far with a slot, which is below StagedCopies::slots.
    virtual void mark_copies(unsigned slot) = 0;
    /// Whether the copies last marked with the slot have been done; true if there are none. Does not wait.
    [[nodiscard]] virtual bool copied(unsigned slot) = 0;
    /// Whether an address of the caller's is memory of this device. Waits for nothing.
    [[nodiscard]] virtual bool reaches(const void* pointer) = 0;
    /// Whether a pointer is to host memory that is not page-locked.
    [[nodiscard]] virtual bool pageable(const void* pointer) = 0;

    /// Copies beside the stream; null: this device has none.
    [[nodiscard]] virtual CopyStreams* copy_streams() { return nullptr; }

    /// Writes the name of a new group of devices. \throws Error not_implemented where none is possible
    virtual void name_group(void* /*id*/) { throw Error(Code::not_implemented, "this device has no groups"); }
    /// Joins a group; waits for all members. \throws Error as above
    [[nodiscard]] virtual std::unique_ptr<DeviceGroup> join_group(const void* /*id*/, int /*member*/,
                                                                  int /*count*/) {
        throw Error(Code::not_implemented, "this device has no groups");
    }

    virtual void fill(void* to, unsigned char byte, std::size_t bytes) = 0;
    virtual void synchronize() = 0;
    /// Whether all submitted work has been done. Does not wait.
    [[nodiscard]] virtual bool idle() = 0;
    /// A few words of host memory that kernels can write, at the same address; zero at first.
    [[nodiscard]] virtual std::uint64_t* posted_words() noexcept = 0;
    /// Whether the stream is being captured: work that is submitted is recorded in a graph, and does not run.
    [[nodiscard]] virtual bool capturing() noexcept { return false; }
    virtual void follow(void* stream) = 0;  ///< See Device::follow().
    virtual void precede(void* stream) = 0; ///< See Device::precede().

    /// Everything besides the text that determines the image: compiler, version, architecture, flags.
    [[nodiscard]] virtual std::string compiler_id() = 0;
    /// The target of images, e.g. sm_90. Images for it run on this device, whatever version of NVRTC made
    /// them.
    [[nodiscard]] virtual std::string target() = 0;
    /// The text that the compiler receives, prelude included.
    [[nodiscard]] virtual std::string full_text(const KernelSource& source) = 0;
    /// \return the image. Several threads may call this member (and no other) at the same time.
    [[nodiscard]] virtual std::string compile(const KernelSource& source, const std::string& full_text) = 0;
    [[nodiscard]] virtual std::unique_ptr<Kernel> load(const KernelSource& source,
                                                       const std::string& image) = 0;
    virtual void launch(const Kernel& kernel, Dim3 grid, Dim3 block, std::size_t shared,
                        const void* const* args, const std::size_t* sizes, std::size_t count,
                        Start start) = 0;
    [[nodiscard]] virtual int blocks_per_sm(const Kernel& kernel, std::uint32_t threads,
                                            std::size_t shared) = 0;

    // See forked_streams.hpp. By default nothing is forked.
    virtual void fork(unsigned /*streams*/) {}
    virtual void use_forked_stream(unsigned /*stream*/) noexcept {}
    virtual void join() noexcept {}

    // See primitives.hpp. Keys and values are Word::u32 or Word::u64.
    virtual void exclusive_scan(Temporary& temporary, Word word, const void* in, void* out,
                                std::size_t n) = 0;
    virtual void sort_pairs(Temporary& temporary, Word key, Word value, void* keys[2], void* values[2],
                            std::size_t n, int begin_bit, int end_bit) = 0;
    virtual void reduce(Temporary& temporary, Word word, bool maximum, const void* in, std::uint64_t* out,
                        std::size_t n) = 0;
    virtual void select_flagged(Temporary& temporary, Word word, const std::uint8_t* flags, void* indices,
                                std::uint64_t* count, std::size_t n) = 0;
};

/// The number of devices; 0 without a driver.
[[nodiscard]] int device_count();
/// The calling thread's current device.
[[nodiscard]] int current_device();
/// The ordinal of the device of a caller's stream. \param fallback the device that a default stream refers
/// to; −1: the current device. \throws Error invalid_value
[[nodiscard]] int stream_device(void* stream, int fallback);

/// Opens the device options.ordinal (≥ 0). \throws Error no_backend with the reason that probe() gives
[[nodiscard]] std::unique_ptr<Driver> open_driver(const DeviceOptions& options);

} // namespace mergus::cuda
