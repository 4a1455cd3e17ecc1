/// \file semiring_text.hpp
/// A semiring from the command line: names of built-in operators, expressions, or whole definitions in C.
#pragma once

#include "session.hpp"

#include <string>

namespace mergus::tools {

struct SemiringText {
    std::string add;
    std::string mul;
    std::string identity;         ///< empty: the built-in operator's own
    std::string terminal;         ///< empty: none, or the built-in operator's own
    bool not_associative = false; ///< declared of --add, as is
    bool not_commutative = false;
    std::string type = "fp64";
    std::string result_type; ///< empty: a built-in multiply's own, else `type`
};

/// Compiles what is not built in.
/// \throws UsageError if something is missing, and Error as runtime.hpp says.
AnySemiring make_semiring(const SemiringText& text);

} // namespace mergus::tools
