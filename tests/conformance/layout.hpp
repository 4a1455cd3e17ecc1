/// \file layout.hpp
/// The shapes of a case's operands and which of them are one matrix.
#pragma once

#include "conformance/case.hpp"
#include "conformance/random.hpp"

#include <array>
#include <cstdint>
#include <optional>

namespace mergus::conformance {

enum Role : std::size_t { role_C, role_M, role_A, role_B, role_count };

/// How large the matrices are.
enum class Size {
    smoke,  ///< up to about 20 rows: for a slow device
    normal, ///< up to about 40 rows, some rows of a hundred entries and more
    large   ///< up to some hundred rows, some rows of thousands of entries
};

/// T is m × n; k is the inner dimension of mxm.
struct Dimensions {
    std::uint64_t m = 0, k = 0, n = 0;
};

struct Extent {
    std::uint64_t nrows = 0, ncols = 0;
    bool operator==(const Extent&) const = default;
};

struct Layout {
    Dimensions dimensions;
    std::array<std::optional<Extent>, role_count> extents; ///< none: the case has no such operand
    bool all_rows = true, all_cols = true;                 ///< index lists of assign and extract
    std::uint64_t row_count = 0, col_count = 0;            ///< their lengths
};

/// Dimensions as the case's shape wants them.
Dimensions choose_dimensions(const Case& test_case, Size size, Random& random);

/// The same with fixed small numbers that differ where they may.
Dimensions nominal_dimensions(const std::string& shape);

Layout make_layout(const Case& test_case, const Dimensions& dimensions);

/// For each role the role whose matrix it is: itself, or the first of those that are one matrix with it.
std::array<Role, role_count> holders(const std::string& alias);

bool has_mask(const Case& test_case);

} // namespace mergus::conformance
