/// \file predefined.cpp
/// The tables from mergus_opcode and type to GraphBLAS's predefined operators and monoids, for which it has
/// compiled kernels.
///
/// Invariant: a row is taken only if the operator's types are those of the row; whatever has no row (lxnor on
/// numbers, diagindex, any operator on a user type) runs by its host function.
#include "operators.hpp"

#include <array>
#include <utility>

namespace mergus::suitesparse {

namespace {

/// One object for each type, in the order of mergus_type_code, which begins with 1.
template <class Object>
using Row = std::array<Object, 11>;

#define MERGUS_SIGNED(NAME) NAME##_INT8, NAME##_INT16, NAME##_INT32, NAME##_INT64
#define MERGUS_UNSIGNED(NAME) NAME##_UINT8, NAME##_UINT16, NAME##_UINT32, NAME##_UINT64
#define MERGUS_INTEGERS(NAME)                                                                                \
    { nullptr, MERGUS_SIGNED(NAME), MERGUS_UNSIGNED(NAME), nullptr, nullptr }
#define MERGUS_NUMBERS(NAME)                                                                                 \
    { nullptr, MERGUS_SIGNED(NAME), MERGUS_UNSIGNED(NAME), NAME##_FP32, NAME##_FP64 }
#define MERGUS_ALL(NAME)                                                                                     \
    { NAME##_BOOL, MERGUS_SIGNED(NAME), MERGUS_UNSIGNED(NAME), NAME##_FP32, NAME##_FP64 }
#define MERGUS_POSITIONS(NAME)                                                                               \
    { nullptr, nullptr, nullptr, NAME##_INT32, NAME##_INT64 }
#define MERGUS_BOOL_ONLY(NAME)                                                                               \
    { NAME }
#define MERGUS_BITS_MONOID(NAME)                                                                             \
    {                                                                                                        \
        nullptr, nullptr, nullptr, nullptr, nullptr, GxB_##NAME##_UINT8_MONOID, GxB_##NAME##_UINT16_MONOID,  \
            GxB_##NAME##_UINT32_MONOID, GxB_##NAME##_UINT64_MONOID                                           \
    }

template <class Object, std::size_t Rows>
Object find(const std::pair<int, Row<Object>> (&table)[Rows], int opcode, const mergus_type* type) {
    if (type == nullptr || type->code < MERGUS_BOOL || type->code > MERGUS_FP64) return nullptr;
    for (const auto& [code, row] : table)
        if (code == opcode) return row[static_cast<std::size_t>(type->code - 1)];
    return nullptr;
}

bool same(const mergus_type* a, const mergus_type* b) {
    return a == nullptr || b == nullptr || a->code == b->code;
}

} // namespace

GrB_UnaryOp predefined_unary(const mergus_op& op) {
    static const std::pair<int, Row<GrB_UnaryOp>> table[] = {
        {MERGUS_OP_IDENTITY, MERGUS_ALL(GrB_IDENTITY)}, {MERGUS_OP_AINV, MERGUS_ALL(GrB_AINV)},
        {MERGUS_OP_MINV, MERGUS_ALL(GrB_MINV)},         {MERGUS_OP_ABS, MERGUS_ALL(GrB_ABS)},
        {MERGUS_OP_ONE, MERGUS_ALL(GxB_ONE)},           {MERGUS_OP_LNOT, MERGUS_ALL(GxB_LNOT)},
        {MERGUS_OP_BNOT, MERGUS_INTEGERS(GrB_BNOT)},
    };
    if (op.kind != MERGUS_UNARY || !same(op.z_type, op.x_type)) return nullptr;
    return find(table, op.code, op.z_type);
}

GrB_BinaryOp predefined_binary(const mergus_op& op) {
    static const std::pair<int, Row<GrB_BinaryOp>> same_type[] = {
        {MERGUS_OP_FIRST, MERGUS_ALL(GrB_FIRST)},    {MERGUS_OP_SECOND, MERGUS_ALL(GrB_SECOND)},
        {MERGUS_OP_PAIR, MERGUS_ALL(GrB_ONEB)},      {MERGUS_OP_ANY, MERGUS_ALL(GxB_ANY)},
        {MERGUS_OP_PLUS, MERGUS_ALL(GrB_PLUS)},      {MERGUS_OP_MINUS, MERGUS_ALL(GrB_MINUS)},
        {MERGUS_OP_RMINUS, MERGUS_ALL(GxB_RMINUS)},  {MERGUS_OP_TIMES, MERGUS_ALL(GrB_TIMES)},
        {MERGUS_OP_DIV, MERGUS_ALL(GrB_DIV)},        {MERGUS_OP_RDIV, MERGUS_ALL(GxB_RDIV)},
        {MERGUS_OP_MIN, MERGUS_ALL(GrB_MIN)},        {MERGUS_OP_MAX, MERGUS_ALL(GrB_MAX)},
        {MERGUS_OP_LOR, MERGUS_ALL(GxB_LOR)},        {MERGUS_OP_LAND, MERGUS_ALL(GxB_LAND)},
        {MERGUS_OP_LXOR, MERGUS_ALL(GxB_LXOR)},      {MERGUS_OP_LXNOR, MERGUS_BOOL_ONLY(GrB_LXNOR)},
        {MERGUS_OP_BOR, MERGUS_INTEGERS(GrB_BOR)},   {MERGUS_OP_BAND, MERGUS_INTEGERS(GrB_BAND)},
        {MERGUS_OP_BXOR, MERGUS_INTEGERS(GrB_BXOR)}, {MERGUS_OP_BXNOR, MERGUS_INTEGERS(GrB_BXNOR)},
    };
    static const std::pair<int, Row<GrB_BinaryOp>> comparisons[] = {
        {MERGUS_OP_EQ, MERGUS_ALL(GrB_EQ)}, {MERGUS_OP_NE, MERGUS_ALL(GrB_NE)},
        {MERGUS_OP_LT, MERGUS_ALL(GrB_LT)}, {MERGUS_OP_GT, MERGUS_ALL(GrB_GT)},
        {MERGUS_OP_LE, MERGUS_ALL(GrB_LE)}, {MERGUS_OP_GE, MERGUS_ALL(GrB_GE)},
    };
    static const std::pair<int, Row<GrB_BinaryOp>> positions[] = {
        {MERGUS_OP_FIRSTI, MERGUS_POSITIONS(GxB_FIRSTI)},
        {MERGUS_OP_FIRSTI1, MERGUS_POSITIONS(GxB_FIRSTI1)},
        {MERGUS_OP_FIRSTJ, MERGUS_POSITIONS(GxB_FIRSTJ)},
        {MERGUS_OP_FIRSTJ1, MERGUS_POSITIONS(GxB_FIRSTJ1)},
        {MERGUS_OP_SECONDI, MERGUS_POSITIONS(GxB_SECONDI)},
        {MERGUS_OP_SECONDI1, MERGUS_POSITIONS(GxB_SECONDI1)},
        {MERGUS_OP_SECONDJ, MERGUS_POSITIONS(GxB_SECONDJ)},
        {MERGUS_OP_SECONDJ1, MERGUS_POSITIONS(GxB_SECONDJ1)},
    };
    if (op.kind == MERGUS_INDEX_BINARY) return find(positions, op.code, op.z_type);
    if (op.kind != MERGUS_BINARY || !same(op.x_type, op.y_type)) return nullptr;
    if (op.z_type->code == MERGUS_BOOL)
        if (const GrB_BinaryOp found = find(comparisons, op.code, op.x_type); found != nullptr) return found;
    if (!same(op.z_type, op.x_type) || !same(op.z_type, op.y_type)) return nullptr;
    return find(same_type, op.code, op.z_type);
}

GrB_IndexUnaryOp predefined_index_unary(const mergus_op& op) {
    static const std::pair<int, GrB_IndexUnaryOp> places[] = {
        {MERGUS_OP_TRIL, GrB_TRIL},       {MERGUS_OP_TRIU, GrB_TRIU},   {MERGUS_OP_DIAG, GrB_DIAG},
        {MERGUS_OP_OFFDIAG, GrB_OFFDIAG}, {MERGUS_OP_ROWLE, GrB_ROWLE}, {MERGUS_OP_ROWGT, GrB_ROWGT},
        {MERGUS_OP_COLLE, GrB_COLLE},     {MERGUS_OP_COLGT, GrB_COLGT},
    };
    static const std::pair<int, Row<GrB_IndexUnaryOp>> values[] = {
        {MERGUS_OP_VALUEEQ, MERGUS_ALL(GrB_VALUEEQ)}, {MERGUS_OP_VALUENE, MERGUS_ALL(GrB_VALUENE)},
        {MERGUS_OP_VALUELT, MERGUS_ALL(GrB_VALUELT)}, {MERGUS_OP_VALUELE, MERGUS_ALL(GrB_VALUELE)},
        {MERGUS_OP_VALUEGT, MERGUS_ALL(GrB_VALUEGT)}, {MERGUS_OP_VALUEGE, MERGUS_ALL(GrB_VALUEGE)},
    };
    // Without DIAGINDEX: GraphBLAS's is j − (i + y), the specification's j − i + y.
    static const std::pair<int, Row<GrB_IndexUnaryOp>> positions[] = {
        {MERGUS_OP_ROWINDEX, MERGUS_POSITIONS(GrB_ROWINDEX)},
        {MERGUS_OP_COLINDEX, MERGUS_POSITIONS(GrB_COLINDEX)},
    };
    if (op.kind != MERGUS_INDEX_UNARY) return nullptr;
    for (const auto& [code, found] : places)
        if (code == op.code) return found;
    if (op.code >= MERGUS_OP_ROWINDEX) return find(positions, op.code, op.z_type);
    return find(values, op.code, op.x_type);
}

GrB_Monoid predefined_monoid(const mergus_monoid& monoid) {
    static const std::pair<int, Row<GrB_Monoid>> table[] = {
        {MERGUS_OP_PLUS, MERGUS_NUMBERS(GrB_PLUS_MONOID)},
        {MERGUS_OP_TIMES, MERGUS_NUMBERS(GrB_TIMES_MONOID)},
        {MERGUS_OP_MIN, MERGUS_NUMBERS(GrB_MIN_MONOID)},
        {MERGUS_OP_MAX, MERGUS_NUMBERS(GrB_MAX_MONOID)},
        {MERGUS_OP_LOR, MERGUS_BOOL_ONLY(GrB_LOR_MONOID_BOOL)},
        {MERGUS_OP_LAND, MERGUS_BOOL_ONLY(GrB_LAND_MONOID_BOOL)},
        {MERGUS_OP_LXOR, MERGUS_BOOL_ONLY(GrB_LXOR_MONOID_BOOL)},
        {MERGUS_OP_LXNOR, MERGUS_BOOL_ONLY(GrB_LXNOR_MONOID_BOOL)},
        {MERGUS_OP_EQ, MERGUS_BOOL_ONLY(GrB_LXNOR_MONOID_BOOL)},
        {MERGUS_OP_BOR, MERGUS_BITS_MONOID(BOR)},
        {MERGUS_OP_BAND, MERGUS_BITS_MONOID(BAND)},
        {MERGUS_OP_BXOR, MERGUS_BITS_MONOID(BXOR)},
        {MERGUS_OP_BXNOR, MERGUS_BITS_MONOID(BXNOR)},
    };
    static const Row<GrB_Monoid> any = {GxB_ANY_BOOL_MONOID,   GxB_ANY_INT8_MONOID,   GxB_ANY_INT16_MONOID,
                                        GxB_ANY_INT32_MONOID,  GxB_ANY_INT64_MONOID,  GxB_ANY_UINT8_MONOID,
                                        GxB_ANY_UINT16_MONOID, GxB_ANY_UINT32_MONOID, GxB_ANY_UINT64_MONOID,
                                        GxB_ANY_FP32_MONOID,   GxB_ANY_FP64_MONOID};
    if (predefined_binary(*monoid.op) == nullptr) return nullptr;
    const mergus_type* const type = monoid.op->z_type;
    const GrB_Monoid found = monoid.op->code == MERGUS_OP_ANY ? any[static_cast<std::size_t>(type->code - 1)]
                                                              : find(table, monoid.op->code, type);
    if (found == nullptr) return nullptr;
    // Only with the identity that is built in (to the bit: −0.0 is another one); its terminal value then is
    // the mathematical one.
    std::array<unsigned char, sizeof(std::uint64_t)> identity{};
    check(GxB_Monoid_identity(identity.data(), found), "GxB_Monoid_identity");
    return std::memcmp(identity.data(), monoid.identity, type->size) == 0 ? found : nullptr;
}

} // namespace mergus::suitesparse
