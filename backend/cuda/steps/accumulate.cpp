/// \file accumulate.cpp
/// Native atomics where (operator, type) has one, values of 1 and 2 bytes widened; two atomics for a complex
/// sum, one for each part; otherwise an exchange that takes the slot, or a compare-and-swap loop, on 4 or 8
/// bytes. Wider values have a lock beside them, or one thread at a time adds to a slot.
///
/// The bits of an empty slot must not change a result. Floating sums begin with −0.0, because −0.0 + x is x
/// for every x, while 0 + −0.0 is not −0.0. Floating min and max are kept as integers of the same order,
/// because a compare-and-swap loop in shared memory takes 3 to 4 times as long as a native atomic. They begin
/// with an integer that no product has, because their identity would hide a NaN. Complex products begin with
/// a bit pattern that no product has, because 1 times an infinity is not that infinity in both parts. Types
/// without such a pattern (structs) begin with the bits of a neutral element; a slot with these bits is
/// empty, and the next product replaces it.
#include "accumulate.hpp"

#include "neutral.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

namespace mergus::cuda {

namespace {

/// The numbers are those of steps/accumulate.cuh.
enum class SlotKind : int {
    ordered = 0,
    parts = 1,
    native = 2,
    any = 3,
    swap_nan = 4,
    swap_bits = 5,
    image = 6,
    locked = 7
};

constexpr Literal slot_of_u32 = "typedef uint32_t Slot;", slot_of_u64 = "typedef uint64_t Slot;",
                  slot_of_i32 = "typedef int32_t Slot;", slot_of_i64 = "typedef int64_t Slot;",
                  slot_of_float = "typedef float Slot;", slot_of_double = "typedef double Slot;";

/// The text of atomic_combine(), with an atomic function on a slot.
#define MERGUS_COMBINE(function)                                                                             \
    "__device__ __forceinline__ void atomic_combine(Slot* slot, Slot value) { " function "(slot, value); }"
constexpr Literal combine_add = MERGUS_COMBINE("atomicAdd"), combine_min = MERGUS_COMBINE("atomicMin"),
                  combine_max = MERGUS_COMBINE("atomicMax"), combine_or = MERGUS_COMBINE("atomicOr"),
                  combine_and = MERGUS_COMBINE("atomicAnd"), combine_xor = MERGUS_COMBINE("atomicXor");
#undef MERGUS_COMBINE

struct Native {
    Literal slot;     ///< the text of the kept value's type
    Literal function; ///< and of the atomic on it
};

bool is_complex_sum(const mergus_op& op) {
    return op.code == MERGUS_OP_PLUS && (op.z_type->code == MERGUS_FC32 || op.z_type->code == MERGUS_FC64);
}

bool is_signed(int32_t code) {
    return code >= MERGUS_INT8 && code <= MERGUS_INT64;
}

/// Floating min and max.
bool is_image(const mergus_op& op) {
    const bool floating = op.z_type->code == MERGUS_FP32 || op.z_type->code == MERGUS_FP64;
    return floating && (op.code == MERGUS_OP_MIN || op.code == MERGUS_OP_MAX);
}

std::optional<Native> native(const mergus_op& op) {
    const int32_t code = op.z_type->code;
    const bool eight = op.z_type->size == 8;
    if (code == MERGUS_FP32 || code == MERGUS_FP64) {
        if (op.code == MERGUS_OP_PLUS)
            return Native{code == MERGUS_FP32 ? slot_of_float : slot_of_double, combine_add};
        const Literal image = code == MERGUS_FP32 ? slot_of_i32 : slot_of_i64;
        if (op.code == MERGUS_OP_MIN) return Native{image, combine_min};
        if (op.code == MERGUS_OP_MAX) return Native{image, combine_max};
        return std::nullopt;
    }
    if (code == MERGUS_BOOL) {
        switch (op.code) {
        case MERGUS_OP_LOR:
            return Native{slot_of_u32, combine_or};
        case MERGUS_OP_LAND:
            return Native{slot_of_u32, combine_and};
        case MERGUS_OP_LXOR:
            return Native{slot_of_u32, combine_xor};
        default:
            return std::nullopt;
        }
    }
    if (code == MERGUS_USER_TYPE || code == MERGUS_FC32 || code == MERGUS_FC64) return std::nullopt;
    // Sums and bit operations give the same bits with and without sign; the value's own width is cut at the
    // end.
    const Literal bits = eight ? slot_of_u64 : slot_of_u32;
    const Literal number = !is_signed(code) ? bits : eight ? slot_of_i64 : slot_of_i32;
    switch (op.code) {
    case MERGUS_OP_PLUS:
        return Native{bits, combine_add};
    case MERGUS_OP_MIN:
        return Native{number, combine_min};
    case MERGUS_OP_MAX:
        return Native{number, combine_max};
    case MERGUS_OP_BOR:
        return Native{bits, combine_or};
    case MERGUS_OP_BAND:
        return Native{bits, combine_and};
    case MERGUS_OP_BXOR:
        return Native{bits, combine_xor};
    default:
        return std::nullopt;
    }
}

/// The bits of an empty slot that begins with a neutral element: the identity's bytes, but with −0.0 instead
/// of 0 where members of a struct are floating sums.
///
/// S is neutral if S ⊕ S = S and S ⊕ identity = identity ⊕ S = identity. The operator's host function
/// decides: sums of floating members accept −0.0, sums of integers do not.
std::uint64_t neutral_bits(const mergus_monoid& monoid) {
    const mergus_op& op = *monoid.op;
    std::uint64_t identity = 0; // the same bytes as WordSlots::word_of
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
        const std::uint64_t start = best | (word & 0x8000000080000000); // the sign of a float or of a double
        if (combined(start, start) == start && combined(start, identity) == identity &&
            combined(identity, start) == identity)
            best = start;
    }
    return best;
}

/// The low bytes of a native accumulator's empty slot.
std::uint64_t native_start(const mergus_monoid& monoid) {
    const mergus_type& type = *monoid.op->z_type;
    if (is_image(*monoid.op)) { // the greatest integer for min, the least for max
        const std::uint64_t least = std::uint64_t{1} << (8 * type.size - 1);
        return monoid.op->code == MERGUS_OP_MIN ? least - 1 : least;
    }
    if (type.code == MERGUS_FP32) return std::uint64_t{1} << 31; // −0.0: a sum
    if (type.code == MERGUS_FP64) return std::uint64_t{1} << 63;
    std::uint64_t bits = 0;
    std::memcpy(&bits, monoid.identity, type.size);
    const std::uint64_t sign = std::uint64_t{1} << (8 * type.size - 1);
    return is_signed(type.code) ? (bits ^ sign) - sign : bits; // widened as the slot's type is
}

/// Only user-defined operators: a built-in one costs no more than the test for the terminal value.
bool checks_terminal(const mergus_monoid& monoid) {
    return monoid.terminal != nullptr && monoid.op->code == MERGUS_OP_USER;
}

/// Whether most values leave a fold as it is: the operator gives x for x and x, as min and max do. Says what
/// is faster, not what is right.
bool rarely_changes(const mergus_monoid& monoid) {
    const mergus_op& op = *monoid.op;
    if (op.code == MERGUS_OP_MIN || op.code == MERGUS_OP_MAX || monoid.terminal != nullptr) return true;
    if (op.code != MERGUS_OP_USER || op.function.binary == nullptr) return false;
    for (const double x : {2.0, 3.0}) {
        double z = 0;
        float x32 = static_cast<float>(x), z32 = 0;
        if (op.z_type->code == MERGUS_FP64) {
            op.function.binary(&z, &x, &x);
            if (z != x) return false;
        } else if (op.z_type->code == MERGUS_FP32) {
            op.function.binary(&z32, &x32, &x32);
            if (z32 != x32) return false;
        } else {
            return false;
        }
    }
    return true;
}

bool takes_any_order(const mergus_op& op) {
    constexpr std::uint32_t any_order = MERGUS_OP_ASSOCIATIVE | MERGUS_OP_COMMUTATIVE;
    return (op.properties & any_order) == any_order;
}

/// The bindings of a kind of slots.
void bind_slots(Bindings& bindings, const mergus_monoid& monoid, SlotKind kind, std::uint64_t start) {
    bindings.bits("start_bits", start)
        .constant("rarely_changes", rarely_changes(monoid))
        .constant("slot_kind", static_cast<int>(kind));
}

bool has_unused_nan(const mergus_type& type) {
    return type.code == MERGUS_FP32 || type.code == MERGUS_FP64 || type.code == MERGUS_FC32;
}

} // namespace

