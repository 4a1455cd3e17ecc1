/// \file constraints.cpp
/// Which words go together. Every rule waits until the words it looks at are chosen.
#include "conformance/algebra.hpp"
#include "conformance/layout.hpp"
#include "conformance/space.hpp"
#include "reference/value.hpp"

#include <mergus/plugin.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <unordered_map>

namespace mergus::conformance {

namespace {

bool chosen(std::initializer_list<const std::string*> words) {
    return std::none_of(words.begin(), words.end(), [](const std::string* word) { return word->empty(); });
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
    const bool scalar_first = c.operation == "apply_first";
    const bool united = c.operation == "ewise_add"; // entries of one input alone are results
    if (!c.a_type.empty()) {
        const bool any = scalar_first ? algebra.any_y : algebra.any_x;
        if (!any && !castable(types.A, scalar_first ? algebra.y : algebra.x)) return false;
        if (united && !castable(types.A, algebra.z)) return false;
    }
    if (!c.b_type.empty() && c.b_type != "-") {
        const bool any = scalar_first ? algebra.any_x : algebra.any_y;
        if (!any && !castable(types.B, scalar_first ? algebra.x : algebra.y)) return false;
        if (united && !castable(types.B, algebra.z)) return false;
    }
    if (chosen({&c.a_type, &c.c_type}) && !castable(types.T, types.C)) return false;
    if (c.operation == "build" && algebra.z != algebra.x) return false;
    return true;
}

bool accum_fits(const Case& c, const Algebra& algebra) {
    if (c.accum == "none" || c.accum == "-") return true;
    const OperandTypes types = operand_types(c, algebra);
    const mergus_op* accum = known_accum(c, algebra, types.C);
    if (accum == nullptr) return false;
    if (!castable_argument(types.C, accum->x_type) || !castable_argument(types.T, accum->y_type) ||
        !castable(accum->z_type, types.C))
        return false;
    if (chosen({&c.values}) && is_inexact(c, algebra)) {
        static const std::array<std::string_view, 5> smooth = {"plus", "minus", "min", "second", "first"};
        return c.accum == "own" || std::find(smooth.begin(), smooth.end(), c.accum) != smooth.end();
    }
    return true;
}

bool values_fit(const Case& c, const Algebra& algebra) {
    // 1·∞ has a NaN in complex numbers, and so it matters what is multiplied first.
    if (c.values == "edge" && algebra.monoid != nullptr && algebra.monoid->op->code == MERGUS_OP_TIMES &&
        reference::is_complex(algebra.z))
        return false;
    if (c.c_type.empty() || c.a_type.empty() || !is_inexact(c, algebra)) return true;
    const mergus_type* C = operand_types(c, algebra).C;
    return reference::is_float(C);
}

/// Names that stand for one matrix are of one type, and a user's type is no mask by value.
bool alias_types_fit(const Case& c, const Algebra& algebra) {
    const auto holder = holders(c.alias);
    const OperandTypes types = operand_types(c, algebra);
    const bool a_known = !c.a_type.empty(), c_known = a_known && !c.c_type.empty();
    // The mask has the type of whatever it shares its matrix with.
    const std::array<const mergus_type*, role_count> type = {c_known ? types.C : nullptr, nullptr,
                                                             a_known ? types.A : nullptr,
                                                             c.b_type.empty() ? nullptr : types.B};
    const bool by_value = c.mask == "value" || c.mask == "complement-value";
    const bool with_mask = c.alias.find('M') != std::string::npos;
    for (const Role role : {role_C, role_A, role_B}) {
        if (type[role] == nullptr || c.alias.find("CMAB"[role]) == std::string::npos) continue;
        if (with_mask && by_value && is_user(type[role])) return false;
        if (type[holder[role]] != nullptr && type[role] != type[holder[role]]) return false;
    }
    return true;
}

/// Names that stand for one matrix are there and have one shape, for some choice of the words that are open.
bool find_alias_shapes(const Case& c) {
    const auto& known = levels(c.operation);
    for (std::size_t f = 0; f < known.size(); ++f) {
        const Factor& factor = factors()[f];
        const bool matters = factor.word == &Case::shape || factor.word == &Case::indices ||
                             factor.word == &Case::tran_a || factor.word == &Case::tran_b;
        if (!matters || !(c.*factor.word).empty()) continue;
        Case candidate = c;
        for (const std::string& word : known[f]) {
            candidate.*factor.word = word;
            if (find_alias_shapes(candidate)) return true;
        }
        return false;
    }
    const Layout layout = make_layout(c, nominal_dimensions(c.shape));
    const auto holder = holders(c.alias);
    for (const Role role : {role_C, role_M, role_A, role_B}) {
        if (holder[role] == role) continue;
        const auto extent = [&](Role r) { return layout.extents[r == role_M ? role_C : r]; };
        if (!extent(role).has_value() || extent(role) != extent(holder[role])) return false;
    }
    return true;
}

/// Answers are kept: the generator of cases asks for few combinations, millions of times.
bool alias_shapes_fit(const Case& c) {
    thread_local std::unordered_map<std::string, bool> known;
    std::string key = c.operation;
    for (const std::string* word : {&c.alias, &c.shape, &c.indices, &c.tran_a, &c.tran_b, &c.mask})
        key.append(1, ' ').append(*word);
    const auto [found, fresh] = known.try_emplace(std::move(key));
    if (fresh) found->second = find_alias_shapes(c);
    return found->second;
}

/// Rules that need neither algebra nor types.
bool words_fit(const Case& c) {
    if (c.type == "own" && c.values == "edge") return false; // users' operators need not bear extremes
    if (c.alias.empty() || c.alias == "none") return true;
    const bool with_mask = c.alias.find('M') != std::string::npos;
    if (with_mask && !c.mask.empty() && !has_mask(c)) return false;
    return alias_shapes_fit(c);
}

} // namespace

bool is_allowed(const Case& c) {
    if (!words_fit(c)) return false;
    if (c.algebra.empty() || c.type.empty()) return true;
    const std::optional<Algebra> algebra = find_algebra(c);
    if (!algebra.has_value() || !inputs_fit(c, *algebra)) return false;
    if (!c.values.empty() && !values_fit(c, *algebra)) return false;
    if (chosen({&c.accum, &c.c_type, &c.a_type}) && !accum_fits(c, *algebra)) return false;
    return c.alias.empty() || c.alias == "none" || alias_types_fit(c, *algebra);
}

} // namespace mergus::conformance
