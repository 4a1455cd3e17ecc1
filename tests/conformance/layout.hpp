/// \file layout.hpp
/// The shapes of a case's operands and which of them are one matrix.
#pragma once

#include "conformance/case.hpp"
#include "conformance/random.hpp"

#include <array>
#include <cstdint>
#include <optional>

namespace mergus::conformance {

/// How large the matrices are.
enum class Size {
    smoke,  ///< up to about 20 rows: for a slow device
    normal, ///< up to about 40 rows, some rows of a hundred entries and more
    large   ///< up to some hundred rows, some rows of thousands of entries
};

/// T is m × n; k is the inner dimension of products. A vector has the size m, except where an operation says
/// something else.
struct Dimensions {
    std::uint64_t m = 0, k = 0, n = 0;
};

struct Layout {
    Dimensions dimensions;
    std::array<std::optional<Extent>, role_count> extents; ///< none: the case has no such operand
    Extent mask;                                           ///< also of a case without a mask
    bool all_rows = true, all_cols = true;                 ///< index lists of assign and extract
    std::uint64_t row_count = 0, col_count = 0;            ///< their lengths
};

/// Random dimensions for the case's shape.
Dimensions choose_dimensions(const Case& test_case, Size size, Random& random);

/// Fixed small dimensions, which differ except where the shape makes them equal.
Dimensions nominal_dimensions(const Shape& shape);

Layout make_layout(const Case& test_case, const Dimensions& dimensions);

/// For each role the role that holds its matrix: itself, or for operands that are one matrix, one of them.
std::array<Role, role_count> holders(const Alias& alias);

bool has_mask(const Case& test_case);

} // namespace mergus::conformance
