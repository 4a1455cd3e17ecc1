/// \file transport.cpp
/// The choice of the transport. MPI is a library of its own, so that this backend loads where there is none.
#include "transport.hpp"

#include "environment.hpp"

#include <mergus/error.hpp>

#include <dlfcn.h>
#include <fmt/format.h>

#include <charconv>
#include <filesystem>
#include <string_view>

namespace mergus::blocks {

namespace {

std::unique_ptr<Transport> open_mpi(double seconds) {
    Dl_info here{};
    if (dladdr(reinterpret_cast<const void*>(&open_transport), &here) == 0 || here.dli_fname == nullptr)
        throw Error(Code::no_backend, "the folder of the backend blocks is not known");
    const auto file = std::filesystem::path(here.dli_fname).parent_path() / "libmergus_blocks_mpi.so";
    // Never closed, and global: MPI loads parts of its own, which use its symbols.
    void* const library = dlopen(file.c_str(), RTLD_NOW | RTLD_GLOBAL);
    if (library == nullptr)
        throw Error(Code::no_backend, fmt::format("this build has no MPI: {}", dlerror()));
    const auto entry = reinterpret_cast<MpiEntry>(dlsym(library, MERGUS_BLOCKS_MPI_ENTRY));
    if (entry == nullptr)
        throw Error(Code::bad_plugin,
                    fmt::format("{} has no symbol {}", file.string(), MERGUS_BLOCKS_MPI_ENTRY));
    std::string message;
    std::unique_ptr<Transport> transport(entry(seconds, message));
    if (transport == nullptr) throw Error(Code::no_backend, message);
    return transport;
}

} // namespace

std::unique_ptr<Transport> open_transport(const std::string& text, double seconds) {
    if (text.empty()) return nullptr;
    if (text == "mpi") return open_mpi(seconds);
    constexpr std::string_view threads = "threads:";
    int size = 0;
    const char* const end = text.data() + text.size();
    if (text.starts_with(threads)) {
        const auto [rest, error] = std::from_chars(text.data() + threads.size(), end, size);
        if (error == std::errc{} && rest == end && size >= 1 && size <= 64) return join_threads(size);
    }
    throw Error(Code::invalid_value,
                fmt::format("{} is \"{}\"; expected mpi, or threads:N with N from 1 to 64",
                            core::name_of(core::Variable::blocks_transport), text));
}

} // namespace mergus::blocks
