/// \file kernel_cache.cpp
/// Finds kernels in memory, in the archive of the build and on disk, and compiles the others in parallel.
#include "device.hpp"
#include "driver.hpp"
#include "parallel.hpp"

#include <algorithm>
#include <chrono>
#include <exception>

namespace mergus::cuda {

/// An image that is not stored, and the result of compiling it.
struct Device::MissingImage {
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

/// Loads the image and the source's kernel from the archive or, under `key`, from the disk cache.
/// \return whether it was there and could be loaded
bool Device::load_stored(const KernelSource& source, const std::string& text, const Hash128& key,
                         Image& image) {
    const bool precompiled =
        archive_.size() != 0 &&
        load_image(source, archive_.load(kernel_key(library_version(), driver().target(), source, text)),
                   image);
    const bool stored = !precompiled && load_image(source, cache_.load(key), image);
    counters_.precompiled += precompiled ? 1 : 0;
    counters_.disk_hits += stored ? 1 : 0;
    return precompiled || stored;
}

bool Device::load_image(const KernelSource& source, std::optional<std::string> stored, Image& image) {
    if (!stored) return false;
    // An intact image may fail to load, for instance after a change of the driver; it is compiled again.
    try {
        image.kernels[source.entry] = driver().load(source, *stored);
    } catch (const Error& error) {
        if (error.code() == Code::out_of_memory || lost()) throw;
        return false;
    }
    image.bytes = std::move(*stored);
    return true;
}

/// Compiles and stores in parallel (a durable write takes milliseconds), then loads in the calling thread.
void Device::compile(std::vector<MissingImage>& missing) {
    Driver& d = driver();
    const auto start = std::chrono::steady_clock::now();
    core::parallel_for(missing.size(), 1, 0, [&](std::uint64_t n, std::uint64_t) {
        MissingImage& m = missing[n];
        try {
            m.compiled = d.compile(*m.source, m.text);
            cache_.store(m.key, m.compiled);
        } catch (...) { // the other images are compiled all the same
            m.error = std::current_exception();
        }
    });
    counters_.compile_seconds +=
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    std::exception_ptr first;
    for (MissingImage& m : missing) {
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
    std::vector<MissingImage> missing;
    for (const KernelSource& source : sources) {
        std::string text = d.full_text(source);
        const Hash128 key = kernel_key(library_version(), compiler, source, text);
        Image& image = images_[key]; // references stay valid when the map grows
        images.push_back(&image);
        const bool requested = std::any_of(missing.begin(), missing.end(),
                                           [&](const MissingImage& m) { return m.image == &image; });
        if (image.bytes.empty() && !requested && !load_stored(source, text, key, image))
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

} // namespace mergus::cuda
