/// \file types.hpp
/// Types of the user, and names and codes of all types.
#pragma once

#include "call.hpp"

namespace mergus::grb {

/// A type of that size without a text: no program can name its members, but a device can store and move the
/// values. It is another type than all that exist.
UserType new_opaque_type(std::size_t size);
/// A type with a C text.
UserType new_type(const mergus_type* type);

/// "GrB_FP64"; of a user's type the name that GrB_set gave it, or "". `user` is null for a built-in type.
std::string name_of_type(const mergus_type* type, const UserType& user);
/// \throws Failure GrB_ALREADY_SET if it has a name
void name_type(TypeRecord& type, std::string name);

[[nodiscard]] GrB_Type_Code code_of_type(const mergus_type* type) noexcept;

} // namespace mergus::grb
