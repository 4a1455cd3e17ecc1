/// \file caller_device.cpp
#include "caller_device.hpp"

#include "../../backend/cuda/device/emulated/caller_stream.h"

#include <dlfcn.h>

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <stdexcept>
#include <thread>

namespace mergus::tests {

namespace {

// ---- emulated: host memory, and deferred work

class EmulatedStream final : public CallerDevice::Stream {
public:
    ~EmulatedStream() override { wait(); }
    void* handle() override { return &stream_; }
    void delay() override {}
    void copy(void* to, const void* from, std::size_t bytes) override {
        work_.emplace_back([=] { std::memcpy(to, from, bytes); });
    }
    void fill(void* to, unsigned char byte, std::size_t bytes) override {
        work_.emplace_back([=] { std::memset(to, byte, bytes); });
    }
    void wait() override {
        for (const auto& step : std::exchange(work_, {})) step();
    }
    std::function<void()> capture(const std::function<void()>& record) override {
        const auto steps = std::make_shared<Steps>();
        recording_ = steps.get();
        stream_.record = [](void* self, mergus_emulated_step step) {
            static_cast<EmulatedStream*>(self)->recording_->list.push_back(step);
        };
        try {
            record();
        } catch (...) {
            stream_.record = nullptr;
            throw;
        }
        stream_.record = nullptr;
        return [this, steps] {
            work_.emplace_back([steps] {
                for (const mergus_emulated_step& step : steps->list) step.run(step.work);
            });
        };
    }

private:
    /// A captured graph.
    struct Steps {
        Steps() = default;
        Steps(const Steps&) = delete;
        Steps& operator=(const Steps&) = delete;
        ~Steps() {
            for (const mergus_emulated_step& step : list) step.drop(step.work);
        }
        std::vector<mergus_emulated_step> list;
    };

    std::vector<std::function<void()>> work_;
    Steps* recording_ = nullptr; ///< of the running capture
    mergus_emulated_stream stream_{[](void* self) { static_cast<EmulatedStream*>(self)->wait(); }, this, 0,
                                   nullptr};
};

class EmulatedCaller final : public CallerDevice {
public:
    std::unique_ptr<Stream> stream() override { return std::make_unique<EmulatedStream>(); }
    std::size_t free_memory() override { return std::size_t{1} << 30; }
    void* allocate(std::size_t bytes) override { return std::malloc(bytes); }
    void release(void* memory) override { std::free(memory); }
    void upload(void* to, const void* from, std::size_t bytes) override {
        if (bytes != 0) std::memcpy(to, from, bytes);
    }
    void download(void* to, const void* from, std::size_t bytes) override { upload(to, from, bytes); }
};

// ---- a GPU, through the driver API

/// The functions of libcuda.so.1 that are used here, with the names and numbers of cuda.h.
class Driver {
public:
    using Address = unsigned long long;

    static const Driver& instance() {
        static const Driver driver;
        return driver;
    }
    /// A call that must succeed, in the context that the runtime uses too.
    template <class... Parameters, class... Arguments>
    void operator()(const char* what, int (*function)(Parameters...), Arguments... arguments) const {
        require("making the context current", set_current(context_));
        require(what, function(arguments...));
    }

    template <class... Parameters>
    using Function = int (*)(Parameters...);
    Function<void*> set_current{};
    Function<Address*, std::size_t> allocate{};
    Function<Address> release{};
    Function<Address, const void*, std::size_t> upload{};
    Function<void*, Address, std::size_t> download{};
    Function<std::size_t*, std::size_t*> memory{};
    Function<void**, unsigned> stream_new{};
    Function<void*> stream_free{};
    Function<void*> stream_wait{};
    Function<void*, void (*)(void*), void*> host_function{};
    Function<Address, Address, std::size_t, void*> copy{};
    Function<Address, unsigned char, std::size_t, void*> fill{};
    Function<void*, int> begin_capture{};
    Function<void*, void**> end_capture{};
    Function<void**, void*, unsigned long long> instantiate{};
    Function<void*, void*> graph_launch{};
    Function<void*> exec_free{};
    Function<void*> graph_free{};

private:
    Driver() : library_(dlopen("libcuda.so.1", RTLD_NOW)) {
        if (library_ == nullptr) throw std::runtime_error("there is no libcuda.so.1");
        Function<unsigned> init{};
        Function<int*, int> device_get{};
        Function<void**, int> retain{};
        find(init, "cuInit");
        find(device_get, "cuDeviceGet");
        find(retain, "cuDevicePrimaryCtxRetain");
        find(set_current, "cuCtxSetCurrent");
        find(allocate, "cuMemAlloc_v2");
        find(release, "cuMemFree_v2");
        find(upload, "cuMemcpyHtoD_v2");
        find(download, "cuMemcpyDtoH_v2");
        find(memory, "cuMemGetInfo_v2");
        find(stream_new, "cuStreamCreate");
        find(stream_free, "cuStreamDestroy_v2");
        find(stream_wait, "cuStreamSynchronize");
        find(host_function, "cuLaunchHostFunc");
        find(copy, "cuMemcpyDtoDAsync_v2");
        find(fill, "cuMemsetD8Async");
        find(begin_capture, "cuStreamBeginCapture_v2");
        find(end_capture, "cuStreamEndCapture");
        find(instantiate, "cuGraphInstantiateWithFlags");
        find(graph_launch, "cuGraphLaunch");
        find(exec_free, "cuGraphExecDestroy");
        find(graph_free, "cuGraphDestroy");
        int device = 0;
        require("starting the driver", init(0));
        require("finding a device", device_get(&device, 0));
        require("retaining the context", retain(&context_, device));
    }
    template <class F>
    void find(F& function, const char* name) {
        function = reinterpret_cast<F>(dlsym(library_, name));
        if (function == nullptr) throw std::runtime_error(std::string("libcuda.so.1 has no ") + name);
    }
    static void require(const char* what, int result) {
        if (result != 0)
            throw std::runtime_error(std::string(what) + " failed: CUresult " + std::to_string(result));
    }

