/// \file product_testing.hpp
/// Products on the devices under test by methods that a test forces, compared bit for bit with those of the
/// naive reference.
#pragma once

#include "testing/deterministic_testing.hpp"
#include "testing/reports.hpp"

#include <mergus/mergus.hpp>

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

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

/// Of 8 bytes, swapped in one piece, and of 24, locked; without padding, whose bytes may differ.
MERGUS_TYPE(two_numbers, int32_t x; int32_t y;);
MERGUS_TYPE(three_numbers, int64_t x; int64_t y; int64_t z;);

MERGUS_SEMIRING(
    pair_sums,
    static two_numbers identity() {
        return two_numbers{0, 0};
    } static two_numbers add(two_numbers a, two_numbers b) {
        return two_numbers{a.x + b.x, a.y + b.y};
    } static two_numbers mul(double a, double b) {
        return two_numbers{(int32_t)a, (int32_t)b};
    })
MERGUS_SEMIRING(
    triple_sums,
    static three_numbers identity() {
        return three_numbers{0, 0, 0};
    } static three_numbers add(three_numbers a, three_numbers b) {
        return three_numbers{a.x + b.x, a.y + b.y, a.z + b.z};
    } static three_numbers mul(double a, double b) {
        return three_numbers{(int64_t)a, (int64_t)b, 1};
    })

} // namespace mergus_tests

namespace mergus::tests {

/// The factors of a product, and its mask.
struct Operands {
    reference::Matrix A, B;
    std::optional<reference::Matrix> M{};
};

/// A method of mxm, or a set of accumulators.
struct Method {
    std::string forced; ///< MERGUS_CUDA_MXM; empty: the library chooses
    /// In the report of a product by this method: its name, accumulators, facts (mxm/method.hpp). The first
    /// one is in no other's.
    std::vector<std::string> said{};
    bool exact_work = false; ///< The report has the number of products.
    int times = 1;           ///< The second time B has its profile, and counters are those of the first.
    unsigned seed = 3;       ///< of the order of threads
};

/// The method or accumulator of that name, where the report must have it.
inline Method by(const std::string& name) {
    return {name, {name}};
}

struct Product : Report {
    Bits bits;

    /// Whether the report has the name of a method or of an accumulator, or a fact.
    [[nodiscard]] bool says(const std::string& name) const;
};

/// C⟨M⟩ = A ⊕.⊗ B.
AnyMatrix multiply(const Context& context, const AnySemiring& semiring, const Operands& operands,
                   Descriptor how = {}, int times = 1);

/// The same on a device, with what explain mode says.
Product product(const std::string& backend, const Method& method, const AnySemiring& semiring,
                const Operands& operands, Descriptor how = {});

/// By the reference; by SuiteSparse if values are too wide for it.
Bits naive(const AnySemiring& semiring, const Operands& operands, Descriptor how = {});

/// Whether a product is by the method that is forced.
enum class Used { yes, no, either };

/// Compares them on all devices under test.
void check(const Method& method, const AnySemiring& semiring, const Operands& operands, Descriptor how = {},
           Used used = Used::yes);

/// The number of products of the entries of A and B.
std::uint64_t products_of(const Operands& operands);

reference::Matrix transposed(const reference::Matrix& matrix);

/// In a larger matrix, each entry `rows` and `cols` further.
reference::Matrix moved(const reference::Matrix& matrix, std::uint64_t nrows, std::uint64_t ncols,
                        std::uint64_t rows, std::uint64_t cols);

/// The matrix without the entries for which `keep` is false.
template <class Keep>
reference::Matrix kept(reference::Matrix matrix, Keep keep) {
    std::erase_if(matrix.entries, [&](const auto& e) { return !keep(e.first.first, e.first.second); });
    return matrix;
}

/// Every third value is 0, and so admits nothing in a mask by value.
reference::Matrix with_zeros(reference::Matrix mask);

/// Sets entry (i, j) to a number from 1 to 9: sums are exact in any order.
template <class T>
void put_small(reference::Matrix& matrix, std::uint64_t i, std::uint64_t j) {
    const T value = static_cast<T>(static_cast<int>(1 + (i * 7 + j * 5) % 9));
    reference::Value bytes = reference::zero(matrix.type);
    std::memcpy(bytes.data(), &value, sizeof value);
    matrix.set(i, j, bytes);
}

template <class T, class Has>
reference::Matrix whole_numbers(std::uint64_t nrows, std::uint64_t ncols, Has has) {
    reference::Matrix matrix{type_of<T>(), nrows, ncols, {}};
    for (std::uint64_t i = 0; i < nrows; ++i)
        for (std::uint64_t j = 0; j < ncols; ++j)
            if (has(i, j)) put_small<T>(matrix, i, j);
    return matrix;
}

} // namespace mergus::tests
