// hash.cuh: a row of a product in a hash table in shared memory: open addressing, linear probing, at most
// half full.
//
// Bindings: as row_loop.cuh, and Slot (the form of a value in an accumulator), empty_slot(),
// accumulate(slot*, value), combine(x, y), slot_of(value), value_of(slot); constant mask_kind: 0 none, 1
// normal (the mask's keys are inserted first, products with other keys are dropped), 2 complement (the mask's
// keys are inserted first, products with these keys are dropped).
//
// Memory of a group: keys[slots], values[slots] (numeric), states[slots] (under a mask), then sorted_keys and
// sorted_slots of slots / 2, where the entries are put in order. Each group has a counter.

#include "mxm/row_loop.cuh"
#include "primitives/bitonic_sort.cuh"
#include "primitives/hash_set.cuh"

namespace mergus {

struct HashTable : HashSet<Index> {
    enum State : unsigned { no_value = 0, has_value = 1, masked_out = 2 };

    Slot* values;
    unsigned* states;
    Index* sorted_keys;
    unsigned* sorted_slots;
    unsigned* counter;
    bool bounded; // optimistic pass: the row may overflow the table
    static constexpr bool may_overflow = symbolic && group_threads == 32; // tuning::optimistic_size
    static constexpr unsigned overflow_bit = 1u << 31;

    __device__ __forceinline__ void clear(const Group& group) {
        for (unsigned s = group.rank; s < slots; s += group.size) {
            keys[s] = none;
            if (!symbolic) values[s] = empty_slot();
            if (mask_kind != 0) states[s] = no_value;
        }
        if (group.rank == 0) *counter = 0;
        group.sync();
    }

    __device__ __forceinline__ void load_mask(const Operands& in, uint64_t i, const Group& group) {
        if (mask_kind == 0) return;
        const uint64_t end = in.m_ptr[i + 1];
        for (uint64_t e = in.m_ptr[i] + group.rank; e < end; e += group.size) {
            if (!truth(in.m_val[e])) continue;
            bool fresh;
            const unsigned s = insert(in.m_col[e], fresh);
            if (mask_kind == 2) states[s] = masked_out;
        }
        group.sync();
    }

    __device__ __forceinline__ void insert_key(Index j) {
        bool fresh;
        if (!may_overflow || !bounded)
            insert(j, fresh); // a key that is masked out stays so
        else if ((*counter & overflow_bit) == 0 && insert<24>(j, fresh) == slots)
            atomicOr(counter, overflow_bit); // no free slot near it
    }
    __device__ __forceinline__ void add(Index j, const C_value& value) {
        bool fresh = false;
        unsigned s;
        if (mask_kind == 1) {
            s = find(j);
            if (s == slots) return;
            if (ordered_fold) fresh = states[s] == no_value;
            states[s] = has_value;
        } else {
            s = insert(j, fresh);
            if (mask_kind == 2 && states[s] == masked_out) return;
        }
        add_to_slot(&values[s], fresh, value);
    }

    __device__ __forceinline__ bool holds(unsigned s) const {
        if (keys[s] == none) return false;
        if (mask_kind == 1) return states[s] == has_value;
        return mask_kind == 0 || states[s] != masked_out;
    }

    // Returns the number of entries to all threads; invalid if overflow_bit is set.
    __device__ __forceinline__ unsigned count(const Group& group) {
        group.sync();
        unsigned mine = 0;
        for (unsigned s = group.rank; s < slots; s += group.size) mine += holds(s) ? 1 : 0;
        if (mine != 0) atomicAdd(counter, mine);
        group.sync();
        return *counter;
    }

    // Writes the entries in the order of columns.
    __device__ __forceinline__ void emit(const Group& group, Index* cols, C_value* vals) {
        group.sync();
        if (group_threads == 0 && order_by_blocks(group)) {
            const unsigned entries = *counter;
            const unsigned short* const order = slots_in_order();
            write(group, entries, cols, vals, order, [&](unsigned e) { return keys[order[e]]; });
            return;
        }
        const unsigned entries = compact(group);
        group.sync();
        if (group_threads == 32 && sorts_words)
            sort_in_registers(group, entries);
        else
            sort_in_memory(group, entries);
        if (sizeof(C_value) > 8) group.sync(); // a value is written by several threads
        write(group, entries, cols, vals, sorted_slots, [&](unsigned e) { return sorted_keys[e]; });
    }

    // Writes entry e from slot order[e]. One loop for values of up to 8 bytes: its loads overlap.
    template <class Number, class KeyOf>
    __device__ __forceinline__ void write(const Group& group, unsigned entries, Index* cols, C_value* vals,
                                          const Number* order, const KeyOf& key) {
        if constexpr (sizeof(C_value) <= 8) {
            for (unsigned e = group.rank; e < entries; e += group.size) {
                cols[e] = key(e);
                vals[e] = value_of(values[order[e]]);
            }
        } else {
            for (unsigned e = group.rank; e < entries; e += group.size) cols[e] = key(e);
            copy_slots(vals, entries, group.rank, group.size,
                       [&](unsigned e) -> const Slot& { return values[order[e]]; });
        }
    }

