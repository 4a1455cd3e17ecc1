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
using Row = std::array<Object, 13>;

#define MERGUS_SIGNED(NAME) NAME##_INT8, NAME##_INT16, NAME##_INT32, NAME##_INT64
#define MERGUS_UNSIGNED(NAME) NAME##_UINT8, NAME##_UINT16, NAME##_UINT32, NAME##_UINT64
#define MERGUS_INTEGERS(NAME)                                                                                \
    { nullptr, MERGUS_SIGNED(NAME), MERGUS_UNSIGNED(NAME), nullptr, nullptr }
#define MERGUS_NUMBERS(NAME)                                                                                 \
    { nullptr, MERGUS_SIGNED(NAME), MERGUS_UNSIGNED(NAME), NAME##_FP32, NAME##_FP64 }
#define MERGUS_NUMBERS_MONOID(NAME)                                                                          \
    {                                                                                                        \
        nullptr, MERGUS_SIGNED(GrB_##NAME##_MONOID), MERGUS_UNSIGNED(GrB_##NAME##_MONOID),                   \
            GrB_##NAME##_MONOID_FP32, GrB_##NAME##_MONOID_FP64, GxB_##NAME##_FC32_MONOID,                    \
            GxB_##NAME##_FC64_MONOID                                                                         \
    }
#define MERGUS_ORDERED(NAME)                                                                                 \
    { NAME##_BOOL, MERGUS_SIGNED(NAME), MERGUS_UNSIGNED(NAME), NAME##_FP32, NAME##_FP64 }
#define MERGUS_ALL(PREFIX, NAME)                                                                             \
    {                                                                                                        \
        PREFIX##_##NAME##_BOOL, MERGUS_SIGNED(PREFIX##_##NAME), MERGUS_UNSIGNED(PREFIX##_##NAME),            \
            PREFIX##_##NAME##_FP32, PREFIX##_##NAME##_FP64, GxB_##NAME##_FC32, GxB_##NAME##_FC64             \
    }
#define MERGUS_COMPLEX(NAME)                                                                                 \
    {                                                                                                        \
        nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,   \
            NAME##_FC32, NAME##_FC64                                                                         \
    }
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
    if (type == nullptr || type->code < MERGUS_BOOL || type->code > MERGUS_FC64) return nullptr;
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
        {MERGUS_OP_IDENTITY, MERGUS_ALL(GrB, IDENTITY)}, {MERGUS_OP_AINV, MERGUS_ALL(GrB, AINV)},
        {MERGUS_OP_MINV, MERGUS_ALL(GrB, MINV)},         {MERGUS_OP_ABS, MERGUS_ORDERED(GrB_ABS)},
        {MERGUS_OP_ONE, MERGUS_ALL(GxB, ONE)},           {MERGUS_OP_LNOT, MERGUS_ORDERED(GxB_LNOT)},
        {MERGUS_OP_BNOT, MERGUS_INTEGERS(GrB_BNOT)},
    };
    static const std::pair<int, Row<GrB_UnaryOp>> on_complex[] = {
        {MERGUS_OP_ABS, MERGUS_COMPLEX(GxB_ABS)},     {MERGUS_OP_CONJ, MERGUS_COMPLEX(GxB_CONJ)},
        {MERGUS_OP_CREAL, MERGUS_COMPLEX(GxB_CREAL)}, {MERGUS_OP_CIMAG, MERGUS_COMPLEX(GxB_CIMAG)},
        {MERGUS_OP_CARG, MERGUS_COMPLEX(GxB_CARG)},
    };
    if (op.kind != MERGUS_UNARY) return nullptr;
    // Their z is real or x's type; a program's own operator has the code MERGUS_OP_USER.
    if (const GrB_UnaryOp found = find(on_complex, op.code, op.x_type); found != nullptr) return found;
    if (!same(op.z_type, op.x_type)) return nullptr;
    return find(table, op.code, op.z_type);
}

GrB_BinaryOp predefined_binary(const mergus_op& op) {
    static const std::pair<int, Row<GrB_BinaryOp>> same_type[] = {
        {MERGUS_OP_FIRST, MERGUS_ALL(GrB, FIRST)},   {MERGUS_OP_SECOND, MERGUS_ALL(GrB, SECOND)},
        {MERGUS_OP_PAIR, MERGUS_ALL(GrB, ONEB)},     {MERGUS_OP_ANY, MERGUS_ALL(GxB, ANY)},
        {MERGUS_OP_PLUS, MERGUS_ALL(GrB, PLUS)},     {MERGUS_OP_MINUS, MERGUS_ALL(GrB, MINUS)},
        {MERGUS_OP_RMINUS, MERGUS_ALL(GxB, RMINUS)}, {MERGUS_OP_TIMES, MERGUS_ALL(GrB, TIMES)},
        {MERGUS_OP_DIV, MERGUS_ALL(GrB, DIV)},       {MERGUS_OP_RDIV, MERGUS_ALL(GxB, RDIV)},
        {MERGUS_OP_MIN, MERGUS_ORDERED(GrB_MIN)},    {MERGUS_OP_MAX, MERGUS_ORDERED(GrB_MAX)},
        {MERGUS_OP_LOR, MERGUS_ORDERED(GxB_LOR)},    {MERGUS_OP_LAND, MERGUS_ORDERED(GxB_LAND)},
        {MERGUS_OP_LXOR, MERGUS_ORDERED(GxB_LXOR)},  {MERGUS_OP_LXNOR, MERGUS_BOOL_ONLY(GrB_LXNOR)},
        {MERGUS_OP_BOR, MERGUS_INTEGERS(GrB_BOR)},   {MERGUS_OP_BAND, MERGUS_INTEGERS(GrB_BAND)},
        {MERGUS_OP_BXOR, MERGUS_INTEGERS(GrB_BXOR)}, {MERGUS_OP_BXNOR, MERGUS_INTEGERS(GrB_BXNOR)},
    };
    static const std::pair<int, Row<GrB_BinaryOp>> comparisons[] = {
        {MERGUS_OP_EQ, MERGUS_ALL(GrB, EQ)},    {MERGUS_OP_NE, MERGUS_ALL(GrB, NE)},
        {MERGUS_OP_LT, MERGUS_ORDERED(GrB_LT)}, {MERGUS_OP_GT, MERGUS_ORDERED(GrB_GT)},
        {MERGUS_OP_LE, MERGUS_ORDERED(GrB_LE)}, {MERGUS_OP_GE, MERGUS_ORDERED(GrB_GE)},
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
        {MERGUS_OP_VALUEEQ, MERGUS_ALL(GrB, VALUEEQ)},    {MERGUS_OP_VALUENE, MERGUS_ALL(GrB, VALUENE)},
        {MERGUS_OP_VALUELT, MERGUS_ORDERED(GrB_VALUELT)}, {MERGUS_OP_VALUELE, MERGUS_ORDERED(GrB_VALUELE)},
        {MERGUS_OP_VALUEGT, MERGUS_ORDERED(GrB_VALUEGT)}, {MERGUS_OP_VALUEGE, MERGUS_ORDERED(GrB_VALUEGE)},
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
        {MERGUS_OP_PLUS, MERGUS_NUMBERS_MONOID(PLUS)},
        {MERGUS_OP_TIMES, MERGUS_NUMBERS_MONOID(TIMES)},
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
                                        GxB_ANY_FP32_MONOID,   GxB_ANY_FP64_MONOID,   GxB_ANY_FC32_MONOID,
                                        GxB_ANY_FC64_MONOID};
    if (predefined_binary(*monoid.op) == nullptr) return nullptr;
    const mergus_type* const type = monoid.op->z_type;
    const GrB_Monoid found = monoid.op->code == MERGUS_OP_ANY ? any[static_cast<std::size_t>(type->code - 1)]
                                                              : find(table, monoid.op->code, type);
    if (found == nullptr) return nullptr;
    // Only with the identity that is built in (to the bit: −0.0 is another one); its terminal value then is
    // the mathematical one.
    std::array<unsigned char, sizeof(std::complex<double>)> identity{};
    check(GxB_Monoid_identity(identity.data(), found), "GxB_Monoid_identity");
    return std::memcmp(identity.data(), monoid.identity, type->size) == 0 ? found : nullptr;
}

} // namespace mergus::suitesparse