    void* library_;
    void* context_ = nullptr;
};

Driver::Address address(const void* pointer) {
    return reinterpret_cast<Driver::Address>(pointer);
}

class GpuStream final : public CallerDevice::Stream {
public:
    GpuStream() { driver_("making a stream", driver_.stream_new, &stream_, 1u); } // non-blocking
    ~GpuStream() override {
        driver_.stream_wait(stream_);
        driver_.stream_free(stream_);
    }
    void* handle() override { return stream_; }
    void delay() override {
        driver_(
            "delaying", driver_.host_function, stream_,
            +[](void*) { std::this_thread::sleep_for(std::chrono::milliseconds(100)); },
            static_cast<void*>(nullptr));
    }
    void copy(void* to, const void* from, std::size_t bytes) override {
        if (bytes != 0) driver_("copying", driver_.copy, address(to), address(from), bytes, stream_);
    }
    void fill(void* to, unsigned char byte, std::size_t bytes) override {
        if (bytes != 0) driver_("filling", driver_.fill, address(to), byte, bytes, stream_);
    }
    void wait() override { driver_("waiting", driver_.stream_wait, stream_); }
    std::function<void()> capture(const std::function<void()>& record) override {
        void *graph = nullptr, *exec = nullptr;
        driver_("beginning a capture", driver_.begin_capture, stream_,
                0); // refuses unsafe calls of any thread
        try {
            record();
        } catch (...) {
            driver_.end_capture(stream_, &graph);
            throw;
        }
        driver_("ending a capture", driver_.end_capture, stream_, &graph);
        driver_("making a graph", driver_.instantiate, &exec, graph, 0ull);
        driver_("freeing a graph", driver_.graph_free, graph);
        const std::shared_ptr<void> owner(exec, [this](void* e) { driver_.exec_free(e); });
        return [this, owner] { driver_("launching a graph", driver_.graph_launch, owner.get(), stream_); };
    }

private:
    const Driver& driver_ = Driver::instance();
    void* stream_ = nullptr;
};

class GpuCaller final : public CallerDevice {
public:
    std::unique_ptr<Stream> stream() override { return std::make_unique<GpuStream>(); }
    std::size_t free_memory() override {
        std::size_t free = 0, total = 0;
        driver_("asking for memory", driver_.memory, &free, &total);
        return free;
    }
    void* allocate(std::size_t bytes) override {
        driver_("asking for memory", driver_.memory, &sizes_[0], &sizes_[1]); // makes the context current
        Driver::Address memory = 0;
        return driver_.allocate(&memory, bytes) == 0 ? reinterpret_cast<void*>(memory) : nullptr;
    }
    void release(void* memory) override { driver_("releasing", driver_.release, address(memory)); }
    void upload(void* to, const void* from, std::size_t bytes) override {
        if (bytes != 0) driver_("copying to the device", driver_.upload, address(to), from, bytes);
    }
    void download(void* to, const void* from, std::size_t bytes) override {
        if (bytes != 0) driver_("copying to the host", driver_.download, to, address(from), bytes);
    }

private:
    const Driver& driver_ = Driver::instance();
    std::size_t sizes_[2] = {};
};

} // namespace

std::unique_ptr<CallerDevice> CallerDevice::of(const std::string& backend) {
    if (backend == "cuda") return std::make_unique<GpuCaller>();
    return std::make_unique<EmulatedCaller>();
}

} // namespace mergus::tests
