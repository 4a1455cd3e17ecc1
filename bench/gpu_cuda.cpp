/// \file gpu_cuda.cpp
#include "cusparse.hpp"
#include "gpu.hpp"

#include <fmt/format.h>

#include <fstream>
#include <string>

namespace mergus::bench {

namespace {

/// Two events on the stream. Work of the host counts, because the second event is recorded after the call
/// returns.
class EventTimer final : public Timer {
public:
    explicit EventTimer(cudaStream_t stream) : stream_(stream) {
        check(cudaEventCreate(&begin_), "creating an event");
        check(cudaEventCreate(&end_), "creating an event");
    }
    ~EventTimer() override {
        for (cudaEvent_t event : {begin_, end_})
            if (event != nullptr && cudaEventDestroy(event) != cudaSuccess) cudaGetLastError();
    }
    EventTimer(const EventTimer&) = delete;
    EventTimer& operator=(const EventTimer&) = delete;

    void start() override {
        check(cudaStreamSynchronize(stream_), "waiting for the device");
        check(cudaEventRecord(begin_, stream_), "recording an event");
    }
    double stop(Trial&) override {
        check(cudaEventRecord(end_, stream_), "recording an event");
        check(cudaEventSynchronize(end_), "waiting for the device");
        float milliseconds = 0;
        check(cudaEventElapsedTime(&milliseconds, begin_, end_), "reading the events");
        return double{milliseconds};
    }

private:
    cudaStream_t stream_;
    cudaEvent_t begin_ = nullptr;
    cudaEvent_t end_ = nullptr;
};

/// A copy on the device, to measure the bandwidth.
class Copy final : public Trial {
public:
    Copy(void* to, const void* from, std::size_t bytes, cudaStream_t stream)
        : to_(to), from_(from), bytes_(bytes), stream_(stream) {}
    void call() override {
        check(cudaMemcpyAsync(to_, from_, bytes_, cudaMemcpyDeviceToDevice, stream_), "copying");
    }
    void wait() override { check(cudaStreamSynchronize(stream_), "waiting for the device"); }
    void drop() override {}
    Answer answer() override { return {}; }
    std::uint64_t nvals() override { return 0; }
    void reset_usage() override {}
    Usage usage() override { return {}; }

private:
    void* to_;
    const void* from_;
    std::size_t bytes_;
    cudaStream_t stream_;
};

class Stream {
public:
    Stream() { check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "creating a stream"); }
    ~Stream() {
        if (cudaStreamDestroy(stream_) != cudaSuccess) cudaGetLastError();
    }
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;
    [[nodiscard]] cudaStream_t get() const { return stream_; }

private:
    cudaStream_t stream_ = nullptr;
};

std::string version(int number) {
    return fmt::format("{}.{}", number / 1000, number % 1000 / 10);
}

/// The release of the driver from Linux's /proc, for example "580.1 ", or empty. CUDA reports only the
/// toolkit version that the driver supports.
std::string driver_release() {
    std::ifstream file("/proc/driver/nvidia/version");
    for (std::string word; file >> word;)
        if (word.find('.') != std::string::npos && word.find_first_not_of("0123456789.") == std::string::npos)
            return word + ' ';
    return {};
}

class CudaGpu final : public Gpu {
public:
    std::string description() const override {
        cudaDeviceProp properties{};
        check(cudaGetDeviceProperties(&properties, 0), "reading the device's properties");
        int driver = 0;
        int runtime = 0;
        check(cudaDriverGetVersion(&driver), "reading the driver's version");
        check(cudaRuntimeGetVersion(&runtime), "reading the runtime's version");
        return fmt::format("{}, driver {}for CUDA {}, runtime {}, cuSPARSE {}", properties.name,
                           driver_release(), version(driver), version(runtime), cusparse_version());
    }
    void* stream() const override { return stream_.get(); }
    std::unique_ptr<Timer> make_timer() override { return std::make_unique<EventTimer>(stream_.get()); }

    double bandwidth() override {
        constexpr std::size_t bytes = std::size_t{1} << 30;
        const auto bytes_per_second = [&] {
            const DeviceBuffer from(pool_, bytes);
            const DeviceBuffer to(pool_, bytes);
            check(cudaMemsetAsync(from.data(), 1, bytes, stream_.get()), "filling memory");
            Copy copy(to.data(), from.data(), bytes, stream_.get());
            EventTimer timer(stream_.get());
            return 2.0 * bytes / (measure(copy, timer, MeasureOptions{}).median_ms * 1e-3);
        }();
        pool_.trim();
        return bytes_per_second;
    }
    std::vector<std::unique_ptr<Competitor>> cusparse() override { return make_cusparse(pool_); }

private:
    Stream stream_;
    DevicePool pool_{stream_.get()};
};

} // namespace

std::unique_ptr<Gpu> open_gpu(std::string& why) {
    int devices = 0;
    if (const cudaError_t result = cudaGetDeviceCount(&devices); result != cudaSuccess || devices == 0) {
        cudaGetLastError();
        why = result != cudaSuccess ? cudaGetErrorString(result) : "no device";
        return nullptr;
    }
    check(cudaSetDevice(0), "selecting the device");
    return std::make_unique<CudaGpu>();
}

} // namespace mergus::bench
