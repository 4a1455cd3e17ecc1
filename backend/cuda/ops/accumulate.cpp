/// \file accumulate.cpp
/// Native atomics where (operator, type) has one, values of 1 and 2 bytes widened; two for a complex sum, one
/// a part; a compare-and-swap loop on 4 or 8 bytes else.
///
/// A result is a combination of products: what a slot holds before the first of them changes no bit of it.
/// Floating sums begin with −0.0, because −0.0 + x is x for every x, which 0 + −0.0 is not. Floating min and
/// max begin with a bit pattern that no product has, since their identity would swallow a NaN; complex
/// products too, since 1 times an infinity is not that infinity in both parts. Where a type has no such
/// pattern (structs), a slot with the bits of a neutral element is empty, and the next product takes its
/// place.
#include "accumulate.hpp"

#include <fmt/format.h>

#include <array>
#include <cstring>
#include <optional>
#include <string>

namespace mergus::cuda {

namespace {

struct Native {
    const char* slot;     ///< type of the kept value
    const char* function; ///< atomic on it
};

bool is_complex_sum(const mergus_op& op) {
    return op.code == MERGUS_OP_PLUS && (op.z_type->code == MERGUS_FC32 || op.z_type->code == MERGUS_FC64);
}

bool is_signed(int32_t code) {
    return code >= MERGUS_INT8 && code <= MERGUS_INT64;
}

std::optional<Native> native(const mergus_op& op) {
    const int32_t code = op.z_type->code;
    const bool eight = op.z_type->size == 8;
    if (code == MERGUS_FP32 || code == MERGUS_FP64) {
        if (op.code != MERGUS_OP_PLUS) return std::nullopt;
        return Native{code == MERGUS_FP32 ? "float" : "double", "atomicAdd"};
    }
    if (code == MERGUS_BOOL) {
        switch (op.code) {
        case MERGUS_OP_LOR:
            return Native{"uint32_t", "atomicOr"};
        case MERGUS_OP_LAND:
            return Native{"uint32_t", "atomicAnd"};
        case MERGUS_OP_LXOR:
            return Native{"uint32_t", "atomicXor"};
        default:
            return std::nullopt;
        }
    }
    if (code == MERGUS_USER_TYPE || code == MERGUS_FC32 || code == MERGUS_FC64) return std::nullopt;
    // Sums and bits do not care for the sign; the narrowing at the end drops what a wider sum has in excess.
    const char* bits = eight ? "uint64_t" : "uint32_t";
    const char* number = !is_signed(code) ? bits : eight ? "int64_t" : "int32_t";
    switch (op.code) {
    case MERGUS_OP_PLUS:
        return Native{bits, "atomicAdd"};
    case MERGUS_OP_MIN:
        return Native{number, "atomicMin"};
    case MERGUS_OP_MAX:
        return Native{number, "atomicMax"};
    case MERGUS_OP_BOR:
        return Native{bits, "atomicOr"};
    case MERGUS_OP_BAND:
        return Native{bits, "atomicAnd"};
    case MERGUS_OP_BXOR:
        return Native{bits, "atomicXor"};
    default:
        return std::nullopt;
    }
}

/// Sums of complex numbers are sums of their parts, which may come in different orders.
constexpr std::string_view by_parts = R"(
typedef C_value Slot;
__device__ __forceinline__ Slot slot_of(const C_value& value) { return value; }
__device__ __forceinline__ C_value value_of(const Slot& slot) { return slot; }
__device__ __forceinline__ Slot empty_slot() { return C_value(C_value::value_type(-0.0), C_value::value_type(-0.0)); }
__device__ __forceinline__ void accumulate(Slot* slot, const C_value& value) {
    C_value::value_type* const parts = reinterpret_cast<C_value::value_type*>(slot);
    atomicAdd(parts, value.real());
    atomicAdd(parts + 1, value.imag());
}
)";

constexpr std::string_view words = R"(
__device__ __forceinline__ Slot raw_slot(const C_value& value) {
    Slot slot = 0;
    memcpy(&slot, &value, sizeof value);
    return slot;
}
__device__ __forceinline__ C_value value_of(Slot slot) {
    C_value value;
    memcpy(&value, &slot, sizeof value);
    return value;
}
)";

