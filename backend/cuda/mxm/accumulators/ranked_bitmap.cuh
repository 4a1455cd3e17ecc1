// ranked_bitmap.cuh: a row of a product as a bitmap of its columns, and the values of the set bits in the
// order of columns.
//
// The index of a column's value is the rank of its bit: the number of bits before it. A first pass over the
// columns, or over the blocks of B, sets the bits, a second pass adds the products; nothing is searched or
// sorted. Under a normal mask the mask's row sets the bits, without a first pass.
//
// in_place: values are accumulated in the result, where the device has an atomic for the sum, and for rows
// with too many values for shared memory. Sums without an atomic take long rows of B one at a time
// (conflict_free_rows.cuh), and rows with too many values for shared memory pass over their products again
// for each `capacity` values. Wide values in the result have a bit each that says whether a thread adds to
// it. Under a normal mask, whose rows are short, each warp of a small block has slots of its own, which are
// added up at the end; wide values have locked slots for all warps.
//
// Bindings: as hash.cuh and conflict_free_rows.cuh, and constants in_place (a Slot is as large as a value
// then, or locked), by_blocks: the bits are set from the blocks of B, and copied_threads: the most threads of
// a block whose warps have slots of their own; group_threads is 0. Shared memory: values[capacity] (numeric;
// for each such warp), words[], then under a mask, in k order, or for values in place with locks a second bit
// for each column: masked out, or whether the value is present; then the bits of the locks.

