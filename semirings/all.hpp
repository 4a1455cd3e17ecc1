/// \file all.hpp
/// Every built-in semiring, as constants and as a list to iterate.
#pragma once

#include <mergus/export.hpp>
#include <mergus/semirings/any.hpp>
#include <mergus/semirings/arithmetic.hpp>
#include <mergus/semirings/bitwise.hpp>
#include <mergus/semirings/boolean.hpp>
#include <mergus/semirings/positional.hpp>
#include <mergus/semirings/selection.hpp>
#include <mergus/semirings/tropical.hpp>

#include <span>
#include <string_view>

namespace mergus {

/// One built-in semiring on one type.
struct NamedSemiring {
    std::string_view name;         ///< e.g. "plus_times"
    const mergus_type* type;       ///< T of the constant
    const mergus_semiring* handle; ///< its definition
};

/// All built-in semirings: families in the order of semirings/, types in the order of mergus_type_code.
MERGUS_API std::span<const NamedSemiring> builtin_semirings();

/// The semiring of that name on that type. Not found: a NamedSemiring whose handle is nullptr.
MERGUS_API NamedSemiring find_semiring(std::string_view name, const mergus_type* type) noexcept;

/// A built-in operator by name ("plus") and type, or nullptr. operators.def lists the names.
MERGUS_API const mergus_op* find_op(std::string_view name, const mergus_type* type) noexcept;

/// A built-in monoid by the name of its operator and its type, or nullptr.
MERGUS_API const mergus_monoid* find_monoid(std::string_view name, const mergus_type* type) noexcept;

} // namespace mergus
