/// \file device.cpp
/// The half of Device that is the same on every driver: counting, faults, the lost state, the kernel caches.
#include "device.hpp"

#include "driver.hpp"
#include "environment.hpp"
#include "parallel.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>

#ifndef MERGUS_VERSION
#define MERGUS_VERSION "unversioned"
#endif

namespace mergus::cuda {
namespace {

/// The parts joined so that no two different lists give the same string.
void append(std::string& key, std::string_view part) {
    key += std::to_string(part.size());
    key += ':';
    key += part;
}

double seconds_now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::string dimensions(Dim3 d) {
    return std::string("(") + std::to_string(d.x) + "," + std::to_string(d.y) + "," + std::to_string(d.z) +
           ")";
}

/// The options with the ordinal of a device.
DeviceOptions with_ordinal(DeviceOptions options) {
    if (options.lend_stream && options.stream != nullptr) {
        const int home = stream_device(options.stream, options.ordinal);
        if (options.ordinal >= 0 && options.ordinal != home)
            throw Error(Code::invalid_value, "the stream belongs to device " + std::to_string(home) +
                                                 ", but the options name device " +
                                                 std::to_string(options.ordinal));
        options.ordinal = home;
    } else if (options.ordinal < 0 && device_count() < 2) {
        options.ordinal = 0;
    } else if (options.ordinal < 0) {
        const Probe chosen = probe();
        if (chosen.score == 0) throw Error(Code::no_backend, chosen.reason);
        options.ordinal = chosen.ordinal;
    }
    return options;
}

} // namespace

Probe probe() {
    const int count = device_count();
    if (count < 2) return probe(0);
    const int current = current_device();
    std::vector<int> order{current};
    for (int ordinal = 0; ordinal < count; ++ordinal)
        if (ordinal != current) order.push_back(ordinal);
    std::string reasons;
    for (const int ordinal : order) {
        Probe found = probe(ordinal);
        if (found.score > 0) return found;
        reasons +=
            (reasons.empty() ? "device " : "; device ") + std::to_string(ordinal) + ": " + found.reason;
    }
    Probe none;
    none.reason = reasons;
    return none;
}

Hash128 kernel_key(std::string_view library_version, std::string_view compiler, const KernelSource& source,
                   std::string_view full_text) {
    std::string identity;
    identity.reserve(full_text.size() + 512);
    append(identity, library_version);
    append(identity, compiler);
    append(identity, std::string(source.fmad ? "fmad" : "no-fmad") + std::to_string(source.standard));
    for (const auto& [name, value] : source.defines) append(identity, name + "=" + value);
    append(identity, full_text);
    return siphash128(identity);
}

Device::Device(const DeviceOptions& options)
    : cache_(options.cache), driver_(open_driver(with_ordinal(options))) {
    properties_ = driver_->properties();
    log_ = core::log_has("kernels");
}

Device::~Device() {
    // Kernels belong to the driver's device and go first, and none may be under way then.
    try {
        if (!lost()) driver_->synchronize();
    } catch (const Error&) { // lost now: nothing runs any more
    }
    images_.clear();
}

Driver& Device::driver() {
    if (!driver_->lost_reason().empty())
        throw Error(Code::device_lost, "the device failed earlier and this context must be replaced (" +
                                           driver_->lost_reason() + ")");
    return *driver_;
}

bool Device::lost() const noexcept {
    return !driver_->lost_reason().empty();
}
std::size_t Device::free_memory() {
    return driver().free_memory();
}
void* Device::stream() const noexcept {
    return driver_->stream();
}

void* Device::allocate(std::size_t bytes) {
    Driver& d = driver();
    if (bytes == 0) return nullptr;
    const bool injected = fail_in_ != 0 && --fail_in_ == 0;
    void* const pointer = injected ? nullptr : d.allocate(bytes);
    if (pointer == nullptr)
        throw Error(Code::out_of_memory,
                    std::string(injected ? "(injected by a test) " : "") + "the device '" + properties_.name +
                        "' could not give " + std::to_string(bytes) + " bytes; " +
                        std::to_string(d.free_memory()) + " of " + std::to_string(properties_.memory) +
                        " are free, " + std::to_string(memory_.current) + " are held by this context");
    ++counters_.allocations;
    memory_.current += bytes;
    memory_.peak = std::max(memory_.peak, memory_.current);
    return pointer;
}

void* Device::allocate_own(std::size_t bytes) {
    Driver& d = driver();
    const bool injected = fail_in_ != 0 && --fail_in_ == 0;
    void* const pointer = injected ? nullptr : d.allocate_own(bytes);
    if (pointer == nullptr)
        throw Error(Code::out_of_memory,
                    std::string(injected ? "(injected by a test) " : "") + "the device '" + properties_.name +
                        "' could not give the context " + std::to_string(bytes) + " bytes for itself");
    return pointer;
}

void Device::release(void* pointer, std::size_t bytes) noexcept {
    if (pointer == nullptr) return;
    memory_.current -= bytes;
    driver_->release(pointer, bytes);
}

void Device::copy_to_device(void* to, const void* from, std::size_t bytes) {
    Driver& d = driver();
    if (bytes == 0) return;
    d.copy_to_device(to, from, bytes);
    counters_.bytes_to_device += bytes;
}

void Device::copy_to_host(void* to, const void* from, std::size_t bytes) {
    Driver& d = driver();
    if (bytes == 0) return;
    d.copy_to_host(to, from, bytes);
    counters_.bytes_to_host += bytes;
    counters_.largest_to_host = std::max<std::uint64_t>(counters_.largest_to_host, bytes);
    ++counters_.copies_to_host;
    ++counters_.synchronizations;
}

void Device::copy(void* to, const void* from, std::size_t bytes) {
    Driver& d = driver();
    if (bytes != 0) d.copy(to, from, bytes);
}

void Device::fill(void* to, unsigned char byte, std::size_t bytes) {
    Driver& d = driver();
    if (bytes != 0) d.fill(to, byte, bytes);
}

void Device::synchronize() {
    driver().synchronize();
    ++counters_.synchronizations;
}

void Device::follow(void* stream) {
    driver().follow(stream);
}
void Device::precede(void* stream) {
    driver().precede(stream);
}

/// An image that is in neither cache, and what became of it.
struct Device::Missing {
    const KernelSource* source;
    std::string text;
    Hash128 key;
    Image* image;
    std::string compiled{};
    std::exception_ptr error{};
};

Kernel& Device::kernel(const KernelSource& source) {
    return *kernels({&source, 1}).front();
}

/// Whether the image came from the disk; then it has the source's kernel.
bool Device::load_stored(const KernelSource& source, const Hash128& key, Image& image) {
    auto stored = cache_.load(key);
    if (!stored) return false;
    // An image that is whole but does not load (say, of a driver since replaced) is made anew.
    try {
        image.kernels[source.entry] = driver().load(source, *stored);
    } catch (const Error& error) {
        if (error.code() == Code::out_of_memory || lost()) throw;
        return false;
    }
    image.bytes = std::move(*stored);
    ++counters_.disk_hits;
    return true;
}

/// Compiles and stores by several threads, this one among them, since a write that reaches the disk takes
/// milliseconds; loads in this one.
void Device::compile(std::vector<Missing>& missing) {
    Driver& d = driver();
    const double start = seconds_now();
    core::parallel_for(missing.size(), 1, 0, [&](std::uint64_t n, std::uint64_t) {
        Missing& m = missing[n];
        try {
            m.compiled = d.compile(*m.source, m.text);
            cache_.store(m.key, m.compiled);
        } catch (...) { // the others go on
            m.error = std::current_exception();
        }
    });
    counters_.compile_seconds += seconds_now() - start;
    std::exception_ptr first;
    for (Missing& m : missing) {
        try {
            if (m.error != nullptr) std::rethrow_exception(m.error);
            ++counters_.compilations;
            if (!lost()) m.image->kernels[m.source->entry] = d.load(*m.source, m.compiled);
            m.image->bytes = std::move(m.compiled);
        } catch (...) {
            if (first == nullptr) first = std::current_exception();
        }
    }
    if (first != nullptr) std::rethrow_exception(first);
}

std::vector<Kernel*> Device::kernels(std::span<const KernelSource> sources) {
    Driver& d = driver();
    const std::string compiler = d.compiler_id();
    std::vector<Image*> images;
    std::vector<Missing> missing;
    for (const KernelSource& source : sources) {
        std::string text = d.full_text(source);
        const Hash128 key = kernel_key(MERGUS_VERSION, compiler, source, text);
        Image& image = images_[key]; // stays where it is
        images.push_back(&image);
        const bool awaited =
            std::any_of(missing.begin(), missing.end(), [&](const Missing& m) { return m.image == &image; });
        if (image.bytes.empty() && !awaited && !load_stored(source, key, image))
            missing.push_back({&source, std::move(text), key, &image});
    }
    if (!missing.empty()) compile(missing);
    std::vector<Kernel*> kernels;
    for (std::size_t n = 0; n < sources.size(); ++n) {
        std::unique_ptr<Kernel>& kernel = images[n]->kernels[sources[n].entry];
        if (kernel == nullptr) kernel = d.load(sources[n], images[n]->bytes);
        kernels.push_back(kernel.get());
    }
    return kernels;
}

void Device::launch_raw(const Kernel& kernel, Dim3 grid, Dim3 block, std::size_t shared,
                        const void* const* args, const std::size_t* sizes, std::size_t count, Start start) {
    Driver& d = driver();
    if (grid.x == 0 || grid.y == 0 || grid.z == 0) return;
    const std::uint64_t threads = std::uint64_t{block.x} * block.y * block.z;
    const auto most =
        static_cast<std::uint64_t>(std::min(kernel.max_threads_per_block, properties_.max_threads_per_block));
    if (grid.x > 0x7fffffffu || grid.y > 65535 || grid.z > 65535 || threads == 0 || threads > most ||
        kernel.static_shared + shared > properties_.shared_per_block_optin)
        throw Error(Code::invalid_value,
                    "kernel '" + kernel.name() + "' cannot be launched with grid " + dimensions(grid) +
                        ", block " + dimensions(block) + " and " + std::to_string(shared) +
                        " bytes of dynamic shared memory beside " + std::to_string(kernel.static_shared) +
                        " static ones: the limits are " + std::to_string(most) + " threads and " +
                        std::to_string(properties_.shared_per_block_optin) + " bytes");
    timed(kernel.name(), [&] { d.launch(kernel, grid, block, shared, args, sizes, count, start); });
    ++counters_.launches;
}

double Device::begin_step() {
    driver().synchronize();
    return seconds_now();
}

void Device::end_step(std::string_view what, double start) {
    driver().synchronize();
    std::fprintf(stderr, "mergus: %10.1f us  %.*s\n", (seconds_now() - start) * 1e6,
                 static_cast<int>(what.size()), what.data());
}

int Device::blocks_per_sm(const Kernel& kernel, std::uint32_t threads, std::size_t shared) {
    return driver().blocks_per_sm(kernel, threads, shared);
}

ForkedStreams::ForkedStreams(Device& device, unsigned count) {
    if (count < 2 || device.logs()) return;
    Driver& driver = device.driver();
    driver.fork(std::min(count, most));
    driver_ = &driver;
}

ForkedStreams::~ForkedStreams() {
    if (driver_ != nullptr) driver_->join();
}

void ForkedStreams::use(unsigned lane) noexcept {
    if (driver_ != nullptr) driver_->use_lane(lane % most);
}

} // namespace mergus::cuda