#include "mxm/accumulators/conflict_free_rows.cuh"
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

    // Adds to a value in the result. Accesses to it are ordered by its bit, as by LockedSlots.
    __device__ __forceinline__ void add_locked(Index j, C_value* to, const C_value& value) const {
        const unsigned w = unsigned(j / 32), bit = 1u << (j % 32);
        for (bool added = false; !added;) {
            if ((atomicOr(&taken[w], bit) & bit) != 0) continue;
            __threadfence_block();
            const bool fresh = (static_cast<const volatile unsigned*>(second)[w] & bit) == 0;
            *to = fresh ? value : combine(*to, value);
            if (fresh) atomicOr(&second[w], bit);
            __threadfence_block();
            atomicAnd(&taken[w], ~bit);
            added = true;
        }
    }

    __device__ __forceinline__ void add(Index j, const C_value& value) {
        if constexpr (rows_one_by_one && !locks_bits) {
            Slot* const slot = find(j);
            if (slot == nullptr) return;
            (void)mark_present(j);
            accumulate(slot, value);
            return;
        }
        const CountedWord word = look_up(j);
        if constexpr (locks_bits) {
            if (mask_kind == 0 || ((word.bits >> (j % 32)) & 1u) != 0)
                add_locked(j, reinterpret_cast<C_value*>(values) + rank_in(word, unsigned(j % 32)), value);
            return;
        }
        const unsigned bit = 1u << (j % 32);
        if (mask_kind != 0 && (word.bits & bit) == 0) return;
        Slot* const slot = &values[rank_in(word, unsigned(j % 32))];
        const bool fresh = mark_present(j);
        if (ordered_fold)
            *slot = slot_of(fresh ? value : combine(value_of(*slot), value));
        else
            accumulate(slot, value);
    }

    // The slot of a column; null if products in it are dropped.
    __device__ __forceinline__ Slot* find(Index j) const {
        const CountedWord word = look_up(j);
        if (mask_kind != 0 && ((word.bits >> (j % 32)) & 1u) == 0) return nullptr;
        const unsigned at = rank_in(word, unsigned(j % 32)) - first;
        return has_windows && at >= capacity ? nullptr : &values[at];
    }
    // Adds to a slot of column j to which no other thread adds at the same time.
    template <class Kind = Slots>
    __device__ __forceinline__ void add_alone(Slot* slot, Index j, const C_value& value) const {
        (void)mark_present(j);
        if constexpr (rows_one_by_one) *slot = Kind::next_of(*slot, value);
    }
    // Returns whether the column had no value.
    __device__ __forceinline__ bool mark_present(Index j) const {
        const unsigned bit = 1u << (j % 32);
        if (!marks_present || (second[j / 32] & bit) != 0) return false;
        atomicOr(&second[j / 32], bit);
        return true;
    }

    // Whether each warp has slots of its own: those of the next warp are `capacity` slots further.
    static __device__ __forceinline__ bool has_copies() {
        return exchanges && mask_kind == 1 && !in_place && blockDim.x <= unsigned(copied_threads);
    }
    // The sum of a column in all copies; empty if there is none.
    template <class Kind = Slots>
    __device__ __forceinline__ Slot summed(const Slot* slot, unsigned copies, unsigned capacity) const {
        Slot sum = *slot;
        if constexpr (exchanges)
            for (unsigned c = 1; c < copies; ++c) {
                slot += capacity;
                if (*slot != Kind::empty()) sum = Kind::next_of(sum, value_of(*slot));
            }
        return sum;
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

// A warp's own slots.
struct WarpCopy {
    const RankedBitmap& table;
    size_t offset;

    __device__ __forceinline__ void add(Index j, const C_value& value) {
        Slot* const slot = table.find(j);
        if (slot != nullptr) table.add_alone(slot + offset, j, value);
    }
};

// Wide values in the result, of which add_alone() needs no lock.
struct WideResult {
    RankedBitmap& table;

    __device__ __forceinline__ void add(Index j, const C_value& value) { table.add(j, value); }
    __device__ __forceinline__ C_value* find(Index j) const {
        const CountedWord word = table.look_up(j);
        if (mask_kind != 0 && ((word.bits >> (j % 32)) & 1u) == 0) return nullptr;
        return reinterpret_cast<C_value*>(table.values) + rank_in(word, unsigned(j % 32));
    }
    __device__ __forceinline__ void add_alone(C_value* to, Index j, const C_value& value) const {
        const unsigned bit = 1u << (j % 32);
        unsigned& word = table.second[j / 32];
        if ((word & bit) != 0) {
            *to = combine(*to, value);
        } else {
            *to = value;
            atomicOr(&word, bit);
        }
    }
};

// Sums in shared memory take so little time that the scan which spreads the products costs more than it
// saves.
constexpr bool spreads = symbolic || in_place;

// The values of the row.
template <class Table>
__device__ __forceinline__ void add_products(const Operands& in, uint64_t i, const Group& group,
                                             LongEntries* long_entries, WaitingRows* waiting_rows,
                                             unsigned capacity, Table& table) {
    if constexpr (!Table::rows_one_by_one) {
        multiply_row<symbolic != 0, false, spreads>(in, i, all_columns, group, long_entries, table);
    } else if constexpr (Table::locks_bits) {
        WideResult result{table};
        multiply_row_exclusively(in, i, waiting_rows, result);
    } else if (Table::has_copies()) {
        WarpCopy copy{table, size_t(warp()) * capacity};
        multiply_row_by_warps(in, i, copy);
    } else {
        multiply_row_exclusively(in, i, waiting_rows, table);
    }
}

} // namespace mergus

namespace mergus {

// Threads of a block at most: wide values take many registers.
constexpr int bitmap_threads =
    slot_kind == locked_slots && mask_kind != 1 && sizeof(C_value) > 32 ? 512 : 1024;

} // namespace mergus

