/// \file refuses.hpp
/// Calls that must throw, and what they throw.
#pragma once

#include <mergus/error.hpp>

#include <doctest/doctest.h>

#include <functional>
#include <string>
#include <vector>

namespace mergus::tests {

/// The code that the call throws, or success.
template <class Call>
Code code_of(const Call& call) {
    try {
        static_cast<void>(call());
    } catch (const Error& error) {
        return error.code();
    }
    return Code::success;
}

/// Whether the message has this text.
inline bool says(const Error& error, const std::string& text) {
    return std::string(error.what()).find(text) != std::string::npos;
}

/// The call throws that code, and its message holds all these words.
inline void refuses(Code code, const std::vector<std::string>& words, const std::function<void()>& call) {
    try {
        call();
        FAIL_CHECK("nothing was thrown; expected ", std::string(code_name(code)));
    } catch (const Error& error) {
        const std::string message = error.what();
        CAPTURE(message);
        CHECK(code_name(error.code()) == code_name(code));
        CHECK(message.starts_with(std::string(code_name(code)) + ": "));
        for (const std::string& word : words) {
            CAPTURE(word);
            CHECK(message.find(word) != std::string::npos);
        }
    }
}

} // namespace mergus::tests
