/// \file compare.hpp
/// Whether a matrix is well formed, and whether it is the one expected. Faults come as a line that says
/// where; an empty one means none.
#pragma once

#include "host_csr.hpp"

#include <string>
#include <vector>

namespace mergus::bench {

/// Offsets rise from 0 to the number of entries, columns are in range and strictly increasing.
std::string fault_of_form(const HostCsr& matrix, std::uint64_t nrows, std::uint64_t ncols);

/// Rows of these lengths.
std::string fault_of_lengths(const HostCsr& matrix, const Array<std::uint64_t>& lengths);

/// Every entry of the first is an entry of the second.
std::string fault_of_subset(const HostCsr& matrix, const HostCsr& of);

/// The same shape, pattern and values.
std::string fault_of_equality(const HostCsr& got, const HostCsr& wanted);

/// The same pattern, and |got − wanted| ≤ bounds[row] · scale at every entry. \param scale has wanted's
/// pattern
std::string fault_of_values(const HostCsr& got, const HostCsr& wanted, const HostCsr& scale,
                            const Array<double>& bounds);

/// Freivalds' check (1979) of C = F₁·F₂·…: C·x against F₁·(F₂·(…·x)) for a random x, all in double. An error
/// in a row shows unless it is below the rounding that sums of that length may have.
class Freivalds {
public:
    /// \param epsilon of the type that C was computed in
    Freivalds(const std::vector<const HostCsr*>& factors, double epsilon);
    [[nodiscard]] std::string fault_of(const HostCsr& C) const;

private:
    Array<double> x_, wanted_, scale_, terms_;
    double epsilon_;
};

/// How many terms a sum in each row of F₁·F₂·… may have.
Array<double> terms_of_rows(const std::vector<const HostCsr*>& factors);

} // namespace mergus::bench
