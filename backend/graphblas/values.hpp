/// \file values.hpp
/// Values as arguments: those of the built-in types, those of users' types behind a pointer, and GrB_Scalar.
#pragma once

#include "scalar.hpp"

#include <type_traits>

namespace mergus::grb {

/// The type of an array of E. With E = void, the elements are of `user`, which must be a user's type.
template <class E>
const mergus_type* element_type(const mergus_type* user, std::string_view what) {
    if constexpr (std::is_void_v<E>) {
        if (user == nullptr || user->code != MERGUS_USER_TYPE)
            fail(GrB_DOMAIN_MISMATCH, "values of a user's type, but " + std::string(what) + " is of type " +
                                          std::string(user == nullptr ? "any" : type_name(user)));
        return user;
    } else {
        return type_of<E>();
    }
}

/// \throws Failure GrB_DOMAIN_MISMATCH for an operator on positions, which only a semiring multiplies with
inline void check_on_values(const mergus_op& op) {
    if (op.kind != MERGUS_BINARY)
        fail(GrB_DOMAIN_MISMATCH, std::string(op.name) + " is an operator on positions");
}

/// An operator that combines values of one type: duplicates, or entries of a reduction.
inline void check_one_domain(const mergus_op& op) {
    check_on_values(op);
    for (const mergus_type* side : {op.x_type, op.y_type})
        if (side != nullptr && side != op.z_type)
            fail(GrB_DOMAIN_MISMATCH, std::string(op.name) + " maps " + std::string(type_name(side)) +
                                          " to " + std::string(type_name(op.z_type)));
}

/// \throws Failure GrB_DOMAIN_MISMATCH unless values can be cast. Null types stand for any.
inline void check_castable(const mergus_type* from, const mergus_type* to, std::string_view what) {
    if (from != nullptr && to != nullptr && !castable(from, to))
        fail(GrB_DOMAIN_MISMATCH, std::string(what) + ": " + std::string(type_name(from)) +
                                      " cannot be cast to " + std::string(type_name(to)));
}

/// The scalar argument x. `user` is the type of a value behind a pointer. \throws Failure GrB_EMPTY_OBJECT
/// for a GrB_Scalar without a value
template <class V>
Scalar scalar_of(const V& x, const mergus_type* user, std::string_view what) {
    if constexpr (std::is_same_v<V, GrB_Scalar>) {
        const mergus_grb_scalar& s = live(x, "the scalar");
        if (!s.present) fail(GrB_EMPTY_OBJECT, "the scalar has no value");
        return s.value();
    } else if constexpr (std::is_pointer_v<V>) {
        return {not_null(x, "the value"), element_type<void>(user, what)};
    } else {
        return {&x, type_of<V>()};
    }
}

/// As scalar_of, for a call that checks its other arguments before it refuses a scalar without a value: of a
/// GrB_Scalar without a value a Scalar without one. Its type must be castable to `to` (null: to any).
template <class V>
Scalar checked_scalar(const V& x, const mergus_type* user, const mergus_type* to, std::string_view what) {
    if constexpr (std::is_same_v<V, GrB_Scalar>) {
        const mergus_grb_scalar& s = live(x, "the scalar");
        if (!s.present) {
            check_castable(s.type, to, what);
            return {nullptr, s.type};
        }
    }
    return scalar_of(x, user, what);
}

} // namespace mergus::grb
