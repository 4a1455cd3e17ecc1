/// \file power.hpp
/// x to the power y (GxB_POW_…), as host functions and as texts for devices.
#pragma once

#include <mergus/define.hpp>

namespace mergus::grb {

// NaN if an input is NaN; otherwise 1 for y = 0, where pow(NaN, 0) is 1.
#define MERGUS_POWER(S, T, POW)                                                                              \
    MERGUS_BINARY_OP(                                                                                        \
        power_##S, static T apply(T x, T y) {                                                                \
            if (x != x || y != y) return x + y;                                                              \
            return y == 0 ? T(1) : POW(x, y);                                                                \
        })
// LEAST, GREATEST: the limits of T; BEYOND: the least double that is greater than every T.
#define MERGUS_INTEGER_POWER(S, T, LEAST, GREATEST, BEYOND)                                                  \
    MERGUS_BINARY_OP(                                                                                        \
        power_##S, static T apply(T x, T y) {                                                                \
            const double z = pow(double(x), double(y));                                                      \
            if (z >= BEYOND) return T(GREATEST);                                                             \
            return z <= double(LEAST) ? T(LEAST) : T(z);                                                     \
        })

MERGUS_BINARY_OP(
    power_BOOL, static bool apply(bool x, bool y) { return x || !y; })
MERGUS_INTEGER_POWER(INT8, int8_t, -128, 127, 128.0)
MERGUS_INTEGER_POWER(INT16, int16_t, -32768, 32767, 32768.0)
MERGUS_INTEGER_POWER(INT32, int32_t, (-2147483647 - 1), 2147483647, 2147483648.0)
MERGUS_INTEGER_POWER(INT64, int64_t, (-9223372036854775807 - 1), 9223372036854775807, 9223372036854775808.0)
MERGUS_INTEGER_POWER(UINT8, uint8_t, 0, 255, 256.0)
MERGUS_INTEGER_POWER(UINT16, uint16_t, 0, 65535, 65536.0)
MERGUS_INTEGER_POWER(UINT32, uint32_t, 0, 4294967295u, 4294967296.0)
MERGUS_INTEGER_POWER(UINT64, uint64_t, 0, 18446744073709551615u, 18446744073709551616.0)
MERGUS_POWER(FP32, float, powf)
MERGUS_POWER(FP64, double, pow)

#undef MERGUS_POWER
#undef MERGUS_INTEGER_POWER

} // namespace mergus::grb
