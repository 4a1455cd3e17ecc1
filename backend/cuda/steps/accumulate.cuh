// accumulate.cuh: how an accumulator keeps a value (its slot) and adds to it: accumulate(), where other
// threads may add to the same slot, and next_of(), the slot after a value is added by one thread at a time.
//
// Bindings: as monoid.cuh; C_value, Slot (locked_slots: {C_value value; uint32_t state;}); constants
// slot_kind (below) and start_bits, the low bytes of an empty slot of the kinds `native`, `image` and
// `swap_bits`; rarely_changes (SwapSlots); atomic_combine(slot*, slot) for `native` and `image`.

#include "kernels/wide_values.cuh"
#include "steps/monoid.cuh"

namespace mergus {

// The numbers of SlotKind, accumulate.cpp.
constexpr int ordered_slots = 0, part_slots = 1, native_slots = 2, any_slots = 3, swap_nan_slots = 4,
              swap_bits_slots = 5, ordered_integer_slots = 6, locked_slots = 7;

// One thread at a time: nothing is added by atomics.
template <class Value, class Kept>
struct OrderedSlots {
    static __device__ __forceinline__ Kept slot_of(const Value& value) { return value; }
    static __device__ __forceinline__ Value value_of(const Kept& slot) { return slot; }
    static __device__ __forceinline__ Kept empty() { return Kept(); }
    static __device__ __forceinline__ Kept next_of(const Kept&, const Value& value) { return value; }
    static __device__ __forceinline__ void accumulate(Kept*, const Value&) {}
};

// Sums of complex numbers: two sums, of the parts, which may be added in different orders.
template <class Value, class Kept>
struct PartSlots {
    static __device__ __forceinline__ Kept slot_of(const Value& value) { return value; }
    static __device__ __forceinline__ Value value_of(const Kept& slot) { return slot; }
    static __device__ __forceinline__ Kept empty() {
        return Value(typename Value::value_type(-0.0), typename Value::value_type(-0.0));
    }
    static __device__ __forceinline__ Kept next_of(const Kept& before, const Value& value) {
        return combine(before, value); // an empty slot is neutral
    }
    static __device__ __forceinline__ void accumulate(Kept* slot, const Value& value) {
        typename Value::value_type* const parts = reinterpret_cast<typename Value::value_type*>(slot);
        atomicAdd(parts, value.real());
        atomicAdd(parts + 1, value.imag());
    }
};

// The device has an atomic for the operator. Values of 1 and 2 bytes are widened.
template <class Value, class Kept>
struct NativeSlots {
    static __device__ __forceinline__ Kept slot_of(const Value& value) { return static_cast<Kept>(value); }
    static __device__ __forceinline__ Value value_of(const Kept& slot) { return static_cast<Value>(slot); }
    static __device__ __forceinline__ Kept empty() {
        const uint64_t bits = start_bits;
        Kept slot;
        memcpy(&slot, &bits, sizeof slot);
        return slot;
    }
    static __device__ __forceinline__ Kept next_of(const Kept& before, const Value& value) {
        return slot_of(combine(value_of(before), value)); // an empty slot is neutral
    }
    static __device__ __forceinline__ void accumulate(Kept* slot, const Value& value) {
        atomic_combine(slot, slot_of(value));
    }
};

// Floating min and max by integer atomics: a value is stored as a signed integer, and integers have the order
// of the values, with -0.0 below 0.0. All NaNs are the integer next to that of an empty slot, so that every
// number replaces a NaN.
template <class Value, class Kept>
struct OrderedIntegerSlots {
    static __device__ __forceinline__ Kept empty() { return NativeSlots<Value, Kept>::empty(); }
    static __device__ __forceinline__ Kept nan() { return empty() ^ Kept(1); }
    // Of bits to their image, and back.
    static __device__ __forceinline__ Kept turned(Kept bits) {
        constexpr uint64_t magnitude = ~uint64_t(0) >> (65 - 8 * sizeof(Kept));
        return bits < 0 ? Kept(bits ^ Kept(magnitude)) : bits;
    }
    static __device__ __forceinline__ Kept slot_of(const Value& value) {
        Kept bits;
        memcpy(&bits, &value, sizeof bits);
        return value == value ? turned(bits) : nan();
    }
    static __device__ __forceinline__ Value value_of(const Kept& slot) {
        const Kept bits = turned(slot);
        Value value;
        memcpy(&value, &bits, sizeof value);
        return value;
    }
    static __device__ __forceinline__ Kept next_of(const Kept& before, const Value& value) {
        return before == empty() ? slot_of(value) : slot_of(combine(value_of(before), value));
    }
    static __device__ __forceinline__ void accumulate(Kept* slot, const Value& value) {
        atomic_combine(slot, slot_of(value));
    }
};

// A value's bytes in a word of 4 or 8 bytes.
template <class Value, class Kept>
struct WordSlots {
    static __device__ __forceinline__ Kept word_of(const Value& value) {
        Kept slot = 0;
        memcpy(&slot, &value, sizeof value);
        return slot;
    }
    static __device__ __forceinline__ Value value_of(Kept slot) {
        Value value;
        memcpy(&value, &slot, sizeof value);
        return value;
    }
};

// The operator `any`: the last value stays.
template <class Value, class Kept>
struct AnySlots : WordSlots<Value, Kept> {
    static __device__ __forceinline__ Kept slot_of(const Value& value) {
        return WordSlots<Value, Kept>::word_of(value);
    }
    static __device__ __forceinline__ Kept empty() { return 0; }
    static __device__ __forceinline__ Kept next_of(const Kept&, const Value& value) { return slot_of(value); }
    static __device__ __forceinline__ void accumulate(Kept* slot, const Value& value) {
        atomicExch(slot, slot_of(value));
    }
};

// One thread at a time combines its value with the slot; the first value replaces an empty slot.
//
// A thread takes the slot's word by an exchange that leaves `taken`, and stores the result; who finds `taken`
// tries again. In shared memory this is as fast as the device's own sum, and up to 1.6 times as fast as a
// compare-and-swap loop, because contending threads do not compute results that are thrown away
// (docs/LABORATORY.md). Where most values leave a slot as it is (rarely_changes: min, max), the loop is
// faster: it returns after a read. It also serves values that fill the word, which leave no pattern for
// `taken`.
//
// has_nan: `empty` and `taken` are NaNs (two each, for a complex value) that slot_of never returns. Otherwise
// an empty slot has start_bits, and a fold that has come to these bits is replaced like an empty slot, which
// the law of the identity allows. The bits come from the host, because a copy of a struct on the device need
// not copy its padding.
template <class Value, class Kept, bool has_nan>
struct SwapSlots : WordSlots<Value, Kept> {
    using Word = WordSlots<Value, Kept>;
    static constexpr bool can_be_taken = !rarely_changes && (has_nan || sizeof(Value) < sizeof(Kept));
    static constexpr Kept taken = ~Kept(0); // no value narrower than the word has its last byte set

