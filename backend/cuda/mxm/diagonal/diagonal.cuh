// diagonal.cuh: a product with a diagonal matrix that has an entry in each row. The result has the pattern of
// the other operand, and one product for each of its entries. A block has a tile of consecutive entries, for
// any lengths of rows.
//
// The rows of the entries: a bit for each entry of the tile that begins a row, and the row at its position.
// An entry is in the row of the last bit at or before its own.
//
// Bindings: A_values, B_values, Index, C_value, multiply(a, b, i, k, j); constants diagonal_first (A is the
// diagonal matrix) and needs_rows (⊗ reads the row or the value of A's diagonal).

#include "kernels/search.cuh"
#include "mxm/diagonal/diagonal.h"

namespace mergus {

typedef ScaledOperands<Index, A_values, B_values> Scaled;

constexpr unsigned tile_words = scaled_tile / 32;
// Of a tile that has entries in few of many rows, each entry searches its row.
constexpr unsigned most_tile_rows = 16 * scaled_tile;

struct TileRows {
    uint64_t range[2];           // the first row and the last
    uint16_t row[scaled_tile];   // from the first one, of the entries that begin a row
    uint32_t begins[tile_words]; // a bit for each of these entries
    uint16_t before[tile_words]; // the last of these entries before a word
};

// Called by all threads of a block.
__device__ __forceinline__ RowsOfTile find_tile_rows(const Scaled& in, uint64_t e0, TileRows& shared) {
    if (threadIdx.x < tile_words) shared.begins[threadIdx.x] = threadIdx.x == 0 ? 1 : 0;
    if (threadIdx.x == 0) shared.row[0] = 0;
    const RowsOfTile found =
        rows_of_tile_by_warps(in.ptr, in.nrows, e0, min_of(e0 + scaled_tile, in.nvals), shared.range);
    const uint64_t first = found.first, rows = found.count;
    if (rows > most_tile_rows) return found;
    for (unsigned r = threadIdx.x + 1; r < rows; r += scaled_threads) {
        const uint64_t begin = in.ptr[first + r];
        if (begin == in.ptr[first + r + 1]) continue; // an empty row begins where another one does
        const unsigned at = unsigned(begin - e0);
        shared.row[at] = uint16_t(r);
        atomicOr(&shared.begins[at / 32], 1u << at % 32);
    }
    __syncthreads();
    if (warp() == 0) {
        static_assert(tile_words == 64, "two words for each lane");
        unsigned last[2];
        for (unsigned w = 0; w < 2; ++w) {
            const unsigned begins = shared.begins[2 * lane() + w];
            last[w] = begins == 0 ? 0 : (2 * lane() + w) * 32 + 31 - unsigned(__clz(int(begins)));
        }
        const unsigned up_to = warp_inclusive_scan(max_of(last[0], last[1]), Greater());
        const unsigned below = shuffle_up(full_mask, up_to, 1), earlier = lane() == 0 ? 0 : below;
        shared.before[2 * lane()] = uint16_t(earlier);
        shared.before[2 * lane() + 1] = uint16_t(max_of(earlier, last[0]));
    }
    __syncthreads();
    return found;
}

// Of entry e0 + e. \param e that of the thread in a round
__device__ __forceinline__ uint64_t row_in_tile(const RowsOfTile& rows, const TileRows& shared, uint64_t e0,
                                                unsigned e) {
    if (rows.count > most_tile_rows) return rows.row(e0 + e);
    const unsigned word = e / 32, begins = shared.begins[word] & ((2u << e % 32) - 1u);
    const unsigned at = begins == 0 ? shared.before[word] : word * 32 + 31 - unsigned(__clz(int(begins)));
    return rows.first + shared.row[at];
}

// Several entries of a thread, loaded before any is stored, so that loads overlap.
struct ScaledEntries {
    static constexpr unsigned widest = sizeof(A_value) < sizeof(B_value) ? sizeof(B_value) : sizeof(A_value);
    static constexpr unsigned count = widest <= 8 ? scaled_rounds : widest <= 16 ? scaled_rounds / 2 : 1;
    Index col[count];
    A_value a[count]{};
    B_value b[count]{};

    __device__ __forceinline__ static uint64_t at(uint64_t e0, unsigned round) {
        return e0 + uint64_t(round) * scaled_threads + threadIdx.x;
    }
    // Of the operand that is no diagonal.
    __device__ __forceinline__ void load(const Scaled& in, uint64_t e0, unsigned round) {
#pragma unroll
        for (unsigned u = 0; u < count; ++u) {
            const uint64_t e = min_of(at(e0, round + u), in.nvals - 1);
            col[u] = in.col[e];
            if constexpr (diagonal_first)
                b[u] = in.b_val[e];
            else
                a[u] = in.a_val[e];
        }
    }
    __device__ __forceinline__ void multiply_and_store(const Scaled& in, const RowsOfTile& rows,
                                                       const TileRows& shared, uint64_t e0, unsigned round,
                                                       Index* C_col, C_value* C_val) {
        uint64_t row[count];
#pragma unroll
        for (unsigned u = 0; u < count; ++u) {
            row[u] = 0;
            if constexpr (needs_rows) {
                const uint64_t e = min_of(at(e0, round + u), in.nvals - 1);
                row[u] = row_in_tile(rows, shared, e0, unsigned(e - e0));
            }
            if constexpr (diagonal_first)
                a[u] = in.a_val[row[u]];
            else
                b[u] = in.b_val[col[u]];
        }
#pragma unroll
        for (unsigned u = 0; u < count; ++u) {
            const uint64_t e = at(e0, round + u);
            if (e >= in.nvals) continue;
            const int64_t j = int64_t(col[u]), i = int64_t(row[u]);
            C_col[e] = col[u];
            C_val[e] = multiply(a[u], b[u], int64_t(in.first_row) + i, diagonal_first ? i : j, j);
        }
    }
};

} // namespace mergus

// The result: its offsets, columns and values. The grid has a block for each tile of entries at least.
extern "C" __global__ void __launch_bounds__(256)
    multiply_diagonal(mergus::Scaled in, uint64_t* C_ptr, Index* C_col, C_value* C_val) {
    using namespace mergus;
    __shared__ TileRows shared;
    trigger_dependents();
    wait_for_dependency();
    const uint64_t e0 = uint64_t(blockIdx.x) * scaled_tile;
    if (e0 < in.nvals) {
        ScaledEntries entries;
        entries.load(in, e0, 0);
        RowsOfTile rows{};
        if constexpr (needs_rows) rows = find_tile_rows(in, e0, shared);
        for (unsigned round = 0; round < scaled_rounds; round += ScaledEntries::count) {
            if (round != 0) entries.load(in, e0, round);
            entries.multiply_and_store(in, rows, shared, e0, round, C_col, C_val);
        }
    }
    for (uint64_t i = grid_thread(); i <= in.nrows; i += grid_threads()) C_ptr[i] = in.ptr[i];
}
