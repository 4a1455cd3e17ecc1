/// \file options.cpp
#include "options.hpp"

#include "../frontend/plugins/registry_impl.hpp"
#include "environment.hpp"

#include <mergus/error.hpp>

#include <fmt/format.h>

#include <charconv>
#include <string_view>

namespace mergus::blocks {

namespace {

[[noreturn]] void refuse(core::Variable variable, std::string_view text, std::string_view expected) {
    throw Error(Code::invalid_value,
                fmt::format("{} is \"{}\"; expected {}", core::name_of(variable), text, expected));
}

template <class Number>
bool read_number(std::string_view text, Number& number) {
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, number);
    return error == std::errc{} && rest == end;
}

void read_grid(std::string_view text, Options& options) {
    constexpr std::uint64_t most = 4096;
    const std::size_t cross = std::min(text.find('x'), text.size());
    if (cross == text.size() || !read_number(text.substr(0, cross), options.p) ||
        !read_number(text.substr(cross + 1), options.q) || options.p == 0 || options.q == 0 ||
        options.p > most || options.q > most)
        refuse(core::Variable::blocks_grid, text, "PxQ, two numbers from 1 to 4096, such as 2x3");
}

void read_devices(std::string_view text, Options& options) {
    options.devices.clear();
    std::string_view rest = text;
    for (;;) {
        const std::size_t comma = std::min(rest.find(','), rest.size());
        std::int32_t device = 0;
        if (!read_number(rest.substr(0, comma), device) || device < 0)
            refuse(core::Variable::blocks_devices, text, "ordinals of devices, separated by commas");
        options.devices.push_back(device);
        if (comma == rest.size()) return;
        rest.remove_prefix(comma + 1);
    }
}

/// `cuda` where a GPU can be used.
std::string default_local() {
    const std::string cuda = "cuda";
    try {
        if (core::find_file(cuda) && core::score_of(core::load_backend(cuda)).value >= MERGUS_SCORE_DEFAULT)
            return cuda;
    } catch (const Error&) { // it cannot be loaded
    }
    return "suitesparse";
}

} // namespace

Options options_of_environment() {
    Options options;
    if (const char* text = core::value_of(core::Variable::blocks_local))
        options.local = text;
    else
        options.local = default_local();
    if (options.local == "blocks") refuse(core::Variable::blocks_local, options.local, "another backend");
    if (const char* text = core::value_of(core::Variable::blocks_grid)) read_grid(text, options);
    if (const char* text = core::value_of(core::Variable::blocks_devices)) read_devices(text, options);
    if (const char* text = core::value_of(core::Variable::blocks_memory))
        if (!read_number(std::string_view(text), options.memory.emplace()))
            refuse(core::Variable::blocks_memory, text, "a number of bytes");
    if (const char* text = core::value_of(core::Variable::blocks_directory)) options.directory = text;
    if (const char* text = core::value_of(core::Variable::blocks_host_memory)) {
        if (!read_number(std::string_view(text), options.host_memory.emplace()))
            refuse(core::Variable::blocks_host_memory, text, "a number of bytes");
        if (options.directory.empty())
            refuse(core::Variable::blocks_host_memory, text,
                   fmt::format("{} too, where blocks beyond it go",
                               core::name_of(core::Variable::blocks_directory)));
    }
    if (const char* text = core::value_of(core::Variable::blocks_transport)) options.transport = text;
    constexpr std::string_view devices = ",devices";
    if (options.transport.ends_with(devices)) {
        options.device_links = true;
        options.transport.resize(options.transport.size() - devices.size());
    }
    if (const char* text = core::value_of(core::Variable::blocks_timeout))
        if (!read_number(std::string_view(text), options.timeout) || !(options.timeout > 0))
            refuse(core::Variable::blocks_timeout, text, "a number of seconds");
    return options;
}

} // namespace mergus::blocks
