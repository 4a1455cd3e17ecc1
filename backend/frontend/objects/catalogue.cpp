/// \file catalogue.cpp
/// Makes the descriptors of all built-in operators, monoids and semirings from semirings/operators.hpp.
#include "catalogue.hpp"

#include <mergus/define.hpp>
#include <mergus/error.hpp>

#include <math.h> // NOLINT(modernize-deprecated-headers): operators.hpp names the C functions

#include <mergus/semirings/operators.hpp>

#include <limits>

namespace mergus::core {

namespace {

constexpr std::uint32_t monoid_properties = MERGUS_OP_ASSOCIATIVE | MERGUS_OP_COMMUTATIVE;

constexpr std::array numeric_types = {MERGUS_INT8,  MERGUS_INT16,  MERGUS_INT32,  MERGUS_INT64,
                                      MERGUS_UINT8, MERGUS_UINT16, MERGUS_UINT32, MERGUS_UINT64,
                                      MERGUS_FP32,  MERGUS_FP64,   MERGUS_FC32,   MERGUS_FC64};
constexpr std::array integer_types = {MERGUS_INT8,  MERGUS_INT16,  MERGUS_INT32,  MERGUS_INT64,
                                      MERGUS_UINT8, MERGUS_UINT16, MERGUS_UINT32, MERGUS_UINT64};
constexpr std::array position_types = {MERGUS_INT32, MERGUS_INT64};

struct Pair {
    mergus_opcode add, mul;
};

} // namespace

template <auto Function>
mergus_op& Catalogue::add_op(mergus_opcode code, const char* name, mergus_type_code type) {
    using Traits = detail::OpTraits<Function>;
    mergus_op& op = ops_.emplace_back();
    op.struct_size = sizeof(mergus_op);
    op.kind = Traits::kind;
    op.code = code;
    op.name = name;
    op.z_type = type_of<typename Traits::z_type>();
    op.x_type = Traits::x();
    op.y_type = Traits::y();
    Traits::set(op);
    op.text = text_;
    op.callable =
        keep(std::string("mergus::functions::") + name + "<" + detail::builtin_type(type)->name + ">");
    op.convention = MERGUS_CALL_VALUES;
    op_index_[code][static_cast<std::size_t>(type)] = &op;
    return op;
}

template <class T>
void Catalogue::add_monoid(mergus_opcode code, T identity) {
    constexpr auto type = static_cast<std::size_t>(detail::builtin_code<T>());
    mergus_monoid& monoid = monoids_.emplace_back();
    monoid.struct_size = sizeof(mergus_monoid);
    monoid.op = op_index_[code][type];
    Value& value = values_.emplace_back();
    detail::store(value.bytes.data(), identity);
    monoid.identity = value.bytes.data();
    monoid_index_[code][type] = &monoid;
}

template <class T>
void Catalogue::add_monoid(mergus_opcode code, T identity, T terminal) {
    add_monoid<T>(code, identity);
    Value& value = values_.emplace_back();
    detail::store(value.bytes.data(), terminal);
    monoids_.back().terminal = value.bytes.data();
}

// One line an operator: its code's ending, its name in operators.hpp.
#define OP(CODE, NAME) add_op<&functions::NAME<T>>(MERGUS_OP_##CODE, #NAME, type)
#define MONOID_OP(CODE, NAME) OP(CODE, NAME).properties = monoid_properties

template <class T>
void Catalogue::add_type() {
    constexpr mergus_type_code type = detail::builtin_code<T>();
    OP(IDENTITY, identity);
    OP(AINV, ainv);
    OP(MINV, minv);
    OP(ABS, abs);
    OP(ONE, one).x_type = nullptr;

    mergus_op& first = OP(FIRST, first);
    first.y_type = nullptr;
    first.properties = MERGUS_OP_ASSOCIATIVE;
    mergus_op& second = OP(SECOND, second);
    second.x_type = nullptr;
    second.properties = MERGUS_OP_ASSOCIATIVE;
    mergus_op& pair = OP(PAIR, pair);
    pair.x_type = pair.y_type = nullptr;
    pair.properties = MERGUS_OP_COMMUTATIVE;
    MONOID_OP(ANY, any);
    MONOID_OP(PLUS, plus);
    OP(MINUS, minus);
    OP(RMINUS, rminus);
    MONOID_OP(TIMES, times);
    OP(DIV, div);
    OP(RDIV, rdiv);
    // EQ on bool is LXNOR, NE is LXOR.
    constexpr std::uint32_t comparison =
        std::is_same_v<T, bool> ? monoid_properties : std::uint32_t{MERGUS_OP_COMMUTATIVE};
    OP(EQ, eq).properties = comparison;
    OP(NE, ne).properties = comparison;
    OP(VALUEEQ, valueeq);
    OP(VALUENE, valuene);
    add_monoid<T>(MERGUS_OP_ANY, T(0));
    if constexpr (NumericType<T>) {
        add_monoid<T>(MERGUS_OP_PLUS, T(0));
        if constexpr (std::is_integral_v<T>)
            add_monoid<T>(MERGUS_OP_TIMES, T(1), T(0));
        else
            add_monoid<T>(MERGUS_OP_TIMES, T(1)); // 0 is no terminal: 0·NaN and 0·∞ are NaN
    }
    if constexpr (ComplexType<T>)
        add_complex<T>();
    else
        add_ordered<T>();
}

template <class T>
void Catalogue::add_complex() {
    constexpr mergus_type_code type = detail::builtin_code<T>();
    OP(CONJ, conj);
    OP(CREAL, creal);
    OP(CIMAG, cimag);
    OP(CARG, carg);
}

template <class T>
void Catalogue::add_ordered() {
    constexpr mergus_type_code type = detail::builtin_code<T>();
    OP(LNOT, lnot);
    MONOID_OP(MIN, min);
    MONOID_OP(MAX, max);
    MONOID_OP(LOR, lor);
    MONOID_OP(LAND, land);
    MONOID_OP(LXOR, lxor);
    MONOID_OP(LXNOR, lxnor);
    OP(LT, lt);
    OP(GT, gt);
    OP(LE, le);
    OP(GE, ge);
    OP(VALUELT, valuelt);
    OP(VALUELE, valuele);
    OP(VALUEGT, valuegt);
    OP(VALUEGE, valuege);

    if constexpr (std::is_same_v<T, bool>) {
        for (mergus_op* op : {&OP(TRIL, tril), &OP(TRIU, triu), &OP(DIAG, diag), &OP(OFFDIAG, offdiag),
                              &OP(ROWLE, rowle), &OP(ROWGT, rowgt), &OP(COLLE, colle), &OP(COLGT, colgt)})
            op->x_type = nullptr;
        add_monoid<bool>(MERGUS_OP_LOR, false, true);
        add_monoid<bool>(MERGUS_OP_LAND, true, false);
        add_monoid<bool>(MERGUS_OP_LXOR, false);
        add_monoid<bool>(MERGUS_OP_LXNOR, true);
        add_monoid<bool>(MERGUS_OP_EQ, true);
    } else {
        constexpr bool integral = std::is_integral_v<T>;
        constexpr T least = integral ? std::numeric_limits<T>::lowest() : -std::numeric_limits<T>::infinity();
        constexpr T greatest = integral ? std::numeric_limits<T>::max() : std::numeric_limits<T>::infinity();
        add_monoid<T>(MERGUS_OP_MIN, greatest, least);
        add_monoid<T>(MERGUS_OP_MAX, least, greatest);
        if constexpr (integral) {
            OP(BNOT, bnot);
            MONOID_OP(BOR, bor);
            MONOID_OP(BAND, band);
            MONOID_OP(BXOR, bxor);
            MONOID_OP(BXNOR, bxnor);
            constexpr T all_bits = static_cast<T>(~std::uint64_t{0});
            add_monoid<T>(MERGUS_OP_BOR, T(0), all_bits);
            add_monoid<T>(MERGUS_OP_BAND, all_bits, T(0));
            add_monoid<T>(MERGUS_OP_BXOR, T(0));
            add_monoid<T>(MERGUS_OP_BXNOR, all_bits);
        }
    }

    if constexpr (std::is_same_v<T, std::int32_t> || std::is_same_v<T, std::int64_t>) {
        for (mergus_op* op :
             {&OP(FIRSTI, firsti), &OP(FIRSTI1, firsti1), &OP(FIRSTJ, firstj), &OP(FIRSTJ1, firstj1),
              &OP(SECONDI, secondi), &OP(SECONDI1, secondi1), &OP(SECONDJ, secondj), &OP(SECONDJ1, secondj1)})
            op->x_type = op->y_type = nullptr;
        for (mergus_op* op : {&OP(ROWINDEX, rowindex), &OP(COLINDEX, colindex), &OP(DIAGINDEX, diagindex)})
            op->x_type = nullptr;
    }
}

#undef MONOID_OP
#undef OP

void Catalogue::add_semiring(mergus_opcode add, mergus_opcode mul, mergus_type_code type) {
    const mergus_monoid* monoid = monoid_index_[add][static_cast<std::size_t>(type)];
    const mergus_op* op = op_index_[mul][static_cast<std::size_t>(type)];
    mergus_semiring& semiring = semiring_store_.emplace_back();
    semiring = {sizeof(mergus_semiring), keep(std::string(monoid->op->name) + "_" + op->name), monoid, op};
    semirings_.push_back({semiring.name, detail::builtin_type(type), &semiring});
}

/// The list that semirings/ spells out as constants; a test holds the two against each other.
void Catalogue::add_semirings() {
    for (const Pair s : {Pair{MERGUS_OP_PLUS, MERGUS_OP_TIMES},
                         {MERGUS_OP_PLUS, MERGUS_OP_MIN},
                         {MERGUS_OP_TIMES, MERGUS_OP_PLUS},
                         {MERGUS_OP_MIN, MERGUS_OP_PLUS},
                         {MERGUS_OP_MAX, MERGUS_OP_PLUS},
                         {MERGUS_OP_MIN, MERGUS_OP_TIMES},
                         {MERGUS_OP_MAX, MERGUS_OP_TIMES},
                         {MERGUS_OP_MIN, MERGUS_OP_MAX},
                         {MERGUS_OP_MAX, MERGUS_OP_MIN},
                         {MERGUS_OP_PLUS, MERGUS_OP_PAIR},
                         {MERGUS_OP_PLUS, MERGUS_OP_FIRST},
                         {MERGUS_OP_PLUS, MERGUS_OP_SECOND},
                         {MERGUS_OP_MIN, MERGUS_OP_FIRST},
                         {MERGUS_OP_MIN, MERGUS_OP_SECOND},
                         {MERGUS_OP_MAX, MERGUS_OP_FIRST},
                         {MERGUS_OP_MAX, MERGUS_OP_SECOND}})
        for (const mergus_type_code type : numeric_types)
            if (monoid_index_[s.add][type] != nullptr && op_index_[s.mul][type] != nullptr)
                add_semiring(s.add, s.mul, type); // complex numbers have no min and max
    for (const mergus_opcode mul : {MERGUS_OP_PAIR, MERGUS_OP_FIRST, MERGUS_OP_SECOND}) {
        add_semiring(MERGUS_OP_ANY, mul, MERGUS_BOOL);
        for (const mergus_type_code type : numeric_types) add_semiring(MERGUS_OP_ANY, mul, type);
    }
    for (const mergus_opcode add : {MERGUS_OP_BOR, MERGUS_OP_BXOR})
        for (const mergus_type_code type : integer_types) add_semiring(add, MERGUS_OP_BAND, type);
    for (const Pair s : {Pair{MERGUS_OP_LOR, MERGUS_OP_LAND},
                         {MERGUS_OP_LAND, MERGUS_OP_LOR},
                         {MERGUS_OP_LXOR, MERGUS_OP_LAND},
                         {MERGUS_OP_LXNOR, MERGUS_OP_LOR},
                         {MERGUS_OP_EQ, MERGUS_OP_LOR}})
        add_semiring(s.add, s.mul, MERGUS_BOOL);
    for (const mergus_opcode add : {MERGUS_OP_ANY, MERGUS_OP_MIN})
        for (const mergus_opcode mul :
             {MERGUS_OP_FIRSTI, MERGUS_OP_FIRSTI1, MERGUS_OP_FIRSTJ, MERGUS_OP_FIRSTJ1, MERGUS_OP_SECONDI,
              MERGUS_OP_SECONDI1, MERGUS_OP_SECONDJ, MERGUS_OP_SECONDJ1})
            for (const mergus_type_code type : position_types) add_semiring(add, mul, type);
}

Catalogue::Catalogue() : text_(keep(std::string(semirings_text("operators.hpp")))) {
    add_type<bool>();
    add_type<std::int8_t>();
    add_type<std::int16_t>();
    add_type<std::int32_t>();
    add_type<std::int64_t>();
    add_type<std::uint8_t>();
    add_type<std::uint16_t>();
    add_type<std::uint32_t>();
    add_type<std::uint64_t>();
    add_type<float>();
    add_type<double>();
    add_type<complex<float>>();
    add_type<complex<double>>();
    add_semirings();
}

const Catalogue& Catalogue::get() {
    static const Catalogue& catalogue = *new Catalogue; // destructors of global objects may still use it
    return catalogue;
}

const mergus_op* Catalogue::op(mergus_opcode op, mergus_type_code type) const noexcept {
    if (op < 0 || op >= static_cast<int>(opcode_limit) || type < 0 || type >= static_cast<int>(type_limit))
        return nullptr;
    return op_index_[op][type];
}

const mergus_monoid* Catalogue::monoid(mergus_opcode op, mergus_type_code type) const noexcept {
    if (op < 0 || op >= static_cast<int>(opcode_limit) || type < 0 || type >= static_cast<int>(type_limit))
        return nullptr;
    return monoid_index_[op][type];
}

const mergus_semiring* Catalogue::semiring(mergus_opcode add, mergus_opcode mul,
                                           mergus_type_code type) const noexcept {
    const mergus_monoid* wanted_monoid = monoid(add, type);
    const mergus_op* wanted_op = op(mul, type);
    for (const NamedSemiring& known : semirings_)
        if (known.handle->add == wanted_monoid && known.handle->mul == wanted_op) return known.handle;
    return nullptr;
}

} // namespace mergus::core

