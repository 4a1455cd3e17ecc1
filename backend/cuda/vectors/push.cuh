// push.cuh: T = U ⊕.⊗ B for a U of few rows, and C⟨mask, replace⟩ ⊙= T, in two launches or in one.
//
// expand_bitmap: a warp takes the set cells of a few words of U, and its lanes the entries of the rows of B
// that these name. Products are combined in the workspace by atomics. Long rows are listed, and after a
// barrier of the grid all warps expand them in chunks. The mask is tested before a product is computed.
// write_pushed: writes the workspace into the cells of C and clears it.
// push_at_once: expand_bitmap, which writes into the cells of C. For a C that is T alone, where the first
// product of a cell is its value: ⊕ is `any`, or all products are equal. C's bits are another array than
// before, because the old ones are still read; it was cleared by an earlier launch.
//
// Invariant: between products the workspace has no set bits and only empty slots.
//
// Bindings: as accumulate.cuh; A_value (of U), B_value, M_value; multiply(a, b, i, k, j); truth(m); Out_value
// (of C), to_out(t), accum_out(c, t); constants
//  reads_a, reads_b  the multiply operator's arguments
//  value_free  every entry has the same value: one_value(); no slots are kept
//  mask_kind   0 none, 1 normal, 2 complement
//  m_valued    the mask's values count
//  one_row     U has one row
//  b_iso       B has one value for all entries
//  chunk       entries of a chunk of a long row
//  has_accum, replace  of the operation
//  keeps       entries of C at other cells than T's may stay

#include "bitmap/bitmap_count.cuh"
#include "primitives/set_bits.cuh"
#include "steps/accumulate.cuh"
#include "vectors/push_input.h"

