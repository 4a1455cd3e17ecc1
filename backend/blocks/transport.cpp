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
#include <system_error>
#include <utility>

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
    std::unique_ptr<Transport> transport(entry(seconds, MessageMemory::instance(), message));
    if (transport == nullptr) throw Error(Code::no_backend, message);
    return transport;
}

/// Reads "threads:N" and "threads:N,KIND:M". False for another text.
bool read_threads(std::string_view text, int& size, TransportFault& fault) {
    const auto number = [&](auto& value) {
        const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        text.remove_prefix(static_cast<std::size_t>(rest - text.data()));
        return error == std::errc{};
    };
    const auto word = [&](std::string_view expected) {
        if (!text.starts_with(expected)) return false;
        text.remove_prefix(expected.size());
        return true;
    };
    if (!word("threads:") || !number(size) || size < 1 || size > 64) return false;
    if (text.empty()) return true;
    constexpr std::pair<std::string_view, TransportFault::Kind> kinds[] = {
        {",lose:", TransportFault::lose},
        {",truncate:", TransportFault::truncate},
        {",fail:", TransportFault::fail}};
    for (const auto& [name, kind] : kinds)
        if (word(name)) {
            fault.kind = kind;
            return number(fault.message) && fault.message > 0 && text.empty();
        }
    return false;
}

} // namespace

std::unique_ptr<Transport> open_transport(const std::string& text, double seconds) {
    if (text.empty()) return nullptr;
    if (text == "mpi") return open_mpi(seconds);
    int size = 0;
    if (TransportFault fault; read_threads(text, size, fault)) return join_threads(size, fault);
    throw Error(Code::invalid_value,
                fmt::format("{} is \"{}\"; expected mpi, or threads:N with N from 1 to 64",
                            core::name_of(core::Variable::blocks_transport), text));
}

} // namespace mergus::blocks
