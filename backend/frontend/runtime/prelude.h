// prelude.h: inserted before the text of run-time operators on the CPU; shim_math.cuh follows it.
//
// Invariant: it declares exactly what backend/cuda/compiler/prelude.cuh and CUDA's built-in functions declare
// on a device, so that a text that compiles here compiles there. Some compilers find libstdc++'s <math.h>,
// which has its own overloads, in spite of -nostdinc++; the macro below makes it include C's.
#define _GLIBCXX_INCLUDE_NEXT_C_HEADERS
#include <math.h>
#include <stddef.h>
#include <stdint.h>

#undef fpclassify
#undef isnormal
#undef isgreater
#undef isgreaterequal
#undef isless
#undef islessequal
#undef islessgreater
#undef isunordered
#pragma GCC poison nexttoward nexttowardf signgam
// A device has neither long double nor functions of it.
#pragma GCC poison acoshl acosl asinhl asinl atan2l atanhl atanl cbrtl ceill copysignl coshl cosl erfcl erfl
#pragma GCC poison exp2l expl expm1l fabsl fdiml floorl fmal fmaxl fminl fmodl frexpl hypotl ilogbl ldexpl
#pragma GCC poison lgammal llrintl llroundl log10l log1pl log2l logbl logl lrintl lroundl modfl nanl
#pragma GCC poison nearbyintl nextafterl nexttowardl powl remainderl remquol rintl roundl scalblnl scalbnl
#pragma GCC poison sinhl sinl sqrtl tanhl tanl tgammal truncl

extern "C" {
void* memcpy(void*, const void*, size_t);
void* memset(void*, int, size_t);
int abs(int);
}

typedef uint64_t GrB_Index;
#define restrict __restrict__

#define FLT_MAX __FLT_MAX__
#define FLT_MIN __FLT_MIN__
#define FLT_EPSILON __FLT_EPSILON__
#define DBL_MAX __DBL_MAX__
#define DBL_MIN __DBL_MIN__
#define DBL_EPSILON __DBL_EPSILON__