/// The bits are the host's: copying a struct need not copy its padding. A sum of products that has come to
/// the same bits is replaced as well, which the identity's law allows.
constexpr std::string_view from_identity = R"(
__device__ __forceinline__ Slot slot_of(const C_value& value) {{ return raw_slot(value); }}
__device__ __forceinline__ Slot empty_slot() {{ return Slot({}ull); }}
__device__ __forceinline__ Slot next_slot(Slot seen, const C_value& value) {{
    return seen == empty_slot() ? slot_of(value) : slot_of(combine(value_of(seen), value));
}}
)";

/// What an empty slot holds: the identity's bytes or, where members of a struct are floating sums, the same
/// with −0.0 in place of 0.
///
/// An S with S ⊕ identity = identity is an identity too, as equality goes, and one that changes fewer bits:
/// sums of floating members accept −0.0, sums of integers do not. The host's function answers that.
std::uint64_t neutral_bits(const mergus_monoid& monoid) {
    const mergus_op& op = *monoid.op;
    std::uint64_t identity = 0; // the same bytes as raw_slot's
    std::memcpy(&identity, monoid.identity, op.z_type->size);
    if (op.z_type->code != MERGUS_USER_TYPE) return identity;
    const auto combined = [&](std::uint64_t x, std::uint64_t y) {
        alignas(16) std::array<unsigned char, 16> operands[2]{}, z{};
        std::memcpy(operands[0].data(), &x, sizeof x);
        std::memcpy(operands[1].data(), &y, sizeof y);
        op.function.binary(z.data(), operands[0].data(), operands[1].data());
        std::uint64_t bits = 0;
        std::memcpy(&bits, z.data(), op.z_type->size);
        return bits;
    };
    std::uint64_t best = identity;
    for (const std::uint64_t word : {std::uint64_t{0xffffffff}, std::uint64_t{0xffffffff} << 32}) {
        if ((best & word) != 0 || (word > 0xffffffff && op.z_type->size < 8)) continue;
        const std::uint64_t start =
            best | (word & 0x8000000080000000); // the sign of a float there, or of a double
        if (combined(start, start) == start && combined(start, identity) == identity &&
            combined(identity, start) == identity)
            best = start;
    }
    return best;
}

/// What a native accumulator begins with.
std::string native_start(const mergus_op& op) {
    const bool floating = op.z_type->code == MERGUS_FP32 || op.z_type->code == MERGUS_FP64; // then a sum
    return floating ? "Slot(-0.0)" : "slot_of(identity())";
}

/// All bits set is a NaN (or two, the parts) that slot_of never makes.
constexpr std::string_view from_nothing = R"(
__device__ __forceinline__ Slot empty_slot() { return ~Slot(0); }
__device__ __forceinline__ Slot slot_of(const C_value& value) {
    const Slot slot = raw_slot(value);
    return slot == empty_slot() ? slot >> 1 : slot;
}
__device__ __forceinline__ Slot next_slot(Slot seen, const C_value& value) {
    return seen == empty_slot() ? slot_of(value) : slot_of(combine(value_of(seen), value));
}
)";

/// A value that has reached the terminal one is left alone: ⊕ is not even called.
constexpr std::string_view compare_and_swap = R"(
__device__ __forceinline__ void accumulate(Slot* slot, const C_value& value) {
    Slot seen = *slot;
    for (;;) {
        if (finished(seen)) return;
        const Slot wanted = next_slot(seen, value);
        if (wanted == seen) return;
        const Slot before = atomicCAS(slot, seen, wanted);
        if (before == seen) return;
        seen = before;
    }
}
)";

constexpr std::string_view plain = R"(
__device__ __forceinline__ Slot slot_of(const C_value& value) { return value; }
__device__ __forceinline__ C_value value_of(const Slot& slot) { return slot; }
__device__ __forceinline__ Slot empty_slot() { return Slot(); }
__device__ __forceinline__ void accumulate(Slot*, const C_value&) {}
)";

constexpr std::string_view any_one = R"(
__device__ __forceinline__ Slot slot_of(const C_value& value) { return raw_slot(value); }
__device__ __forceinline__ Slot empty_slot() { return 0; }
__device__ __forceinline__ void accumulate(Slot* slot, const C_value& value) { atomicExch(slot, slot_of(value)); }
)";

