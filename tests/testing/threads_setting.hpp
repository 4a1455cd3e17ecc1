/// \file threads_setting.hpp
/// Sets the number of threads for a test through the environment.
#pragma once

#include <stdlib.h> // NOLINT(modernize-deprecated-headers): setenv

#include <cstdlib>
#include <optional>
#include <string>

namespace mergus::tests {

/// Sets MERGUS_THREADS for the lifetime of the object.
class Threads {
public:
    explicit Threads(const std::string& count) {
        if (const char* text = std::getenv("MERGUS_THREADS")) before_ = text;
        ::setenv("MERGUS_THREADS", count.c_str(), 1);
    }
    Threads(const Threads&) = delete;
    Threads& operator=(const Threads&) = delete;
    ~Threads() { !before_ ? ::unsetenv("MERGUS_THREADS") : ::setenv("MERGUS_THREADS", before_->c_str(), 1); }

private:
    std::optional<std::string> before_;
};

} // namespace mergus::tests