namespace mergus {

using PushInput = PushInputOf<A_value, B_value, M_value, Slot>;

constexpr unsigned push_longs_shift = 36;

// Entries of a lane that are loaded together.
constexpr int push_steps = 4;

// A row of more than long_row entries is deferred if its warp has more than push_crowd entries to expand, and
// in any case from push_alone · long_row on.
constexpr uint64_t push_crowd = 1024, push_alone = 4;

constexpr bool has_slots = !value_free;
constexpr bool takes_any = slot_kind == any_slots;

// Whether the mask admits a cell of C.
__device__ __forceinline__ bool admits(const PushInput& in, uint32_t cell) {
    if constexpr (mask_kind == 0) return true;
    bool is_set = (in.m_bits[cell / 32] >> (cell % 32) & 1u) != 0;
    if constexpr (m_valued != 0) is_set = is_set && truth(in.m_val[cell]);
    return is_set == (mask_kind == 1);
}

// The row of a cell, for matrices of `cols` columns.
__device__ __forceinline__ uint32_t row_of_position(uint32_t cell, uint32_t cols) {
    return one_row != 0 ? 0 : cell / cols;
}

// Where products go that are written at once.
struct ToResult {
    static constexpr bool at_once = true;
    Out_value* val;
    unsigned entries; // that this thread has added
};
// Where they are combined first.
struct ToWorkspace {
    static constexpr bool at_once = false;
};

// The product of entry e of B and cell `cell` of U, for cell `to` of the result.
__device__ __forceinline__ C_value product_of(const PushInput& in, uint64_t e, uint32_t cell, uint32_t to) {
    const uint32_t i = row_of_position(cell, in.u_cols);
    A_value a{};
    B_value b{};
    if constexpr (reads_a != 0) a = in.u_val[cell];
    if constexpr (reads_b != 0) b = in.b_val[b_iso != 0 ? 0 : e];
    return multiply(a, b, int64_t(i), int64_t(cell - i * in.u_cols), int64_t(to - i * in.t_cols));
}

// Adds the products of the entries e[s] of B where valid[s]; `cell` is the cell of U.
template <class Target>
__device__ __forceinline__ void add_products(const PushInput& in, Target& target,
                                             const bool (&valid)[push_steps], const uint64_t (&e)[push_steps],
                                             const uint32_t (&cell)[push_steps]) {
    uint32_t to[push_steps], word[push_steps];
    bool adds[push_steps];
#pragma unroll
    for (int s = 0; s < push_steps; ++s) to[s] = valid[s] ? in.col[e[s]] : 0u;
#pragma unroll
    for (int s = 0; s < push_steps; ++s) {
        to[s] += row_of_position(cell[s], in.u_cols) * in.t_cols;
        adds[s] = valid[s] && admits(in, to[s]);
        word[s] = adds[s] ? in.t_bits[to[s] / 32] : 0u;
    }
#pragma unroll
    for (int s = 0; s < push_steps; ++s) {
        if (!adds[s]) continue;
        const uint32_t bit = 1u << (to[s] % 32);
        const bool fresh = (word[s] & bit) == 0;
        if constexpr (Target::at_once) {
            if (!fresh || (atomicOr(&in.t_bits[to[s] / 32], bit) & bit) != 0) continue;
            ++target.entries;
            if constexpr (has_slots)
                target.val[to[s]] = to_out(product_of(in, e[s], cell[s], to[s]));
            else
                target.val[to[s]] = to_out(one_value());
        } else {
            if constexpr (takes_any) // whichever thread sets the bit stores a value too
                if (!fresh) continue;
            if constexpr (has_slots) {
                const C_value product = product_of(in, e[s], cell[s], to[s]);
                if constexpr (takes_any)
                    in.t_val[to[s]] = slot_of(product);
                else
                    accumulate(&in.t_val[to[s]], product);
            }
            if (fresh) atomicOr(&in.t_bits[to[s] / 32], bit);
        }
    }
}

// Expands the rows of up to 32 cells of U, one of each lane with `valid`.
template <class Target>
__device__ __forceinline__ void expand_rows(const PushInput& in, Target& target, bool valid, uint32_t cell) {
    uint64_t begin = 0, length = 0;
    uint32_t k = 0;
    if (valid) {
        k = cell - row_of_position(cell, in.u_cols) * in.u_cols;
        begin = in.ptr[k];
        length = in.ptr[k + 1] - begin;
    }
    if (in.long_rows != nullptr) {
        const bool crowded = warp_reduce(length, Plus()) > push_crowd;
        if (length > (crowded ? 1 : push_alone) * in.long_row) {
            const uint64_t chunks = div_up(length, uint64_t(chunk));
            const uint64_t before =
                atomicAdd(&in.counters->longs, (uint64_t(1) << push_longs_shift) + chunks);
            in.long_rows[before >> push_longs_shift] = {before & ((uint64_t(1) << push_longs_shift) - 1),
                                                        cell, k};
            length = 0;
        }
    }
    const LaneItems<uint64_t> entries(length);
    for (uint64_t base = 0; base < entries.all; base += 32 * push_steps) {
        bool is_valid[push_steps];
        uint64_t e[push_steps];
        uint32_t from[push_steps];
#pragma unroll
        for (int s = 0; s < push_steps; ++s) {
            const uint64_t n = base + unsigned(s) * 32 + lane();
            const unsigned owner = entries.owner(n);
            is_valid[s] = n < entries.all;
            e[s] = shuffle(full_mask, begin, int(owner)) +
                   (n - shuffle(full_mask, entries.end - length, int(owner)));
            from[s] = shuffle(full_mask, cell, int(owner));
        }
        add_products(in, target, is_valid, e, from);
    }
}

// Expands the listed rows, a warp a chunk.
template <class Target>
__device__ __forceinline__ void expand_long_rows(const PushInput& in, Target& target) {
    const uint64_t longs = in.counters->longs;
    const uint64_t rows = longs >> push_longs_shift;
    const uint64_t chunks = longs & ((uint64_t(1) << push_longs_shift) - 1);
    for (uint64_t c = grid_thread() / 32; c < chunks; c += grid_threads() / 32) {
        uint64_t low = 0, high = rows; // the last row whose first chunk is not after c
        while (high - low > 1) {
            const uint64_t middle = low + (high - low) / 2;
            if (in.long_rows[middle].first_chunk <= c)
                low = middle;
            else
                high = middle;
        }
        const PushLongRow row = in.long_rows[low];
        const uint64_t first = in.ptr[row.row] + (c - row.first_chunk) * uint64_t(chunk);
        const uint64_t last = min_of<uint64_t>(first + uint64_t(chunk), in.ptr[row.row + 1]);
        for (uint64_t base = first; base < last; base += 32 * push_steps) {
            bool is_valid[push_steps];
            uint64_t e[push_steps];
            uint32_t from[push_steps];
#pragma unroll
            for (int s = 0; s < push_steps; ++s) {
                e[s] = base + unsigned(s) * 32 + lane();
                is_valid[s] = e[s] < last;
                from[s] = row.cell;
            }
            add_products(in, target, is_valid, e, from);
        }
    }
}

// What write_pushed needs of C. `was` are the bits of C before, null if it had no entries.
struct PushOutput {
    const uint32_t* was;
    uint32_t* bits;
    Out_value* val;
};

// The bits of a word of C that stay where T has no entry.
__device__ __forceinline__ uint32_t kept_bits(const PushInput& in, uint32_t was, uint32_t w) {
    if constexpr (keeps == 0) return 0;
    if constexpr (mask_kind == 0) return has_accum != 0 ? was : 0;
    if constexpr (has_accum != 0 && replace == 0) return was;
    if (was == 0) return 0;
    uint32_t set = in.m_bits[w];
    if constexpr (m_valued != 0)
        for (uint32_t left = set & was; left != 0; left &= left - 1) {
            const unsigned bit = unsigned(__ffs(int(left)) - 1);
            if (!truth(in.m_val[w * 32 + bit])) set &= ~(1u << bit);
        }
    const uint32_t admitted = mask_kind == 1 ? set : ~set;
    return was & (has_accum != 0 ? admitted : ~admitted);
}

// Expands all set cells of U.
template <class Target>
__device__ __forceinline__ void expand(const PushInput& in, Target& target) {
    const uint32_t each = in.u_each;
    const uint64_t warps = grid_threads() / 32;
    for (uint64_t w = grid_thread() / 32 * each; w < in.u_words; w += warps * each) {
        const uint32_t own = uint32_t(w) + lane();
        uint32_t word = 0;
        if (lane() < each && own < in.u_words) word = in.u_bits[own];
        for_set_bits(word, [&](bool valid, unsigned owner, unsigned bit) {
            expand_rows(in, target, valid, valid ? (uint32_t(w) + owner) * 32 + bit : 0u);
        });
    }
    if (in.long_rows != nullptr) {
        grid_barrier(in.barrier);
        expand_long_rows(in, target);
    }
}

} // namespace mergus

