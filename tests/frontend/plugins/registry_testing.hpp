/// \file registry_testing.hpp
/// What the tests of backends and plugins share.
#pragma once

#include "testing/refuses.hpp"
#include "testing/variable.hpp"

#include <mergus/mergus.hpp>

#include <string>

namespace mergus::tests {

inline Error failure_of(const std::string& backend) {
    try {
        const Context context{backend};
    } catch (const Error& error) {
        return error;
    }
    return {Code::success, "no error"};
}

} // namespace mergus::tests
