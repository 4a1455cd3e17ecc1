/// \file semiring_text.hpp
/// Semirings from the command line: names of built-in operators, expressions, or definitions in C.
#pragma once

#include "session.hpp"

#include <string>

namespace mergus::tools {

struct SemiringText {
    std::string add;
    std::string mul;
    std::string identity;         ///< Empty: that of the built-in operator.
    std::string terminal;         ///< Empty: that of the built-in operator, if any.
    bool not_associative = false; ///< Property of --add.
    bool not_commutative = false;
    std::string type = "fp64";
    std::string result_type; ///< Empty: that of a built-in --mul, else `type`.
};

/// Compiles operators that are not built in.
/// \throws UsageError if an option is missing; Error as in runtime.hpp
AnySemiring make_semiring(const SemiringText& text);

} // namespace mergus::tools
