/// \file catalogue.cpp
/// Makes the descriptors of all built-in operators and monoids, from the list operators.def and the functions
/// of semirings/operators.hpp, and of the built-in semirings.
#include "catalogue.hpp"

#include <mergus/define.hpp>
#include <mergus/error.hpp>

#include <math.h> // NOLINT(modernize-deprecated-headers): operators.hpp names the C functions

#include <mergus/semirings/operators.hpp>

#include <limits>

namespace mergus::core {

namespace {

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

namespace {

/// The type of z by the operator's line: static_asserts compare it with the function.
template <class T, ResultType result>
struct ResultOf {
    using type = T;
};
template <class T>
struct ResultOf<T, ResultType::boolean> {
    using type = bool;
};
template <class R>
struct ResultOf<complex<R>, ResultType::real> {
    using type = R;
};

template <class T>
constexpr T value_of(MonoidValue value) {
    constexpr bool bounded = std::is_integral_v<T>;
    switch (value) {
    case MonoidValue::one:
        return T(1);
    case MonoidValue::least:
        if constexpr (OrderedType<T>)
            return bounded ? std::numeric_limits<T>::lowest() : -std::numeric_limits<T>::infinity();
        break;
    case MonoidValue::greatest:
        if constexpr (OrderedType<T>)
            return bounded ? std::numeric_limits<T>::max() : std::numeric_limits<T>::infinity();
        break;
    case MonoidValue::all_bits:
        if constexpr (IntegerType<T>) return static_cast<T>(~std::uint64_t{0});
        break;
    case MonoidValue::none:
    case MonoidValue::zero:
    case MonoidValue::zero_of_integers:
        break;
    }
    return T(0);
}

template <class T>
constexpr bool has_terminal(const BuiltinMonoid& monoid) {
    return monoid.terminal != MonoidValue::none &&
           (monoid.terminal != MonoidValue::zero_of_integers || std::is_integral_v<T>);
}

} // namespace

template <class T, mergus_opcode code, auto Function>
void Catalogue::add_op() {
    using Traits = detail::OpTraits<Function>;
    static constexpr BuiltinOp line = *find_builtin_op(code);
    static_assert(Traits::kind == line.kind, "the function takes the arguments of another kind of operator");
    static_assert(std::is_same_v<typename Traits::z_type, typename ResultOf<T, line.result>::type>,
                  "the function returns another type than the operator's line says");
    mergus_op op{};
    op.z_type = type_of<typename Traits::z_type>();
    if (line.reads == Reads::x || line.reads == Reads::both) op.x_type = Traits::x();
    if (line.reads == Reads::y || line.reads == Reads::both) op.y_type = Traits::y();
    Traits::set(op);
    op.properties = properties_on<T>(line.properties);
    add_op(line, detail::builtin_code<T>(), op);
}

/// What needs no template: there are a thousand operators to compile.
void Catalogue::add_op(const BuiltinOp& line, mergus_type_code type, const mergus_op& typed) {
    mergus_op& op = ops_.emplace_back(typed);
    op.struct_size = sizeof(mergus_op);
    op.kind = line.kind;
    op.code = line.code;
    op.name = line.name.data(); // a literal
    op.text = text_;
    op.callable =
        keep("mergus::functions::" + std::string(line.name) + "<" + detail::builtin_type(type)->name + ">");
    op.convention = MERGUS_CALL_VALUES;
    op_index_[line.code][static_cast<std::size_t>(type)] = &op;
}

template <class T>
const void* Catalogue::keep_value(T value) {
    Value& kept = values_.emplace_back();
    detail::store(kept.bytes.data(), value);
    return kept.bytes.data();
}

template <class T>
void Catalogue::add_type() {
#define MERGUS_BUILTIN_OP(NUMBER, CODE, NAME, KIND, DOMAIN, ...)                                             \
    if constexpr (in_domain<T>(Domain::DOMAIN)) add_op<T, MERGUS_OP_##CODE, &functions::NAME<T>>();
#include <mergus/operators.def>

    constexpr auto type = static_cast<std::size_t>(detail::builtin_code<T>());
    for (const BuiltinMonoid& line : builtin_monoids) {
        if (!in_domain<T>(line.domain)) continue;
        mergus_monoid& monoid = monoids_.emplace_back();
        monoid.struct_size = sizeof(mergus_monoid);
        monoid.op = op_index_[line.op][type];
        monoid.identity = keep_value(value_of<T>(line.identity));
        if (has_terminal<T>(line)) monoid.terminal = keep_value(value_of<T>(line.terminal));
        monoid_index_[line.op][type] = &monoid;
    }
}

void Catalogue::add_semiring(mergus_opcode add, mergus_opcode mul, mergus_type_code type) {
    const mergus_monoid* monoid = monoid_index_[add][static_cast<std::size_t>(type)];
    const mergus_op* op = op_index_[mul][static_cast<std::size_t>(type)];
    mergus_semiring& semiring = semiring_store_.emplace_back();
    semiring = {sizeof(mergus_semiring), keep(std::string(monoid->op->name) + "_" + op->name), monoid, op};
    semirings_.push_back({semiring.name, detail::builtin_type(type), &semiring});
}

/// A test compares this list with the constants in semirings/.
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
    if (static_cast<unsigned>(op) >= opcode_limit || static_cast<unsigned>(type) >= type_limit)
        return nullptr;
    return op_index_[op][type];
}

const mergus_monoid* Catalogue::monoid(mergus_opcode op, mergus_type_code type) const noexcept {
    if (static_cast<unsigned>(op) >= opcode_limit || static_cast<unsigned>(type) >= type_limit)
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
    for (const BuiltinOp& line : builtin_ops)
        if (line.name == name)
            return Catalogue::get().op(line.code, line.domain == Domain::untyped
                                                      ? MERGUS_BOOL
                                                      : static_cast<mergus_type_code>(type->code));
    return nullptr;
}

const mergus_monoid* find_monoid(std::string_view name, const mergus_type* type) noexcept {
    const mergus_op* op = find_op(name, type);
    return op == nullptr ? nullptr
                         : Catalogue::get().monoid(static_cast<mergus_opcode>(op->code),
                                                   static_cast<mergus_type_code>(type->code));
}

} // namespace mergus
