/// \file types.hpp
/// GrB_Type objects for mergus_type, and GrB_Scalar objects for values.
///
/// Invariant: there is one Type and one GrB_Type for each content in the process. They are never freed,
/// because a GrB_Matrix released to the program outlives its context, and GraphBLAS compares user types by
/// address.
#pragma once

#include "grb.hpp"

#include <map>
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
    /// GraphBLAS casts between all built-in types, and a user type only to itself.
    [[nodiscard]] bool casts_to(const Type& other) const noexcept {
        return this == &other || (builtin() && other.builtin());
    }
};

/// The Type of this content.
const Type& intern(const mergus_type* type);

/// A built-in type.
const Type& intern_builtin(mergus_type_code code);

/// A user type of this backend: entries of index_binary.cpp, or pointers.
const Type& intern_internal(const char* name, std::size_t size);

/// A scalar with the value, without pending work.
ScalarHandle make_scalar(const Type& type, const void* value);

/// The scalar arguments of calls. In blocking mode GraphBLAS takes 1 µs for a new scalar, and a twentieth for
/// another value.
class Scalars {
public:
    /// A scalar without pending work that has the value until the next call for the type.
    GrB_Scalar get(const Type& type, const void* value);

private:
    std::map<const Type*, ScalarHandle> scalars_;
};

/// Casts the scalar to `type` and writes it to `value`.
void read_scalar(GrB_Scalar scalar, const Type& type, void* value);

} // namespace mergus::suitesparse
