/// \file definitions.hpp
/// The texts for the host and device compilers from the text of an operator.
#pragma once

#include "c_text.hpp"

#include <mergus/plugin.h>

#include <string>
#include <string_view>

namespace mergus::core {

/// The types of an operator's arguments and result; interned.
struct Signature {
    mergus_op_kind kind;
    const mergus_type* z;
    const mergus_type* x;
    const mergus_type* y;               ///< Null: a unary operator.
    const mergus_type* theta = nullptr; ///< Only of index binary operators.
    std::string theta_bytes{};
};

/// The text and the function of mergus_op, in the convention MERGUS_CALL_POINTERS.
struct Definition {
    std::string name;
    std::string text;
    std::string callable;
};

/// Checks name and text. Expressions become definitions.
Definition define(std::string_view name, std::string_view text, const Signature& signature);

/// The exported function of the text for the CPU, with the signature of plugin.h for its kind.
inline constexpr const char* entry_name = "mergus_entry";

/// The complete text for the CPU. \throws Error invalid_value if two types have the same name
std::string host_text(const Definition& definition, const Signature& signature);

} // namespace mergus::core
