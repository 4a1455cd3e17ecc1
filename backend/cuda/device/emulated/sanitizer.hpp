/// \file sanitizer.hpp
/// Functions of AddressSanitizer, looked up at run time; null in processes without it.
///
/// Kernels are compiled with the sanitizers of the process, which could not load other kernels. So one build
/// of the emulation works with and without sanitizers.
#pragma once

#include <dlfcn.h>

#include <cstddef>
#include <type_traits>

namespace mergus::cuda::emulated {

struct Sanitizer {
    void (*start_switch)(void** fake_stack_save, const void* bottom, std::size_t size) = nullptr;
    void (*finish_switch)(void* fake_stack_save, const void** bottom_old, std::size_t* size_old) = nullptr;
    void (*unpoison)(const volatile void* address, std::size_t size) = nullptr;
    void (*on_report)(void (*callback)(const char* report)) = nullptr;
    bool address = false;
    bool undefined = false;
};

inline const Sanitizer& sanitizer() {
    static const Sanitizer found = [] {
        Sanitizer s;
        const auto look_up = [](auto& function, const char* name) {
            function =
                reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(RTLD_DEFAULT, name));
        };
        look_up(s.start_switch, "__sanitizer_start_switch_fiber");
        look_up(s.finish_switch, "__sanitizer_finish_switch_fiber");
        look_up(s.unpoison, "__asan_unpoison_memory_region");
        look_up(s.on_report, "__asan_set_error_report_callback");
        s.address = s.start_switch != nullptr && s.finish_switch != nullptr && s.unpoison != nullptr;
        s.undefined = dlsym(RTLD_DEFAULT, "__ubsan_handle_type_mismatch_v1_abort") != nullptr;
        return s;
    }();
    return found;
}

} // namespace mergus::cuda::emulated
