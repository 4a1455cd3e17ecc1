/// \file objects.cpp
/// Handles for types and operators.
#include "objects.hpp"

#include <mergus/algebra.hpp>

#include <map>
#include <string>
#include <utility>

namespace mergus::tests {

namespace {

template <class Handle>
using Ops = std::map<const mergus_op*, Handle>;
using Pieces = std::pair<const mergus_monoid*, const mergus_op*>;

const mergus_monoid* builtin_monoid_of(mergus_opcode add, const mergus_op* mul) {
    return detail::builtin_monoid(add, static_cast<mergus_type_code>(mul->z_type->code));
}

/// The predefined objects by what they are in the C++ library.
struct Predefined {
    Ops<GrB_UnaryOp> unary;
    Ops<GrB_BinaryOp> binary;
    Ops<GrB_IndexUnaryOp> index_unary;
    std::map<const mergus_monoid*, GrB_Monoid> monoids;
    std::map<Pieces, GrB_Semiring> semirings;

    Predefined() {
#define MERGUS_UNARY_ROW(object, code, S) unary[op(MERGUS_OP_##code, MERGUS_##S)] = object;
#define MERGUS_BINARY_ROW(object, code, S) binary[op(MERGUS_OP_##code, MERGUS_##S)] = object;
#define MERGUS_INDEX_ROW(object, code, S) index_unary[op(MERGUS_OP_##code, MERGUS_##S)] = object;
#define MERGUS_MONOID_ROW(object, code, S)                                                                   \
    monoids[detail::builtin_monoid(MERGUS_OP_##code, MERGUS_##S)] = object;
#define MERGUS_SEMIRING_ROW(object, add, mul, S)                                                             \
    semirings[{builtin_monoid_of(MERGUS_OP_##add, op(MERGUS_OP_##mul, MERGUS_##S)),                          \
               op(MERGUS_OP_##mul, MERGUS_##S)}] = object;
        GB_UNARY_OPS(MERGUS_UNARY_ROW)
        GB_EXTRA_UNARY_OPS(MERGUS_UNARY_ROW)
        GB_BINARY_OPS(MERGUS_BINARY_ROW)
        GB_EXTRA_BINARY_OPS(MERGUS_BINARY_ROW)
        GB_INDEX_UNARY_OPS(MERGUS_INDEX_ROW)
        GB_MONOIDS(MERGUS_MONOID_ROW)
        GB_EXTRA_MONOIDS(MERGUS_MONOID_ROW)
        GB_SEMIRINGS(MERGUS_SEMIRING_ROW)
        GB_EXTRA_SEMIRINGS(MERGUS_SEMIRING_ROW)
    }

private:
    static const mergus_op* op(mergus_opcode code, mergus_type_code type) {
        return detail::builtin_op(code, type);
    }
};

const Predefined& predefined() {
    static const Predefined tables;
    return tables;
}

template <class Map>
auto found(const Map& map, const typename Map::key_type& key) {
    const auto at = map.find(key);
    return at == map.end() ? typename Map::mapped_type{} : at->second;
}

/// The type of an argument; one that the operator ignores may have any type.
GrB_Type argument(const mergus_op& op, const mergus_type* type) {
    return type_handle(type != nullptr ? type : op.z_type);
}

/// A C text in the convention of GxB_…_new around a definition by a macro (define.hpp).
struct Text {
    std::string name, definition;
    explicit Text(const mergus_op& op) : name(std::string("door_") + op.name) {
        const bool binary = op.kind != MERGUS_UNARY, indices = op.kind == MERGUS_INDEX_UNARY;
        definition = std::string(op.text) + " void " + name + "(" + op.z_type->name + "* z, const " +
                     op.x_type->name + "* x" + (indices ? ", GrB_Index i, GrB_Index j" : "") +
                     (binary ? std::string(", const ") + op.y_type->name + "* y" : "") +
                     ") { *z = " + op.callable + "(*x" + (indices ? ", (int64_t)i, (int64_t)j" : "") +
                     (binary ? ", *y" : "") + "); }";
    }
};

bool has_text(const mergus_op& op) {
    return op.code == MERGUS_OP_USER && op.text != nullptr && op.convention == MERGUS_CALL_VALUES;
}

/// The predefined handle, or the one that make(op, text) returns; kept by operator and way.
template <class Handle, class Make>
Handle handle_of(const Ops<Handle>& known, const mergus_op* op, bool function, Make make) {
    if (op == nullptr) return nullptr;
    if (const Handle handle = found(known, op)) return handle;
    static std::map<std::pair<const mergus_op*, bool>, Handle> made;
    const bool text = has_text(*op) && !function;
    Handle& handle = made[{op, text}];
    if (handle != nullptr) return handle;
    if (text) {
        const Text source(*op);
        check(make(&handle, source.name.c_str(), source.definition.c_str()));
    } else {
        check(make(&handle, nullptr, nullptr));
    }
    return handle;
}

} // namespace

GrB_Type type_handle(const mergus_type* type) {
    refuse_complex(type);
    switch (type->code) {
#define MERGUS_TYPE_ROW(S, T)                                                                                \
    case MERGUS_##S:                                                                                         \
        return GrB_##S;
        GB_BUILTIN_TYPES(MERGUS_TYPE_ROW)
    default:
        break;
    }
    static std::map<const mergus_type*, GrB_Type> made;
    GrB_Type& handle = made[type];
    if (handle == nullptr) check(GxB_Type_new(&handle, type->size, type->name, type->definition));
    return handle;
}

GrB_UnaryOp unary_handle(const mergus_op* op, bool function) {
    return handle_of(
        predefined().unary, op, function, [&](GrB_UnaryOp* made, const char* name, const char* text) {
            return GxB_UnaryOp_new(made, name == nullptr ? op->function.unary : nullptr,
                                   type_handle(op->z_type), argument(*op, op->x_type), name, text);
        });
}

GrB_BinaryOp binary_handle(const mergus_op* op, bool function) {
    if (op != nullptr && op->kind == MERGUS_INDEX_BINARY)
        inexpressible("operators on the indices of a product");
    return handle_of(predefined().binary, op, function,
                     [&](GrB_BinaryOp* made, const char* name, const char* text) {
                         return GxB_BinaryOp_new(made, name == nullptr ? op->function.binary : nullptr,
                                                 type_handle(op->z_type), argument(*op, op->x_type),
                                                 argument(*op, op->y_type), name, text);
                     });
}

GrB_IndexUnaryOp index_unary_handle(const mergus_op* op, bool function) {
    return handle_of(
        predefined().index_unary, op, function,
        [&](GrB_IndexUnaryOp* made, const char* name, const char* text) {
            const auto host = reinterpret_cast<GxB_index_unary_function>(op->function.index_unary);
            return GxB_IndexUnaryOp_new(made, name == nullptr ? host : nullptr, type_handle(op->z_type),
                                        argument(*op, op->x_type), argument(*op, op->y_type), name, text);
        });
}

GrB_Monoid monoid_handle(const mergus_monoid* monoid, bool function) {
    if (const GrB_Monoid handle = found(predefined().monoids, monoid)) return handle;
    static std::map<std::pair<const mergus_monoid*, bool>, GrB_Monoid> made;
    GrB_Monoid& handle = made[{monoid, function}];
    if (handle == nullptr) {
        const GrB_BinaryOp op = binary_handle(monoid->op, function);
        forms::GrB_Monoid_new_of::with_value(
            monoid->op->z_type, monoid->identity,
            [&](auto create, auto identity) { return create(&handle, op, identity); });
    }
    return handle;
}

GrB_Semiring semiring_handle(const mergus_semiring* semiring, bool function, bool made) {
    const GrB_Semiring known = found(predefined().semirings, {semiring->add, semiring->mul});
    if (known != nullptr && (!made || semiring->mul->kind == MERGUS_INDEX_BINARY)) return known;
    static std::map<std::pair<const mergus_semiring*, bool>, GrB_Semiring> all;
    GrB_Semiring& handle = all[{semiring, function}];
    if (handle == nullptr)
        check(GrB_Semiring_new(&handle, monoid_handle(semiring->add, function),
                               binary_handle(semiring->mul, function)));
    return handle;
}

GrB_Monoid monoid_with(const mergus_op* op) {
    for (const auto& [monoid, handle] : predefined().monoids)
        if (monoid->op == op) return handle;
    return nullptr;
}

GrB_Semiring semiring_with_add(const mergus_op* op) {
    for (const auto& [pieces, handle] : predefined().semirings)
        if (pieces.first->op == op) return handle;
    return nullptr;
}

GrB_Semiring semiring_with_multiply(const mergus_op* op) {
    for (const auto& [pieces, handle] : predefined().semirings)
        if (pieces.second == op) return handle;
    return nullptr;
}

} // namespace mergus::tests
