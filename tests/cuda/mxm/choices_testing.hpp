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

/// A·B by the reference. \param mask its complement admits entries, in replace mode; or null
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
        const Product found = product(backend, choice, semiring, operands,
                                      mask != nullptr ? DESC_R | DESC_S | DESC_C : Descriptor{}, mask, 2);
        CHECK(found.bits == wanted);
        CHECK_MESSAGE(found.reason.find(said) != std::string::npos, found.reason);
    }
}

} // namespace mergus::tests
