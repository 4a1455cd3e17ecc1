/// \file compiler.cpp
/// One kernel is one translation unit: shim, then prelude and text in an anonymous namespace (so that their
/// type names do not clash with the C library's), then an entry that unpacks the arguments. Shared variables
/// are function-local statics; a linker script gathers them, so that the scheduler can fill them before each
/// block.
#include "compiler.hpp"

#include "jit/kernel_entries.hpp"

#include "jit/kernel_text.hpp"
#include "process.hpp"
#include "sanitizer.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

namespace mergus::cuda::emulated {
namespace fs = std::filesystem;
using core::read_file;
using core::TemporaryDirectory;
using core::write_file;
namespace {

constexpr const char* linker_script =
    "SECTIONS { .mergus_shared (NOLOAD) : { mergus_shared_begin = .; "
    "*(.bss._ZZ* .data._ZZ*) mergus_shared_end = .; } } INSERT AFTER .bss;\n";

/// After the text.
constexpr const char* entry_helpers = R"text(
template <class T, T... i> struct mergus_sequence {};
template <class... P, unsigned... i>
static void mergus_apply(void (*kernel)(P...), void** args, mergus_sequence<unsigned, i...>) {
    kernel(*static_cast<P*>(args[i])...);
}
template <class... P>
static void mergus_unpack(void (*kernel)(P...), void** args) {
    mergus_apply(kernel, args, mergus_sequence<unsigned, __integer_pack(sizeof...(P))...>{});
}
template <class... P>
static void mergus_sizes(void (*)(P...), mergus_kernel* out) {
    static const unsigned long sizes[] = {sizeof(P)..., 0};
    out->parameter_sizes = sizes;
    out->parameter_count = sizeof...(P);
}
extern "C" __attribute__((visibility("hidden"))) char mergus_shared_begin[], mergus_shared_end[];
)text";

/// Once for each entry; @ stands for its name.
constexpr const char* entry_template = R"text(
static void mergus_run_@(void** args) { mergus_unpack(&@, args); }
extern "C" __attribute__((visibility("default"))) void mergus_bind_@(mergus_runtime* runtime, mergus_kernel* out) {
    mergus_rt = runtime;
    out->run = &mergus_run_@;
    out->shared_begin = mergus_shared_begin;
    out->shared_end = mergus_shared_end;
    mergus_sizes(&@, out);
}
)text";

/// The files of loaded kernels that are still there (under AddressSanitizer only).
std::vector<std::string>& kernel_files() {
    static auto& paths =
        *new std::vector<std::string>; // kernels may be unloaded while global objects are destroyed
    return paths;
}

/// Whether the program ended well, with its output in `log`.
bool run(const std::vector<std::string>& arguments, const std::string& log) {
    const core::Ended ended = core::run_program(arguments, log);
    if (ended.not_started != 0)
        throw Error(Code::compile_error, "the host compiler '" + arguments[0] + "' cannot be run: " +
                                             std::strerror(ended.not_started) + " (set MERGUS_HOST_CXX)");
    return ended.well();
}

std::string host_command() {
    const char* const set = std::getenv("MERGUS_HOST_CXX");
    return set != nullptr && *set != '\0' ? set : "c++";
}

} // namespace

HostCompiler::HostCompiler(int architecture) : command_(host_command()), architecture_(architecture) {
    const TemporaryDirectory directory;
    const std::string log = directory / "version";
    if (!run({command_, "--version"}, log))
        throw Error(Code::compile_error, "the host compiler '" + command_ + "' does not tell its version");
    version_ = read_file(log);
}

std::vector<std::string> HostCompiler::flags() const {
    // Signed overflow wraps and types may alias, as on a GPU; no library of C++, no exceptions.
    std::vector<std::string> all = {"-O1",
                                    "-g1",
                                    "-fPIC",
                                    "-shared",
                                    "-w",
                                    "-nostdinc++",
                                    "-fno-exceptions",
                                    "-fno-rtti",
                                    "-fno-threadsafe-statics",
                                    "-fvisibility=hidden",
                                    "-fdata-sections",
                                    "-fwrapv",
                                    "-fno-strict-aliasing",
                                    "-ffp-contract=off",
                                    "-D__CUDACC_RTC__=1",
                                    "-DMERGUS_EMULATED=1",
                                    "-D__CUDA_ARCH__=" + std::to_string(architecture_ * 10)};
    if (sanitizer().address) all.push_back("-fsanitize=address");
    if (sanitizer().undefined) {
        all.push_back("-fsanitize=undefined");
        all.push_back("-fno-sanitize-recover=undefined");
    }
    return all;
}

std::string HostCompiler::id() const {
    std::string all = command_ + "\n" + version_ + linker_script;
    for (const std::string& flag : flags()) all += flag + "\n";
    return all;
}

