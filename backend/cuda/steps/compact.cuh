// compact.cuh: some entries of a matrix, copied to a smaller one. The first pass marks the entries that stay
// by a bit each (compact_mark.cuh); the second writes them and tests nothing again.
//
// Bindings: Index, X_value, X_values (through which they are read), Y_value, Z_value; constants needs_row,
// is_vector (columns are the indices of a vector), entry_test and has_fill; convert(x) unless has_fill.
// entry_test: that of passes() (entry.cuh), with the bindings of region_lists.cuh.

#include "kernels/search.cuh"
#include "steps/compact_mark.cuh"
#include "steps/entry.cuh"
#include "steps/region_lists.cuh"

namespace mergus {

// A template, because convert() exists only where it is used.
template <class X>
__device__ __forceinline__ Z_value converted(const X& x) {
    if constexpr (has_fill != 0)
        return Z_value();
    else
        return convert(x);
}

// The column of an entry. col: null for a full vector.
__device__ __forceinline__ Index column(const Index* col, uint64_t e) {
    return col != nullptr ? col[e] : Index(e);
}

// Values are loaded for all rounds before any is used, so that the loads overlap. Large ones would need too
// many registers.
template <class Value>
constexpr bool loads_early = sizeof(Value) <= 16;

// The rows of a tile's entries: a bit for each entry that is the first of its row, and that row. Bits are in
// reversed order, so that __ffs() finds the last entry before another one.
struct FirstEntries {
    // Among more rows than this, most of which are empty, each entry searches its own.
    static constexpr uint64_t most_rows = 16 * compact_tile;

    uint64_t row[compact_tile]; // of the entries with a bit
    uint32_t bits[compact_words];
    uint16_t before[compact_words]; // the last entry with a bit in the words before each

    __device__ __forceinline__ void clear() {
        if (threadIdx.x < compact_words) bits[threadIdx.x] = 0;
    }
    // After that and a barrier, for at most most_rows rows. begin: the tile's first entry, whose bit is set
    // in any case.
    __device__ __forceinline__ void set(const RowsOfTile& rows, uint64_t begin) {
        const uint64_t* const offsets = rows.offsets + rows.first;
        for (uint64_t r = threadIdx.x; r < rows.count; r += compact_threads) {
            const uint64_t first = r == 0 ? begin : offsets[r];
            if (first == offsets[r + 1]) continue; // no entries
            const unsigned e = unsigned(first - begin);
            row[e] = rows.first + r;
            atomicOr(&bits[e / 32], 1u << (31 - e % 32));
        }
        __syncthreads();
        if (warp() == 0) {
            const auto larger = [](unsigned a, unsigned b) { return a > b ? a : b; };
            const unsigned w = 2 * lane(), in_first = last_in(w, bits[w]);
            const unsigned all = warp_inclusive_scan(larger(in_first, last_in(w + 1, bits[w + 1])), larger);
            const unsigned others = shuffle_up(full_mask, all, 1);
            before[w] = uint16_t(lane() == 0 ? 0 : others);
            before[w + 1] = uint16_t(larger(before[w], in_first));
        }
        __syncthreads();
    }
    __device__ __forceinline__ uint64_t row_of_entry(unsigned e) const {
        const uint32_t here = bits[e / 32] & ~0u << (31 - e % 32);
        return row[here != 0 ? last_in(e / 32, here) : before[e / 32]];
    }

private:
    __device__ __forceinline__ static unsigned last_in(unsigned w, uint32_t bits) {
        return bits != 0 ? w * 32 + 32 - unsigned(__ffs(int(bits))) : 0;
    }
};
static_assert(compact_words == 64, "FirstEntries: two words for each lane");

// The number of kept entries before entry e.
__device__ __forceinline__ uint64_t kept_before(const KeptEntries& kept, uint64_t e) {
    const uint64_t tile = e / compact_tile;
    if (e % compact_tile == 0) return kept.before[tile]; // behind the last tile there are no words
    const uint64_t word = kept.words[e / 32];
    const unsigned below = unsigned(word) & ((1u << (e % 32)) - 1u);
    return kept.before[tile] + (word >> 32) + unsigned(__popc(below));
}

// Writes the kept entries of the block's tile. value(e): of entry e of the matrix.
template <class ValueOf>
__device__ __forceinline__ void write_tile(const KeptEntries& kept, const Index* col, const ValueOf& value,
                                           Index* col_out, Z_value* val_out) {
    constexpr bool early = loads_early<Z_value>;
    // The last tiles come first: the cache still has their columns and values from the first pass.
    const uint64_t tile = kept.tiles - 1 - blockIdx.x, first = tile * compact_tile + threadIdx.x,
                   base = kept.before[tile];
    uint64_t word[compact_rounds];
    Index j[compact_rounds];
    Z_value z[early ? compact_rounds : 1];
#pragma unroll
    for (unsigned r = 0; r < compact_rounds; ++r) word[r] = kept.words[(first + r * compact_threads) / 32];
#pragma unroll
    for (unsigned r = 0; r < compact_rounds; ++r) {
        if ((word[r] >> lane() & 1u) == 0) continue;
        const uint64_t e = first + r * compact_threads;
        j[r] = column(col, e);
        if (early) z[early ? r : 0] = value(e);
    }
#pragma unroll
    for (unsigned r = 0; r < compact_rounds; ++r) {
        if ((word[r] >> lane() & 1u) == 0) continue;
        const uint64_t at = base + (word[r] >> 32) + unsigned(__popc(unsigned(word[r]) & lanes_below()));
        if (!early) z[0] = value(first + r * compact_threads);
        col_out[at] = j[r];
        val_out[at] = z[early ? r : 0];
    }
}

} // namespace mergus

