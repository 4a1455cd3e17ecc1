/// \file compiler.cpp
/// A text becomes one translation unit: the shim, then prelude and text in an anonymous namespace (so that
/// their types do not clash with the C library's), then for each kernel an entry that unpacks the arguments
/// (entry.cuh). shared_memory.ld gathers the shared variables. Shim and prelude are a precompiled header.
#include "compiler.hpp"

#include "compiler/kernel_entries.hpp"
#include "compiler/kernel_text.hpp"
#include "environment.hpp"
#include "process.hpp"
#include "sanitizer.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>

namespace mergus::cuda::emulated {
namespace fs = std::filesystem;
using core::read_file;
using core::TemporaryDirectory;
using core::write_file;
namespace {

constexpr const char* linker_script = "shared_memory.ld";

/// The files of loaded kernels; empty without AddressSanitizer.
std::vector<std::string>& kernel_files() {
    static auto& paths =
        *new std::vector<std::string>; // never destroyed: global objects may unload kernels at exit
    return paths;
}

/// Runs a program with its output in the file `log`. \return whether it succeeded
bool run(const std::vector<std::string>& arguments, const std::string& log) {
    const core::ProgramResult result = core::run_program(arguments, log);
    if (result.not_started != 0)
        throw Error(Code::compile_error, "the host compiler '" + arguments[0] + "' cannot be run: " +
                                             std::strerror(result.not_started) + " (set MERGUS_HOST_CXX)");
    return result.succeeded();
}

void append(std::string& text, std::string_view name, std::string_view body) {
    text += "#line 1 \"" + std::string(name) + "\"\n";
    text += body;
    text += '\n';
}

/// What all texts start with. Never destroyed: global objects may compile kernels at exit.
const std::string& start_text() {
    static const auto& text = *new std::string([] {
        std::string all;
        append(all, "abi.h", emulation_text("abi.h"));
        append(all, "shim.cuh", emulation_text("shim.cuh"));
        append(all, "shim_math.cuh", emulation_text("shim_math.cuh"));
        all += "namespace {\n";
        append(all, "compiler/prelude.cuh", kernel_text("compiler/prelude.cuh"));
        return all + "} // namespace\n";
    }());
    return text;
}

/// start_text() as a header that the compiler has read before, for each command: 8 MB in a directory of the
/// process, made in the time that it saves on two kernels.
class PrecompiledStart {
public:
    /// \param command the compiler and its flags \return the path of the header; empty at exit. A compiler
    /// that cannot use the precompiled form reads the text beside it.
    std::string header(std::vector<std::string> command) {
        const std::lock_guard lock(mutex_);
        if (ended_) return {};
        std::unique_ptr<TemporaryDirectory>& made = made_[command];
        if (made != nullptr) return *made / "start.h";
        auto directory = std::make_unique<TemporaryDirectory>();
        const std::string path = *directory / "start.h";
        write_file(path, start_text());
        command.insert(command.end(), {"-x", "c++-header", "-o", path + ".gch", path});
        if (!run(command, *directory / "log")) unlink((path + ".gch").c_str());
        made = std::move(directory);
        return path;
    }
    /// At exit. A child that was forked leaves the files to its parent.
    void remove() {
        const std::lock_guard lock(mutex_);
        if (getpid() == process_) made_.clear();
        ended_ = true;
    }

private:
    std::mutex mutex_;
    bool ended_ = false;
    pid_t process_ = getpid();
    std::map<std::vector<std::string>, std::unique_ptr<TemporaryDirectory>> made_;
};

PrecompiledStart& precompiled_start() {
    static auto& start = []() -> PrecompiledStart& {
        std::atexit([] { precompiled_start().remove(); });
        return *new PrecompiledStart; // never destroyed, as above
    }();
    return start;
}

std::string host_command() {
    const char* const set = core::value_of(core::Variable::host_cxx);
    return set != nullptr ? set : "c++";
}

} // namespace

HostCompiler::HostCompiler(int architecture) : command_(host_command()), architecture_(architecture) {
    const TemporaryDirectory directory;
    const std::string log = directory / "version";
    if (!run({command_, "--version"}, log))
        throw Error(Code::compile_error, "'" + command_ + " --version' of the host compiler failed");
    version_ = read_file(log);
}

std::vector<std::string> HostCompiler::flags() const {
    // Signed overflow wraps and types may alias, as on a GPU. No C++ library, no exceptions. The functions of
    // libc and libm are those of the process: to link them takes an eighth of the time of a compilation.
    std::vector<std::string> all = {"-Og",
                                    "-fPIC",
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
    if (sanitizer().address || sanitizer().undefined) all.push_back("-g1"); // lines in reports
    if (sanitizer().address) all.push_back("-fsanitize=address");
    if (sanitizer().undefined) {
        all.push_back("-fsanitize=undefined");
        all.push_back("-fno-sanitize-recover=undefined");
    }
    return all;
}

std::string HostCompiler::id() const {
    std::string all = command_ + "\n" + version_;
    all += emulation_text(linker_script);
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
    std::string text = start_text() + "namespace {\n";
    append(text, entries_of(source).front() + ".cuh", rewrite_dynamic_shared(source.text));
    text += "} // namespace\n";
    append(text, "entry.cuh", emulation_text("entry.cuh"));
    for (const std::string& name : entries_of(source)) text += "MERGUS_ENTRY(" + name + ")\n";
    return text;
}

std::string HostCompiler::compile(const KernelSource& source, const std::string& full_text) const {
    const TemporaryDirectory directory;
    write_file(directory / linker_script, std::string(emulation_text(linker_script)));
    std::vector<std::string> arguments = {command_, source.standard >= 20 ? "-std=gnu++20" : "-std=gnu++17"};
    for (const std::string& flag : flags()) arguments.push_back(flag);
    const std::string header = precompiled_start().header(arguments);
    if (!header.empty()) arguments.insert(arguments.end(), {"-include", header});
    write_file(directory / "kernel.cpp",
               std::string_view(full_text).substr(header.empty() ? 0 : start_text().size()));
    for (const auto& [name, value] : source.defines) arguments.push_back("-D" + name + "=" + value);
    arguments.insert(arguments.end(), {"-shared", "-nostdlib", "-Wl,-T," + (directory / linker_script), "-o",
                                       directory / "kernel.so", directory / "kernel.cpp", "-lgcc"});
    if (!run(arguments, directory / "log"))
        throw Error(Code::compile_error, "kernel '" + source.entry + "' does not compile with " + command_ +
                                             ":\n" + read_file(directory / "log"));
    return read_file(directory / "kernel.so");
}

void remove_kernel_files() {
    precompiled_start().remove();
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
        throw Error(Code::io_error, "cannot create a file in " + base.string() + ": " + std::strerror(errno));
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
    // AddressSanitizer keeps descriptions of the global variables of all loaded objects and reads them for
    // its reports. So objects stay loaded under it.
    if (!sanitizer().address) {
        dlclose(handle_);
        return;
    }
    unlink(path_.c_str());
    std::erase(kernel_files(), path_);
}

} // namespace mergus::cuda::emulated
