/// \file main.cpp
/// mergus_precompile: lists the kernels of common calls (calls.cpp), compiles them with NVRTC, which needs no
/// GPU, and writes them to an archive (device/kernel_archive.hpp). Run by the build. Kernels of an earlier
/// run are taken from a folder, so after a change only kernels whose text changed are compiled.
///
/// Without NVRTC there is no archive, which is no error.
///
/// Usage: mergus_precompile archive LISTING_PLUGIN OUTPUT COMMON|ALL CACHE_DIRECTORY ARCHITECTURE…
///        mergus_precompile keys LISTING_PLUGIN OUTPUT COMMON|ALL ARCHITECTURE…
/// The second compiles nothing: OUTPUT has a line "TARGET KEY" for each kernel that the archive would have.
#include "calls.hpp"
#include "device/kernel_archive.hpp"
#include "jit/nvrtc.hpp"

#include "parallel.hpp"

#include <dlfcn.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace {

using namespace mergus;
using namespace mergus::cuda;

struct Arguments {
    bool keys = false;
    std::filesystem::path plugin, output, cache;
    bool all = false;
    std::vector<int> architectures;
};

Arguments parse(int count, char** given) {
    const bool keys = count > 1 && std::string_view(given[1]) == "keys";
    const int first = keys ? 5 : 6; // architecture
    if (count < first) throw Error(Code::invalid_value, "mergus_precompile: too few arguments");
    Arguments a{keys, given[2], given[3], keys ? "" : given[5], std::string_view(given[4]) == "ALL", {}};
    for (int i = first; i < count; ++i) a.architectures.push_back(std::stoi(given[i]));
    return a;
}

KernelListing& open_listing(const std::filesystem::path& plugin) {
    setenv("MERGUS_BACKEND_PATH", plugin.parent_path().c_str(), 1);
    // The listing device has no kernels to store or to find.
    setenv("MERGUS_CACHE_DIR", "off", 1);
    setenv("MERGUS_PRECOMPILED", "off", 1);
    void* const handle = dlopen(plugin.c_str(), RTLD_NOW);
    if (handle == nullptr) throw Error(Code::bad_plugin, dlerror());
    const auto get =
        reinterpret_cast<decltype(&mergus_kernel_listing)>(dlsym(handle, "mergus_kernel_listing"));
    if (get == nullptr) throw Error(Code::bad_plugin, plugin.string() + " lists no kernels");
    return *get();
}

/// Compiles the kernels for a target in parallel. \return one image for each kernel
std::vector<KernelArchive::Image> compile(const std::vector<KernelSource>& kernels, const std::string& target,
                                          const core::JitCache& cache) {
    const Nvrtc& nvrtc = Nvrtc::instance();
    const std::string compiler = nvrtc.id_for(target);
    std::vector<KernelArchive::Image> images(kernels.size());
    std::atomic<std::size_t> compiled{0};
    const auto start = std::chrono::steady_clock::now();
    core::parallel_for(kernels.size(), 1, 0, [&](std::uint64_t n, std::uint64_t) {
        const KernelSource& source = kernels[n];
        const std::string text = Nvrtc::full_text(source);
        KernelArchive::Image& image = images[n];
        image.key = kernel_key(library_version(), target, source, text);
        const Hash128 cache_key = kernel_key(library_version(), compiler, source, text);
        if (auto stored = cache.load(cache_key)) {
            image.bytes = std::move(*stored);
            return;
        }
        image.bytes = nvrtc.compile(source, text, target);
        cache.store(cache_key, image.bytes);
        ++compiled;
    });
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    std::printf("%s: %zu kernels, %zu of them compiled now, %.1f s\n", compiler.c_str(), kernels.size(),
                compiled.load(), seconds.count());
    return images;
}

bool has_compiler() {
    try {
        static_cast<void>(Nvrtc::instance());
        return true;
    } catch (const Error& error) {
        std::printf("No kernels are compiled now: %s\n", error.what());
        return false;
    }
}

void run(const Arguments& arguments) {
    if (!has_compiler()) {
        std::filesystem::remove(arguments.output); // of an earlier build
        return;
    }
    KernelListing& listing = open_listing(arguments.plugin);
    std::ofstream keys;
    if (arguments.keys) keys.open(arguments.output);
    const core::JitCache cache(arguments.cache);
    std::vector<KernelArchive::Target> targets;
    std::vector<KernelArchive::Image> all;
    for (const int architecture : arguments.architectures) {
        listing.kernels.clear();
        listing.seen.clear();
        listing.architecture = architecture;
        list_calls(listing, arguments.all);
        const std::string target = Nvrtc::instance().target(architecture);
        if (arguments.keys) {
            for (const KernelSource& source : listing.kernels)
                keys << target << ' '
                     << kernel_key(library_version(), target, source, Nvrtc::full_text(source)).hex() << '\n';
            continue;
        }
        std::vector<KernelArchive::Image> images = compile(listing.kernels, target, cache);
        targets.push_back({target, images.size()});
        std::move(images.begin(), images.end(), std::back_inserter(all));
    }
    if (!arguments.keys) KernelArchive::write(arguments.output, targets, std::move(all));
    if (arguments.keys && !keys.flush())
        throw Error(Code::io_error, "cannot write " + arguments.output.string());
}

} // namespace

int main(int count, char** given) {
    try {
        run(parse(count, given));
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