std::string rewrite_dynamic_shared(std::string_view text) {
    static constexpr std::string_view first = "extern", second = "__shared__";
    const auto is_space = [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; };
    std::string out;
    std::size_t copied = 0;
    for (std::size_t at = text.find(first); at != text.npos; at = text.find(first, at + 1)) {
        std::size_t begin = at + first.size();
        while (begin < text.size() && is_space(text[begin])) ++begin;
        if (text.substr(begin, second.size()) != second) continue;
        begin += second.size();
        const std::size_t end = text.find(';', begin);
        const std::size_t bracket = text.find('[', begin);
        if (end == text.npos || bracket == text.npos || bracket > end) continue;
        std::string declaration(text.substr(begin, bracket - begin)); // [__align__(n)] type name
        if (const auto align = declaration.find("__align__("); align != declaration.npos)
            declaration.erase(align, declaration.find(')', align) + 1 - align);
        while (!declaration.empty() && is_space(declaration.back())) declaration.pop_back();
        const std::size_t name = declaration.find_last_of(" \t\n\r") + 1;
        const std::string type = declaration.substr(0, name);
        out += text.substr(copied, at - copied);
        out += type + "* const " + declaration.substr(name) + " = static_cast<" + type +
               "*>(mergus_rt->dynamic_shared);";
        copied = end + 1;
    }
    out += text.substr(copied);
    return out;
}

std::string HostCompiler::full_text(const KernelSource& source) const {
    std::string text;
    const auto part = [&text](std::string_view name, std::string_view body) {
        text += "#line 1 \"" + std::string(name) + "\"\n";
        text += body;
        text += '\n';
    };
    part("abi.h", emulation_text("abi.h"));
    part("shim.cuh", emulation_text("shim.cuh"));
    part("shim_math.cuh", emulation_text("shim_math.cuh"));
    text += "namespace {\n";
    part("jit/prelude.cuh", kernel_text("jit/prelude.cuh"));
    part(entries_of(source).front() + ".cuh", rewrite_dynamic_shared(source.text));
    text += "} // namespace\n";
    std::string entries = entry_helpers;
    for (const std::string& name : entries_of(source)) {
        std::string entry = entry_template;
        for (std::size_t at = entry.find('@'); at != entry.npos; at = entry.find('@', at + name.size()))
            entry.replace(at, 1, name);
        entries += entry;
    }
    part("entry", entries);
    return text;
}

std::string HostCompiler::compile(const KernelSource& source, const std::string& full_text) const {
    const TemporaryDirectory directory;
    write_file(directory / "kernel.cpp", full_text);
    write_file(directory / "shared.ld", linker_script);
    std::vector<std::string> arguments = {command_, source.standard >= 20 ? "-std=gnu++20" : "-std=gnu++17"};
    for (const std::string& flag : flags()) arguments.push_back(flag);
    for (const auto& [name, value] : source.defines) arguments.push_back("-D" + name + "=" + value);
    arguments.insert(arguments.end(), {"-Wl,-T," + (directory / "shared.ld"), "-o", directory / "kernel.so",
                                       directory / "kernel.cpp"});
    if (!run(arguments, directory / "log"))
        throw Error(Code::compile_error, "kernel '" + source.entry + "' does not compile with " + command_ +
                                             ":\n" + read_file(directory / "log"));
    return read_file(directory / "kernel.so");
}

void remove_kernel_files() {
    for (const std::string& path : kernel_files()) unlink(path.c_str());
}

LoadedKernel::LoadedKernel(const std::string& name, const std::string& image, mergus_runtime* runtime)
    : Kernel(name) {
    std::error_code ignored;
    fs::path base = fs::temp_directory_path(ignored);
    if (base.empty()) base = "/tmp";
    path_ = (base / "mergus-kernel-XXXXXX").string();
    const int file = mkstemp(path_.data());
    if (file < 0)
        throw Error(Code::io_error, "cannot make a file in " + base.string() + ": " + std::strerror(errno));
    close(file);
    try {
        write_file(path_, image);
        handle_ = dlopen(path_.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (handle_ == nullptr)
            throw Error(Code::compile_error, "kernel '" + name + "' does not load: " + dlerror());
        using Bind = void (*)(mergus_runtime*, mergus_kernel*);
        const auto bind = reinterpret_cast<Bind>(dlsym(handle_, ("mergus_bind_" + name).c_str()));
        if (bind == nullptr) throw Error(Code::compile_error, "kernel '" + name + "' has no entry");
        bind(runtime, &code_);
    } catch (...) {
        if (handle_ != nullptr) dlclose(handle_);
        unlink(path_.c_str());
        throw;
    }
    if (sanitizer().address)
        kernel_files().push_back(path_);
    else
        unlink(path_.c_str());
    max_threads_per_block = 1024;
    static_shared = static_cast<std::size_t>(code_.shared_end - code_.shared_begin);
}

LoadedKernel::~LoadedKernel() {
    // AddressSanitizer keeps descriptions of the globals of every object that it has seen, and reads them
    // when it reports: under it, objects stay.
    if (!sanitizer().address) {
        dlclose(handle_);
        return;
    }
    unlink(path_.c_str());
    std::erase(kernel_files(), path_);
}

} // namespace mergus::cuda::emulated
