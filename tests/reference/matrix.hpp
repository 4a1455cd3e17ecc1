/// \file matrix.hpp
/// The reference's matrix: a map from (row, column) to a value and to the other values that are right.
#pragma once

#include "reference/value.hpp"

#include <map>
#include <utility>
#include <vector>

namespace mergus::reference {

/// An entry. Inputs have only a value; the other members describe a result.
struct Entry {
    Value value;
    /// Of a reduction: the number of its terms and the sum of their magnitudes.
    std::uint64_t terms = 0;
    double magnitude = 0;
    /// The largest difference of a right floating value: c·n·ε·Σ|terms| of an inexact reduction, carried
    /// through accumulator and cast. 0: only this value is right, with the sign of its 0.
    double slack = 0;
    /// All right values where the specification leaves a choice (`any`); else empty.
    std::vector<Value> choices;
};

using Index = std::pair<std::uint64_t, std::uint64_t>;

struct Matrix {
    const mergus_type* type = nullptr;
    std::uint64_t nrows = 0;
    std::uint64_t ncols = 0;
    std::map<Index, Entry> entries; ///< values of `type`

    [[nodiscard]] const Entry* find(std::uint64_t i, std::uint64_t j) const {
        const auto found = entries.find({i, j});
        return found == entries.end() ? nullptr : &found->second;
    }
    void set(std::uint64_t i, std::uint64_t j, const Value& value) { entries[{i, j}].value = value; }
};

} // namespace mergus::reference
