/// \file operators.cpp
/// Operators, monoids and semirings of the user.
#include "operators.hpp"

#include "values.hpp"

#include <mergus/operator_list.hpp>

#include <atomic>
#include <cstring>

namespace mergus::grb {

namespace {

struct HostOp final : detail::Shared {
    std::string name;
    mergus_op op{};
};

/// A name that no other operator has.
std::string new_name(const char* kind) {
    static std::atomic<std::uint64_t> count{0};
    return std::string("mergus_grb_") + kind + "_" + std::to_string(count.fetch_add(1));
}

const HostOp* new_host_op(mergus_op_kind kind, const char* word, const mergus_type* z, const mergus_type* x,
                          const mergus_type* y, decltype(mergus_op::function) function) {
    auto made = std::make_unique<HostOp>();
    made->name = new_name(word);
    mergus_op& op = made->op;
    op.struct_size = sizeof op;
    op.kind = kind;
    op.code = MERGUS_OP_USER;
    op.name = made->name.c_str();
    op.z_type = z;
    op.x_type = x;
    op.y_type = y;
    op.function = function;
    op.convention = MERGUS_CALL_POINTERS;
    return made.release();
}

} // namespace

UnaryOp host_op(GxB_unary_function function, const mergus_type* z, const mergus_type* x) {
    const HostOp* const made = new_host_op(MERGUS_UNARY, "unary", z, x, nullptr, {.unary = function});
    return {&made->op, made};
}

BinaryOp host_op(GxB_binary_function function, const mergus_type* z, const mergus_type* x,
                 const mergus_type* y) {
    const HostOp* const made = new_host_op(MERGUS_BINARY, "binary", z, x, y, {.binary = function});
    return {&made->op, made};
}

IndexUnaryOp host_op(GxB_index_unary_function function, const mergus_type* z, const mergus_type* x,
                     const mergus_type* y) {
    // Indices are below 2^63: as arguments signed and unsigned integers are the same.
    const auto signed_indices = reinterpret_cast<mergus_index_unary_function>(function);
    const HostOp* const made =
        new_host_op(MERGUS_INDEX_UNARY, "index_unary", z, x, y, {.index_unary = signed_indices});
    return {&made->op, made};
}

UnaryOp text_op(const UnaryOp& types, const std::string& name, const std::string& definition) {
    const mergus_op& op = *types.get();
    return define_unary_op(name, definition, op.z_type, op.x_type);
}
BinaryOp text_op(const BinaryOp& types, const std::string& name, const std::string& definition) {
    const mergus_op& op = *types.get();
    return define_binary_op(name, definition, op.z_type, op.x_type, op.y_type);
}
IndexUnaryOp text_op(const IndexUnaryOp& types, const std::string& name, const std::string& definition) {
    const mergus_op& op = *types.get();
    return define_index_unary_op(name, definition, op.z_type, op.x_type, op.y_type);
}

namespace {

/// Whether the list of built-in monoids has this one on the type of that code.
bool is_on(const BuiltinMonoid& line, std::int32_t code) {
    switch (code) {
#define MERGUS_CASE(S, type)                                                                                 \
    case MERGUS_##S:                                                                                         \
        return in_domain<type>(line.domain);
        GB_BUILTIN_TYPES(MERGUS_CASE)
        GB_COMPLEX_TYPES(MERGUS_CASE)
#undef MERGUS_CASE
    default:
        return false;
    }
}

} // namespace

const mergus_monoid* predefined_monoid(const mergus_op& op) {
    // A comparison of numbers has the code and the result of the Boolean operator.
    if (op.kind != MERGUS_BINARY || op.x_type != op.z_type || op.y_type != op.z_type) return nullptr;
    const std::int32_t code = op.z_type->code;
    for (const BuiltinMonoid& line : builtin_monoids)
        if (line.op == op.code && is_on(line, code))
            return detail::builtin_monoid(line.op, static_cast<mergus_type_code>(code));
    return nullptr;
}

namespace {

template <class V>
void new_monoid(GrB_Monoid* monoid, GrB_BinaryOp op, V identity) {
    not_null(monoid, "the address of the handle");
    const BinaryOp& f = live(op, "op").value;
    const Scalar value = scalar_of(identity, f.get()->z_type, "the operator");
    // Backends know more of a predefined monoid than of one that is made from its operator and identity.
    const mergus_monoid* const known = predefined_monoid(*f.get());
    const bool same = known != nullptr && value.type() == known->op->z_type &&
                      std::memcmp(known->identity, value.data(), value.type()->size) == 0;
    make(monoid, same ? AnyMonoid(known) : make_monoid(f, value), op->types);
}

/// Operators of two arguments.
template <class Handle, class Function>
void new_of_two(Handle* op, Function function, GrB_Type z, GrB_Type x, GrB_Type y) {
    not_null(op, "the address of the handle");
    not_null(function, "the function");
    const mergus_type *const z_type = live(z, "z").get(), *const x_type = live(x, "x").get(),
                             *const y_type = live(y, "y").get();
    make(op, host_op(function, z_type, x_type, y_type), UserTypes{z->user, x->user, y->user});
}

} // namespace

} // namespace mergus::grb

using namespace mergus::grb;

GrB_Info GrB_UnaryOp_new(GrB_UnaryOp* op, GxB_unary_function function, GrB_Type z, GrB_Type x) {
    return construct(op, __func__, [&] {
        not_null(op, "the address of the handle");
        not_null(function, "the function");
        const mergus_type *const z_type = live(z, "z").get(), *const x_type = live(x, "x").get();
        make(op, host_op(function, z_type, x_type), UserTypes{z->user, x->user});
    });
}

GrB_Info GrB_BinaryOp_new(GrB_BinaryOp* op, GxB_binary_function function, GrB_Type z, GrB_Type x,
                          GrB_Type y) {
    return construct(op, __func__, [&] { new_of_two(op, function, z, x, y); });
}

GrB_Info GrB_IndexUnaryOp_new(GrB_IndexUnaryOp* op, GxB_index_unary_function function, GrB_Type z, GrB_Type x,
                              GrB_Type y) {
    return construct(op, __func__, [&] { new_of_two(op, function, z, x, y); });
}

GrB_Info GrB_Semiring_new(GrB_Semiring* semiring, GrB_Monoid add, GrB_BinaryOp mul) {
    return construct(semiring, __func__, [&] {
        not_null(semiring, "the address of the handle");
        const mergus::AnyMonoid& monoid = live(add, "add").value;
        const mergus::BinaryOp& multiply = live(mul, "mul").value;
        const UserTypes types{add->types.z, mul->types.x, mul->types.y};
        if (multiply.get()->kind != MERGUS_INDEX_BINARY)
            make(semiring, mergus::make_semiring(monoid, multiply), types);
        else if (mul->positional.get() != nullptr) {
            make(semiring, mergus::make_semiring(monoid, mul->positional), types);
            (*semiring)->bound = mul->bound;
        } else
            make(semiring, mergus::make_semiring(monoid, mergus::IndexBinaryOp(multiply.get())), types);
    });
}

#define MERGUS_MONOID(F, P, S, V, E)                                                                         \
    GrB_Info P##_Monoid_new_##S(GrB_Monoid* monoid, GrB_BinaryOp op, V identity) {                           \
        return construct(monoid, __func__, [&] { new_monoid(monoid, op, identity); });                       \
    }
GB_FOR_VALUES(MERGUS_MONOID, )
GB_FOR_COMPLEX(MERGUS_MONOID, )
