/// \file algebra.cpp
/// Looks operators and types up by name.
#include "conformance/algebra.hpp"

#include "conformance/operation.hpp"
#include "conformance/space.hpp"
#include "conformance/user_algebra.hpp"
#include "reference/rounding.hpp"

#include <mergus/semirings/all.hpp>

#include <fmt/format.h>

#include <array>
#include <map>
#include <mutex>
#include <stdexcept>

namespace mergus::conformance {

const mergus_type* find_type(std::string_view name) {
    // Kept, because the generator of cases needs the same few names millions of times.
    thread_local std::map<std::string, const mergus_type*, std::less<>> known;
    if (const auto found = known.find(name); found != known.end()) return found->second;
    const mergus_type* type = type_from_name(name);
    for (const UserType& user : user_types())
        if (type == nullptr && type_name(user.type) == name) type = user.type;
    if (type != nullptr) known.emplace(name, type);
    return type;
}

namespace {

void set_types(Algebra& algebra, const mergus_op& op, const mergus_type* type) {
    const mergus_type* fallback = type != nullptr ? type : op.z_type;
    algebra.any_x = op.x_type == nullptr;
    algebra.any_y = op.y_type == nullptr;
    algebra.x = algebra.any_x ? fallback : op.x_type;
    algebra.y = algebra.any_y ? fallback : op.y_type;
    algebra.z = op.z_type;
}

template <class List>
auto find_user(const List& list, const std::string& name) -> decltype(list.begin()->handle) {
    for (const auto& user : list)
        if (user.name == name) return user.handle;
    return nullptr;
}

/// `type` is null for a user's algebra.
std::optional<Algebra> look_up(const Case& test_case, const mergus_type* type) {
    Algebra algebra;
    const std::string name(test_case.text(Axis::algebra));
    switch (test_case.operation->algebra) {
    case AlgebraKind::none:
        if (type == nullptr) return std::nullopt;
        algebra.x = algebra.y = algebra.z = type;
        return algebra;
    case AlgebraKind::semiring:
        algebra.semiring =
            type == nullptr ? find_user(user_semirings(), name) : find_semiring(name, type).handle;
        if (algebra.semiring == nullptr) return std::nullopt;
        algebra.monoid = algebra.semiring->add;
        set_types(algebra, *algebra.semiring->mul, type);
        return algebra;
    case AlgebraKind::monoid:
        algebra.monoid = type == nullptr ? find_user(user_monoids(), name) : find_monoid(name, type);
        if (algebra.monoid == nullptr) return std::nullopt;
        set_types(algebra, *algebra.monoid->op, type);
        return algebra;
    case AlgebraKind::unary:
    case AlgebraKind::binary:
    case AlgebraKind::index_unary:
    case AlgebraKind::predicate:
    case AlgebraKind::duplicates:
        algebra.op = type == nullptr ? find_user(user_ops(), name) : find_op(name, type);
        if (algebra.op == nullptr || !takes_kind(*test_case.operation, algebra.op->kind)) return std::nullopt;
        set_types(algebra, *algebra.op, type);
        return algebra;
    }
    return std::nullopt;
}

} // namespace

std::optional<Algebra> find_algebra(const Case& test_case) {
    // Kept: generating cases needs the same few algebras very often, and searching the catalogue is slow.
    static std::mutex mutex;
    static std::map<std::array<const void*, 3>, std::optional<Algebra>> known;
    const std::lock_guard lock(mutex);
    const std::array<const void*, 3> key = {test_case.operation, test_case[Axis::algebra],
                                            test_case[Axis::type]};
    const auto found = known.find(key);
    if (found != known.end()) return found->second;
    const TypeChoice& type = test_case.type(Axis::type);
    std::optional<Algebra> algebra;
    if (type.type != nullptr || type.own) algebra = look_up(test_case, type.type);
    return known[key] = algebra;
}

OperandTypes operand_types(const Case& test_case, const Algebra& algebra) {
    const auto chosen = [&](Axis axis, const mergus_type* same) {
        const mergus_type* type = test_case.type(axis).type;
        return type == nullptr ? same : type;
    };
    const Operation& operation = *test_case.operation;
    OperandTypes types;
    // With the scalar first, A is the operator's second argument.
    const bool scalar_first = operation.scalar == ScalarUse::bound_first;
    types.A = chosen(Axis::a_type, scalar_first ? algebra.y : algebra.x);
    types.B = chosen(Axis::b_type, scalar_first ? algebra.x : algebra.y);
    types.T = operation.keeps_type ? types.A : algebra.z;
    types.C = chosen(Axis::c_type, types.T);
    return types;
}

const mergus_op* known_accum(const Case& test_case, const Algebra& algebra, const mergus_type* c_type) {
    const AccumChoice& accum = test_case.accum();
    if (!accum.present) return nullptr;
    if (accum.own) return algebra.monoid != nullptr ? algebra.monoid->op : nullptr;
    return find_op(accum.op, accum.type != nullptr ? accum.type : c_type);
}

const mergus_op* find_accum(const Case& test_case, const Algebra& algebra, const mergus_type* c_type) {
    const mergus_op* op = known_accum(test_case, algebra, c_type);
    if (op == nullptr && test_case.accum().present)
        throw std::invalid_argument(fmt::format("accum={}: there is no such operator on {}",
                                                test_case.text(Axis::accum), type_name(c_type)));
    return op;
}

bool is_inexact(const Case& test_case, const Algebra& algebra) {
    const bool small = test_case.values() == ValueKind::small;
    const mergus_op* op = algebra.semiring != nullptr ? algebra.semiring->mul : algebra.op;
    if (op != nullptr && reference::is_approximate(*op) && (op->code != MERGUS_OP_TIMES || !small))
        return true;
    if (!reference::is_float(algebra.z)) return false;
    if (test_case.operation->algebra == AlgebraKind::duplicates)
        return algebra.op->code == MERGUS_OP_PLUS && !small;
    if (algebra.monoid == nullptr) return algebra.op != nullptr && algebra.op->code == MERGUS_OP_USER;
    const int code = algebra.monoid->op->code;
    if (code == MERGUS_OP_USER) return true;
    return (code == MERGUS_OP_PLUS || code == MERGUS_OP_TIMES) && !small;
}

} // namespace mergus::conformance
