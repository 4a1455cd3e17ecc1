/// \file predefined.cpp
/// The predefined objects. They are constants of the file and need no order of initialisation.
#include "objects.hpp"

#include <mergus/runtime.hpp>
#include <mergus/semirings/all.hpp>

#include <atomic>
#include <memory>

using namespace mergus;

namespace {

/// The semiring of the catalogue, or one that is made of the built-in monoid and operator.
AnySemiring semiring_of(mergus_opcode add, mergus_opcode mul, mergus_type_code type) {
    const mergus_op* const op = detail::builtin_op(mul, type);
    const mergus_monoid* const monoid =
        detail::builtin_monoid(add, static_cast<mergus_type_code>(op->z_type->code));
    for (const NamedSemiring& known : builtin_semirings())
        if (known.handle->add == monoid && known.handle->mul == op) return AnySemiring(known.handle);
    if (op->kind == MERGUS_INDEX_BINARY) return make_semiring(AnyMonoid(monoid), IndexBinaryOp(op));
    return make_semiring(AnyMonoid(monoid), BinaryOp(op));
}

/// Two threads may both make it: one keeps its semiring.
[[gnu::noinline]] const mergus_semiring* find_once(std::atomic<const mergus_semiring*>& found,
                                                   mergus_opcode add, mergus_opcode mul,
                                                   mergus_type_code type) {
    const mergus_semiring* known = found.load(std::memory_order_acquire);
    if (known != nullptr) return known;
    auto made = std::make_unique<AnySemiring>(semiring_of(add, mul, type));
    if (!found.compare_exchange_strong(known, made->get())) return known;
    return made.release()->get();
}

/// There are more than a thousand, so each is a few instructions.
template <mergus_opcode Add, mergus_opcode Mul, class T>
const mergus_semiring* resolve_extra() {
    static constinit std::atomic<const mergus_semiring*> found{nullptr};
    return find_once(found, Add, Mul, detail::builtin_code<T>());
}

#define MERGUS_TYPE_OF(S, type) using T_##S = type;
GB_BUILTIN_TYPES(MERGUS_TYPE_OF)
GB_COMPLEX_TYPES(MERGUS_TYPE_OF)

#define MERGUS_TYPE_OBJECT(S, type) constinit mergus_grb_type object_GrB_##S{"GrB_" #S, MERGUS_##S};
#define MERGUS_COMPLEX_OBJECT(S, type) constinit mergus_grb_type object_GxB_##S{"GxB_" #S, MERGUS_##S};
#define MERGUS_UNARY_OBJECT(object, code, S)                                                                 \
    constinit mergus_grb_unary_op object_##object{#object,                                                   \
                                                  UnaryOp(&detail::resolve_op<MERGUS_OP_##code, T_##S>)};
#define MERGUS_POSITION_OBJECT(object, code, S, offset)                                                      \
    constinit mergus_grb_unary_op object_##object{                                                           \
        #object, UnaryOp(&detail::resolve_op<MERGUS_OP_##code, T_##S>), offset};
#define MERGUS_BINARY_OBJECT(object, code, S)                                                                \
    constinit mergus_grb_binary_op object_##object{#object,                                                  \
                                                   BinaryOp(&detail::resolve_op<MERGUS_OP_##code, T_##S>)};
#define MERGUS_INDEX_OBJECT(object, code, S)                                                                 \
    constinit mergus_grb_index_unary_op object_##object{                                                     \
        #object, IndexUnaryOp(&detail::resolve_op<MERGUS_OP_##code, T_##S>)};
#define MERGUS_MONOID_OBJECT(object, code, S)                                                                \
    constinit mergus_grb_monoid object_##object{                                                             \
        #object, AnyMonoid(&detail::resolve_monoid<MERGUS_OP_##code, T_##S>)};
#define MERGUS_SEMIRING_OBJECT(object, add, mul, S)                                                          \
    constinit mergus_grb_semiring object_##object{                                                           \
        #object, AnySemiring(&detail::resolve_semiring<MERGUS_OP_##add, MERGUS_OP_##mul, T_##S>)};
#define MERGUS_EXTRA_SEMIRING_OBJECT(object, add, mul, S)                                                    \
    constinit mergus_grb_semiring object_##object{                                                           \
        #object, AnySemiring(&resolve_extra<MERGUS_OP_##add, MERGUS_OP_##mul, T_##S>)};
#define MERGUS_DESCRIPTOR_OBJECT(object, flags)                                                              \
    constinit mergus_grb_descriptor object_##object{#object, Descriptor{flags}};

GB_BUILTIN_TYPES(MERGUS_TYPE_OBJECT)
GB_UNARY_OPS(MERGUS_UNARY_OBJECT)
GB_EXTRA_UNARY_OPS(MERGUS_UNARY_OBJECT)
GB_BINARY_OPS(MERGUS_BINARY_OBJECT)
GB_EXTRA_BINARY_OPS(MERGUS_BINARY_OBJECT)
GB_POSITION_OPS(MERGUS_BINARY_OBJECT)
GB_POSITION_UNARY_OPS(MERGUS_POSITION_OBJECT)
GB_INDEX_UNARY_OPS(MERGUS_INDEX_OBJECT)
GB_MONOIDS(MERGUS_MONOID_OBJECT)
GB_EXTRA_MONOIDS(MERGUS_MONOID_OBJECT)
GB_SEMIRINGS(MERGUS_SEMIRING_OBJECT)
GB_EXTRA_SEMIRINGS(MERGUS_EXTRA_SEMIRING_OBJECT)
GB_MORE_SEMIRINGS(MERGUS_EXTRA_SEMIRING_OBJECT)
GB_DESCRIPTORS(MERGUS_DESCRIPTOR_OBJECT)
GB_COMPLEX_TYPES(MERGUS_COMPLEX_OBJECT)
GB_COMPLEX_UNARY_OPS(MERGUS_UNARY_OBJECT)
GB_COMPLEX_BINARY_OPS(MERGUS_BINARY_OBJECT)
GB_COMPLEX_INDEX_UNARY_OPS(MERGUS_INDEX_OBJECT)
GB_COMPLEX_MONOIDS(MERGUS_MONOID_OBJECT)
GB_COMPLEX_SEMIRINGS(MERGUS_EXTRA_SEMIRING_OBJECT)

constinit mergus_grb_global global_object;
constexpr GrB_Index all_object = 0;

} // namespace

#define MERGUS_TYPE_HANDLE(S, type) GrB_Type GrB_##S = &object_GrB_##S;
#define MERGUS_COMPLEX_HANDLE(S, type) GrB_Type GxB_##S = &object_GxB_##S;
#define MERGUS_UNARY_HANDLE(object, code, S) GrB_UnaryOp object = &object_##object;
#define MERGUS_POSITION_HANDLE(object, code, S, offset) GrB_UnaryOp object = &object_##object;
#define MERGUS_BINARY_HANDLE(object, code, S) GrB_BinaryOp object = &object_##object;
#define MERGUS_INDEX_HANDLE(object, code, S) GrB_IndexUnaryOp object = &object_##object;
#define MERGUS_MONOID_HANDLE(object, code, S) GrB_Monoid object = &object_##object;
#define MERGUS_SEMIRING_HANDLE(object, add, mul, S) GrB_Semiring object = &object_##object;
#define MERGUS_DESCRIPTOR_HANDLE(object, flags) GrB_Descriptor object = &object_##object;

GB_BUILTIN_TYPES(MERGUS_TYPE_HANDLE)
GB_UNARY_OPS(MERGUS_UNARY_HANDLE)
GB_EXTRA_UNARY_OPS(MERGUS_UNARY_HANDLE)
GB_BINARY_OPS(MERGUS_BINARY_HANDLE)
GB_EXTRA_BINARY_OPS(MERGUS_BINARY_HANDLE)
GB_POSITION_OPS(MERGUS_BINARY_HANDLE)
GB_POSITION_UNARY_OPS(MERGUS_POSITION_HANDLE)
GB_INDEX_UNARY_OPS(MERGUS_INDEX_HANDLE)
GB_MONOIDS(MERGUS_MONOID_HANDLE)
GB_EXTRA_MONOIDS(MERGUS_MONOID_HANDLE)
GB_SEMIRINGS(MERGUS_SEMIRING_HANDLE)
GB_EXTRA_SEMIRINGS(MERGUS_SEMIRING_HANDLE)
GB_MORE_SEMIRINGS(MERGUS_SEMIRING_HANDLE)
GB_DESCRIPTORS(MERGUS_DESCRIPTOR_HANDLE)
GB_COMPLEX_TYPES(MERGUS_COMPLEX_HANDLE)
GB_COMPLEX_UNARY_OPS(MERGUS_UNARY_HANDLE)
GB_COMPLEX_BINARY_OPS(MERGUS_BINARY_HANDLE)
GB_COMPLEX_INDEX_UNARY_OPS(MERGUS_INDEX_HANDLE)
GB_COMPLEX_MONOIDS(MERGUS_MONOID_HANDLE)
GB_COMPLEX_SEMIRINGS(MERGUS_SEMIRING_HANDLE)

const GrB_Index* GrB_ALL = &all_object;
const GrB_Global GrB_GLOBAL = &global_object;
