/// \file definitions.hpp
/// From the text of one operator to the texts for the two compilers.
#pragma once

#include "c_text.hpp"

#include <mergus/plugin.h>

#include <string>
#include <string_view>

namespace mergus::core {

/// What an operator takes and gives; the types are interned.
struct Signature {
    mergus_op_kind kind;
    const mergus_type* z;
    const mergus_type* x;
    const mergus_type* y;               ///< null: a unary operator
    const mergus_type* theta = nullptr; ///< index binary operators
    std::string theta_bytes{};
};

/// The text and the function of mergus_op, in the convention MERGUS_CALL_POINTERS.
struct Definition {
    std::string name;
    std::string text;
    std::string callable;
};

/// Checks name and text, and makes a definition of an expression.
Definition define(std::string_view name, std::string_view text, const Signature& signature);

/// The function that compiles the definition for the CPU exports, with plugin.h's signature for its kind.
inline constexpr const char* entry_name = "mergus_entry";

/// The whole text for the CPU's compiler. \throws Error invalid_value: two types of one name.
std::string host_text(const Definition& definition, const Signature& signature);

} // namespace mergus::core
