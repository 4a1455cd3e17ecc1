/// \file product_testing.hpp
/// Products on a device backend, with the method that explain mode reports, and the same products of the
/// naive reference.
#pragma once

#include "testing/deterministic_testing.hpp"

#include <string>

namespace mergus_tests {

/// A value of 72 bytes: wider than what a thread keeps in registers.
MERGUS_TYPE(trace72, uint64_t word[9];);

// Neither associative nor commutative.
MERGUS_SEMIRING(
    traces_of_72, static bool associative() { return false; } static bool commutative() {
        return false;
    } static trace72 identity() { return trace72{}; } static trace72 add(trace72 x, trace72 y) {
        for (unsigned w = 0; w < 9; ++w) x.word[w] = x.word[w] * 6364136223846793005ull ^ (y.word[w] + w);
        return x;
    } static trace72 mul(double a, double b, int64_t i, int64_t k, int64_t j) {
        trace72 z;
        for (unsigned w = 0; w < 9; ++w)
            z.word[w] = uint64_t(k) * 2654435761u + uint64_t(i) * 40503u + uint64_t(j) + (a < b ? w : 7u);
        return z;
    })

} // namespace mergus_tests

namespace mergus::tests {

struct Operands {
    reference::Matrix A, B;
};

struct Product {
    Bits bits;
    std::string method, reason; ///< as explain mode reports them
};

/// A·B in a context whose threads are shuffled. \param methods of mxm that may be used; empty: all. \param M
/// the mask, or null. \param times how often it is made: the second time B has its profile, and counters are
/// those that the first one left
inline Product product(const std::string& backend, const std::string& methods, const AnySemiring& semiring,
                       const Operands& operands, Descriptor how, const reference::Matrix* M = nullptr,
                       int times = 1) {
    Product found;
    ContextOptions options;
    options.explain = [&](const Explanation& e) {
        if (e.operation != "mxm") return;
        found.method = e.method;
        found.reason = e.reason;
    };
    const Context context = shuffled(backend, methods, 3, options);
    const AnyMatrix A = upload(context, operands.A), B = upload(context, operands.B);
    const mergus_type* const type = semiring.get()->add->op->z_type;
    const bool masked = M != nullptr;
    const AnyMatrix mask = masked ? upload(context, *M) : AnyMatrix(context, type, 1, 1);
    AnyMatrix C(context, type, masked ? M->nrows : A.nrows(), masked ? M->ncols : B.ncols());
    for (int n = 0; n < times; ++n)
        mxm(C, masked ? Mask(mask) : Mask(no_mask), no_accum, semiring, A, B, how);
    found.bits = bits_of(C);
    return found;
}

/// A·B by the reference, for types up to reference::greatest_size.
inline Bits naive(const AnySemiring& semiring, const Operands& operands) {
    const reference::Matrix C{semiring.get()->add->op->z_type, operands.A.nrows, operands.B.ncols, {}};
    return bits_of(reference::mxm(C, {}, *semiring.get(), operands.A, operands.B));
}

} // namespace mergus::tests
