/// \file nvrtc.cpp
/// Loads NVRTC and compiles with it.
#include "nvrtc.hpp"

#include "environment.hpp"
#include "kernel_entries.hpp"

#include "kernel_text.hpp"

#include <mergus/error.hpp>

#include <dlfcn.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace mergus::cuda {
namespace {

/// The library's handle; null if none was found, with the files that were tried in `tried`. MERGUS_NVRTC, if
/// set, names the only file to try; otherwise the newest version is loaded.
void* open_library(std::string& tried) {
    if (const char* const file = core::value_of(core::Variable::nvrtc)) {
        void* const handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);
        if (handle == nullptr) tried = std::string(file) + " (MERGUS_NVRTC: " + dlerror() + ")";
        return handle;
    }
    static constexpr const char* names[] = {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"};
    std::vector<std::string> directories = {""};
    for (const core::Variable variable : {core::Variable::cuda_home, core::Variable::cuda_path})
        if (const char* const set = core::value_of(variable))
            directories.push_back(std::string(set) + "/lib64/");
    directories.emplace_back("/usr/local/cuda/lib64/");
    for (const std::string& directory : directories)
        for (const char* const name : names) {
            if (void* const handle = dlopen((directory + name).c_str(), RTLD_NOW | RTLD_LOCAL)) return handle;
            tried += (tried.empty() ? "" : ", ") + directory + name;
        }
    return nullptr;
}

/// Omits the declarations of textures, dynamic parallelism and runtime types, which saves some ms for each
/// text. Unknown to CUDA 12.
constexpr const char* fewer_declarations = "--minimal";

} // namespace

Nvrtc::Nvrtc() {
    std::string tried;
    void* const handle = open_library(tried);
    if (handle == nullptr)
        throw Error(Code::no_backend, "NVRTC, CUDA's run-time compiler, was not found; looked for " + tried +
                                          " (set CUDA_HOME, or MERGUS_NVRTC to the file)");
    const auto look_up = [handle](auto& function, const char* name) {
        function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(handle, name));
        if (function == nullptr)
            throw Error(Code::no_backend, std::string("this NVRTC is too old: no ") + name);
    };
    look_up(get_error_string_, "nvrtcGetErrorString");
    look_up(version_, "nvrtcVersion");
    look_up(get_num_archs_, "nvrtcGetNumSupportedArchs");
    look_up(get_archs_, "nvrtcGetSupportedArchs");
    look_up(create_, "nvrtcCreateProgram");
    look_up(destroy_, "nvrtcDestroyProgram");
    look_up(compile_, "nvrtcCompileProgram");
    look_up(log_size_, "nvrtcGetProgramLogSize");
    look_up(log_, "nvrtcGetProgramLog");
    look_up(cubin_size_, "nvrtcGetCUBINSize");
    look_up(cubin_, "nvrtcGetCUBIN");
    look_up(ptx_size_, "nvrtcGetPTXSize");
    look_up(ptx_, "nvrtcGetPTX");
}

const Nvrtc& Nvrtc::instance() {
    static const Nvrtc opened;
    return opened;
}

bool Nvrtc::is_since_13() const {
    int major = 0, minor = 0;
    version_(&major, &minor);
    return major >= 13;
}

std::string Nvrtc::version() const {
    int major = 0;
    int minor = 0;
    version_(&major, &minor);
    return std::to_string(major) + "." + std::to_string(minor);
}

std::string Nvrtc::id() const {
    std::string text = "nvrtc " + version();
    if (is_since_13()) text += std::string(" ") + fewer_declarations;
    Dl_info here{};
    if (dladdr(reinterpret_cast<const void*>(version_), &here) == 0 || here.dli_fname == nullptr) return text;
    std::error_code failed;
    const std::filesystem::path file = std::filesystem::canonical(here.dli_fname, failed);
    if (failed) return text;
    const std::uintmax_t bytes = std::filesystem::file_size(file, failed);
    return text + " " + file.filename().string() + " " + (failed ? "" : std::to_string(bytes));
}

std::string Nvrtc::target(int architecture) const {
    int count = 0;
    get_num_archs_(&count);
    std::vector<int> known(static_cast<std::size_t>(std::max(count, 0)));
    if (!known.empty()) get_archs_(known.data());
    if (std::find(known.begin(), known.end(), architecture) != known.end())
        return "sm_" + std::to_string(architecture);
    int best = 0;
    for (const int a : known)
        if (a < architecture) best = std::max(best, a);
    if (best == 0)
        throw Error(Code::no_backend,
                    "NVRTC " + version() + " does not compile for sm_" + std::to_string(architecture));
    return "compute_" + std::to_string(best);
}

std::string Nvrtc::full_text(const KernelSource& source) {
    std::string text = "#line 1 \"prelude.cuh\"\n";
    text += kernel_text("compiler/prelude.cuh");
    text += "\n#line 1 \"" + entries_of(source).front() + ".cuh\"\n" + source.text;
    text += "\n#line 1 \"entry\"\n"
            "template <class... P> char (&mergus_one_more(void (*)(P...)))[sizeof...(P) + 1];\n";
    for (const std::string& entry : entries_of(source))
        text += "extern \"C\" __device__ char " + parameter_count_symbol(entry) +
                "[sizeof(mergus_one_more(&" + entry + "))];\n";
    return text;
}

std::string Nvrtc::compile(const KernelSource& source, const std::string& full_text,
                           const std::string& target, bool quickly) const {
    const auto check = [&](int result, const char* what) {
        if (result != 0)
            throw Error(Code::compile_error,
                        "kernel '" + source.entry + "': " + what + " failed: " + get_error_string_(result));
    };
    std::vector<std::string> options = {
        "--gpu-architecture=" + target, "-default-device", "--disable-warnings",
        source.standard >= 20 ? "--std=c++20" : "--std=c++17", source.fmad ? "--fmad=true" : "--fmad=false"};
    if (is_since_13()) options.emplace_back(fewer_declarations);
    if (is_since_13() && quickly) options.emplace_back("--Ofast-compile=max");
    for (const auto& [name, value] : source.defines) options.push_back("-D" + name + "=" + value);
    std::vector<const char*> pointers;
    for (const std::string& option : options) pointers.push_back(option.c_str());

    struct Owner { // destroys the program on every return
        const Nvrtc& nvrtc;
        Program program = nullptr;
        ~Owner() {
            if (program != nullptr) nvrtc.destroy_(&program);
        }
    } owner{*this};
    check(create_(&owner.program, full_text.c_str(), (source.entry + ".cuh").c_str(), 0, nullptr, nullptr),
          "nvrtcCreateProgram");
    const int result = compile_(owner.program, static_cast<int>(pointers.size()), pointers.data());
    if (result != 0) {
        std::size_t size = 0;
        log_size_(owner.program, &size);
        std::string log(size, '\0');
        if (size != 0) log_(owner.program, log.data());
        while (!log.empty() && log.back() == '\0') log.pop_back();
        throw Error(Code::compile_error, "kernel '" + source.entry + "' does not compile with NVRTC " +
                                             version() + " for " + target + " (" + get_error_string_(result) +
                                             "):\n" + log);
    }
    const bool cubin = target.starts_with("sm_");
    std::size_t size = 0;
    check(cubin ? cubin_size_(owner.program, &size) : ptx_size_(owner.program, &size),
          "the size of the image");
    std::string image(size, '\0');
    check(cubin ? cubin_(owner.program, image.data()) : ptx_(owner.program, image.data()), "the image");
    return image;
}

} // namespace mergus::cuda
