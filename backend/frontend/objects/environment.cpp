/// \file environment.cpp
/// Warnings of environment variables whose values mean nothing. A wrong value of a setting that changes no
/// result is ignored with one line on standard error, as OpenMP does; it is no error.
#include <mergus/context.hpp>

#include "diagnostics.hpp"
#include "environment.hpp"

#include <charconv>
#include <cstdint>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <system_error>

namespace mergus {

namespace {

template <class Number>
bool is_number(std::string_view text, Number least) {
    Number value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size() && value >= least;
}

bool is_log(std::string_view text) {
    while (!text.empty()) {
        const std::string_view word = text.substr(0, text.find(','));
        if (word != "explain" && word != "kernels" && word != "calls") return false;
        text.remove_prefix(word.size() < text.size() ? word.size() + 1 : text.size());
    }
    return true;
}

struct Setting {
    core::Variable variable;
    bool (*valid)(std::string_view);
    const char* expected;
};

constexpr Setting settings[] = {
    {core::Variable::log, is_log, "explain, kernels, calls or several of them with commas between them"},
    {core::Variable::deterministic, [](std::string_view text) { return text == "0" || text == "1"; },
     "0 or 1"},
    {core::Variable::threads, [](std::string_view text) { return is_number(text, 1U); },
     "a whole number from 1 up"},
    {core::Variable::cache_bytes, [](std::string_view text) { return is_number(text, std::uint64_t{0}); },
     "a whole number of bytes"},
    {core::Variable::blocks_fallback, [](std::string_view text) { return text == "on" || text == "off"; },
     "on or off"},
};

} // namespace

void detail::check_environment() noexcept {
    static std::mutex mutex;
    static auto& warned = *new std::set<std::string>;
    for (const Setting& setting : settings) {
        const char* const value = core::value_of(setting.variable);
        if (value == nullptr || setting.valid(value)) continue;
        try {
            std::string text = std::string(core::name_of(setting.variable)) + "=" + value;
            const std::lock_guard lock(mutex);
            if (!warned.insert(text).second) continue;
            core::print_stderr("mergus: warning: {} is ignored; expected: {}\n", text, setting.expected);
        } catch (...) { // no memory: no warning
        }
    }
}

} // namespace mergus