// Marks the entries that pass the test.
extern "C" __global__ void __launch_bounds__(256)
    mark_entries(const uint64_t* ptr, uint64_t nrows, const Index* col, X_values in, Y_value y,
                 mergus::MarkOutput out) {
    using namespace mergus;
    constexpr bool early = loads_early<X_value>;
    __shared__ uint32_t bits[compact_words];
    __shared__ uint64_t found[2];
    __shared__ FirstEntries firsts; // unless needs_row, it is not used
    const uint64_t count = out.kept.count;
    for (uint64_t tile = blockIdx.x; tile < out.kept.tiles; tile += gridDim.x) {
        const uint64_t begin = tile * compact_tile;
        uint64_t entry[compact_rounds];
        Index j[compact_rounds];
        X_value x[early ? compact_rounds : 1];
#pragma unroll
        for (unsigned r = 0; r < compact_rounds; ++r) {
            entry[r] = clamped(begin + r * compact_threads + threadIdx.x, count);
            j[r] = column(col, entry[r]);
            if (early) x[early ? r : 0] = in[entry[r]];
        }
        RowsOfTile rows{};
        if constexpr (needs_row != 0) {
            firsts.clear();
            rows = rows_of_tile_by_warps(ptr, nrows, begin, min_of(begin + compact_tile, count), found);
            if (rows.count <= FirstEntries::most_rows) firsts.set(rows, begin);
        }
#pragma unroll
        for (unsigned r = 0; r < compact_rounds; ++r) {
            const uint64_t row = needs_row == 0 ? 0
                                 : rows.count <= FirstEntries::most_rows
                                     ? firsts.row_of_entry(unsigned(entry[r] - begin))
                                     : rows.row(entry[r]);
            const EntryPosition at = position_of<is_vector != 0>(row, int64_t(j[r]));
            if (!early) x[0] = in[entry[r]];
            const unsigned k = r * compact_threads + threadIdx.x;
            const bool stays =
                passes<entry_test>(view_of(x, early ? r : 0, true), at, y) && begin + k < count;
            const unsigned word = __ballot_sync(full_mask, stays);
            if (lane() == 0) bits[k / 32] = word;
        }
        rank_tile(out, tile, bits);
        __syncthreads();
    }
    end_marks(out);
}

// Marks entry e if bit e of the words is set.
extern "C" __global__ void __launch_bounds__(256) mark_bits(const uint64_t* bits, mergus::MarkOutput out) {
    mergus::mark_tiles(out, [&](uint64_t e) { return (bits[e / 64] >> (e % 64) & 1) != 0; });
}

// Marks entry e if flag e is not 0.
extern "C" __global__ void __launch_bounds__(256) mark_flags(const uint8_t* flags, mergus::MarkOutput out) {
    mergus::mark_tiles(out, [&](uint64_t e) { return flags[e] != 0; });
}

// The row offsets of the result. Runs over nrows + 1.
extern "C" __global__ void compact_offsets(const uint64_t* ptr, uint64_t nrows, mergus::KeptEntries kept,
                                           uint64_t* out) {
    for (uint64_t i = mergus::grid_thread(); i <= nrows; i += mergus::grid_threads())
        out[i] = mergus::kept_before(kept, ptr[i]);
}

// The kept entries with their values, cast. A block for each tile.
extern "C" __global__ void __launch_bounds__(256)
    compact_entries(const Index* col, X_values val, mergus::KeptEntries kept, Index* col_out,
                    Z_value* val_out) {
    const auto value = [&](uint64_t e) { return mergus::converted(val[e]); };
    mergus::write_tile(kept, col, value, col_out, val_out);
}

// The kept entries, all with one value.
extern "C" __global__ void __launch_bounds__(256)
    compact_scalar(const Index* col, mergus::KeptEntries kept, Z_value value, Index* col_out,
                   Z_value* val_out) {
    mergus::write_tile(
        kept, col, [&](uint64_t) { return value; }, col_out, val_out);
}