    // Gathers the columns and slots of the entries, unsorted. Returns their number.
    __device__ __forceinline__ unsigned compact(const Group& group) {
        if (group_threads == 32) {
            unsigned entries = 0;
            for (unsigned s = group.rank; s < slots; s += group.size) {
                const bool held = holds(s);
                const unsigned votes = __ballot_sync(full_mask, held),
                               at = entries + unsigned(__popc(votes & lanes_below()));
                if (held) sorted_keys[at] = keys[s];
                if (held) sorted_slots[at] = s;
                entries += unsigned(__popc(votes));
            }
            return entries;
        }
        for (unsigned s = group.rank; s < slots; s += group.size) {
            if (!holds(s)) continue;
            const unsigned at = atomicAdd(counter, 1u);
            sorted_keys[at] = keys[s];
            sorted_slots[at] = s;
        }
        group.sync();
        return *counter;
    }

    // Blocks of 32 neighbouring columns, for order_by_blocks(): a second hash table, in the memory of the
    // arrays that are sorted otherwise.
    struct Blocks {
        Index* number;        // none: free
        unsigned* columns;    // a bit for each column that has an entry
        unsigned* before;     // entries in smaller blocks
        unsigned short* list; // of the used slots of this table
        unsigned size;        // slots
    };
    __device__ __forceinline__ Blocks blocks() const {
        const unsigned size = slots / 4;
        return {sorted_keys, reinterpret_cast<unsigned*>(sorted_keys + size), sorted_slots, slots_in_order(),
                size};
    }
    __device__ __forceinline__ unsigned short* slots_in_order() const {
        return reinterpret_cast<unsigned short*>(sorted_slots + slots / 4);
    }

    // Puts the slots of the entries in the order of columns into slots_in_order(), and their number into
    // *counter. In many graphs and meshes most columns of a row have neighbours, so the blocks are few, and
    // ranking blocks and bits replaces a sort of all entries (512: 45 rounds with a barrier each). Returns
    // false, with *counter == 0, if there are many blocks.
    __device__ __forceinline__ bool order_by_blocks(const Group& group) {
        const Blocks table = blocks();
        const unsigned most = table.size / 2;
        for (unsigned s = group.rank; s < table.size; s += group.size) {
            table.number[s] = none;
            table.columns[s] = 0;
        }
        if (group.rank == 0) *counter = 0;
        group.sync();
        for (unsigned s = group.rank; s < slots; s += group.size)
            if (holds(s) && *counter <= most) insert_in_block(table, most, keys[s]);
        group.sync();
        const unsigned count = *counter;
        group.sync();
        if (count > most) {
            if (group.rank == 0) *counter = 0;
            group.sync();
            return false;
        }
        for (unsigned n = group.rank; n < count; n += group.size) {
            const unsigned s = table.list[n];
            const Index mine = table.number[s];
            unsigned before = 0;
            for (unsigned m = 0; m < count; ++m) {
                const unsigned other = table.list[m];
                if (table.number[other] < mine) before += unsigned(__popc(table.columns[other]));
            }
            table.before[s] = before;
            atomicMax(counter, before + unsigned(__popc(table.columns[s]))); // of the last block: all entries
        }
        group.sync(); // the list has been read
        unsigned short* const order = slots_in_order();
        for (unsigned s = group.rank; s < slots; s += group.size) {
            if (!holds(s)) continue;
            const Index number = keys[s] >> 5;
            unsigned b = hash_of(number) & (table.size - 1);
            while (table.number[b] != number) b = (b + 1) & (table.size - 1);
            const unsigned below = (1u << (unsigned(keys[s]) & 31u)) - 1u;
            order[table.before[b] + unsigned(__popc(table.columns[b] & below))] =
                static_cast<unsigned short>(s);
        }
        group.sync();
        return true;
    }
    // Marks a column in its block. If there are more than `most` blocks, *counter becomes larger than `most`.
    __device__ __forceinline__ void insert_in_block(const Blocks& table, unsigned most, Index key) {
        const Index number = key >> 5;
        unsigned b = hash_of(number) & (table.size - 1);
        for (unsigned probes = 0; probes < table.size; ++probes, b = (b + 1) & (table.size - 1)) {
            const Index found = table.number[b];
            if (found != none && found != number) continue;
            if (found == none) {
                if (*counter >= most) break;
                const Index before = atomicCAS(&table.number[b], Index(none), number);
                if (before != none && before != number) continue;
                if (before == none) {
                    const unsigned n = atomicAdd(counter, 1u);
                    if (n < most) table.list[n] = static_cast<unsigned short>(b);
                }
            }
            atomicOr(&table.columns[b], 1u << (unsigned(key) & 31u));
            return;
        }
        atomicAdd(counter, most + 1);
    }

