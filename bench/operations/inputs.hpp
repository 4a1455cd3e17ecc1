/// \file inputs.hpp
/// Operands of the set `operations` on the host: each is made once for all competitors, when it is needed.
#pragma once

#include "host_csr.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mergus::bench {

/// A vector with random values in (0, 1]. With fill = 1 it has all entries and no indices.
struct HostVector {
    std::uint64_t size = 0;
    double fill = 1; ///< the probability of an entry
    Array<std::uint32_t> indices;
    Array<double> values;

    [[nodiscard]] bool full() const noexcept { return fill >= 1; }
};

/// The seed of the full vector that is an operand beside a matrix.
inline constexpr std::uint64_t operand_seed = 11;

HostVector random_vector(std::uint64_t size, double fill, std::uint64_t seed);

/// Entries as (row, column, value).
struct HostTuples {
    std::vector<std::uint64_t> rows, cols;
    std::vector<double> values;
};

class OperationInputs {
public:
    /// \throws Error invalid_value for a malformed vector
    explicit OperationInputs(std::string source);

    [[nodiscard]] bool on_vectors() const noexcept { return vector_size_ != 0; }
    /// Rows of the matrix, or the size of the vectors.
    std::uint64_t size();
    /// Entries of the matrix, or of the first vector.
    std::uint64_t nvals();

    /// \throws Error as load(), or invalid_value if it is not square or has less than 16 rows
    const HostCsr& matrix();
    const HostVector& first();
    const HostVector& second();
    /// Of all rows.
    const std::vector<std::uint64_t>& permutation();
    /// A tenth of the size, random, with repetitions.
    const std::vector<std::uint64_t>& repeated();
    /// The entries in random order.
    const HostTuples& shuffled();

private:
    std::string source_;
    std::uint64_t vector_size_ = 0;
    double fill_ = 1;
    std::optional<HostCsr> matrix_;
    std::optional<HostVector> first_, second_;
    std::optional<std::vector<std::uint64_t>> permutation_, repeated_;
    std::optional<HostTuples> shuffled_;
};

} // namespace mergus::bench
