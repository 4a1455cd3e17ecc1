/// \file plugin_status.hpp
/// Exceptions at the plugin boundary: a plugin's functions throw, and their callers get a status.
#pragma once

#include "struct_size.hpp"

#include <mergus/error.hpp>

#include <cstdint>
#include <exception>
#include <new>
#include <string_view>

namespace mergus::core {

/// Writes as much of the text as fits, and its NUL.
inline void write_text(char* to, std::size_t room, std::string_view text) noexcept {
    if (room == 0) return;
    const std::size_t length = std::min(text.size(), room - 1);
    if (length > 0) std::memcpy(to, text.data(), length);
    to[length] = '\0';
}
template <std::size_t Room>
void write_text(char (&to)[Room], std::string_view text) noexcept {
    write_text(to, Room, text);
}

/// Writes code and message as far as the status has room for them, and returns the code. The library adds the
/// operation and the code's name, so the name at the beginning of an Error's message is removed.
inline std::int32_t set_status(mergus_status* status, Code code, std::string_view message) noexcept {
    const std::string_view name = code_name(code);
    if (message.starts_with(name) && message.substr(name.size()).starts_with(": "))
        message.remove_prefix(name.size() + 2);
    const auto value = static_cast<std::int32_t>(code);
    if (status == nullptr) return value;
    if (MERGUS_HAS(mergus_status, status, code)) status->code = value;
    constexpr std::size_t head = offsetof(mergus_status, message);
    if (const std::size_t end = std::min(status->struct_size, sizeof *status); end > head)
        write_text(status->message, end - head, message);
    return value;
}

/// Runs `body`. What it throws becomes the status.
template <class Body>
std::int32_t guarded(mergus_status* status, const Body& body) noexcept {
    try {
        body();
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
