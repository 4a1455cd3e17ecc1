// shim_math.cuh: CUDA's overloads of the C functions for float, and its min, max and abs.
//
// Inserted after shim.cuh. Without them the host would compute sqrt(x) of a float in double.

#define MERGUS_MIN_MAX(T)                                                                                    \
    static inline T min(T a, T b) {                                                                          \
        return b < a ? b : a;                                                                                \
    }                                                                                                        \
    static inline T max(T a, T b) {                                                                          \
        return a < b ? b : a;                                                                                \
    }
MERGUS_MIN_MAX(int)
MERGUS_MIN_MAX(unsigned)
MERGUS_MIN_MAX(long)
MERGUS_MIN_MAX(unsigned long)
MERGUS_MIN_MAX(long long)
MERGUS_MIN_MAX(unsigned long long)
static inline float min(float a, float b) {
    return __builtin_fminf(a, b);
}
static inline float max(float a, float b) {
    return __builtin_fmaxf(a, b);
}
static inline double min(double a, double b) {
    return __builtin_fmin(a, b);
}
static inline double max(double a, double b) {
    return __builtin_fmax(a, b);
}

static inline long abs(long x) {
    return x < 0 ? -x : x;
}
static inline long long abs(long long x) {
    return x < 0 ? -x : x;
}
static inline float abs(float x) {
    return __builtin_fabsf(x);
}
static inline double abs(double x) {
    return __builtin_fabs(x);
}

#define MERGUS_MATH_1(name)                                                                                  \
    static inline float name(float x) {                                                                      \
        return __builtin_##name##f(x);                                                                       \
    }
#define MERGUS_MATH_2(name)                                                                                  \
    static inline float name(float x, float y) {                                                             \
        return __builtin_##name##f(x, y);                                                                    \
    }
MERGUS_MATH_1(acos)
MERGUS_MATH_1(acosh)
MERGUS_MATH_1(asin)
MERGUS_MATH_1(asinh)
MERGUS_MATH_1(atan)
MERGUS_MATH_1(atanh)
MERGUS_MATH_1(cbrt)
MERGUS_MATH_1(ceil)
MERGUS_MATH_1(cos)
MERGUS_MATH_1(cosh)
MERGUS_MATH_1(erf)
MERGUS_MATH_1(erfc)
MERGUS_MATH_1(exp)
MERGUS_MATH_1(exp2)
MERGUS_MATH_1(expm1)
MERGUS_MATH_1(fabs)
MERGUS_MATH_1(floor)
MERGUS_MATH_1(lgamma)
MERGUS_MATH_1(log)
MERGUS_MATH_1(log10)
MERGUS_MATH_1(log1p)
MERGUS_MATH_1(log2)
MERGUS_MATH_1(nearbyint)
MERGUS_MATH_1(rint)
MERGUS_MATH_1(round)
MERGUS_MATH_1(sin)
MERGUS_MATH_1(sinh)
MERGUS_MATH_1(sqrt)
MERGUS_MATH_1(tan)
MERGUS_MATH_1(tanh)
MERGUS_MATH_1(tgamma)
MERGUS_MATH_1(trunc)
MERGUS_MATH_2(atan2)
MERGUS_MATH_2(copysign)
MERGUS_MATH_2(fdim)
MERGUS_MATH_2(fmax)
MERGUS_MATH_2(fmin)
MERGUS_MATH_2(fmod)
MERGUS_MATH_2(hypot)
MERGUS_MATH_2(pow)
MERGUS_MATH_2(remainder)
static inline float ldexp(float x, int e) {
    return __builtin_ldexpf(x, e);
}
static inline float frexp(float x, int* e) {
    return __builtin_frexpf(x, e);
}

// Macros in C, functions on a device.
#undef isnan
#undef isinf
#undef isfinite
#define MERGUS_MATH_IS(name)                                                                                 \
    static inline bool name(float x) {                                                                       \
        return __builtin_##name(x);                                                                          \
    }                                                                                                        \
    static inline bool name(double x) {                                                                      \
        return __builtin_##name(x);                                                                          \
    }
MERGUS_MATH_IS(isnan)
MERGUS_MATH_IS(isinf)
MERGUS_MATH_IS(isfinite)
