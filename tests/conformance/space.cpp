/// \file space.cpp
/// The words of each operation.
#include "conformance/space.hpp"

#include "conformance/user_algebra.hpp"

#include <mergus/operator_list.hpp>
#include <mergus/semirings/all.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <stdexcept>

namespace mergus::conformance {

namespace {

using Names = std::vector<std::string>;

/// The names of the operators of operators.def for which the predicate is true.
template <class Belongs>
Names op_names(Belongs belongs) {
    Names names;
    for (const BuiltinOp& op : builtin_ops)
        if (belongs(op)) names.emplace_back(op.name);
    return names;
}
Names names_of_kind(mergus_op_kind kind) {
    return op_names([&](const BuiltinOp& op) { return op.kind == kind; });
}
Names index_unary_names(ResultType result) {
    return op_names(
        [&](const BuiltinOp& op) { return op.kind == MERGUS_INDEX_UNARY && op.result == result; });
}
Names monoid_names() {
    Names names;
    for (const BuiltinMonoid& monoid : builtin_monoids) names.emplace_back(monoid.name);
    return names;
}

Names joined(Names a, const Names& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

template <class List>
Names names_of(const List& list) {
    Names names;
    for (const auto& each : list)
        if (std::find(names.begin(), names.end(), each.name) == names.end()) names.emplace_back(each.name);
    return names;
}

Names with_user_ops(Names names, const Operation& operation) {
    for (const UserOp& user : user_ops())
        if (takes_kind(operation, user.handle->kind)) names.emplace_back(user.name);
    return names;
}

Names algebra_names(const Operation& operation) {
    switch (operation.algebra) {
    case AlgebraKind::none:
        return {};
    case AlgebraKind::semiring:
        return joined(names_of(builtin_semirings()), names_of(user_semirings()));
    case AlgebraKind::monoid:
        return joined(monoid_names(), names_of(user_monoids()));
    case AlgebraKind::unary:
        return with_user_ops(names_of_kind(MERGUS_UNARY), operation);
    case AlgebraKind::binary:
        return with_user_ops(names_of_kind(MERGUS_BINARY), operation);
    case AlgebraKind::predicate:
        return with_user_ops(index_unary_names(ResultType::boolean), operation);
    case AlgebraKind::index_unary:
        return with_user_ops(
            joined(index_unary_names(ResultType::same), index_unary_names(ResultType::boolean)), operation);
    case AlgebraKind::duplicates:
        return {"first", "second", "plus", "min", "max", "times", "lor", "best"};
    }
    throw std::logic_error("conformance: a kind of algebra without names");
}

/// The words of the axis whose meaning fits.
template <class Meaning, class Fits>
std::vector<const Word*> words_that(Axis axis, Fits fits) {
    std::vector<const Word*> words;
    for (const Word* word : words_on(axis))
        if (fits(meaning_of<Meaning>(*word))) words.push_back(word);
    return words;
}

bool is_builtin(const TypeChoice& choice) {
    return choice.type != nullptr && choice.type->code != MERGUS_USER_TYPE;
}
bool is_user(const TypeChoice& choice) {
    return choice.type != nullptr && choice.type->code == MERGUS_USER_TYPE;
}
/// "same" or a type that is cast.
bool is_cast(const TypeChoice& choice) {
    return is_builtin(choice) || (choice.type == nullptr && !choice.own);
}
/// Also a user's type, for operators that ignore the argument.
bool is_input(const TypeChoice& choice) {
    return is_cast(choice) || (is_user(choice) && find_user_type(choice.type)->ignored_argument);
}

std::vector<const Word*> make_level(const Operation& operation, Axis axis) {
    const bool has_algebra = operation.algebra != AlgebraKind::none;
    const bool takes_own =
        operation.algebra == AlgebraKind::semiring || operation.algebra == AlgebraKind::monoid;
    std::vector<const Word*> words;
    switch (axis) {
    case Axis::alias:
        return words_that<Alias>(axis, [&](const Alias& alias) { // one object is a matrix or a vector
            const Roles matrices = operation.operands & ~operation.vectors;
            return (alias.roles & ~matrices) == 0 || (alias.roles & ~operation.vectors) == 0;
        });
    case Axis::algebra:
        for (const std::string& name : algebra_names(operation)) words.push_back(find_word(axis, name));
        return words;
    case Axis::type:
        return words_that<TypeChoice>(axis, [&](const TypeChoice& choice) {
            return is_builtin(choice) || (has_algebra ? choice.own : is_user(choice));
        });
    case Axis::c_type:
        return words_that<TypeChoice>(axis, is_cast);
    case Axis::a_type:
        return words_that<TypeChoice>(axis, operation.tuples ? is_cast : is_input);
    case Axis::b_type:
        return words_that<TypeChoice>(axis, contains(operation.operands, role_B) ? is_input : is_cast);
    case Axis::accum:
        return words_that<AccumChoice>(axis,
                                       [&](const AccumChoice& accum) { return takes_own || !accum.own; });
    case Axis::shape:
        return words_that<Shape>(axis, [&](const Shape& shape) {
            // There is no row or column in a matrix without any.
            if ((operation.line == Line::row && shape.m == 0) ||
                (operation.line == Line::column && shape.n == 0))
                return false;
            return (operation.inner || !shape.inner) && (operation.has_m || !shape.m.has_value()) &&
                   (operation.has_n || !shape.n.has_value());
        });
    case Axis::indices:
        return words_that<IndexLists>(axis, [&](const IndexLists& lists) {
            const bool one_list = operation.vectors != 0;
            return (operation.lists == ListUse::from_A || !lists.repeated) &&
                   (!one_list || lists.all_rows == lists.all_cols);
        });
    default:
        return {words_on(axis).begin(), words_on(axis).end()};
    }
}

} // namespace

bool has_axis(const Operation& operation, Axis axis) {
    const bool bound =
        operation.scalar == ScalarUse::bound_first || operation.scalar == ScalarUse::bound_second;
    switch (axis) {
    case Axis::algebra:
    case Axis::a_type:
        return operation.algebra != AlgebraKind::none;
    case Axis::b_type:
        return contains(operation.operands, role_B) || bound;
    case Axis::accum:
        return operation.accumulates;
    case Axis::mask:
    case Axis::replace:
        return contains(operation.operands, role_M);
    case Axis::indices:
        return operation.lists != ListUse::none;
    case Axis::tran_a:
        return operation.tran_a;
    case Axis::tran_b:
        return operation.tran_b;
    default:
        return true;
    }
}

bool takes_kind(const Operation& operation, int kind) {
    switch (operation.algebra) {
    case AlgebraKind::unary:
        return kind == MERGUS_UNARY;
    case AlgebraKind::predicate:
    case AlgebraKind::index_unary:
        return kind == MERGUS_INDEX_UNARY;
    case AlgebraKind::binary:
    case AlgebraKind::duplicates:
        return kind == MERGUS_BINARY;
    default:
        return false;
    }
}

const Levels& levels(const Operation& operation) {
    static const std::map<const Operation*, Levels> all = [] {
        std::map<const Operation*, Levels> made;
        for (const Operation* each : operations())
            for (const Axis axis : all_axes())
                made[each][static_cast<std::size_t>(axis)] =
                    has_axis(*each, axis) ? make_level(*each, axis)
                                          : std::vector<const Word*>{absent_word(axis)};
        return made;
    }();
    return all.at(&operation);
}

Restriction::Restriction(const std::vector<std::string>& words) {
    for (const std::string& text : words) {
        const std::size_t equals = std::min(text.find('='), text.size());
        const Axis axis = find_axis(std::string_view(text).substr(0, equals));
        const auto level = static_cast<std::size_t>(axis);
        const Word* word = find_word(axis, text.substr(std::min(equals + 1, text.size())));
        const auto known = operations();
        if (std::none_of(known.begin(), known.end(), [&](const Operation* operation) {
                const auto& offered = levels(*operation)[level];
                return std::find(offered.begin(), offered.end(), word) != offered.end();
            }))
            throw std::invalid_argument(text + ": no operation has that word");
        words_[level].push_back(word);
    }
}

bool Restriction::admits(Axis axis, const Word* word) const {
    const auto& admitted = words_[static_cast<std::size_t>(axis)];
    if (admitted.empty()) return true;
    const Word* meant = word == absent_word(axis) ? neutral_word(axis) : word;
    return std::find(admitted.begin(), admitted.end(), meant) != admitted.end();
}

} // namespace mergus::conformance
