/// \file runtime_testing.hpp
/// Helpers for the tests of run-time operators.
#pragma once

#include "testing/refuses.hpp"

#include <mergus/mergus.hpp>

#include <functional>
#include <string>

namespace mergus::tests {

inline const mergus_type* const fp64 = type_of<double>();

/// What the call throws.
inline Error failure(const std::function<void()>& call) {
    try {
        call();
    } catch (const Error& error) {
        return error;
    }
    return {Code::success, "no error"};
}

inline Error binary_failure(const std::string& name, const std::string& text) {
    return failure([&] { define_binary_op(name, text, fp64, fp64, fp64); });
}

inline double call(const BinaryOp& op, double x, double y) {
    double z = 0;
    op.get()->function.binary(&z, &x, &y);
    return z;
}

} // namespace mergus::tests
