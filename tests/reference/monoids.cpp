/// \file monoids.cpp
/// Identities and terminal values of the built-in monoids, independently of the catalogue.
#include "reference/operators.hpp"

#include <limits>
#include <type_traits>

namespace mergus::reference {

namespace {

template <class T>
inline constexpr bool is_integer = std::is_integral_v<T> && !std::is_same_v<T, bool>;

/// All bits set.
template <class T>
T ones() {
    return static_cast<T>(~std::uint64_t{0});
}

[[noreturn]] void no_monoid(const mergus_op& op) {
    throw std::logic_error("reference: operator " + std::string(op.name) + " is no monoid there");
}

template <class T>
T least() {
    return std::is_floating_point_v<T> ? -std::numeric_limits<T>::infinity()
                                       : std::numeric_limits<T>::lowest();
}
template <class T>
T greatest() {
    return std::is_floating_point_v<T> ? std::numeric_limits<T>::infinity() : std::numeric_limits<T>::max();
}

} // namespace

Value identity_of(const mergus_monoid& monoid) {
    const mergus_op& op = *monoid.op;
    if (op.code == MERGUS_OP_USER) return from_bytes(op.z_type, monoid.identity);
    return with_type(op.z_type->code, [&]<class T>(T) {
        switch (op.code) {
        case MERGUS_OP_ANY:
        case MERGUS_OP_PLUS:
        case MERGUS_OP_LOR:
        case MERGUS_OP_LXOR:
        case MERGUS_OP_BOR:
        case MERGUS_OP_BXOR:
            return make(op.z_type, T{0});
        case MERGUS_OP_TIMES:
        case MERGUS_OP_LAND:
        case MERGUS_OP_LXNOR:
        case MERGUS_OP_EQ:
            return make(op.z_type, T{1});
        case MERGUS_OP_MIN:
            return make(op.z_type, greatest<T>());
        case MERGUS_OP_MAX:
            return make(op.z_type, least<T>());
        case MERGUS_OP_BAND:
        case MERGUS_OP_BXNOR:
            if constexpr (is_integer<T>) return make(op.z_type, ones<T>());
            no_monoid(op);
        default:
            no_monoid(op);
        }
    });
}

std::optional<Value> terminal_of(const mergus_monoid& monoid) {
    const mergus_op& op = *monoid.op;
    if (op.code == MERGUS_OP_USER)
        return monoid.terminal == nullptr ? std::nullopt
                                          : std::optional(from_bytes(op.z_type, monoid.terminal));
    return with_type(op.z_type->code, [&]<class T>(T) -> std::optional<Value> {
        switch (op.code) {
        case MERGUS_OP_TIMES: // 0·NaN is not 0
            return is_integer<T> ? std::optional(make(op.z_type, T{0})) : std::nullopt;
        case MERGUS_OP_LAND:
            return make(op.z_type, T{0});
        case MERGUS_OP_LOR:
            return make(op.z_type, T{1});
        case MERGUS_OP_MIN:
            return make(op.z_type, least<T>());
        case MERGUS_OP_MAX:
            return make(op.z_type, greatest<T>());
        case MERGUS_OP_BAND:
            return make(op.z_type, T{0});
        case MERGUS_OP_BOR:
            if constexpr (is_integer<T>) return make(op.z_type, ones<T>());
            no_monoid(op);
        default:
            return std::nullopt;
        }
    });
}

} // namespace mergus::reference