void bind_monoid(Bindings& bindings, const mergus_monoid& monoid) {
    const mergus_type* type = monoid.op->z_type;
    const bool has_terminal = monoid.terminal != nullptr;
    bindings.type("Monoid_value", type)
        .binary("add", monoid.op, type, type, type)
        .value("terminal", type, has_terminal ? monoid.terminal : monoid.identity)
        .constant("has_terminal", has_terminal)
        .constant("checks_terminal", checks_terminal(monoid));
}

bool allows_atomics(const mergus_monoid& monoid) noexcept {
    return takes_any_order(*monoid.op) && (monoid.op->z_type->size <= 8 || is_complex_sum(*monoid.op));
}

bool needs_swaps(const mergus_monoid& monoid) noexcept {
    return allows_atomics(monoid) && !is_complex_sum(*monoid.op) && !native(*monoid.op) &&
           monoid.op->code != MERGUS_OP_ANY;
}

bool has_native_add(const mergus_monoid& monoid) noexcept {
    return allows_atomics(monoid) && (is_complex_sum(*monoid.op) || native(*monoid.op));
}

bool allows_locks(const mergus_monoid& monoid) noexcept {
    return takes_any_order(*monoid.op) && !allows_atomics(monoid);
}

void bind_neutral(Bindings& bindings, const mergus_monoid& monoid, bool wanted) {
    std::optional<std::uint64_t> start; // its low bytes are the value's
    if (wanted && native(*monoid.op) && !is_image(*monoid.op))
        start = native_start(monoid);
    else if (wanted && monoid.op->code != MERGUS_OP_ANY && takes_any_order(*monoid.op))
        start = find_neutral(monoid);
    bindings.constant("has_neutral", start.has_value())
        .value("neutral", monoid.op->z_type, start ? &*start : monoid.identity);
}

