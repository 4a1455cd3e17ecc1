// pull_bitmap.cuh: C⟨mask, replace⟩ ⊙= A ⊕.⊗ u for vectors stored as bitmaps, and C⟨mask, replace⟩ ⊙= U ⊕.⊗
// A' for matrices of few rows. A warp has 32 cells of C, which are a word, and a group of lanes folds the row
// of A that belongs to a cell. Rows of more than long_row entries are deferred, unless their first entries
// decide them: a warp folds a chunk of one (pull_chunks), then the chunks (write_long_rows).
//
// Invariant: a deferred row looks like a row without a result until write_long_rows adds it. That is right
// because an entry of C that an accumulator reads stays in C then.
//
// Bindings: as pull_fold.cuh; M_value, truth(m); Out_value (of C), to_out(z), accum_out(c, z); constants
// mask_kind, m_valued, has_accum, replace, keeps as in push.cuh.

#include "bitmap/bitmap_count.cuh"
#include "vectors/pull_fold.cuh"

namespace mergus {

// C's cells; `was` are its bits before, null if it had no entries.
struct PulledOutput {
    const uint32_t* was;
    uint32_t* bits;
    Out_value* val;
};

// Writes the result of a row.
__device__ __forceinline__ void write_pulled(const PulledOutput& out, uint64_t i, bool has_old,
                                             const Z_value& z) {
    if constexpr (has_accum != 0) {
        if (has_old) {
            out.val[i] = accum_out(out.val[i], z);
            return;
        }
    }
    out.val[i] = to_out(z);
}

// Adds a thread's count of entries to the call's own counters: that of end_count() must be zero after every
// launch, as the next one may be another call's.
__device__ __forceinline__ void add_entries(unsigned mine, PullCounters* counters) {
    const unsigned all = warp_reduce(mine, Plus());
    if (lane() == 0 && all != 0) atomicAdd(&counters->entries, uint64_t(all));
}

} // namespace mergus

// longs.rows is null if no row is long; else write_long_rows follows, and ends the count.
extern "C" __global__ void pull_bitmap(mergus::PullInput in, mergus::PulledOutput out, mergus::LongRows longs,
                                       mergus::PullCounters* counters, mergus::BitmapCounter* counter,
                                       uint64_t* count, uint64_t* posted, uint32_t ticket) {
    using namespace mergus;
    trigger_dependents();
    wait_for_dependency();
    constexpr unsigned size = unsigned(lanes), step_rows = 32 / size;
    const unsigned sub = lane() % size;
    const uint64_t words = div_up<uint64_t>(in.count, 32);
    unsigned entries = 0;
    for (uint64_t w = grid_thread() / 32; w < words; w += grid_threads() / 32) {
        const uint32_t was = keeps != 0 && out.was != nullptr ? out.was[w] : 0u;
        uint32_t admitted = full_mask;
        if constexpr (mask_kind != 0) {
            admitted = in.m_bits[w];
            if constexpr (m_valued != 0) {
                const bool is_set = (admitted >> lane() & 1u) != 0;
                admitted = __ballot_sync(full_mask, is_set && truth(in.m_val[w * 32 + lane()]));
            }
            if (mask_kind == 2) admitted = ~admitted;
        }
        uint32_t found = 0; // rows whose results this lane has written
        for (unsigned s = 0; admitted != 0 && s < size; ++s) {
            const unsigned r = s * step_rows + lane() / size;
            const uint64_t cell = w * 32 + r;
            uint64_t begin = 0, end = 0;
            PullRow row = {0, 0, 0};
            if (cell < in.count && (admitted >> r & 1u) != 0) {
                row = PullRow::of_position(in, cell);
                begin = in.ptr[row.i];
                end = in.ptr[row.i + 1];
            }
            const uint64_t entries_of_row = end - begin;
            const bool is_long = longs.rows != nullptr && entries_of_row > uint64_t(long_row);
            if (is_long) {
                if (first_look == 0 && sub == 0) defer_row(longs, counters, cell, row.i, entries_of_row);
                end = begin + first_look;
            }
            Fold fold = fold_range<size, false>(in, row, begin, end, sub);
            fold_lanes<size>(fold, sub);
            if (first_look != 0 && is_long && sub == 0 && !fold.stopped()) {
                defer_row(longs, counters, cell, row.i, entries_of_row);
            } else if (sub == 0 && fold.filled) {
                found |= 1u << r;
                write_pulled(out, cell, (was >> r & 1u) != 0, fold.value);
            }
        }
        // Also orders the reads of the mask, which may be C, before the write.
        for (unsigned bits = 16; bits > 0; bits /= 2) found |= __shfl_xor_sync(full_mask, found, int(bits));
        if (lane() != 0) continue;
        uint32_t kept = 0;
        if constexpr (keeps != 0) {
            if constexpr (has_accum != 0)
                kept = replace != 0 ? was & admitted : was;
            else
                kept = was & ~admitted;
        }
        const uint32_t now = kept | found;
        out.bits[w] = now;
        entries += unsigned(__popc(now));
    }
    __syncwarp();
    if (longs.rows == nullptr)
        end_count(entries, counter, count, posted, ticket);
    else
        add_entries(entries, counters);
}

// Adds the results of the long rows to C. A warp has a row.
extern "C" __global__ void write_long_rows(mergus::PullInput in, mergus::PulledOutput out,
                                           mergus::LongRows longs, const mergus::PullCounters* counters,
                                           mergus::BitmapCounter* counter, uint64_t* count, uint64_t* posted,
                                           uint32_t ticket) {
    using namespace mergus;
    trigger_dependents();
    wait_for_dependency();
    const uint64_t rows = counters->longs >> chunk_bits;
    unsigned entries = grid_thread() == 0 ? unsigned(counters->entries) : 0; // of pull_bitmap; fewer than 2³²
    for (uint64_t r = grid_thread() / 32; r < rows; r += grid_threads() / 32) {
        const LongRow row = longs.rows[r];
        const Fold fold = fold_partial(in, longs, row);
        if (lane() != 0 || !fold.filled) continue;
        const uint32_t bit = 1u << (row.at % 32);
        const bool has_old = (atomicOr(&out.bits[row.at / 32], bit) & bit) != 0;
        write_pulled(out, row.at, has_old, fold.value);
        if (!has_old) ++entries;
    }
    __syncwarp();
    end_count(entries, counter, count, posted, ticket);
}
