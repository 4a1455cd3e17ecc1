/// \file operators.cpp
/// GraphBLAS's objects for operators, monoids and semirings: the predefined one if there is one, otherwise
/// one made from the host function.
#include "operators.hpp"

namespace mergus::suitesparse {

namespace {

/// The type of an operand: the declared one, or the stand-in if the operator ignores the operand.
const Type& operand_type(const mergus_op& op, const mergus_type* type) {
    return type != nullptr ? intern(type) : Operators::stand_in(op);
}

/// The function of every index unary operator that is not predefined. y holds the address of a closure, which
/// lives as long as the call.
void call_index_unary(void* z, const void* x, GrB_Index i, GrB_Index j, const void* y) {
    const IndexUnaryClosure* closure = nullptr;
    std::memcpy(&closure, y, sizeof closure);
    closure->function(z, x, static_cast<std::int64_t>(i), static_cast<std::int64_t>(j), closure->y);
}

MonoidHandle new_monoid(GrB_BinaryOp op, const Type& type, const void* identity, const void* terminal) {
    MonoidHandle monoid;
    GrB_Info info = GrB_SUCCESS;
    switch (type.code) {
#define MERGUS_CASE(PREFIX, SUFFIX, TYPE)                                                                    \
    case MERGUS_##SUFFIX: {                                                                                  \
        TYPE id, end{};                                                                                      \
        std::memcpy(&id, identity, sizeof id);                                                               \
        if (terminal != nullptr) std::memcpy(&end, terminal, sizeof end);                                    \
        info = terminal != nullptr ? GxB_Monoid_terminal_new_##SUFFIX(monoid.put(), op, id, end)             \
                                   : PREFIX##_Monoid_new_##SUFFIX(monoid.put(), op, id);                     \
        break;                                                                                               \
    }
        MERGUS_GRB_TYPES(MERGUS_CASE)
#undef MERGUS_CASE
    default: // GraphBLAS only reads the values
        info = terminal != nullptr
                   ? GxB_Monoid_terminal_new_UDT(monoid.put(), op, const_cast<void*>(identity),
                                                 const_cast<void*>(terminal))
                   : GrB_Monoid_new_UDT(monoid.put(), op, const_cast<void*>(identity));
    }
    check(info, "GrB_Monoid_new");
    return monoid;
}

} // namespace

GrB_BinaryOp Operators::user_binary(GxB_binary_function function, const Type& z, const Type& x,
                                    const Type& y) {
    auto& slot = binary_[{function, {&z, &x, &y}}];
    if (slot.get() == nullptr)
        check(GxB_BinaryOp_new(slot.put(), function, z.grb, x.grb, y.grb, nullptr, nullptr),
              "GrB_BinaryOp_new");
    return slot.get();
}

GrB_BinaryOp Operators::binary(const mergus_op* op) {
    if (op == nullptr) return nullptr;
    if (const GrB_BinaryOp found = predefined_binary(*op); found != nullptr) return found;
    if (op->kind != MERGUS_BINARY)
        throw Failure{MERGUS_NOT_IMPLEMENTED, "an operator that sees indices is only a multiply in mxm"};
    return user_binary(op->function.binary, intern(op->z_type), operand_type(*op, op->x_type),
                       operand_type(*op, op->y_type));
}

GrB_UnaryOp Operators::unary(const mergus_op& op) {
    if (const GrB_UnaryOp found = predefined_unary(op); found != nullptr) return found;
    const Type& z = intern(op.z_type);
    const Type& x = operand_type(op, op.x_type);
    auto& slot = unary_[{op.function.unary, {&z, &x, nullptr}}];
    if (slot.get() == nullptr)
        check(GxB_UnaryOp_new(slot.put(), op.function.unary, z.grb, x.grb, nullptr, nullptr),
              "GrB_UnaryOp_new");
    return slot.get();
}

const Type& closure_type() {
    return intern_internal("mergus_closure", sizeof(const IndexUnaryClosure*));
}

IndexUnary Operators::index_unary(const mergus_op& op) {
    if (const GrB_IndexUnaryOp found = predefined_index_unary(op); found != nullptr) return {found, false};
    return index_unary_closure(op);
}

IndexUnary Operators::index_unary_closure(const mergus_op& op) {
    const Type& z = intern(op.z_type);
    const Type& x = operand_type(op, op.x_type);
    const Type& pointer = closure_type();
    auto& slot = index_unary_[{&z, &x, &pointer}];
    if (slot.get() == nullptr)
        check(
            GxB_IndexUnaryOp_new(slot.put(), &call_index_unary, z.grb, x.grb, pointer.grb, nullptr, nullptr),
            "GrB_IndexUnaryOp_new");
    return {slot.get(), true};
}

MonoidHandle Operators::monoid(const mergus_monoid& monoid, Kernels kernels) {
    const Type& type = intern(monoid.op->z_type);
    if (kernels == Kernels::any) {
        // Freeing a predefined object has no effect.
        if (const GrB_Monoid found = predefined_monoid(monoid); found != nullptr) return MonoidHandle(found);
        return new_monoid(binary(monoid.op), type, monoid.identity, monoid.terminal);
    }
    return new_monoid(user_binary(monoid.op->function.binary, type, type, type), type, monoid.identity,
                      monoid.terminal);
}

namespace {

SemiringHandle new_semiring(GrB_Monoid add, GrB_BinaryOp mul) {
    SemiringHandle semiring;
    check(GrB_Semiring_new(semiring.put(), add, mul), "GrB_Semiring_new");
    return semiring;
}

} // namespace

CallSemiring::CallSemiring(MonoidHandle add, GrB_BinaryOp mul)
    : add_(std::move(add)), own_(new_semiring(add_.get(), mul)), semiring_(own_.get()) {}

CallSemiring Operators::semiring(const mergus_semiring& semiring, Kernels kernels) {
    const GrB_Monoid add = kernels == Kernels::any ? predefined_monoid(*semiring.add) : nullptr;
    const GrB_BinaryOp mul = add != nullptr ? predefined_binary(*semiring.mul) : nullptr;
    if (mul == nullptr) return {monoid(*semiring.add, kernels), binary(semiring.mul)};
    SemiringHandle& made = semirings_[{add, mul}];
    if (made.get() == nullptr) made = new_semiring(add, mul);
    return CallSemiring(made.get());
}

} // namespace mergus::suitesparse
