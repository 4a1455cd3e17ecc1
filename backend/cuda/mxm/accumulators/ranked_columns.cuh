// ranked_columns.cuh: the columns of a row as a bitmap, and a slot for each, at the rank of its bit
// (ranked_bitmap.cuh).
//
// Bindings: as ranked_bitmap.cuh.

#include "mxm/row_loop.cuh"
#include "primitives/bit_ranks.cuh"

namespace mergus {

struct RankedBitmap {
    static constexpr bool exchanges =
        !symbolic && !ordered_fold && (slot_kind == swap_nan_slots || slot_kind == swap_bits_slots);
    // Whether an empty slot differs from all values, so that no bit has to say that a value is present.
    static constexpr bool knows_empty = exchanges && slot_kind == swap_nan_slots;
    static constexpr bool marks_present = ordered_fold || (mask_kind == 1 && !knows_empty);
    static constexpr bool locks_bits = in_place != 0 && slot_kind == locked_slots;
    // Whether long rows of B are taken one at a time, because the device has no atomic for the sum.
    static constexpr bool rows_one_by_one =
        exchanges || (!symbolic && !ordered_fold && mask_kind != 1 && slot_kind == locked_slots);
    // Whether rows may have more values than there are slots: they are made `capacity` values at a time.
    static constexpr bool has_windows = rows_one_by_one && mask_kind != 1 && !in_place;
    static constexpr bool has_second = mask_kind != 0 || ordered_fold || locks_bits;

    // Each word has the rank of its first bit beside it where there is room; otherwise every second word has.
    static constexpr bool counted = !symbolic && !in_place;

    Slot* values;
    unsigned* words; // counted: CountedWords
    unsigned* before_pairs;
    unsigned* second;
    unsigned* taken; // locks_bits
    unsigned word_count;
    unsigned first, capacity; // has_windows: the rank of the first slot's column, and the slots

    __device__ __forceinline__ unsigned& bits(unsigned w) const { return words[counted ? 2 * w : w]; }

    static __device__ __forceinline__ bool test(const unsigned* bits, Index j) {
        return (bits[j / 32] >> (j % 32)) & 1u;
    }

    __device__ __forceinline__ void clear() {
        for (unsigned w = threadIdx.x; w < word_count; w += blockDim.x) {
            bits(w) = 0;
            if (has_second) second[w] = 0;
            if (locks_bits) taken[w] = 0;
        }
        __syncthreads();
    }
    __device__ __forceinline__ void set(Index j) {
        const unsigned bit = 1u << (j % 32);
        unsigned& word = bits(unsigned(j / 32));
        if ((word & bit) == 0) atomicOr(&word, bit);
    }
    __device__ __forceinline__ void load_mask(const Operands& in, uint64_t i) {
        if (mask_kind == 0) return;
        for (uint64_t e = in.m_ptr[i] + threadIdx.x; e < in.m_ptr[i + 1]; e += blockDim.x) {
            if (!truth(in.m_val[e])) continue;
            const Index j = in.m_col[e];
            if (mask_kind == 1)
                set(j);
            else
                atomicOr(&second[j / 32], 1u << (j % 32));
        }
        __syncthreads();
    }
    __device__ __forceinline__ void insert_key(Index j) {
        if (mask_kind == 2 && test(second, j)) return;
        set(j);
    }
    __device__ __forceinline__ void insert_block(const PatternBlock& block) {
        const unsigned mask = mask_kind == 2 ? block.mask & ~second[block.id] : block.mask;
        unsigned& word = bits(block.id);
        if ((word & mask) != mask) atomicOr(&word, mask);
    }

    // The number of set bits; numeric: computes the ranks of the words.
    __device__ __forceinline__ unsigned count(unsigned* sums) {
        const auto bits_in = [&](unsigned w) { return unsigned(__popc(bits(w))); };
        if (symbolic) return count_bits<true>(word_count, blockDim.x, sums, bits_in);
        const unsigned total =
            rank_bits<true>(word_count, blockDim.x, sums, bits_in, [&](unsigned w, unsigned before) {
                if (counted) words[2 * w + 1] = before;
                if (!counted && w % 2 == 0) before_pairs[w / 2] = before;
            });
        __syncthreads();
        return total;
    }

    // A column's word and its rank.
    __device__ __forceinline__ CountedWord look_up(Index j) const {
        const unsigned w = unsigned(j / 32);
        CountedWord word;
        if (counted) {
            word = reinterpret_cast<const CountedWord*>(words)[w];
        } else {
            word.bits = bits(w);
            word.before = before_pairs[w / 2];
            if (w % 2 == 1) word.before += unsigned(__popc(bits(w - 1)));
        }
        return word;
    }
    __device__ __forceinline__ unsigned rank(Index j) const { return rank_in(look_up(j), unsigned(j % 32)); }

    __device__ __forceinline__ void add(Index j, const C_value& value) const {
        if constexpr (rows_one_by_one) {
            Slot* const slot = find(j);
            if (slot != nullptr) add_to_slot(slot, mark_present(j), value);
        } else {
            unsigned at;
            if (find(j, at)) add_to_slot(&values[at], mark_present(j), value);
        }
    }
    // The index of a column's slot; false if products in it are dropped. Under a mask, adding by it takes 130
    // instructions less than by the address below, which conflict_free_rows.cuh keeps across barriers.
    __device__ __forceinline__ bool find(Index j, unsigned& at) const {
        const CountedWord word = look_up(j);
        if (mask_kind != 0 && ((word.bits >> (j % 32)) & 1u) == 0) return false;
        at = rank_in(word, unsigned(j % 32)) - first;
        return !has_windows || at < capacity;
    }
    // Its address, or null.
    __device__ __forceinline__ Slot* find(Index j) const {
        const CountedWord word = look_up(j);
        if (mask_kind != 0 && ((word.bits >> (j % 32)) & 1u) == 0) return nullptr;
        const unsigned at = rank_in(word, unsigned(j % 32)) - first;
        return has_windows && at >= capacity ? nullptr : &values[at];
    }
    // Adds to a slot of column j to which no other thread adds at the same time.
    __device__ __forceinline__ void add_alone(Slot* slot, Index j, const C_value& value) const {
        (void)mark_present(j);
        *slot = Slots::next_of(*slot, value);
    }
    // Returns whether the column had no value.
    __device__ __forceinline__ bool mark_present(Index j) const {
        const unsigned bit = 1u << (j % 32);
        if (!marks_present || (second[j / 32] & bit) != 0) return false;
        atomicOr(&second[j / 32], bit);
        return true;
    }
};

// Whether a slot is empty, where that is known.
template <class Kind = Slots>
__device__ __forceinline__ bool is_empty(const Slot& slot) {
    if constexpr (RankedBitmap::knows_empty)
        return slot == Kind::empty();
    else
        return false;
}

} // namespace mergus
