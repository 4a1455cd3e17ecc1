/// \file host_compiler.cpp
/// The compiler is $MERGUS_CC if set; else the first of $CXX, c++, g++, clang++ and cc that prints its
/// version. It compiles C++20 without extensions and without the C++ library, like NVRTC.
#include "host_compiler.hpp"

#include <mergus/error.hpp>

#include "environment.hpp"
#include "hash128.hpp"
#include "jit_cache.hpp"
#include "object_state.hpp"
#include "process.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <sys/utsname.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>
#include <optional>
#include <string_view>
#include <vector>

namespace mergus::core {

std::string_view runtime_text(std::string_view name);

namespace {

constexpr const char* id_function = "mergus_text_id";

struct Compiler {
    std::string command;
    std::string version; ///< Output of --version; empty: it cannot be run.
};

/// Each command is run once in a process; again only if it failed.
std::string version_of(const std::string& command) {
    static auto& known =
        *new std::map<std::string, std::string>; // like all static objects here, never destroyed
    if (const auto found = known.find(command); found != known.end()) return found->second;
    const TemporaryDirectory directory;
    const std::string log = directory / "version";
    if (!run_program({command, "--version"}, log).succeeded()) return {};
    return known[command] = read_file(log);
}

Compiler find_compiler(const std::string& what) {
    std::vector<std::string> commands;
    if (const char* const set = value_of(Variable::cc)) {
        commands = {set};
    } else {
        if (const char* const cxx = value_of(Variable::cxx)) commands.emplace_back(cxx);
        for (const char* const usual : {"c++", "g++", "clang++", "cc"}) commands.emplace_back(usual);
    }
    for (const std::string& command : commands)
        if (std::string version = version_of(command); !version.empty()) return {command, std::move(version)};
    throw Error(
        Code::compile_error,
        fmt::format(
            "{}: no compiler can be run (tried {}), and run-time operators need one; set MERGUS_CC to a "
            "C++ compiler",
            what, fmt::join(commands, ", ")));
}

/// The same flags as for the emulated device, so that all backends compute the same bits: signed overflow
/// wraps, types may alias, no fused multiply-add.
const std::vector<std::string>& flags() {
    static const auto& all = *new std::vector<std::string>{
        "-x",
        "c++",
        "-std=c++20",
        "-pedantic-errors",
        "-O2",
        "-fPIC",
        "-shared",
        "-nostdinc++",
        "-nostartfiles", // the object contains only the text, for check_stateless
        "-fno-exceptions",
        "-fno-rtti",
        "-fwrapv",
        "-fvisibility=hidden",
        "-fno-strict-aliasing",
        "-fno-math-errno",
        "-U_GNU_SOURCE",
        "-D_XOPEN_SOURCE=700",
        "-ffp-contract=off"};
    return all;
}

std::string machine() {
    utsname name{};
    return uname(&name) == 0 ? name.machine : "";
}

/// At most eight errors of the compiler, "FILE:LINE:COLUMN: error: TEXT" converted to "FILE, line LINE:
/// TEXT"; if there are none, the end of the log.
std::string errors_in(std::string_view log) {
    std::string errors;
    int count = 0;
    for (std::string_view rest = log; !rest.empty() && count < 8;) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(line.size() + 1, rest.size()));
        const std::size_t mark = line.find("error: ");
        if (mark == line.npos) continue;
        std::string_view place = line.substr(0, mark);
        const std::size_t colon = place.find(':');
        const std::size_t number_end = colon == place.npos ? colon : place.find(':', colon + 1);
        if (number_end == place.npos) continue;
        errors += fmt::format("{}{}, line {}: {}", errors.empty() ? " " : "\n", place.substr(0, colon),
                              place.substr(colon + 1, number_end - colon - 1), line.substr(mark + 7));
        ++count;
    }
    if (errors.empty())
        errors = fmt::format("\n{}", log.substr(log.size() - std::min<std::size_t>(log.size(), 2000)));
    while (!errors.empty() && errors.back() == '\n') errors.pop_back();
    return errors;
}

std::string compile(const std::string& what, const Compiler& compiler, const std::string& text) {
    const TemporaryDirectory directory;
    write_file(directory / "text.cpp", text);
    std::vector<std::string> arguments{compiler.command};
    arguments.insert(arguments.end(), flags().begin(), flags().end());
    arguments.insert(arguments.end(), {"-o", directory / "text.so", directory / "text.cpp", "-lm"});
    const ProgramResult result = run_program(arguments, directory / "log");
    if (!result.succeeded())
        throw Error(Code::compile_error,
                    fmt::format("{} does not compile with {}:{}", what, compiler.command,
                                result.not_started != 0
                                    ? fmt::format(" {}", std::strerror(result.not_started))
                                    : errors_in(read_file(directory / "log"))));
    std::string image = read_file(directory / "text.so");
    check_stateless(what, image);
    return image;
}

/// \return null if the image is not the object of that identity; `why` is the reason then
void* load(const std::string& image, const std::string& id, std::string& why) {
    const TemporaryDirectory directory;
    const std::string path = directory / "text.so";
    write_file(path, image);
    void* const handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr) {
        why = dlerror();
        return nullptr;
    }
    using Id = const char*();
    const auto id_of = reinterpret_cast<Id*>(dlsym(handle, id_function));
    if (id_of != nullptr && id_of() == id) return handle;
    dlclose(handle);
    why = "it is another object";
    return nullptr;
}

} // namespace

void* LoadedText::symbol(const char* name) const {
    if (void* const found = dlsym(handle_, name)) return found;
    throw Error(Code::panic, fmt::format("a compiled text has no {}", name));
}

LoadedText load_text(const std::string& what, const std::string& text) {
    static std::mutex
        mutex; // held while the compiler runs, so that other threads do not compile the same text
    static auto& loaded = *new std::map<std::string, void*>;
    const std::lock_guard lock(mutex);
    if (const auto known = loaded.find(text); known != loaded.end()) return LoadedText(known->second);

    const Compiler compiler = find_compiler(what);
    std::string full = fmt::format("#line 1 \"prelude.h\"\n{}\n#line 1 \"shim_math.cuh\"\n{}\n{}",
                                   runtime_text("prelude.h"), runtime_text("shim_math.cuh"), text);
    const Hash128 key = siphash128(fmt::format("{}\n{}\n{}\n{}\n{}", compiler.command, compiler.version,
                                               machine(), fmt::join(flags(), " "), full));
    const std::string id = key.hex();
    full += fmt::format("\n{}const char* {}() {{ return \"{}\"; }}\n", exported, id_function, id);

    const JitCache cache = JitCache::from_environment();
    std::string why;
    void* handle = nullptr;
    if (const std::optional<std::string> image = cache.load(key)) handle = load(*image, id, why);
    if (handle == nullptr) {
        const std::string image = compile(what, compiler, full);
        handle = load(image, id, why);
        if (handle == nullptr)
            throw Error(Code::compile_error, fmt::format("{}: what {} made of it cannot be loaded: {}", what,
                                                         compiler.command, why));
        cache.store(key, image);
    }
    loaded.emplace(text, handle);
    return LoadedText(handle);
}

} // namespace mergus::core
