/// \file refuses.hpp
/// Calls that must throw.
#pragma once

#include <mergus/error.hpp>

#include <doctest/doctest.h>

#include <functional>
#include <string>
#include <vector>

namespace mergus::tests {

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
