/// \file matrix.hpp
/// The reference's matrix: a map from (row, column) to a value and to what else would be right there.
#pragma once

#include "reference/value.hpp"

#include <map>
#include <utility>
#include <vector>

namespace mergus::reference {

/// An entry. As an input it is only its value; as a result it says which other values are right as well.
struct Entry {
    Value value;
    /// Of a reduction: how many terms it has, and the sum of their magnitudes.
    std::uint64_t terms = 0;
    double magnitude = 0;
    /// How far a right floating value may be away: c·n·ε·Σ|terms| of an inexact reduction, carried through
    /// accumulator and cast. 0: exactly the value, with the sign of a 0.
    double slack = 0;
    /// Where the mathematics leaves a choice (`any`), all values that are right; else empty.
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
