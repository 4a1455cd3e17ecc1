/// \file predefined.cpp
/// GraphBLAS's predefined operators and monoids, for which it has compiled kernels, by the lines of
/// operators.def.
///
/// Invariant: a predefined object is used only if the operator's types are those of its line. Everything else
/// (lxnor on numbers, diagindex, any operator on a user type) runs by its host function.
#include "operators.hpp"

#include <mergus/operator_list.hpp>

#include <array>

namespace mergus::suitesparse {

namespace {

/// One object for each type, in the order of mergus_type_code, which begins with 1.
template <class Object>
using Row = std::array<Object, 13>;

// The objects of a domain. P is the prefix of the objects for real types; those for complex types are GxB.
#define MERGUS_SIGNED(P, N) P##_##N##_INT8, P##_##N##_INT16, P##_##N##_INT32, P##_##N##_INT64
#define MERGUS_UNSIGNED(P, N) P##_##N##_UINT8, P##_##N##_UINT16, P##_##N##_UINT32, P##_##N##_UINT64
#define MERGUS_REALS(P, N) MERGUS_SIGNED(P, N), MERGUS_UNSIGNED(P, N), P##_##N##_FP32, P##_##N##_FP64
#define MERGUS_ROW_all(P, N)                                                                                 \
    { P##_##N##_BOOL, MERGUS_REALS(P, N), GxB_##N##_FC32, GxB_##N##_FC64 }
#define MERGUS_ROW_numeric(P, N)                                                                             \
    { nullptr, MERGUS_REALS(P, N), GxB_##N##_FC32, GxB_##N##_FC64 }
#define MERGUS_ROW_ordered(P, N)                                                                             \
    { P##_##N##_BOOL, MERGUS_REALS(P, N) }
#define MERGUS_ROW_real(P, N)                                                                                \
    { nullptr, MERGUS_REALS(P, N) }
#define MERGUS_ROW_integer(P, N)                                                                             \
    { nullptr, MERGUS_SIGNED(P, N), MERGUS_UNSIGNED(P, N) }
#define MERGUS_ROW_complex(P, N)                                                                             \
    {                                                                                                        \
        nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,   \
            P##_##N##_FC32, P##_##N##_FC64                                                                   \
    }
#define MERGUS_ROW_floating(P, N)                                                                            \
    {                                                                                                        \
        nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, P##_##N##_FP32,     \
            P##_##N##_FP64                                                                                   \
    }
#define MERGUS_ROW_position(P, N)                                                                            \
    { nullptr, nullptr, nullptr, P##_##N##_INT32, P##_##N##_INT64 }
#define MERGUS_ROW_boolean(P, N)                                                                             \
    { P##_##N }
#define MERGUS_ROW_untyped(P, N)                                                                             \
    { P##_##N }

// The objects of a line, by its prefix.
#define MERGUS_OBJECTS_GrB(DOMAIN, N) MERGUS_ROW_##DOMAIN(GrB, N)
#define MERGUS_OBJECTS_GxB(DOMAIN, N) MERGUS_ROW_##DOMAIN(GxB, N)
#define MERGUS_OBJECTS_boolean(DOMAIN, N) MERGUS_ROW_boolean(GrB, N)
#define MERGUS_OBJECTS_floating(DOMAIN, N) MERGUS_ROW_floating(GxB, N)
#define MERGUS_OBJECTS_none(DOMAIN, N)                                                                       \
    {}

template <mergus_op_kind kind>
struct ObjectOf {
    using type = GrB_BinaryOp; // also of index binary operators
};
template <>
struct ObjectOf<MERGUS_UNARY> {
    using type = GrB_UnaryOp;
};
template <>
struct ObjectOf<MERGUS_INDEX_UNARY> {
    using type = GrB_IndexUnaryOp;
};

/// The predefined objects of a line of that kind.
template <mergus_op_kind kind>
Row<typename ObjectOf<kind>::type> objects_of(mergus_opcode code) {
    switch (code) {
#define MERGUS_BUILTIN_OP(NUMBER, CODE, NAME, KIND, DOMAIN, RESULT, READS, PROPERTIES, PREFIX, OBJECT)       \
    case MERGUS_OP_##CODE:                                                                                   \
        if constexpr (kind == MERGUS_##KIND) return MERGUS_OBJECTS_##PREFIX(DOMAIN, OBJECT);                 \
        break;
#include <mergus/operators.def>
    default:
        break;
    }
    return {};
}

bool same(const mergus_type* a, const mergus_type* b) {
    return a == nullptr || b == nullptr || a->code == b->code;
}

/// The code of the type of a complex number's parts; of another type its own.
int real_code(const mergus_type& type) {
    return type.code == MERGUS_FC32 ? MERGUS_FP32 : type.code == MERGUS_FC64 ? MERGUS_FP64 : type.code;
}

/// T of an operator with the line's code, or null if its types are not those of the line.
const mergus_type* type_on(const mergus_op& op, const BuiltinOp& line) {
    const bool by_values = line.kind == MERGUS_UNARY || line.kind == MERGUS_BINARY;
    if (by_values && !same(op.x_type, op.y_type)) return nullptr;
    switch (line.result) {
    case ResultType::same:
        return by_values && !(same(op.z_type, op.x_type) && same(op.z_type, op.y_type)) ? nullptr : op.z_type;
    case ResultType::boolean:
        return op.z_type->code == MERGUS_BOOL ? op.x_type : nullptr;
    case ResultType::real:
        return op.x_type != nullptr && op.z_type->code == real_code(*op.x_type) ? op.x_type : nullptr;
    }
    return nullptr;
}

/// Whether GraphBLAS's operator is another function. A complex 0 / 0 has two NaN parts in versions 8 to 10.
bool differs([[maybe_unused]] const BuiltinOp& line, [[maybe_unused]] const mergus_type& type) {
#if GxB_IMPLEMENTATION >= GxB_VERSION(8, 0, 0)
    const bool divides =
        line.code == MERGUS_OP_DIV || line.code == MERGUS_OP_RDIV || line.code == MERGUS_OP_MINV;
    return divides && (type.code == MERGUS_FC32 || type.code == MERGUS_FC64);
#else
    return false;
#endif
}

constexpr int code_limit = 256;

/// The lines by their codes: every call looks one up.
constexpr auto line_numbers = [] {
    std::array<std::uint8_t, code_limit> numbers{}; // plus 1; 0 is no line
    for (std::size_t k = 0; k < std::size(builtin_ops); ++k)
        numbers[static_cast<std::size_t>(builtin_ops[k].code)] = static_cast<std::uint8_t>(k + 1);
    return numbers;
}();
static_assert(std::size(builtin_ops) < 255);

const BuiltinOp* find_line(std::int32_t code) {
    if (code < 0 || code >= code_limit) return nullptr;
    const std::uint8_t number = line_numbers[static_cast<std::size_t>(code)];
    return number == 0 ? nullptr : &builtin_ops[number - 1];
}

/// The predefined objects of that kind by codes. They exist before GrB_init.
template <mergus_op_kind kind>
const auto& all_objects() {
    static const auto made = [] {
        std::array<Row<typename ObjectOf<kind>::type>, code_limit> rows{};
        for (const BuiltinOp& line : builtin_ops)
            rows[static_cast<std::size_t>(line.code)] = objects_of<kind>(line.code);
        return rows;
    }();
    return made;
}

template <mergus_op_kind kind>
typename ObjectOf<kind>::type predefined(const mergus_op& op) {
    const BuiltinOp* const line = find_line(op.code);
    if (line == nullptr || line->kind != kind || op.kind != kind) return nullptr;
    const auto& objects = all_objects<kind>()[static_cast<std::size_t>(line->code)];
    if (line->domain == Domain::untyped) return objects.front();
    const mergus_type* const type = type_on(op, *line);
    if (type == nullptr || type->code < MERGUS_BOOL || type->code > MERGUS_FC64) return nullptr;
    return differs(*line, *type) ? nullptr : objects[static_cast<std::size_t>(type->code - 1)];
}

// Monoids are named GrB_PLUS_MONOID_FP64 or GxB_PLUS_FC64_MONOID. GraphBLAS has bitwise ones on unsigned
// types only.
#define MERGUS_GrB_REALS(N) MERGUS_REALS(GrB, N##_MONOID)
#define MERGUS_GxB_UNSIGNED(N)                                                                               \
    GxB_##N##_UINT8_MONOID, GxB_##N##_UINT16_MONOID, GxB_##N##_UINT32_MONOID, GxB_##N##_UINT64_MONOID
#define MERGUS_GxB_REALS(N)                                                                                  \
    GxB_##N##_INT8_MONOID, GxB_##N##_INT16_MONOID, GxB_##N##_INT32_MONOID, GxB_##N##_INT64_MONOID,           \
        MERGUS_GxB_UNSIGNED(N), GxB_##N##_FP32_MONOID, GxB_##N##_FP64_MONOID
#define MERGUS_COMPLEX_MONOIDS(N) GxB_##N##_FC32_MONOID, GxB_##N##_FC64_MONOID
#define MERGUS_GxB_MONOIDS_all(N)                                                                            \
    { GxB_##N##_BOOL_MONOID, MERGUS_GxB_REALS(N), MERGUS_COMPLEX_MONOIDS(N) }
#define MERGUS_GrB_MONOIDS_numeric(N)                                                                        \
    { nullptr, MERGUS_GrB_REALS(N), MERGUS_COMPLEX_MONOIDS(N) }
#define MERGUS_GrB_MONOIDS_real(N)                                                                           \
    { nullptr, MERGUS_GrB_REALS(N) }
#define MERGUS_GxB_MONOIDS_real(N)                                                                           \
    { nullptr, MERGUS_GxB_REALS(N) }
#define MERGUS_GxB_MONOIDS_integer(N)                                                                        \
    { nullptr, nullptr, nullptr, nullptr, nullptr, MERGUS_GxB_UNSIGNED(N) }
#define MERGUS_GrB_MONOIDS_boolean(N)                                                                        \
    { GrB_##N##_MONOID_BOOL }
#define MERGUS_GxB_MONOIDS_boolean(N)                                                                        \
    { GxB_##N##_BOOL_MONOID }

#define MERGUS_MONOIDS_GrB(DOMAIN, N) MERGUS_GrB_MONOIDS_##DOMAIN(N)
#define MERGUS_MONOIDS_GxB(DOMAIN, N) MERGUS_GxB_MONOIDS_##DOMAIN(N)
#define MERGUS_MONOIDS_none(DOMAIN, N)                                                                       \
    {}

Row<GrB_Monoid> monoids_of(int code) {
    switch (code) {
#define MERGUS_BUILTIN_MONOID(CODE, NAME, DOMAIN, IDENTITY, TERMINAL, PREFIX, OBJECT)                        \
    case MERGUS_OP_##CODE:                                                                                   \
        return MERGUS_MONOIDS_##PREFIX(DOMAIN, OBJECT);
#include <mergus/operators.def>
    default:
        return {};
    }
}

} // namespace

GrB_UnaryOp predefined_unary(const mergus_op& op) {
    return predefined<MERGUS_UNARY>(op);
}

GrB_BinaryOp predefined_binary(const mergus_op& op) {
    return op.kind == MERGUS_INDEX_BINARY ? predefined<MERGUS_INDEX_BINARY>(op)
                                          : predefined<MERGUS_BINARY>(op);
}

GrB_IndexUnaryOp predefined_index_unary(const mergus_op& op) {
    return predefined<MERGUS_INDEX_UNARY>(op);
}

GrB_Monoid predefined_monoid(const mergus_monoid& monoid) {
    if (predefined_binary(*monoid.op) == nullptr) return nullptr;
    const mergus_type* const type = monoid.op->z_type;
    return monoids_of(monoid.op->code)[static_cast<std::size_t>(type->code - 1)];
}

} // namespace mergus::suitesparse
