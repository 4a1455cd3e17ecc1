/// \file variable.hpp
/// Environment variables that a test sets.
#pragma once

#include <stdlib.h> // NOLINT(modernize-deprecated-headers): setenv

#include <cstdlib>
#include <optional>
#include <string>

namespace mergus::tests {

/// Sets an environment variable for a scope; nullptr removes it.
class Variable {
public:
    Variable(const char* name, const char* value) : name_(name) {
        if (const char* const before = std::getenv(name)) before_ = before;
        set(value);
    }
    Variable(const char* name, const std::string& value) : Variable(name, value.c_str()) {}
    Variable(const Variable&) = delete;
    Variable& operator=(const Variable&) = delete;
    ~Variable() { set(before_ ? before_->c_str() : nullptr); }

private:
    void set(const char* value) {
        if (value != nullptr)
            ::setenv(name_, value, 1);
        else
            ::unsetenv(name_);
    }
    const char* name_;
    std::optional<std::string> before_;
};

} // namespace mergus::tests
