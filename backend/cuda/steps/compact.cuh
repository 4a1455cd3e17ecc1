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

// The rows of entries: binary searches that take the same steps in all threads of the block.
__device__ __forceinline__ void find_rows(const RowsOfTile& rows, const uint64_t* entry, uint64_t* row) {
#pragma unroll
    for (unsigned r = 0; r < compact_rounds; ++r) row[r] = rows.first;
    for (uint64_t length = rows.count; length > 1;) { // row[r] <= the row of entry[r] < row[r] + length
        const uint64_t half = length / 2;
#pragma unroll
        for (unsigned r = 0; r < compact_rounds; ++r)
            if (rows.offsets[row[r] + half] <= entry[r]) row[r] += half;
        length -= half;
    }
}

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
    const uint64_t count = out.kept.count;
    for (uint64_t tile = blockIdx.x; tile < out.kept.tiles; tile += gridDim.x) {
        const uint64_t begin = tile * compact_tile;
        uint64_t entry[compact_rounds], row[compact_rounds];
        Index j[compact_rounds];
        X_value x[early ? compact_rounds : 1];
#pragma unroll
        for (unsigned r = 0; r < compact_rounds; ++r) {
            entry[r] = clamped(begin + r * compact_threads + threadIdx.x, count);
            j[r] = column(col, entry[r]);
            if (early) x[early ? r : 0] = in[entry[r]];
        }
        if (needs_row != 0) {
            const uint64_t end = min_of(begin + compact_tile, count);
            find_rows(rows_of_tile_by_warps(ptr, nrows, begin, end, found), entry, row);
        }
#pragma unroll
        for (unsigned r = 0; r < compact_rounds; ++r) {
            const EntryPosition at = position_of<is_vector != 0>(needs_row ? row[r] : 0, int64_t(j[r]));
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