namespace mergus {

using core::Catalogue;

const mergus_op* detail::builtin_op(mergus_opcode op, mergus_type_code type) {
    if (const mergus_op* found = Catalogue::get().op(op, type)) return found;
    throw Error(Code::domain_mismatch, "there is no built-in operator " + std::to_string(op) + " on " +
                                           std::string(type_name(builtin_type(type))));
}

const mergus_monoid* detail::builtin_monoid(mergus_opcode op, mergus_type_code type) {
    if (const mergus_monoid* found = Catalogue::get().monoid(op, type)) return found;
    throw Error(Code::domain_mismatch, "there is no built-in monoid of operator " + std::to_string(op) +
                                           " on " + std::string(type_name(builtin_type(type))));
}

const mergus_semiring* detail::builtin_semiring(mergus_opcode add, mergus_opcode mul, mergus_type_code type) {
    if (const mergus_semiring* found = Catalogue::get().semiring(add, mul, type)) return found;
    throw Error(Code::domain_mismatch, "there is no built-in semiring of operators " + std::to_string(add) +
                                           " and " + std::to_string(mul) + " on " +
                                           std::string(type_name(builtin_type(type))));
}

std::span<const NamedSemiring> builtin_semirings() {
    return Catalogue::get().semirings();
}

NamedSemiring find_semiring(std::string_view name, const mergus_type* type) noexcept {
    for (const NamedSemiring& known : Catalogue::get().semirings())
        if (known.name == name && known.type == type) return known;
    return {name, type, nullptr};
}

const mergus_op* find_op(std::string_view name, const mergus_type* type) noexcept {
    if (type == nullptr || type->code >= static_cast<int>(core::type_limit)) return nullptr;
    const Catalogue& catalogue = Catalogue::get();
    for (int code = 1; code < static_cast<int>(core::opcode_limit); ++code) {
        const auto op = static_cast<mergus_opcode>(code);
        const bool any_type = op >= MERGUS_OP_TRIL && op <= MERGUS_OP_COLGT;
        const mergus_op* found =
            catalogue.op(op, any_type ? MERGUS_BOOL : static_cast<mergus_type_code>(type->code));
        if (found != nullptr && found->name == name) return found;
    }
    return nullptr;
}

const mergus_monoid* find_monoid(std::string_view name, const mergus_type* type) noexcept {
    const mergus_op* op = find_op(name, type);
    return op == nullptr ? nullptr
                         : Catalogue::get().monoid(static_cast<mergus_opcode>(op->code),
                                                   static_cast<mergus_type_code>(type->code));
}

} // namespace mergus
