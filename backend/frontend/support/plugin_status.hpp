/// \file plugin_status.hpp
/// From exceptions to the status of plugin.h: what the plugins of this project put around every function of
/// their tables, so that no exception crosses the boundary.
#pragma once

#include <mergus/error.hpp>
#include <mergus/plugin.h>

#include <cstdint>
#include <cstdio>
#include <exception>
#include <new>
#include <string_view>

namespace mergus::core {

/// Writes code and message, and returns the code. The library adds the operation and the code's name, so a
/// message that begins with the name, as an Error's does, loses it.
inline std::int32_t set_status(mergus_status* status, Code code, std::string_view message) noexcept {
    const std::string_view name = code_name(code);
    if (message.starts_with(name) && message.substr(name.size()).starts_with(": "))
        message.remove_prefix(name.size() + 2);
    if (status != nullptr) {
        status->code = static_cast<std::int32_t>(code);
        std::snprintf(status->message, sizeof status->message, "%.*s", static_cast<int>(message.size()),
                      message.data());
    }
    return static_cast<std::int32_t>(code);
}

/// Runs the function; what it throws becomes the status.
template <class Function>
std::int32_t guarded(mergus_status* status, const Function& function) noexcept {
    try {
        function();
        return MERGUS_SUCCESS;
    } catch (const Error& error) {
        return set_status(status, error.code(), error.what());
    } catch (const std::bad_alloc&) {
        return set_status(status, Code::out_of_memory, "out of host memory");
    } catch (const std::exception& error) {
        return set_status(status, Code::panic, error.what());
    } catch (...) {
        return set_status(status, Code::panic, "an exception that is no std::exception");
    }
}

} // namespace mergus::core