    // For a warp and up to 128 entries, four for each thread: a column and its slot in one word.
    __device__ __forceinline__ void sort_in_registers(const Group& group, unsigned entries) {
        constexpr unsigned each = 4;
        SortedSlot word[each];
        for (unsigned u = 0; u < each; ++u) {
            const unsigned e = u * 32 + group.rank;
            word[u] = e < entries ? SortedSlot(sorted_keys[e]) << 8 | sorted_slots[e] : ~SortedSlot(0);
        }
        warp_sort<2>(word);
        for (unsigned u = 0; u < each; ++u) {
            const unsigned e = u * 32 + group.rank;
            if (e >= entries) break;
            sorted_keys[e] = Index(word[u] >> 8);
            sorted_slots[e] = unsigned(word[u] & 255u);
        }
        // No barrier: each thread later reads what it wrote itself, except wide values.
    }

    __device__ __forceinline__ void sort_in_memory(const Group& group, unsigned entries) {
        unsigned padded = 1;
        while (padded < entries) padded *= 2;
        for (unsigned e = entries + group.rank; e < padded; e += group.size) sorted_keys[e] = none;
        group.sync();
        const auto order = [&](unsigned low, unsigned high, bool ascending) {
            const Index low_key = sorted_keys[low], high_key = sorted_keys[high];
            if ((low_key > high_key) != ascending) return;
            sorted_keys[low] = high_key;
            sorted_keys[high] = low_key;
            const unsigned slot = sorted_slots[low];
            sorted_slots[low] = sorted_slots[high];
            sorted_slots[high] = slot;
        };
        bitonic_sort(padded, group.rank, group.size, order, [&] { group.sync(); });
    }

    // Under a normal mask: the values at the offsets of the mask's entries, and flags where there is one.
    __device__ __forceinline__ void emit_masked(const Operands& in, uint64_t i, const Group& group,
                                                uint8_t* present, C_value* vals) {
        group.sync();
        const uint64_t end = in.m_ptr[i + 1];
        for (uint64_t e = in.m_ptr[i] + group.rank; e < end; e += group.size) {
            const unsigned s = find(in.m_col[e]);
            if (s == slots || states[s] != has_value) continue;
            present[e] = 1;
            vals[e] = value_of(values[s]);
        }
    }
};

// The table of this thread's group. hash_table_bytes() of hash.cpp has the same sum.
__device__ __forceinline__ HashTable hash_table(unsigned char* shared, unsigned slots, unsigned group_bytes,
                                                unsigned* counters) {
    HashTable table;
    unsigned char* at = shared + size_t(group_bytes) * Group::index();
    table.slots = slots;
    table.values = reinterpret_cast<Slot*>(at); // first: the strictest alignment
    if (!symbolic) at += sizeof(Slot) * size_t(slots);
    table.keys = reinterpret_cast<Index*>(at);
    at += sizeof(Index) * size_t(slots);
    table.sorted_keys = reinterpret_cast<Index*>(at);
    if (!symbolic && mask_kind != 1) at += sizeof(Index) * size_t(slots / 2);
    table.sorted_slots = reinterpret_cast<unsigned*>(at);
    if (!symbolic && mask_kind != 1) at += sizeof(unsigned) * size_t(slots / 2);
    table.states = reinterpret_cast<unsigned*>(at);
    table.counter = counters + Group::index();
    return table;
}

} // namespace mergus

// A group has a row of the list. Symbolic: sizes[i] = entries of row i; rows that overflow are appended to
// overflowed_rows, if that is not null. Numeric: writes the row at ptr[i], or under a normal mask at the
// offsets of the mask's entries.
extern "C" __global__ void __launch_bounds__(group_threads == 0 ? 1024 : 256)
    multiply_hash(mergus::Operands in, const Row* rows, uint64_t row_count, unsigned slots,
                  unsigned group_bytes, Row* overflowed_rows, uint64_t* overflowed_count, const uint64_t* ptr,
                  uint64_t* sizes, Index* cols, C_value* vals, uint8_t* present) {
    extern __shared__ __align__(16) unsigned char shared_bytes[];
    __shared__ unsigned counters[64];
    __shared__ mergus::LongEntries long_entries;
    const uint64_t r = uint64_t(blockIdx.x) * mergus::Group::count() + mergus::Group::index();
    if (r >= row_count) return; // whole groups
    const uint64_t i = rows[r];
    const mergus::Group group;
    mergus::HashTable table = mergus::hash_table(shared_bytes, slots, group_bytes, counters);
    table.bounded = mergus::HashTable::may_overflow && overflowed_rows != nullptr;
    table.clear(group);
    table.load_mask(in, i, group);
    mergus::multiply_row<symbolic != 0>(in, i, mergus::all_columns, group, &long_entries, table);
    if (symbolic) {
        const unsigned entries = table.count(group);
        if (group.rank != 0) return;
        if ((entries & mergus::HashTable::overflow_bit) == 0)
            sizes[i] = entries;
        else
            overflowed_rows[atomicAdd(overflowed_count, uint64_t(1))] = Row(i);
    } else if (mask_kind == 1) {
        table.emit_masked(in, i, group, present, vals);
    } else {
        table.emit(group, cols + ptr[i], vals + ptr[i]);
    }
}
