/// \file device_cuda.cpp
/// The Driver on a GPU: CUDA's runtime (linked statically, so that a machine without a driver answers "cannot
/// run here"), modules compiled by NVRTC (nvrtc.hpp), device-wide primitives from CUB (primitives.cu).
///
/// Invariant: every call makes its own device current and puts the caller's back; no error stays behind in
/// the runtime's per-thread state; after a sticky error nothing but releasing is tried.
#include "block_cache.hpp"
#include "cuda_support.hpp"
#include "driver.hpp"
#include "jit/nvrtc.hpp"
#include "loaded_kernel.hpp"
#include "primitives_cuda.hpp"
#include "shared_pools.hpp"

#include <algorithm>
#include <cstring>
#include <mutex>

namespace mergus::cuda {
namespace {

constexpr std::size_t staging_bytes = 4096;

class CudaKernel final : public Kernel {
public:
    using Kernel::Kernel;
    ~CudaKernel() override {
        if (library != nullptr && loaded::unload(library) != cudaSuccess) cudaGetLastError();
    }

    loaded::Library library = nullptr;
    loaded::Function function = nullptr;
    std::vector<std::size_t> parameters; ///< Their sizes.
};

class CudaDriver final : public Driver, private SharedPool {
public:
    explicit CudaDriver(const DeviceOptions& options)
        : ordinal_(options.ordinal), hooks_(options.allocator), own_stream_(!options.lend_stream),
          stream_(static_cast<cudaStream_t>(options.stream)) {
        const Current current(ordinal_);
        cudaDeviceProp all{};
        check(cudaGetDeviceProperties(&all, ordinal_), "reading the device's properties");
        properties_.name = all.name;
        properties_.ordinal = ordinal_;
        properties_.architecture = 10 * all.major + all.minor;
        properties_.sm_count = all.multiProcessorCount;
        properties_.warp_size = all.warpSize;
        properties_.max_threads_per_block = all.maxThreadsPerBlock;
        properties_.shared_per_block = all.sharedMemPerBlock;
        properties_.shared_per_block_optin = all.sharedMemPerBlockOptin;
        properties_.l2_bytes = static_cast<std::size_t>(all.l2CacheSize);
        properties_.memory = all.totalGlobalMem;
        target_ = Nvrtc::instance().target(properties_.architecture);
        can_start_early_ = std::stoi(target_.substr(target_.find('_') + 1)) >= 90; // as in prelude.cuh
        try {
            open();
        } catch (...) {
            close();
            throw;
        }
    }
    ~CudaDriver() override { close(); }
    CudaDriver(const CudaDriver&) = delete;
    CudaDriver& operator=(const CudaDriver&) = delete;

    Properties properties() const override { return properties_; }
    void* stream() const noexcept override { return stream_; }
    const std::string& lost_reason() const noexcept override { return lost_; }

    /// What the device has left and what the pool keeps without using it.
    std::size_t free_memory() override {
        const Current current(ordinal_);
        std::size_t free = 0;
        std::size_t total = 0;
        check(cudaMemGetInfo(&free, &total), "asking for free memory");
        std::uint64_t reserved = 0;
        std::uint64_t used = 0;
        if (pool_ != nullptr) {
            check(cudaMemPoolGetAttribute(pool_, cudaMemPoolAttrReservedMemCurrent, &reserved),
                  "asking the pool");
            check(cudaMemPoolGetAttribute(pool_, cudaMemPoolAttrUsedMemCurrent, &used), "asking the pool");
        }
        return free + static_cast<std::size_t>(reserved - used) + cached_bytes();
    }

    void* allocate(std::size_t bytes) override {
        const Current current(ordinal_);
        if (hooks_.allocate != nullptr) return hooks_.allocate(hooks_.user, bytes, stream_);
        {
            const std::lock_guard guard(blocks_lock_);
            if (void* const kept = blocks_.take(bytes); kept != nullptr) return kept;
        }
        return try_hard(
            [&](void** pointer) { return cudaMallocFromPoolAsync(pointer, bytes, pool_, stream_); });
    }
    void release(void* pointer, std::size_t bytes) noexcept override {
        const Current current(ordinal_);
        if (hooks_.release != nullptr) return hooks_.release(hooks_.user, pointer, bytes, stream_);
        const auto give_back = [this](void* block) { note(cudaFreeAsync(block, stream_)); };
        const std::lock_guard guard(blocks_lock_);
        if (!blocks_.keep(pointer, bytes, give_back)) give_back(pointer);
    }

