/// \file choices_testing.hpp
/// Products by accumulators that a test chooses, with the reason that explain mode reports, also under the
/// complement of a mask, beside those of the naive reference. Values are small integers, so that sums are
/// exact in any order.
#pragma once

#include "product_testing.hpp"

namespace mergus::tests {

/// Sets entry (i, j) to a number from 1 to 9.
template <class T>
void put_small(reference::Matrix& matrix, std::uint64_t i, std::uint64_t j) {
    const T value = static_cast<T>(static_cast<int>(1 + (i * 7 + j * 5) % 9));
    reference::Value bytes = reference::zero(matrix.type);
    std::memcpy(bytes.data(), &value, sizeof value);
    matrix.set(i, j, bytes);
}

struct ChosenProduct {
    Bits bits;
    std::string reason; ///< of the choice, as explain mode reports it
};

/// A·B in a context whose threads are shuffled, made twice: the second time B has its profile. \param choice
/// of accumulators \param mask its complement admits entries, in replace mode; or null
inline ChosenProduct chosen_product(const std::string& backend, const std::string& choice,
                                    const AnySemiring& semiring, const Operands& operands,
                                    const reference::Matrix* mask) {
    std::string reason;
    ContextOptions options;
    options.explain = [&](const Explanation& e) {
        if (e.operation == "mxm") reason = e.reason;
    };
    const Context context = shuffled(backend, choice, 3, options);
    const AnyMatrix A = upload(context, operands.A), B = upload(context, operands.B);
    AnyMatrix C(context, semiring.get()->add->op->z_type, A.nrows(), B.ncols());
    const AnyMatrix M = mask != nullptr ? upload(context, *mask) : AnyMatrix(context, C.type(), 1, 1);
    for (int times = 0; times < 2; ++times)
        if (mask != nullptr)
            mxm(C, complement(structure(M)), no_accum, semiring, A, B, DESC_R);
        else
            mxm(C, no_mask, no_accum, semiring, A, B);
    return {bits_of(C), reason};
}

/// The same product by the reference.
inline Bits naive(const AnySemiring& semiring, const Operands& operands, const reference::Matrix* mask) {
    const reference::Matrix C{semiring.get()->add->op->z_type, operands.A.nrows, operands.B.ncols, {}};
    const std::uint32_t how = MERGUS_DESC_COMPLEMENT | MERGUS_DESC_STRUCTURE | MERGUS_DESC_REPLACE;
    return bits_of(reference::mxm(C, {mask, nullptr, mask != nullptr ? how : 0}, *semiring.get(), operands.A,
                                  operands.B));
}

/// Compares them on all devices under test. The reason has to contain `said`.
inline void check_choice(const AnySemiring& semiring, const Operands& operands, const std::string& choice,
                         const std::string& said, const reference::Matrix* mask = nullptr) {
    const Bits wanted = naive(semiring, operands, mask);
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        CAPTURE(choice);
        const ChosenProduct found = chosen_product(backend, choice, semiring, operands, mask);
        CHECK(found.bits == wanted);
        CHECK_MESSAGE(found.reason.find(said) != std::string::npos, found.reason);
    }
}

} // namespace mergus::tests
