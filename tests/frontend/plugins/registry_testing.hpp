/// \file registry_testing.hpp
/// What the tests of backends and plugins share.
#pragma once

#include <mergus/mergus.hpp>

#include <cstdlib>
#include <string>

namespace mergus::tests {

/// Sets an environment variable for a scope.
class Environment {
public:
    Environment(const char* name, const std::string& value) : name_(name) {
        if (const char* old = std::getenv(name)) old_ = old;
        had_ = std::getenv(name) != nullptr;
        setenv(name, value.c_str(), 1);
    }
    ~Environment() {
        if (had_)
            setenv(name_, old_.c_str(), 1);
        else
            unsetenv(name_);
    }
    Environment(const Environment&) = delete;
    Environment& operator=(const Environment&) = delete;

private:
    const char* name_;
    std::string old_;
    bool had_ = false;
};

inline Error failure_of(const std::string& backend) {
    try {
        const Context context{backend};
    } catch (const Error& error) {
        return error;
    }
    return {Code::success, "no error"};
}

inline bool says(const Error& error, const std::string& text) {
    return std::string(error.what()).find(text) != std::string::npos;
}

} // namespace mergus::tests