    void* allocate_own(std::size_t bytes) override {
        const Current current(ordinal_);
        own_.reserve(own_.size() + 1);
        void* const pointer = try_hard([&](void** own) { return cudaMalloc(own, bytes); });
        if (pointer != nullptr) own_.push_back(pointer);
        return pointer;
    }

    void copy_to_device(void* to, const void* from, std::size_t bytes) override {
        const Current current(ordinal_);
        check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, stream_), "copying to the device");
        // Pageable memory has been read when the call returns; page-locked memory is read later.
        cudaPointerAttributes attributes{};
        check(cudaPointerGetAttributes(&attributes, from), "looking at a host pointer");
        if (attributes.type != cudaMemoryTypeUnregistered)
            check(cudaStreamSynchronize(stream_), "copying to the device");
    }
    void copy_to_host(void* to, const void* from, std::size_t bytes) override {
        const Current current(ordinal_);
        void* const landing = bytes <= staging_bytes ? staging_ : to;
        check(cudaMemcpyAsync(landing, from, bytes, cudaMemcpyDeviceToHost, stream_), "copying to the host");
        check(cudaStreamSynchronize(stream_), "copying to the host");
        if (landing != to) std::memcpy(to, landing, bytes);
    }
    void copy(void* to, const void* from, std::size_t bytes) override {
        const Current current(ordinal_);
        check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, stream_), "copying on the device");
    }
    void fill(void* to, unsigned char byte, std::size_t bytes) override {
        const Current current(ordinal_);
        check(cudaMemsetAsync(to, byte, bytes, stream_), "filling memory");
    }
    void synchronize() override {
        const Current current(ordinal_);
        check(cudaStreamSynchronize(stream_), "waiting for the device");
    }
    void follow(void* stream) override {
        order(caller_stream(stream), ordinal_of(stream), stream_, ordinal_);
    }
    void precede(void* stream) override {
        order(stream_, ordinal_, caller_stream(stream), ordinal_of(stream));
    }

    std::string compiler_id() override { return Nvrtc::instance().id() + " " + target_; }
    std::string full_text(const KernelSource& source) override { return Nvrtc::full_text(source); }
    std::string compile(const KernelSource& source, const std::string& text) override {
        return Nvrtc::instance().compile(source, text, target_);
    }

    std::unique_ptr<Kernel> load(const KernelSource& source, const std::string& image) override {
        const Current current(ordinal_);
        auto made = std::make_unique<CudaKernel>(source.entry);
        const std::string what = "loading kernel '" + source.entry + "'";
        check(loaded::load(&made->library, image.data()), what, Code::compile_error);
        check(loaded::find(&made->function, made->library, source.entry.c_str()), what, Code::compile_error);
        cudaFuncAttributes about{};
        check(loaded::attributes(&about, made->function), what);
        made->registers = about.numRegs;
        made->max_threads_per_block = about.maxThreadsPerBlock;
        made->static_shared = about.sharedSizeBytes;
        made->local_bytes = about.localSizeBytes;
        // A ceiling only: how a multiprocessor divides its memory follows from what each launch asks for.
        const std::size_t most = properties_.shared_per_block_optin - made->static_shared;
        check(loaded::set_most_dynamic_shared(made->function, static_cast<int>(most)), what);
        read_parameters(*made, what);
        return made;
    }

    void launch(const Kernel& kernel, Dim3 grid, Dim3 block, std::size_t shared, const void* const* args,
                const std::size_t* sizes, std::size_t count, Start start) override {
        const Current current(ordinal_);
        const auto& cuda_kernel = static_cast<const CudaKernel&>(kernel);
        if (!std::equal(sizes, sizes + count, cuda_kernel.parameters.begin(), cuda_kernel.parameters.end()))
            throw Error(Code::invalid_value, "kernel '" + kernel.name() + "' takes " +
                                                 std::to_string(cuda_kernel.parameters.size()) +
                                                 " arguments, and the number or size of those given differ");
        cudaLaunchAttribute overlap{};
        overlap.id = cudaLaunchAttributeProgrammaticStreamSerialization;
        overlap.val.programmaticStreamSerializationAllowed = 1;
        cudaLaunchConfig_t config{};
        config.gridDim = dim3(grid.x, grid.y, grid.z);
        config.blockDim = dim3(block.x, block.y, block.z);
        config.dynamicSmemBytes = shared;
        config.stream = lane_stream_;
        config.attrs = &overlap;
        config.numAttrs = start == Start::dependent && can_start_early_ ? 1 : 0;
        const cudaError_t result = loaded::launch(config, cuda_kernel.function, args);
        if (result != cudaSuccess) check(result, "launching kernel '" + kernel.name() + "'");
    }
    int blocks_per_sm(const Kernel& kernel, std::uint32_t threads, std::size_t shared) override {
        const Current current(ordinal_);
        int blocks = 0;
        check(loaded::blocks_per_sm(&blocks, static_cast<const CudaKernel&>(kernel).function,
                                    static_cast<int>(threads), shared),
              "asking for the occupancy of a kernel");
        return blocks;
    }

    void fork(unsigned lanes) override {
        const Current current(ordinal_);
        while (side_.size() + 1 < lanes) {
            Side side;
            check(cudaEventCreateWithFlags(&side.done, cudaEventDisableTiming), "making an event");
            const cudaError_t made = cudaStreamCreateWithFlags(&side.stream, cudaStreamNonBlocking);
            if (made != cudaSuccess) note(cudaEventDestroy(side.done));
            check(made, "making a stream");
            side_.push_back(side);
        }
        if (forked_at_ == nullptr)
            check(cudaEventCreateWithFlags(&forked_at_, cudaEventDisableTiming), "making an event");
        check(cudaEventRecord(forked_at_, stream_), "forking the stream");
        for (forked_ = 0; forked_ + 1 < lanes; ++forked_)
            check(cudaStreamWaitEvent(side_[forked_].stream, forked_at_, 0), "forking the stream");
    }
    void use_lane(unsigned lane) noexcept override {
        lane_stream_ = lane == 0 ? stream_ : side_[lane - 1].stream;
    }
    void join() noexcept override {
        const Current current(ordinal_);
        lane_stream_ = stream_;
        for (; forked_ > 0; --forked_) {
            const Side& side = side_[forked_ - 1];
            cudaError_t error = cudaEventRecord(side.done, side.stream);
            if (error == cudaSuccess) error = cudaStreamWaitEvent(stream_, side.done, 0);
            if (error == cudaSuccess) continue;
            note(error); // what comes next must wait all the same
            note(cudaStreamSynchronize(side.stream));
        }
    }

    void exclusive_scan(Temporary& t, Word word, const void* in, void* out, std::size_t n) override {
        const Current current(ordinal_);
        check_items("a scan", n);
        check(cub_exclusive_scan(t, word, in, out, n, stream_), "a scan");
    }
    void sort_pairs(Temporary& t, Word key, Word value, void* keys[2], void* values[2], std::size_t n,
                    int begin_bit, int end_bit) override {
        const Current current(ordinal_);
        check(cub_sort_pairs(t, key, value, keys, values, n, begin_bit, end_bit, stream_), "a sort");
    }
    void reduce(Temporary& t, Word word, bool maximum, const void* in, std::uint64_t* out,
                std::size_t n) override {
        const Current current(ordinal_);
        check(cub_reduce(t, word, maximum, in, out, n, stream_), "a reduction");
    }
    void select_flagged(Temporary& t, Word word, const std::uint8_t* flags, void* indices,
                        std::uint64_t* count, std::size_t n) override {
        const Current current(ordinal_);
        check_items("a selection", n);
        check(cub_select_flagged(t, word, flags, indices, count, n, stream_), "a selection");
    }

