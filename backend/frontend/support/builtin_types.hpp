/// \file builtin_types.hpp
/// From the code of a built-in type to its C++ type.
#pragma once

#include <mergus/plugin.h>

#include <complex>
#include <cstdint>

namespace mergus::core {

/// function(T{}) for the built-in type T of that code, and otherwise() for others, which has the same result.
template <class Function, class Otherwise>
auto with_builtin(int code, Function function, Otherwise otherwise) -> decltype(otherwise()) {
    switch (code) {
    case MERGUS_BOOL:
        return function(bool{});
    case MERGUS_INT8:
        return function(std::int8_t{});
    case MERGUS_INT16:
        return function(std::int16_t{});
    case MERGUS_INT32:
        return function(std::int32_t{});
    case MERGUS_INT64:
        return function(std::int64_t{});
    case MERGUS_UINT8:
        return function(std::uint8_t{});
    case MERGUS_UINT16:
        return function(std::uint16_t{});
    case MERGUS_UINT32:
        return function(std::uint32_t{});
    case MERGUS_UINT64:
        return function(std::uint64_t{});
    case MERGUS_FP32:
        return function(float{});
    case MERGUS_FP64:
        return function(double{});
    case MERGUS_FC32:
        return function(std::complex<float>{});
    case MERGUS_FC64:
        return function(std::complex<double>{});
    default:
        return otherwise();
    }
}

} // namespace mergus::core
