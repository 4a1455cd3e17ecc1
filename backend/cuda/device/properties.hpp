/// \file properties.hpp
/// What a device is, what it has done, and the options that open it.
#pragma once

#include "compiler/kernel_archive.hpp"
#include "jit_cache.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

namespace mergus::cuda {

using core::JitCache;

/// Whether a device can be used on this machine. If not, score is 0 and `reason` is the message.
struct Probe {
    int score = 0;
    std::string reason;
    std::string name;
    int compute_major = 0;
    int compute_minor = 0;
    std::size_t memory = 0; ///< Total bytes.
    int ordinal = 0;
    std::string target; ///< As Driver::target(); empty if it is unknown.
};
/// \throws Error out_of_memory, std::bad_alloc: the state of the device is unknown then.
[[nodiscard]] Probe probe(int ordinal);
/// The default device: the calling thread's current device if it can be used, else the first usable one. If
/// no device can be used, `reason` lists the reasons of all. \throws as above
[[nodiscard]] Probe probe();

/// The caller's own allocator. `allocate` returns null when memory is exhausted; both functions are ordered
/// by `stream` (a cudaStream_t). `release` must not throw.
struct AllocatorHooks {
    void* (*allocate)(void* user, std::size_t bytes, void* stream) = nullptr;
    void (*release)(void* user, void* pointer, std::size_t bytes, void* stream) = nullptr;
    void* user = nullptr;
};

struct DeviceOptions {
    int ordinal = -1; ///< −1: the device of the lent stream, else that of probe().
    /// `stream` belongs to the caller and outlives the Device. Null then means the default stream.
    bool lend_stream = false;
    void* stream = nullptr; ///< A cudaStream_t.
    AllocatorHooks allocator{};
    JitCache cache = JitCache::from_environment();
    std::filesystem::path archive = KernelArchive::default_file();
};

struct Properties {
    std::string name;
    int ordinal = 0;
    int architecture = 0; ///< 10 * major + minor of the compute capability, e.g. 90.
    int sm_count = 0;
    int warp_size = 32;
    int max_threads_per_block = 0;
    std::size_t shared_per_block = 0;       ///< Bytes, without opting in.
    std::size_t shared_per_block_optin = 0; ///< Upper bound of a launch: static and dynamic bytes together.
    std::size_t l2_bytes = 0;
    std::size_t memory = 0; ///< Total bytes.
    bool emulated = false;
};

/// Events since the device was opened or the counters were reset.
struct Counters {
    std::uint64_t bytes_to_device = 0;
    std::uint64_t bytes_to_host = 0;
    std::uint64_t copies_to_host = 0;
    std::uint64_t largest_to_host = 0; ///< Bytes of the largest single copy to the host.
    std::uint64_t launches = 0;
    std::uint64_t synchronizations = 0;
    std::uint64_t allocations = 0;
    std::uint64_t compilations = 0; ///< Images found nowhere.
    std::uint64_t precompiled = 0;  ///< Images from the archive of the build.
    std::uint64_t disk_hits = 0;    ///< Images loaded from the disk cache.
    double compile_seconds = 0;     ///< Elapsed time; images compiled in parallel count once.
};

/// Bytes that operations have allocated and not yet released.
struct MemoryUse {
    std::size_t current = 0;
    std::size_t peak = 0; ///< High-water mark since the last reset_peak().
};

} // namespace mergus::cuda