private:
    void check_items(const char* what, std::size_t n) {
        if (n > cub_most_items())
            throw Error(Code::not_implemented, std::string(what) + " of " + std::to_string(n) +
                                                   " items: at most " + std::to_string(cub_most_items()) +
                                                   " in a library that was built with CUDA 12.8 or older");
    }
    /// How many there are is the size of a variable that the text ends with (nvrtc.hpp).
    void read_parameters(CudaKernel& kernel, const std::string& what) {
        std::size_t one_more = 0;
        check(loaded::size_of_variable(&one_more, kernel.library,
                                       Nvrtc::parameter_count_symbol(kernel.name()).c_str()),
              what, Code::compile_error);
        kernel.parameters.resize(one_more - 1);
        for (std::size_t i = 0; i < kernel.parameters.size(); ++i)
            check(loaded::size_of_parameter(&kernel.parameters[i], kernel.function, i), what);
    }

    /// \throws Error invalid_value for one that is being captured: an event of it would draw this stream into
    /// the capture.
    cudaStream_t caller_stream(void* stream) {
        const Current current(ordinal_);
        auto* const callers = static_cast<cudaStream_t>(stream);
        cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
        check(cudaStreamIsCapturing(callers, &status), "asking about the caller's stream");
        if (status != cudaStreamCaptureStatusNone)
            throw Error(Code::invalid_value,
                        "the caller's stream is being captured: end the capture before the call");
        return callers;
    }
    int ordinal_of(void* stream) {
        const Current current(ordinal_); // which the default streams belong to
        int ordinal = ordinal_;
        check(device_of(static_cast<cudaStream_t>(stream), ordinal),
              "asking which device the caller's stream belongs to");
        return ordinal;
    }
    /// Work submitted to `after` from now on waits for all work submitted to `before` so far. Each stream
    /// comes with the ordinal of its device.
    void order(cudaStream_t before, int before_ordinal, cudaStream_t after, int after_ordinal) {
        cudaEvent_t event = nullptr;
        {
            const Current current(before_ordinal);
            check(cudaEventCreateWithFlags(&event, cudaEventDisableTiming), "making an event");
            const cudaError_t recorded = cudaEventRecord(event, before);
            if (recorded != cudaSuccess) note(cudaEventDestroy(event));
            check(recorded, "recording an event");
        }
        const Current current(after_ordinal);
        const cudaError_t waited = cudaStreamWaitEvent(after, event, 0);
        note(cudaEventDestroy(event)); // as soon as it is done
        check(waited, "waiting for an event");
    }

    void open() {
        if (own_stream_) check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "making a stream");
        lane_stream_ = stream_;
        check(cudaHostAlloc(&staging_, staging_bytes, cudaHostAllocDefault), "making the staging buffer");
        if (hooks_.allocate != nullptr) return;
        cudaMemPoolProps props{};
        props.allocType = cudaMemAllocationTypePinned;
        props.location.type = cudaMemLocationTypeDevice;
        props.location.id = ordinal_;
        check(cudaMemPoolCreate(&pool_, &props), "making a memory pool");
        std::uint64_t keep_all = UINT64_MAX; // giving memory back at every wait would cost more than the work
        check(cudaMemPoolSetAttribute(pool_, cudaMemPoolAttrReleaseThreshold, &keep_all),
              "setting up the pool");
        SharedPools::instance().add(ordinal_, *this);
    }
    std::size_t cached_bytes() {
        const std::lock_guard guard(blocks_lock_);
        return blocks_.bytes();
    }
    /// Null where there is no memory, also none of what was released: that may be kept here, still be held by
    /// work on the stream, lie in the pool in pieces, or be the same of another context on the device.
    template <class Allocate>
    void* try_hard(Allocate allocate) {
        void* pointer = nullptr;
        for (int trial = 0;; ++trial) {
            const cudaError_t result = allocate(&pointer);
            if (result == cudaSuccess) return pointer;
            if (result != cudaErrorMemoryAllocation) check(result, "allocating memory");
            cudaGetLastError();
            SharedPools& pools = SharedPools::instance();
            switch (trial) {
            case 0:
                release_blocks();
                check(cudaStreamSynchronize(stream_), "waiting for memory");
                if (pool_ != nullptr) check(cudaMemPoolTrimTo(pool_, 0), "trimming the pool");
                break;
            case 1:
                if (!pools.trim_others(ordinal_, *this, false)) return nullptr;
                break;
            case 2:
                pools.trim_others(ordinal_, *this, true);
                break; // waits for their work
            default:
                return nullptr;
            }
        }
    }
    /// Called by other contexts, in their threads: touches nothing but the pool and the locked cache. Errors
    /// are left to the owner's calls, which meet them too.
    void trim(bool wait) noexcept override {
        const Current current(ordinal_);
        {
            const std::lock_guard guard(blocks_lock_);
            blocks_.clear([this](void* block) {
                if (cudaFreeAsync(block, stream_) != cudaSuccess) cudaGetLastError();
            });
        }
        if (wait && cudaStreamSynchronize(stream_) != cudaSuccess) cudaGetLastError();
        if (cudaMemPoolTrimTo(pool_, 0) != cudaSuccess) cudaGetLastError();
    }
    void release_blocks() noexcept {
        const std::lock_guard guard(blocks_lock_);
        blocks_.clear([this](void* block) { note(cudaFreeAsync(block, stream_)); });
    }
    void close() noexcept {
        SharedPools::instance().remove(*this);
        const Current current(ordinal_);
        release_blocks();
        if (lost_.empty()) note(cudaStreamSynchronize(stream_));
        if (pool_ != nullptr) note(cudaMemPoolDestroy(pool_));
        for (void* const own : own_) note(cudaFree(own));
        if (staging_ != nullptr) note(cudaFreeHost(staging_));
        if (forked_at_ != nullptr) note(cudaEventDestroy(forked_at_));
        for (const Side& side : side_) {
            if (side.done != nullptr) note(cudaEventDestroy(side.done));
            if (side.stream != nullptr) note(cudaStreamDestroy(side.stream));
        }
        if (own_stream_ && stream_ != nullptr) note(cudaStreamDestroy(stream_));
    }

    /// Where nothing may be thrown: takes the error out of the runtime, remembers it if it is sticky.
    void note(cudaError_t error) noexcept {
        if (error == cudaSuccess) return;
        cudaGetLastError();
        if (is_sticky(error) && lost_.empty()) lost_ = cudaGetErrorName(error);
    }

    void check(cudaError_t error, const std::string& what, Code otherwise = Code::panic) {
        if (error == cudaSuccess) return;
        cudaGetLastError();
        const std::string message = what + " failed on '" + properties_.name + "': " + error_text(error);
        if (is_sticky(error)) {
            lost_ = message;
            throw Error(Code::device_lost, message +
                                               "; this context must be replaced, and if a new one fails too, "
                                               "the process restarted (an earlier kernel may be the cause)");
        }
        throw Error(error == cudaErrorMemoryAllocation ? Code::out_of_memory : otherwise, message);
    }

    int ordinal_;
    AllocatorHooks hooks_;
    bool own_stream_;
    cudaStream_t stream_;
    /// A lane beside the stream.
    struct Side {
        cudaStream_t stream = nullptr;
        cudaEvent_t done = nullptr;
    };
    std::vector<Side> side_;
    unsigned forked_ = 0; ///< so many of them are waiting to be joined
    cudaEvent_t forked_at_ = nullptr;
    cudaStream_t lane_stream_ = nullptr; ///< of the next launch
    cudaMemPool_t pool_ = nullptr;
    std::mutex blocks_lock_; ///< of the cache, which other contexts may clear
    BlockCache blocks_;      ///< of the pool
    std::vector<void*> own_; ///< what allocate_own() gave
    void* staging_ = nullptr;
    Properties properties_;
    std::string target_;
    bool can_start_early_ = false; ///< kernels are compiled for Hopper or later
    std::string lost_;
};

} // namespace

std::unique_ptr<Driver> open_driver(const DeviceOptions& options) {
    const Probe found = probe(options.ordinal);
    if (found.score == 0) throw Error(Code::no_backend, found.reason);
    return std::make_unique<CudaDriver>(options);
}

} // namespace mergus::cuda
