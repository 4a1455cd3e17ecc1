/// \file cuda_driver.hpp
/// The Driver of a GPU: the CUDA runtime (linked statically, so that the plugin loads on machines without a
/// driver), modules compiled by NVRTC (compiler/nvrtc.hpp), device-wide primitives from CUB (primitives.cu).
///
/// cuda_driver.cpp has construction, properties, streams and errors; cuda_memory.cpp memory and copies;
/// copy_streams.cpp copies beside the stream; cuda_kernels.cpp kernels, launches and primitives.
///
/// Invariant: each call makes its device current and restores the caller's. No error remains in the runtime's
/// per-thread state. After a sticky error, memory and handles are only released.
#pragma once

#include "copy_streams.hpp"
#include "cuda_support.hpp"
#include "device/block_cache.hpp"
#include "device/driver.hpp"
#include "device/shared_pools.hpp"
#include "loaded_kernel.hpp"

#include <array>
#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mergus::cuda {

/// Copies of up to this size to the host go through page-locked memory.
constexpr std::size_t staging_bytes = 4096;

/// A block of device memory for results of allocate_persistent().
constexpr std::size_t persistent_block_bytes = std::size_t{64} << 10;

class CudaKernel final : public Kernel {
public:
    using Kernel::Kernel;
    ~CudaKernel() override {
        if (library != nullptr && loaded::unload(library) != cudaSuccess) cudaGetLastError();
    }

    loaded::Library library = nullptr;
    loaded::Function function = nullptr;
    std::vector<std::size_t> parameter_sizes; ///< Bytes.
};

class CudaDriver final : public Driver, private SharedPool {
public:
    explicit CudaDriver(const DeviceOptions& options);
    ~CudaDriver() override { close(); }
    CudaDriver(const CudaDriver&) = delete;
    CudaDriver& operator=(const CudaDriver&) = delete;

    Properties properties() const override { return properties_; }
    void* stream() const noexcept override { return stream_; }
    const std::string& lost_reason() const noexcept override { return lost_; }

    /// Bytes that the device has free, that the pool reserves without using them, and of cached blocks.
    std::size_t free_memory() override;
    void* allocate(std::size_t bytes) override;
    void release(void* pointer, std::size_t bytes) noexcept override;
    void* allocate_persistent(std::size_t bytes) override;
    bool capturing() noexcept override;
    void copy_to_host(void* to, const void* from, std::size_t bytes) override;
    void copy(void* to, const void* from, std::size_t bytes) override;
    std::byte* ring(std::size_t bytes) override;
    void submit_copy(void* to, const void* from, std::size_t bytes, bool to_host) override;
    void mark_copies(unsigned slot) override;
    bool copied(unsigned slot) override;
    bool reaches(const void* pointer) override;
    bool pageable(const void* pointer) override;
    bool reads_late(const void* from) override;
    void fill(void* to, unsigned char byte, std::size_t bytes) override;
    CopyStreams* copy_streams() override { return &*copy_streams_; }
    void name_group(void* id) override;                                                      // nccl.cpp
    std::unique_ptr<DeviceGroup> join_group(const void* id, int member, int count) override; // nccl.cpp

    void synchronize() override;
    bool idle() override;
    std::uint64_t* posted_words() noexcept override { return posted_; }
    void follow(void* stream) override;
    void precede(void* stream) override;
    void fork(unsigned streams) override;
    void use_forked_stream(unsigned stream) noexcept override;
    void join() noexcept override;

    std::string compiler_id() override;
    std::string target() override { return target_; }
    std::string full_text(const KernelSource& source) override;
    std::string compile(const KernelSource& source, const std::string& text) override;
    std::unique_ptr<Kernel> load(const KernelSource& source, const std::string& image) override;
    void launch(const Kernel& kernel, Dim3 grid, Dim3 block, std::size_t shared, const void* const* args,
                const std::size_t* sizes, std::size_t count, Start start) override;
    int blocks_per_sm(const Kernel& kernel, std::uint32_t threads, std::size_t shared) override;

    void exclusive_scan(Temporary& t, Word word, const void* in, void* out, std::size_t n) override;
    void sort_pairs(Temporary& t, Word key, Word value, void* keys[2], void* values[2], std::size_t n,
                    int begin_bit, int end_bit) override;
    void reduce(Temporary& t, Word word, bool maximum, const void* in, std::uint64_t* out,
                std::size_t n) override;
    void select_flagged(Temporary& t, Word word, const std::uint8_t* flags, void* indices,
                        std::uint64_t* count, std::size_t n) override;

private:
    friend class CudaCopyStreams;
    void open();
    void close() noexcept;

    /// \throws Error if `error` is one: device_lost if it is sticky, out_of_memory, else `code`.
    void check(cudaError_t error, std::string_view what, Code code = Code::panic) {
        if (error != cudaSuccess) fail(error, what, code);
    }
    [[noreturn]] void fail(cudaError_t error, std::string_view what, Code code);
    /// For functions that must not throw: clears the error in the runtime, and records it if it is sticky.
    void note(cudaError_t error) noexcept;

    // Memory (cuda_memory.cpp).
    template <class Allocate>
    void* allocate_or_trim(Allocate allocate);
    std::size_t cached_bytes();
    void release_blocks() noexcept;
    void trim(bool wait) noexcept override;
    bool captured() noexcept override;

    // Streams (cuda_driver.cpp).
    cudaStream_t caller_stream(void* stream);
    int ordinal_of(void* stream);
    bool is_idle(cudaStream_t stream);
    bool is_captured(cudaStream_t stream) noexcept;
    void order(cudaStream_t before, int before_ordinal, cudaStream_t after, int after_ordinal);

    // Kernels (cuda_kernels.cpp).
    void read_parameter_sizes(CudaKernel& kernel, const std::string& what);
    static void check_items(const char* what, std::size_t n);

    struct ForkedStream {
        cudaStream_t stream = nullptr;
        cudaEvent_t done = nullptr;
        bool used = false; ///< Since fork().
    };

    int ordinal_;
    AllocatorHooks hooks_;
    bool own_stream_;
    cudaStream_t stream_;
    std::vector<ForkedStream> forked_streams_; ///< Kept from fork to fork.
    cudaEvent_t forked_at_ = nullptr;
    cudaStream_t launch_stream_ = nullptr; ///< Of the next launch.
    cudaMemPool_t pool_ = nullptr;         ///< Null with the caller's allocator.
    std::mutex blocks_lock_;               ///< Guards blocks_, which other contexts may clear.
    BlockCache blocks_;                    ///< Of the pool.
    std::vector<void*> persistent_;        ///< Blocks of allocate_persistent().
    std::byte* persistent_next_ = nullptr; ///< Unused part of one of them.
    std::size_t persistent_left_ = 0;      ///< Its bytes.
    void* staging_ = nullptr;              ///< Page-locked, for small copies to the host.
    std::byte* ring_ = nullptr;            ///< Page-locked, for large copies (staged_copies.hpp).
    bool has_ring_ = true;                 ///< false: its allocation failed
    std::array<cudaEvent_t, StagedCopies::slots> copies_{}; ///< After the copies of each slot.
    std::optional<CudaCopyStreams> copy_streams_{std::in_place, *this};
    std::uint64_t* posted_ = nullptr; ///< Page-locked, written by kernels.
    Properties properties_;
    std::string target_;              ///< Of NVRTC, e.g. sm_90.
    bool dependent_launches_ = false; ///< Compiled for Hopper or later, as prelude.cuh requires.
    bool reads_pageable_ = false;     ///< The device reads pageable host memory itself.
    std::string lost_;
};

} // namespace mergus::cuda
