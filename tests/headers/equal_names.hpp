/// \file equal_names.hpp
/// Two source files that define the same names in the same scope with different contents, and a header that
/// both include.
#pragma once

#include <mergus/mergus.hpp>

#include <string>
#include <utility>
#include <vector>

MERGUS_TYPE(from_header, double a; double b;);
MERGUS_BINARY_OP(
    combine_from_header, static double apply(double x, double y) { return x * 10 + y; })

namespace mergus::tests {

/// What a file computes with its definitions of the names.
struct EqualNames {
    std::vector<double> results;
    const mergus_type* type; ///< of its struct
    Matrix<from_header> shared;
};
EqualNames equal_names_1(const Context& context);
EqualNames equal_names_2(const Context& context);

} // namespace mergus::tests