/// Bits, not ==: a NaN that is declared terminal is found too, and a struct needs no operator. Where bits
/// differ that mean the same (padding, zeros, NaNs), ⊕ goes on and gives what it would have given.
constexpr std::string_view compare_terminal = R"(
template <class T> __device__ __forceinline__ bool is_terminal(const T& value) {
    const T last = terminal();
    if constexpr (sizeof(T) <= 8) {
        uint64_t x = 0, y = 0;
        memcpy(&x, &value, sizeof value);
        memcpy(&y, &last, sizeof last);
        return x == y;
    } else {
        unsigned char x[sizeof(T)], y[sizeof(T)];
        memcpy(x, &value, sizeof value);
        memcpy(y, &last, sizeof last);
        bool same = true;
        for (unsigned b = 0; b < sizeof(T); ++b) same = same && x[b] == y[b];
        return same;
    }
}
)";

/// A built-in operator costs no more than to ask whether it is still needed.
bool asks(const mergus_monoid& monoid) {
    return monoid.terminal != nullptr && monoid.op->code == MERGUS_OP_USER;
}

} // namespace

void bind_combine(Bindings& bindings, std::string_view alias, const mergus_monoid& monoid) {
    const mergus_op& op = *monoid.op;
    const mergus_type* type = op.z_type;
    bindings.constant("has_terminal", monoid.terminal != nullptr ? 1 : 0);
    if (monoid.terminal != nullptr) bindings.value("terminal", type, monoid.terminal).line(compare_terminal);
    if (!asks(monoid)) {
        bindings.binary(alias, &op, type, type, type);
        return;
    }
    bindings.binary("combine_on", &op, type, type, type)
        .type("Combined", type)
        .line(fmt::format("__device__ __forceinline__ Combined {}(const Combined& x, const Combined& y) {{ "
                          "return is_terminal(x) ? x : combine_on(x, y); }}",
                          alias));
}

bool allows_atomics(const mergus_monoid& monoid) noexcept {
    constexpr std::uint32_t any_order = MERGUS_OP_ASSOCIATIVE | MERGUS_OP_COMMUTATIVE;
    if ((monoid.op->properties & any_order) != any_order) return false;
    return monoid.op->z_type->size <= 8 || is_complex_sum(*monoid.op);
}

std::size_t bind_accumulator(Bindings& bindings, const mergus_monoid& monoid, bool k_order) {
    const mergus_op& op = *monoid.op;
    const mergus_type* type = op.z_type;
    bindings.type("C_value", type);
    bind_combine(bindings, "combine", monoid);
    if (k_order) {
        bindings.line("typedef C_value Slot;").line(plain);
        return type->size;
    }
    if (is_complex_sum(op)) {
        bindings.line(by_parts);
        return type->size;
    }
    if (const auto found = native(op)) {
        bindings.value("identity", type, monoid.identity)
            .line(fmt::format("typedef {} Slot;", found->slot))
            .line(
                "__device__ __forceinline__ Slot slot_of(C_value value) { return static_cast<Slot>(value); }")
            .line("__device__ __forceinline__ C_value value_of(Slot slot) { return "
                  "static_cast<C_value>(slot); }")
            .line(fmt::format("__device__ __forceinline__ Slot empty_slot() {{ return {}; }}",
                              native_start(op)))
            .line(fmt::format("__device__ __forceinline__ void accumulate(Slot* slot, C_value value) "
                              "{{ {}(slot, slot_of(value)); }}",
                              found->function));
        return type->size <= 4 ? 4 : 8;
    }
    const bool narrow = type->size <= 4;
    bindings.line(narrow ? "typedef uint32_t Slot;" : "typedef uint64_t Slot;").line(words);
    if (op.code == MERGUS_OP_ANY) {
        bindings.line(any_one);
        return narrow ? 4 : 8;
    }
    if (type->code == MERGUS_FP32 || type->code == MERGUS_FP64 || type->code == MERGUS_FC32)
        bindings.line(from_nothing);
    else
        bindings.line(fmt::format(from_identity, neutral_bits(monoid)));
    bindings.line(
        asks(monoid)
            ? "__device__ __forceinline__ bool finished(Slot seen) { return seen == slot_of(terminal()); }"
            : "__device__ __forceinline__ bool finished(Slot) { return false; }");
    bindings.line(compare_and_swap);
    return narrow ? 4 : 8;
}

} // namespace mergus::cuda
