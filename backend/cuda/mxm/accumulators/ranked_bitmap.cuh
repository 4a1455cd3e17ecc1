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
#include "mxm/accumulators/ranked_columns.cuh"

namespace mergus {

// A warp's own slots: those of the next warp are `capacity` slots further.
struct WarpCopy {
    const RankedBitmap& table;
    size_t offset;

    // Whether each warp has slots of its own.
    static __device__ __forceinline__ bool used() {
        return RankedBitmap::exchanges && mask_kind == 1 && !in_place &&
               blockDim.x <= unsigned(copied_threads);
    }
    // The sum of a column in all copies; empty if there is none.
    template <class Kind = Slots>
    static __device__ __forceinline__ Slot summed(const Slot* slot, unsigned copies, unsigned capacity) {
        Slot sum = *slot;
        if constexpr (RankedBitmap::exchanges)
            for (unsigned c = 1; c < copies; ++c) {
                slot += capacity;
                if (*slot != Kind::empty()) sum = Kind::next_of(sum, value_of(*slot));
            }
        return sum;
    }

    __device__ __forceinline__ void add(Index j, const C_value& value) {
        Slot* const slot = table.find(j);
        if (slot != nullptr) table.add_alone(slot + offset, j, value);
    }
};

// Wide values in the result. Accesses to one are ordered by its bit, as by LockedSlots; add_alone() needs no
// lock.
struct WideResult {
    RankedBitmap& table;

    __device__ __forceinline__ void add(Index j, const C_value& value) const {
        unsigned at;
        if (!table.find(j, at)) return;
        C_value* const to = reinterpret_cast<C_value*>(table.values) + at;
        unsigned &taken = table.taken[j / 32], &present = table.second[j / 32];
        const unsigned bit = 1u << (j % 32);
        for (bool added = false; !added;) {
            if ((atomicOr(&taken, bit) & bit) != 0) continue;
            __threadfence_block();
            const bool fresh = (static_cast<const volatile unsigned&>(present) & bit) == 0;
            *to = fresh ? value : combine(*to, value);
            if (fresh) atomicOr(&present, bit);
            __threadfence_block();
            atomicAnd(&taken, ~bit);
            added = true;
        }
    }
    __device__ __forceinline__ C_value* find(Index j) const {
        unsigned at;
        return table.find(j, at) ? reinterpret_cast<C_value*>(table.values) + at : nullptr;
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
    } else if (WarpCopy::used()) {
        WarpCopy copy{table, size_t(warp()) * capacity};
        multiply_row_by_warps(in, i, copy);
    } else {
        multiply_row_exclusively(in, i, waiting_rows, table);
    }
}

// Threads of a block at most: wide values take many registers.
constexpr int bitmap_threads =
    slot_kind == locked_slots && mask_kind != 1 && sizeof(C_value) > 32 ? 512 : 1024;

} // namespace mergus

// A block has a row of the list. Symbolic: sizes[i] = entries of row i. Numeric: writes the row at ptr[i], or
// under a normal mask at the offsets of the mask's entries.
extern "C" __global__ void __launch_bounds__(mergus::bitmap_threads)
    multiply_ranked_bitmap(mergus::Operands in, const Row* rows, unsigned words, unsigned capacity,
                           const uint64_t* ptr, uint64_t* sizes, Index* cols, C_value* vals,
                           uint8_t* present) {
    extern __shared__ __align__(16) unsigned char shared_bytes[];
    __shared__ unsigned sums[32];
    __shared__ union {
        mergus::LongEntries long_entries;
        mergus::WaitingRows waiting_rows;
    } lists;
    const uint64_t i = rows[blockIdx.x];
    const mergus::Group group;
    mergus::RankedBitmap table;
    const unsigned copies = mergus::WarpCopy::used() ? blockDim.x / 32 : 1;
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
            const Slot sum = mergus::WarpCopy::summed(slot, copies, capacity);
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
