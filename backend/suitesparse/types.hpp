/// \file types.hpp
/// Domains: mergus_type to GrB_Type, and single values as GrB_Scalar.
///
/// Invariant: one Type, and one GrB_Type, for one content in the whole process, never freed: a GrB_Matrix
/// that was released to the program outlives the context it was made in, and GraphBLAS compares user types by
/// address.
#pragma once

#include "grb.hpp"

#include <string>

namespace mergus::suitesparse {

struct Type {
    std::int32_t code; ///< a mergus_type_code
    std::size_t alignment;
    std::size_t size;
    std::string name;
    std::string definition;
    GrB_Type grb;

    [[nodiscard]] bool builtin() const noexcept { return code != MERGUS_USER_TYPE; }
    /// GraphBLAS casts between any two built-in types, and a user type only to itself.
    [[nodiscard]] bool casts_to(const Type& other) const noexcept {
        return this == &other || (builtin() && other.builtin());
    }
};

/// The one Type of that content.
const Type& intern(const mergus_type* type);

/// A built-in type.
const Type& intern_builtin(mergus_type_code code);

/// A user type that is not the program's: the entries of the products that see indices, or a pointer.
const Type& intern_internal(const std::string& name, std::size_t size);

/// A scalar that holds the value, of which nothing is pending.
ScalarHandle make_scalar(const Type& type, const void* value);

/// Writes the scalar, cast to type, to value.
void read_scalar(const ScalarHandle& scalar, const Type& type, void* value);

} // namespace mergus::suitesparse
