/// \file driver.hpp
/// What a device must be able to do for Device (device.hpp) and the primitives (primitives.hpp) to work.
///
/// Two implementations, one of which is linked: device_cuda.cpp and emulated/device_emulated.cpp. A Driver
/// keeps no counts; it throws mergus::Error, and remembers when an error was one that it does not survive.
#pragma once

#include "device.hpp"
#include "temporary.hpp"

namespace mergus::cuda {

class Driver {
public:
    virtual ~Driver() = default;

    [[nodiscard]] virtual Properties properties() const = 0;
    [[nodiscard]] virtual std::size_t free_memory() = 0;
    [[nodiscard]] virtual void* stream() const noexcept = 0;
    /// Empty while the device is good; else what happened to it.
    [[nodiscard]] virtual const std::string& lost_reason() const noexcept = 0;

    /// Null when there is not enough memory. bytes > 0.
    [[nodiscard]] virtual void* allocate(std::size_t bytes) = 0;
    virtual void release(void* pointer, std::size_t bytes) noexcept = 0;
    /// A little memory for as long as the driver lives, which is the context's own: not the caller's
    /// allocator's. Null as above.
    [[nodiscard]] virtual void* allocate_own(std::size_t bytes) = 0;
    virtual void copy_to_device(void* to, const void* from, std::size_t bytes) = 0;
    virtual void copy_to_host(void* to, const void* from, std::size_t bytes) = 0;
    virtual void copy(void* to, const void* from, std::size_t bytes) = 0;
    virtual void fill(void* to, unsigned char byte, std::size_t bytes) = 0;
    virtual void synchronize() = 0;
    virtual void follow(void* stream) = 0;  ///< As Device's.
    virtual void precede(void* stream) = 0; ///< As Device's.

    /// All that decides what compile() makes of a text: compiler, version, architecture, flags.
    [[nodiscard]] virtual std::string compiler_id() = 0;
    /// The text as the compiler will see it, prelude included.
    [[nodiscard]] virtual std::string full_text(const KernelSource& source) = 0;
    /// The only member that several threads call at the same time, each with a text of its own.
    [[nodiscard]] virtual std::string compile(const KernelSource& source, const std::string& full_text) = 0;
    [[nodiscard]] virtual std::unique_ptr<Kernel> load(const KernelSource& source,
                                                       const std::string& image) = 0;
    virtual void launch(const Kernel& kernel, Dim3 grid, Dim3 block, std::size_t shared,
                        const void* const* args, const std::size_t* sizes, std::size_t count,
                        Start start) = 0;
    [[nodiscard]] virtual int blocks_per_sm(const Kernel& kernel, std::uint32_t threads,
                                            std::size_t shared) = 0;

    // ForkedStreams: launches on different ones may run side by side. fork() begins with all that was asked
    // for so far done, join() ends with all lanes done. Lane 0 is the stream itself, the only one for
    // anything but launches. A device without any ignores it.
    virtual void fork(unsigned /*lanes*/) {}
    virtual void use_lane(unsigned /*lane*/) noexcept {}
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

/// How many devices there are; 0 if there is no driver for them.
[[nodiscard]] int device_count();
/// The calling thread's current device.
[[nodiscard]] int current_device();
/// The device of a stream of the caller's. \param otherwise the device that a default stream is taken for,
/// −1: the current one. \throws Error invalid_value
[[nodiscard]] int stream_device(void* stream, int otherwise);

/// Opens the device options.ordinal, at least 0, or throws no_backend with the reason that probe() gives.
[[nodiscard]] std::unique_ptr<Driver> open_driver(const DeviceOptions& options);

} // namespace mergus::cuda