    static __device__ __forceinline__ Kept empty() { return has_nan ? Kept(taken - 1) : Kept(start_bits); }
    static __device__ __forceinline__ Kept slot_of(const Value& value) {
        const Kept slot = Word::word_of(value);
        return has_nan && slot >= Kept(taken - 1) ? slot >> 1 : slot;
    }
    static __device__ __forceinline__ Kept next_of(Kept seen, const Value& value) {
        return seen == empty() ? slot_of(value) : slot_of(combine(Word::value_of(seen), value));
    }
    static __device__ __forceinline__ void accumulate(Kept* slot, const Value& value) {
        if constexpr (can_be_taken) {
            for (bool added = false; !added;) {
                const Kept seen = atomicExch(slot, taken);
                if (seen == taken) continue;
                *static_cast<volatile Kept*>(slot) = next_of(seen, value);
                added = true;
            }
        } else {
            Kept seen = *slot;
            for (;;) {
                // A fold that has reached the terminal value stays as it is.
                if (checks_terminal && seen == slot_of(terminal())) return;
                const Kept next = next_of(seen, value);
                if (next == seen) return;
                const Kept before = atomicCAS(slot, seen, next);
                if (before == seen) return;
                seen = before;
            }
        }
    }
};

// Values wider than a word, in shared memory: a state beside the value says whether it is empty, present or
// taken by a thread that combines it. The state also makes the distance between slots an odd multiple of 8
// bytes, where values of all threads of a warp would else be in few banks.
//
// Plain accesses to the value are ordered by the state: an exchange and a fence acquire the slot, a fence and
// an exchange release it (PTX ISA, "Memory Consistency Model", release and acquire patterns). Slots are
// emptied before and read after all products, with a barrier of the group in between. racecheck of
// compute-sanitizer knows the barriers only, and reports accesses under the state as hazards.
template <class Value, class Kept>
struct LockedSlots {
    enum State : uint32_t { is_empty = 0, is_present = 1, is_taken = 2 };

