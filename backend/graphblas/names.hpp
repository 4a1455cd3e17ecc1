/// \file names.hpp
/// Names of types, and of users' types in particular, which the types of entries and operators are reported
/// by.
#pragma once

#include "call.hpp"

namespace mergus::grb {

/// "GrB_FP64"; of a user's type the name that GrB_set gave it, or "".
std::string name_of_type(const mergus_type* type);
/// \throws Failure GrB_ALREADY_SET if it has a name
void name_type(const mergus_type* type, std::string name);

[[nodiscard]] GrB_Type_Code code_of_type(const mergus_type* type) noexcept;

} // namespace mergus::grb