extern "C" __global__ void expand_bitmap(mergus::PushInput in) {
    mergus::trigger_dependents();
    mergus::wait_for_dependency();
    mergus::ToWorkspace target;
    mergus::expand(in, target);
}

extern "C" __global__ void push_at_once(mergus::PushInput in, mergus::PushedAtOnceOf<Out_value> out,
                                        mergus::BitmapCounter* counter, uint64_t* count, uint64_t* posted,
                                        uint32_t ticket) {
    using namespace mergus;
    if constexpr (!has_slots || takes_any) { // other products are never written at once
        trigger_dependents();
        wait_for_dependency();
        if (grid_thread() == 0) out.next_counters->longs = 0;
        for (uint64_t w = grid_thread(); w < out.cleared_words; w += grid_threads()) out.cleared[w] = 0;
        ToResult target = {out.val, 0};
        expand(in, target);
        end_count(target.entries, counter, count, posted, ticket);
    }
}

extern "C" __global__ void write_pushed(mergus::PushInput in, mergus::PushOutput out,
                                        mergus::BitmapCounter* counter, uint64_t* count, uint64_t* posted,
                                        uint32_t ticket) {
    using namespace mergus;
    trigger_dependents();
    wait_for_dependency();
    const uint32_t each = in.t_each;
    const uint64_t warps = grid_threads() / 32;
    unsigned entries = 0;
    if (grid_thread() == 0 && in.long_rows != nullptr) in.counters->longs = 0;
    for (uint64_t w = grid_thread() / 32 * each; w < in.t_words; w += warps * each) {
        const uint32_t own = uint32_t(w) + lane();
        uint32_t found = 0, was = 0;
        if (lane() < each && own < in.t_words) {
            found = in.t_bits[own];
            if (found != 0) in.t_bits[own] = 0;
            if (keeps != 0 && out.was != nullptr) was = out.was[own];
            const uint32_t now = kept_bits(in, was, own) | found;
            if (out.was == nullptr || keeps == 0 || now != was) out.bits[own] = now;
            entries += unsigned(__popc(now));
        }
        __syncwarp(); // the mask's values have been read, which may be C's
        for_set_bits(found, [&](bool valid, unsigned owner, unsigned bit) {
            const uint32_t old = has_accum != 0 ? shuffle(full_mask, was, int(owner)) : 0u;
            if (!valid) return;
            const uint32_t cell = (uint32_t(w) + owner) * 32 + bit;
            C_value t;
            if constexpr (has_slots) {
                t = value_of(in.t_val[cell]);
                if constexpr (!takes_any) in.t_val[cell] = empty_slot();
            } else {
                t = one_value();
            }
            if constexpr (has_accum != 0) {
                if ((old >> bit & 1u) != 0) {
                    out.val[cell] = accum_out(out.val[cell], t);
                    return;
                }
            }
            out.val[cell] = to_out(t);
        });
    }
    end_count(entries, counter, count, posted, ticket);
}

// The slots of a new workspace.
extern "C" __global__ void empty_slots(Slot* slots, uint64_t count) {
    for (uint64_t s = mergus::grid_thread(); s < count; s += mergus::grid_threads()) slots[s] = empty_slot();
}