// A block has a row of the list. Symbolic: sizes[i] = entries of row i. Numeric: writes the row at ptr[i], or
// under a normal mask at the offsets of the mask's entries.
extern "C" __global__ void __launch_bounds__(mergus::bitmap_threads)
    multiply_ranked_bitmap(mergus::Operands in, const Row* rows, unsigned words, unsigned capacity,
                           const uint64_t* ptr, uint64_t* sizes, Index* cols, C_value* vals,
                           Offset* present) {
    extern __shared__ __align__(16) unsigned char shared_bytes[];
    __shared__ unsigned sums[32];
    __shared__ union {
        mergus::LongEntries long_entries;
        mergus::WaitingRows waiting_rows;
    } lists;
    const uint64_t i = rows[blockIdx.x];
    const mergus::Group group;
    mergus::RankedBitmap table;
    const unsigned copies = mergus::RankedBitmap::has_copies() ? blockDim.x / 32 : 1;
    const size_t value_bytes =
        symbolic || in_place ? 0 : (sizeof(Slot) * size_t(capacity) * copies + 15) / 16 * 16;
    table.values = in_place ? reinterpret_cast<Slot*>(vals + ptr[i]) : reinterpret_cast<Slot*>(shared_bytes);
    table.words = reinterpret_cast<unsigned*>(shared_bytes + value_bytes);
    table.before_pairs = table.words + (mergus::RankedBitmap::counted ? 2 * words : words);
    table.second = table.before_pairs + (in_place ? mergus::div_up(words, 2u) : 0);
    table.taken = table.second + words;
    table.word_count = words;
    table.first = 0;
    table.capacity = capacity;

    table.clear();
    table.load_mask(in, i);
    if (symbolic || mask_kind != 1) {
        mergus::multiply_row<true, by_blocks, mergus::spreads>(in, i, mergus::all_columns, group,
                                                               &lists.long_entries, table);
        __syncthreads();
    }
    const unsigned entries = table.count(sums);
    if (symbolic) {
        if (threadIdx.x == 0) sizes[i] = entries;
        return;
    }
    if ((ordered_fold || mergus::RankedBitmap::locks_bits) && mask_kind == 2)
        for (unsigned w = threadIdx.x; w < words; w += blockDim.x) table.second[w] = 0;
    for (;;) {
        const unsigned left = entries - table.first,
                       slots = mergus::RankedBitmap::has_windows ? mergus::min_of(left, capacity) : left;
        if (!mergus::RankedBitmap::locks_bits)
            for (unsigned c = 0; c < copies; ++c)
                for (unsigned e = threadIdx.x; e < slots; e += blockDim.x)
                    table.values[size_t(c) * capacity + e] = empty_slot();
        __syncthreads();
        mergus::add_products(in, i, group, &lists.long_entries, &lists.waiting_rows, capacity, table);
        __syncthreads();
        if (!mergus::RankedBitmap::has_windows || left <= capacity) break;
        mergus::copy_slots(vals + ptr[i] + table.first, capacity, threadIdx.x, blockDim.x,
                           [&](unsigned e) -> const Slot& { return table.values[e]; });
        __syncthreads();
        table.first += capacity;
    }

    if (mask_kind == 1) {
        for (uint64_t e = in.m_ptr[i] + threadIdx.x; e < in.m_ptr[i + 1]; e += blockDim.x) {
            const Index j = in.m_col[e];
            if (mergus::RankedBitmap::marks_present && !mergus::RankedBitmap::test(table.second, j)) continue;
            const Slot* const slot = table.find(j);
            if (slot == nullptr) continue; // false in the mask
            const Slot sum = table.summed(slot, copies, capacity);
            if (mergus::is_empty(sum)) continue;
            present[e] = 1;
            vals[e] = value_of(sum);
        }
        return;
    }
    for (unsigned w = threadIdx.x; w < words; w += blockDim.x) {
        uint64_t offset = ptr[i] + table.rank(Index(w) * 32);
        for (unsigned left = table.bits(w); left != 0; left &= left - 1)
            cols[offset++] = Index(w) * 32 + Index(__ffs(int(left)) - 1);
    }
    if constexpr (in_place == 0 || slot_kind == mergus::ordered_integer_slots) // other slots are the values
        mergus::copy_slots(vals + ptr[i] + table.first, entries - table.first, threadIdx.x, blockDim.x,
                           [&](unsigned e) -> const Slot& { return table.values[e]; });
}
