/// \file constraints.cpp
/// Which words go together. A rule applies as soon as all words that it depends on are chosen.
#include "conformance/algebra.hpp"
#include "conformance/layout.hpp"
#include "conformance/operation.hpp"
#include "conformance/space.hpp"
#include "reference/rounding.hpp"
#include "reference/value.hpp"

#include <mergus/plugin.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <map>

namespace mergus::conformance {

namespace {

bool chosen(const Case& c, std::initializer_list<Axis> axes) {
    return std::all_of(axes.begin(), axes.end(), [&](Axis axis) { return c.chosen(axis); });
}

bool is_user(const mergus_type* type) {
    return type->code == MERGUS_USER_TYPE;
}
bool castable(const mergus_type* from, const mergus_type* to) {
    return from == to || (!is_user(from) && !is_user(to));
}
bool castable_argument(const mergus_type* from, const mergus_type* to) {
    return to == nullptr || castable(from, to);
}

bool inputs_fit(const Case& c, const Algebra& algebra) {
    const OperandTypes types = operand_types(c, algebra);
    const bool scalar_first = c.operation->scalar == ScalarUse::bound_first;
    const bool lone = c.operation->keeps_lone_entries;
    if (c.chosen(Axis::a_type)) {
        const bool any = scalar_first ? algebra.any_y : algebra.any_x;
        if (!any && !castable(types.A, scalar_first ? algebra.y : algebra.x)) return false;
        if (lone && !castable(types.A, algebra.z)) return false;
    }
    if (c.chosen(Axis::b_type) && has_axis(*c.operation, Axis::b_type)) {
        const bool any = scalar_first ? algebra.any_x : algebra.any_y;
        if (!any && !castable(types.B, scalar_first ? algebra.x : algebra.y)) return false;
        if (lone && !castable(types.B, algebra.z)) return false;
    }
    if (chosen(c, {Axis::a_type, Axis::c_type}) && !castable(types.T, types.C)) return false;
    return c.operation->algebra != AlgebraKind::duplicates || algebra.z == algebra.x;
}

bool accum_fits(const Case& c, const Algebra& algebra) {
    if (!c.accum().present) return true;
    const OperandTypes types = operand_types(c, algebra);
    const mergus_op* accum = known_accum(c, algebra, types.C);
    if (accum == nullptr) return false;
    if (!castable_argument(types.C, accum->x_type) || !castable_argument(types.T, accum->y_type) ||
        !castable(accum->z_type, types.C))
        return false;
    return !c.chosen(Axis::values) || !is_inexact(c, algebra) || c.accum().smooth;
}

bool values_fit(const Case& c, const Algebra& algebra) {
    // 1·∞ has a NaN part in complex numbers, and so products depend on the order.
    if (c.values() == ValueKind::edge && algebra.monoid != nullptr &&
        algebra.monoid->op->code == MERGUS_OP_TIMES && reference::is_complex(algebra.z))
        return false;
    const mergus_op* const op = algebra.semiring != nullptr ? algebra.semiring->mul : algebra.op;
    if (c.values() == ValueKind::edge && op != nullptr && !reference::takes_extremes(*op)) return false;
    if (!chosen(c, {Axis::c_type, Axis::a_type}) || !is_inexact(c, algebra)) return true;
    const mergus_type* C = operand_types(c, algebra).C;
    return reference::is_float(C);
}

/// Operands that are one matrix have one type, and a matrix of a user's type cannot be a mask by value.
bool alias_types_fit(const Case& c, const Algebra& algebra) {
    const auto holder = holders(c.alias());
    const OperandTypes types = operand_types(c, algebra);
    const bool a_known = c.chosen(Axis::a_type), c_known = a_known && c.chosen(Axis::c_type);
    // The mask has the type of the operand that it shares its matrix with.
    const std::array<const mergus_type*, role_count> type = {c_known ? types.C : nullptr, nullptr,
                                                             a_known ? types.A : nullptr,
                                                             c.chosen(Axis::b_type) ? types.B : nullptr};
    const bool mask_by_value = c.mask().present && !c.mask().structural;
    for (const Role role : {role_C, role_A, role_B}) {
        if (type[role] == nullptr || !contains(c.alias().roles, role)) continue;
        if (contains(c.alias().roles, role_M) && mask_by_value && is_user(type[role])) return false;
        if (type[holder[role]] != nullptr && type[role] != type[holder[role]]) return false;
    }
    return true;
}

constexpr std::array shape_axes = {Axis::shape, Axis::indices, Axis::tran_a, Axis::tran_b};

/// Operands that are one matrix exist and have one shape, for some choice of the words that are open.
bool find_alias_shapes(const Case& c) {
    for (const Axis axis : shape_axes) {
        if (c.chosen(axis)) continue;
        Case candidate = c;
        for (const Word* word : levels(*c.operation)[static_cast<std::size_t>(axis)]) {
            candidate[axis] = word;
            if (find_alias_shapes(candidate)) return true;
        }
        return false;
    }
    const Layout layout = make_layout(c, nominal_dimensions(c.shape()));
    const auto holder = holders(c.alias());
    for (const Role role : {role_C, role_M, role_A, role_B}) {
        if (holder[role] == role) continue;
        // Also while the mask is not chosen yet.
        const auto extent = [&](Role r) {
            return r == role_M ? std::optional(layout.mask) : layout.extents[r];
        };
        if (!extent(role).has_value() || extent(role) != extent(holder[role])) return false;
    }
    return true;
}

/// The answers are kept: the generator of cases needs the same few combinations millions of times.
bool alias_shapes_fit(const Case& c) {
    using Key = std::array<const void*, shape_axes.size() + 2>;
    thread_local std::map<Key, bool> known;
    Key key = {c.operation, c[Axis::alias]};
    for (std::size_t a = 0; a < shape_axes.size(); ++a) key[a + 2] = c[shape_axes[a]];
    const auto [found, fresh] = known.try_emplace(key);
    if (fresh) found->second = find_alias_shapes(c);
    return found->second;
}

/// Rules that need neither algebra nor types.
bool words_fit(const Case& c) {
    // Users' operators need not support extreme values.
    if (c.type(Axis::type).own && c.values() == ValueKind::edge) return false;
    if (c.alias().roles == 0) return true;
    if (contains(c.alias().roles, role_M) && c.chosen(Axis::mask) && !has_mask(c)) return false;
    return alias_shapes_fit(c);
}

} // namespace

bool is_allowed(const Case& c) {
    if (!words_fit(c)) return false;
    if (!chosen(c, {Axis::algebra, Axis::type})) return true;
    const std::optional<Algebra> algebra = find_algebra(c);
    if (!algebra.has_value() || !inputs_fit(c, *algebra)) return false;
    if (c.chosen(Axis::values) && !values_fit(c, *algebra)) return false;
    if (chosen(c, {Axis::accum, Axis::c_type, Axis::a_type}) && !accum_fits(c, *algebra)) return false;
    return c.alias().roles == 0 || alias_types_fit(c, *algebra);
}

} // namespace mergus::conformance
