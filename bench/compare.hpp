/// \file compare.hpp
/// Checks whether a matrix is well formed and equals the expected one. Each function returns a line that
/// describes the first fault and its position, or an empty string.
#pragma once

#include "host_csr.hpp"

#include <string>
#include <vector>

namespace mergus::bench {

/// Offsets are nondecreasing from 0 to the number of entries; columns are in range and strictly increasing.
std::string fault_of_form(const HostCsr& matrix, std::uint64_t nrows, std::uint64_t ncols);

/// The rows have these lengths.
std::string fault_of_lengths(const HostCsr& matrix, const Array<std::uint64_t>& lengths);

/// Every entry of `matrix` is an entry of `superset`.
std::string fault_of_subset(const HostCsr& matrix, const HostCsr& superset);

/// Same shape, pattern and values.
std::string fault_of_equality(const HostCsr& got, const HostCsr& expected);

/// Same pattern, and |got − expected| ≤ bounds[row] · scale at every entry. \param scale has the pattern of
/// `expected`
std::string fault_of_values(const HostCsr& got, const HostCsr& expected, const HostCsr& scale,
                            const Array<double>& bounds);

/// Freivalds' check (1979) of C = F₁·F₂·…: compares C·x with F₁·(F₂·(…·x)) for a random x, in double. Detects
/// errors larger than the rounding error of sums of the row's length.
class Freivalds {
public:
    /// \param epsilon machine epsilon of the type of C
    Freivalds(const std::vector<const HostCsr*>& factors, double epsilon);
    [[nodiscard]] std::string fault_of(const HostCsr& C) const;

private:
    Array<double> x_, expected_, scale_, terms_;
    double epsilon_;
};

/// For each row of F₁·F₂·… the maximum number of terms of a sum.
Array<double> terms_of_rows(const std::vector<const HostCsr*>& factors);

} // namespace mergus::bench