    static __device__ __forceinline__ Kept slot_of(const Value& value) {
        Kept slot;
        slot.value = value;
        slot.state = is_present;
        return slot;
    }
    static __device__ __forceinline__ Value value_of(const Kept& slot) { return slot.value; }
    static __device__ __forceinline__ Kept empty() {
        Kept slot;
        slot.state = is_empty;
        return slot;
    }
    static __device__ __forceinline__ Kept next_of(const Kept& before, const Value& value) {
        return slot_of(before.state == is_empty ? value : combine(before.value, value));
    }
    static __device__ __forceinline__ void accumulate(Kept* slot, const Value& value) {
        for (bool added = false; !added;) {
            const uint32_t before = atomicExch(&slot->state, uint32_t(is_taken));
            if (before == is_taken) continue;
            __threadfence_block(); // the value of the thread that had it
            slot->value = before == is_empty ? value : combine(slot->value, value);
            __threadfence_block();
            atomicExch(&slot->state, uint32_t(is_present));
            added = true;
        }
    }
};

template <int kind, class Value, class Kept>
struct SlotsOf;
template <class Value, class Kept>
struct SlotsOf<ordered_slots, Value, Kept> {
    using type = OrderedSlots<Value, Kept>;
};
template <class Value, class Kept>
struct SlotsOf<part_slots, Value, Kept> {
    using type = PartSlots<Value, Kept>;
};
template <class Value, class Kept>
struct SlotsOf<native_slots, Value, Kept> {
    using type = NativeSlots<Value, Kept>;
};
template <class Value, class Kept>
struct SlotsOf<any_slots, Value, Kept> {
    using type = AnySlots<Value, Kept>;
};
template <class Value, class Kept>
struct SlotsOf<swap_nan_slots, Value, Kept> {
    using type = SwapSlots<Value, Kept, true>;
};
template <class Value, class Kept>
struct SlotsOf<swap_bits_slots, Value, Kept> {
    using type = SwapSlots<Value, Kept, false>;
};
template <class Value, class Kept>
struct SlotsOf<ordered_integer_slots, Value, Kept> {
    using type = OrderedIntegerSlots<Value, Kept>;
};
template <class Value, class Kept>
struct SlotsOf<locked_slots, Value, Kept> {
    using type = LockedSlots<Value, Kept>;
};
using Slots = SlotsOf<slot_kind, C_value, Slot>::type;

// to[e] = the value of slot(e) for e below `count`, by thread `rank` of `threads`. slot(e) is a reference.
template <class Value, class SlotOf>
__device__ __forceinline__ void copy_slots(Value* to, unsigned count, unsigned rank, unsigned threads,
                                           const SlotOf& slot) {
    if constexpr (slot_kind == locked_slots)
        copy_values(to, count, rank, threads, [&](unsigned e) -> const Value& { return slot(e).value; });
    else if constexpr (slot_kind == ordered_slots || slot_kind == part_slots)
        copy_values(to, count, rank, threads, [&](unsigned e) -> const Value& { return slot(e); });
    else
        for (unsigned e = rank; e < count; e += threads) to[e] = Slots::value_of(slot(e));
}

} // namespace mergus

__device__ __forceinline__ Slot slot_of(const C_value& value) {
    return mergus::Slots::slot_of(value);
}
__device__ __forceinline__ C_value value_of(const Slot& slot) {
    return mergus::Slots::value_of(slot);
}
__device__ __forceinline__ Slot empty_slot() {
    return mergus::Slots::empty();
}
__device__ __forceinline__ void accumulate(Slot* slot, const C_value& value) {
    mergus::Slots::accumulate(slot, value);
}
