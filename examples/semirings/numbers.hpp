/// \file numbers.hpp
/// Semirings whose values are added and multiplied: logarithms, bits, residues, matrices, intervals, complex
/// numbers, polynomials, histograms.
#pragma once

#include <mergus/define.hpp>

#include <cstdint>

namespace zoo {

/// A set of up to 128 sources, one bit for each.
MERGUS_TYPE(Sources, uint64_t bits[2];);
/// A number modulo the prime 2^61 − 1, and less than it.
MERGUS_TYPE(Residue, uint64_t value;);
/// A 2 × 2 matrix, row by row.
MERGUS_TYPE(Matrix2, double a; double b; double c; double d;);
/// All numbers from low to high.
MERGUS_TYPE(Interval, double low; double high;);
/// c[0] + c[1]·x + c[2]·x² + c[3]·x³; coefficients modulo 2^64.
MERGUS_TYPE(Polynomial, uint64_t c[4];);
/// The number of paths of each length below 16: 64 bytes.
MERGUS_TYPE(Histogram, uint32_t paths[16];);

// clang-format takes the definitions for arguments of a function.
// clang-format off

/// Sums of probabilities in the logarithmic domain, where plain sums would underflow.
MERGUS_SEMIRING(log_sum_exp,
    static double identity() { return -INFINITY; }
    static double add(double x, double y) {
        if (x == y) return x + 0.69314718055994531; // also both infinite
        return fmax(x, y) + log1p(exp(-fabs(x - y)));
    }
    static double mul(double a, double b) { return a + b; })

/// The field of two elements: parities of numbers of paths.
MERGUS_SEMIRING(gf2,
    static bool identity() { return false; }
    static bool add(bool x, bool y) { return x != y; }
    static bool mul(bool a, bool b) { return a && b; })

/// Provenance: a product has the sources common to both factors, a sum those of any of its products.
MERGUS_SEMIRING(provenance,
    static Sources identity() { return Sources{{0, 0}}; }
    static Sources terminal() { return Sources{{18446744073709551615u, 18446744073709551615u}}; }
    static Sources add(Sources x, Sources y) { return Sources{{x.bits[0] | y.bits[0], x.bits[1] | y.bits[1]}}; }
    static Sources mul(Sources a, Sources b) { return Sources{{a.bits[0] & b.bits[0], a.bits[1] & b.bits[1]}}; })

/// Arithmetic modulo 2^61 − 1, where 2^61 is 1: products are put together from halves of 31 bits.
MERGUS_SEMIRING(modulo_prime,
    static uint64_t reduced(uint64_t s) {
        s = (s & 2305843009213693951) + (s >> 61);
        return s < 2305843009213693951 ? s : s - 2305843009213693951;
    }
    static Residue identity() { return Residue{0}; }
    static Residue add(Residue x, Residue y) { return Residue{reduced(x.value + y.value)}; }
    static Residue mul(Residue x, Residue y) {
        const uint64_t a = x.value >> 31, b = x.value & 2147483647, c = y.value >> 31, d = y.value & 2147483647;
        const uint64_t middle = a * d + b * c;
        return Residue{reduced(2 * a * c + (middle >> 30) + ((middle & 1073741823) << 31) + b * d)};
    })

/// Matrices of 2 × 2. ⊗ is not commutative; mxm does not require that.
MERGUS_SEMIRING(matrices_2x2,
    static Matrix2 identity() { return Matrix2{0, 0, 0, 0}; }
    static Matrix2 add(Matrix2 x, Matrix2 y) { return Matrix2{x.a + y.a, x.b + y.b, x.c + y.c, x.d + y.d}; }
    static Matrix2 mul(Matrix2 x, Matrix2 y) {
        return Matrix2{x.a * y.a + x.b * y.c, x.a * y.b + x.b * y.d, x.c * y.a + x.d * y.c, x.c * y.b + x.d * y.d};
    })

/// Interval arithmetic.
MERGUS_SEMIRING(intervals,
    static Interval identity() { return Interval{0, 0}; }
    static Interval add(Interval x, Interval y) { return Interval{x.low + y.low, x.high + y.high}; }
    static Interval mul(Interval a, Interval b) {
        const double p = a.low * b.low, q = a.low * b.high, r = a.high * b.low, s = a.high * b.high;
        return Interval{fmin(fmin(p, q), fmin(r, s)), fmax(fmax(p, q), fmax(r, s))};
    })

/// Complex numbers are a built-in type.
MERGUS_SEMIRING(complex_plus_times,
    static mergus::complex<double> identity() { return 0; }
    static mergus::complex<double> add(mergus::complex<double> x, mergus::complex<double> y) { return x + y; }
    static mergus::complex<double> mul(mergus::complex<double> a, mergus::complex<double> b) { return a * b; })

/// Polynomials up to x³: generating functions, derivatives of paths' weights.
MERGUS_SEMIRING(polynomials,
    static Polynomial identity() { return Polynomial{{0, 0, 0, 0}}; }
    static Polynomial add(Polynomial x, Polynomial y) {
        for (int n = 0; n < 4; ++n) x.c[n] += y.c[n];
        return x;
    }
    static Polynomial mul(Polynomial x, Polynomial y) {
        Polynomial z = identity();
        for (int n = 0; n < 4; ++n)
            for (int m = 0; m + n < 4; ++m) z.c[m + n] += x.c[m] * y.c[n];
        return z;
    })

/// Paths counted by their lengths: an edge of A moves the histogram of B by its length; longer paths are dropped.
MERGUS_SEMIRING(path_lengths,
    static Histogram identity() { return Histogram{}; }
    static Histogram add(Histogram x, Histogram y) {
        for (int n = 0; n < 16; ++n) x.paths[n] += y.paths[n];
        return x;
    }
    static Histogram mul(uint8_t length, Histogram b) {
        Histogram z = identity();
        for (int n = length; n < 16; ++n) z.paths[n] = b.paths[n - length];
        return z;
    })

// clang-format on

} // namespace zoo
