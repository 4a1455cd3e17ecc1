/// \file instance.hpp
/// A case with its data: what one call is given.
#pragma once

#include "conformance/algebra.hpp"
#include "conformance/layout.hpp"
#include "reference/matrix.hpp"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace mergus::conformance {

struct Instance {
    Case words;
    Algebra algebra;
    Layout layout;
    std::array<Role, role_count> holder{};
    /// Indexed by role; filled where an operand exists and is its own holder.
    std::array<reference::Matrix, role_count> matrices;
    std::uint32_t descriptor = 0;
    const mergus_op* accum = nullptr;
    reference::Value scalar;               ///< bound, assigned, or what a scalar result holds before
    std::vector<std::uint64_t> rows, cols; ///< index lists
    std::vector<std::uint64_t> tuple_rows, tuple_cols; ///< for build
    std::vector<reference::Value> tuple_values;
    bool by_csr = false; ///< inputs go in by import_csr or import_arrays, else by build

    [[nodiscard]] bool has(Role role) const { return layout.extents[role].has_value(); }
    [[nodiscard]] const reference::Matrix& matrix(Role role) const { return matrices[holder[role]]; }
};

/// The data that the words and the seed stand for.
Instance make_instance(const Case& words, Size size);

/// Words, dimensions and all data on one line, from which a shrunk case can be run again.
std::string to_text(const Instance& instance);
/// Reads a line of to_text(): with data as they are, or of a case alone, for which data are made.
/// \throws std::invalid_argument
Instance parse_instance(std::string_view line, Size size);

/// The value as a person reads it.
std::string value_text(const reference::Value& value);

// ---- pieces

/// What values a case's matrices hold.
struct ValueStyle {
    ValueKind kind = ValueKind::small;
    bool factors = false; ///< many of them are multiplied: near 1
    bool sums = false;    ///< … after two of them are added
    bool zeros = false;   ///< half of them are 0
    bool narrow = false;  ///< cast to fp32: large ones would overflow in some orders and not in others
};
reference::Value random_value(const mergus_type* type, const ValueStyle& style, Random& random);

/// Positions of entries, by row and column; none in a matrix without rows or columns.
std::vector<reference::Index> random_pattern(Pattern pattern, const Extent& extent, Random& random);

} // namespace mergus::conformance
