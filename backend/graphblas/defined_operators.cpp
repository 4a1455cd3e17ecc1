/// \file defined_operators.cpp
/// Predefined operators that operators.def does not have, because they are not functions T × T → T: each is a
/// definition for the host and, as its text, for devices (mergus/define.hpp).
#include "objects.hpp"

#include <mergus/define.hpp>

using namespace mergus;

// Exponents beyond 4096 give 0 or infinity like 4096 does, and can be converted to int.
#define MERGUS_DEFINE_FLOATING(S, T)                                                                         \
    MERGUS_UNARY_OP(                                                                                         \
        frexpx_##S, static T apply(T x) {                                                                    \
            int exponent = 0;                                                                                \
            return static_cast<T>(frexp(x, &exponent));                                                      \
        })                                                                                                   \
    MERGUS_UNARY_OP(                                                                                         \
        frexpe_##S, static T apply(T x) {                                                                    \
            if (!isfinite(x)) return 0;                                                                      \
            int exponent = 0;                                                                                \
            static_cast<void>(frexp(x, &exponent));                                                          \
            return static_cast<T>(exponent);                                                                 \
        })                                                                                                   \
    MERGUS_BINARY_OP(                                                                                        \
        ldexp_##S, static T apply(T x, T y) {                                                                \
            if (y != y) return y;                                                                            \
            return static_cast<T>(ldexp(x, y > 4096 ? 4096 : y < -4096 ? -4096 : static_cast<int>(y)));      \
        })                                                                                                   \
    MERGUS_BINARY_OP(                                                                                        \
        cmplx_##S, static mergus::complex<T> apply(T x, T y) { return mergus::complex<T>(x, y); })
#define MERGUS_DEFINE_INTEGER(S, T)                                                                          \
    MERGUS_BINARY_OP(                                                                                        \
        bshift_##S, static T apply(T x, int8_t k) {                                                          \
            const int bits = 8 * static_cast<int>(sizeof(T));                                                \
            if (k >= bits) return 0;                                                                         \
            if (k >= 0) return static_cast<T>(static_cast<uint64_t>(x) << k);                                \
            return static_cast<T>(x >> (-k < bits ? -k : bits - 1) >> (-k < bits ? 0 : 1));                  \
        })

using std::isfinite;
MERGUS_DEFINE_FLOATING(FP32, float)
MERGUS_DEFINE_FLOATING(FP64, double)
GB_INTEGER_TYPES(MERGUS_DEFINE_INTEGER)

namespace {

#define MERGUS_NAME_FREXPX(S) frexpx_##S
#define MERGUS_NAME_FREXPE(S) frexpe_##S
#define MERGUS_NAME_LDEXP(S) ldexp_##S
#define MERGUS_NAME_CMPLX(S) cmplx_##S
#define MERGUS_NAME_BSHIFT(S) bshift_##S

#define MERGUS_UNARY_OBJECT(object, NAME, S)                                                                 \
    constinit mergus_grb_unary_op object_##object{#object,                                                   \
                                                  static_cast<const UnaryOp&>(MERGUS_NAME_##NAME(S))};
#define MERGUS_BINARY_OBJECT(object, NAME, S)                                                                \
    constinit mergus_grb_binary_op object_##object{#object,                                                  \
                                                   static_cast<const BinaryOp&>(MERGUS_NAME_##NAME(S))};
GB_DEFINED_UNARY_OPS(MERGUS_UNARY_OBJECT)
GB_DEFINED_BINARY_OPS(MERGUS_BINARY_OBJECT)

} // namespace

#define MERGUS_UNARY_HANDLE(object, NAME, S) GrB_UnaryOp object = &object_##object;
#define MERGUS_BINARY_HANDLE(object, NAME, S) GrB_BinaryOp object = &object_##object;
GB_DEFINED_UNARY_OPS(MERGUS_UNARY_HANDLE)
GB_DEFINED_BINARY_OPS(MERGUS_BINARY_HANDLE)