SlotFormat bind_accumulator(Bindings& bindings, const mergus_monoid& monoid, bool ordered) {
    const mergus_op& op = *monoid.op;
    const mergus_type& type = *op.z_type;
    bindings.type("C_value", &type);
    bind_monoid(bindings, monoid);
    const auto bind = [&](SlotKind kind, Literal slot, std::uint64_t start) {
        bindings.line(slot);
        bind_slots(bindings, monoid, kind, start);
    };
    if (ordered || is_complex_sum(op)) {
        bind(ordered ? SlotKind::ordered : SlotKind::parts, "typedef C_value Slot;", 0);
        return {type.size, type.code == MERGUS_FC32 ? 0x8000000080000000U : std::uint64_t{1} << 63};
    }
    const std::size_t size = type.size <= 4 ? 4 : 8;
    const std::uint64_t low = size == 4 ? UINT32_MAX : UINT64_MAX;
    if (const auto found = native(op)) {
        const std::uint64_t start = native_start(monoid);
        bind(is_image(op) ? SlotKind::image : SlotKind::native, found->slot, start);
        bindings.line(found->function);
        return {size, start & low};
    }
    const Literal word = size == 4 ? slot_of_u32 : slot_of_u64;
    if (op.code == MERGUS_OP_ANY) {
        bind(SlotKind::any, word, 0);
        return {size, 0};
    }
    if (has_unused_nan(type)) {
        bind(SlotKind::swap_nan, word, 0);
        return {size, low - 1};
    }
    const std::uint64_t neutral = neutral_bits(monoid);
    bind(SlotKind::swap_bits, word, neutral);
    return {size, neutral & low};
}

std::size_t bind_locked_accumulator(Bindings& bindings, const mergus_monoid& monoid) {
    const mergus_type& type = *monoid.op->z_type;
    bindings.type("C_value", &type);
    bind_monoid(bindings, monoid);
    const std::size_t word = sizeof(std::uint32_t), alignment = std::max<std::size_t>(word, type.alignment);
    const std::size_t least = (type.size + word - 1) / word * word + word;
    const std::size_t units = (least + alignment - 1) / alignment | 1; // odd, against bank conflicts
    const std::size_t unused = (units * alignment - least) / word;
    bindings.made_line(fmt::format("struct __align__({}) Slot {{ C_value value; uint32_t state{}; }};\n"
                                   "static_assert(sizeof(Slot) == {}, \"the size that the host assumes\");",
                                   alignment, unused == 0 ? "" : fmt::format(", unused[{}]", unused),
                                   units * alignment));
    bind_slots(bindings, monoid, SlotKind::locked, 0);
    return units * alignment;
}

void bind_no_values(Bindings& bindings) {
    bindings
        .line("typedef uint8_t C_value, Monoid_value;\n"
              "typedef uint32_t Slot;\n"
              "constexpr uint64_t start_bits = 0;\n"
              "constexpr long long has_terminal = 0, checks_terminal = 0, rarely_changes = 0;\n"
              "__device__ __forceinline__ uint8_t add(uint8_t x, uint8_t) { return x; }\n"
              "__device__ __forceinline__ uint8_t terminal() { return 0; }")
        .constant("slot_kind", static_cast<int>(SlotKind::any));
}

} // namespace mergus::cuda
