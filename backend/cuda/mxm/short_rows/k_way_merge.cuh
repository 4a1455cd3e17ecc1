// k_way_merge.cuh: a product whose rows are sums of a few short rows of B: a thread has a row.
//
// A thread keeps the next column of each of its rows of B in registers. The least of them is the next column
// of the result: its products are combined in the order of k, and the rows that have it advance. Nothing is
// sorted or searched, and no two threads add to one entry: values of any size, and the same bits in every
// run. No mask.
//
// A warp has 32 neighbouring rows, whose entries are neighbours in the result too. It collects them in shared
// memory and writes them as one piece. A block has one tile of rows (short_rows_tiles.cuh).
//
// Bindings: as row_loop.cuh; combine(x, y); B_offset, of an entry of B; constant ways: entries of a row of A
// at most.

#include "mxm/row_loop.cuh"
#include "mxm/short_rows/short_rows_tiles.cuh"

namespace mergus {

// The next entries of up to `count` rows of B. Loops are unrolled, so that arrays are registers.
template <int count>
struct Heads {
    static constexpr Index none = ~Index(0); // no column has it: a wide index begins below
    Index next[count];
    B_offset at[count], end[count];

    // Those of row [begin, begin + length) of A. Returns the number of products.
    __device__ __forceinline__ uint64_t start(const Operands& in, uint64_t begin, unsigned length) {
        uint64_t products = 0;
#pragma unroll
        for (int h = 0; h < count; ++h) {
            at[h] = end[h] = 0;
            if (unsigned(h) < length) {
                const A_index k = in.a_col[begin + unsigned(h)];
                at[h] = B_offset(in.b_ptr[k]);
                end[h] = B_offset(in.b_ptr[k + 1]);
                products += end[h] - at[h];
            }
        }
#pragma unroll
        for (int h = 0; h < count; ++h) next[h] = at[h] < end[h] ? in.b_col[at[h]] : none;
        return products;
    }
    // The next column of the result, or none.
    __device__ __forceinline__ Index least() const {
        Index low = next[0];
#pragma unroll
        for (int h = 1; h < count; ++h) low = min_of(low, next[h]);
        return low;
    }
    __device__ __forceinline__ void advance(const Operands& in, int h) {
        ++at[h];
        next[h] = at[h] < end[h] ? in.b_col[at[h]] : none;
    }
};

// Entries of a row of the product; its products are added to `products`.
template <int count>
__device__ __forceinline__ unsigned count_row(const Operands& in, uint64_t begin, unsigned length,
                                              uint64_t& products) {
    Heads<count> heads;
    products += heads.start(in, begin, length);
    unsigned entries = 0;
    for (Index low = heads.least(); low != Heads<count>::none; low = heads.least()) {
        ++entries;
#pragma unroll
        for (int h = 0; h < count; ++h)
            if (heads.next[h] == low) heads.advance(in, h);
    }
    return entries;
}

// The first entries of a row's rows of B, and its values of A.
struct StartedRow {
    static constexpr bool keeps_a = sizeof(A_value) <= 8;
    Heads<ways> heads;
    A_value a[keeps_a ? ways : 1];

    __device__ __forceinline__ void start(const Operands& in, uint64_t begin, unsigned length) {
        heads.start(in, begin, length);
#pragma unroll
        for (int h = 0; keeps_a && h < ways; ++h)
            if (unsigned(h) < length) a[h] = in.a_val[begin + unsigned(h)];
    }
};

// Calls write(has, n, column, sum) for each entry n of a row of the product. together: all lanes of the warp
// call it until none has an entry left; `has` is false for those that have none.
template <bool together, class Write>
__device__ __forceinline__ void fill_row(const Operands& in, uint64_t i, uint64_t begin, StartedRow& row,
                                         const Write& write) {
    constexpr bool keeps_a = StartedRow::keeps_a;
    Heads<ways>& heads = row.heads;
    unsigned entries = 0;
    for (Index low = heads.least();
         together ? __any_sync(full_mask, low != Heads<ways>::none) != 0 : low != Heads<ways>::none;
         low = heads.least()) {
        const bool has = low != Heads<ways>::none;
        bool first = true;
        C_value sum;
#pragma unroll
        for (int h = 0; h < ways; ++h) {
            if (heads.next[h] != low || (together && !has)) continue;
            const C_value product = multiply(keeps_a ? row.a[keeps_a ? h : 0] : in.a_val[begin + unsigned(h)],
                                             in.b_val[heads.at[h]], int64_t(in.first_row + i),
                                             int64_t(in.a_col[begin + unsigned(h)]), int64_t(low));
            sum = first ? product : combine(sum, product);
            first = false;
            heads.advance(in, h);
        }
        write(has, entries, low, sum);
        ++entries;
    }
}

} // namespace mergus

// sizes[i] = entries of row i of the product; tiles[b] = those of block b's rows.
extern "C" __global__ void __launch_bounds__(128)
    count_k_way_merge(mergus::Operands in, uint64_t nrows, uint64_t, uint64_t* sizes, uint64_t* tiles,
                      mergus::ShortRowsSize* size, uint64_t* products_sum, uint64_t* posted,
                      uint32_t ticket) {
    mergus::wait_for_dependency();
    const uint64_t i = mergus::grid_thread();
    const uint64_t begin = i < nrows ? in.a_ptr[i] : 0;
    const unsigned length = i < nrows ? unsigned(in.a_ptr[i + 1] - begin) : 0;
    // Most rows are shorter than the longest by far where that one is long.
    constexpr int usual = ways > 9 ? 8 : ways;
    const unsigned longest = ways > usual ? mergus::warp_reduce(length, mergus::Greater()) : 0;
    uint64_t products = 0;
    const unsigned count = longest <= usual ? mergus::count_row<usual>(in, begin, length, products)
                                            : mergus::count_row<ways>(in, begin, length, products);
    if (i < nrows) sizes[i] = count;
    mergus::end_count(count, products, mergus::warp_reduce(count, mergus::Plus()), tiles, size, products_sum,
                      posted, ticket);
}

// Fills in the product's rows and turns ptr from their sizes to their offsets. Shared memory of a warp:
// `room` values, at least 32, then columns; a warp with more entries writes them one by one.
extern "C" __global__ void __launch_bounds__(128)
    fill_k_way_merge(mergus::Operands in, uint64_t nrows, uint64_t, const uint64_t* tiles, bool summed,
                     unsigned room, uint64_t* ptr, Index* cols, C_value* vals) {
    mergus::wait_for_dependency();
    extern __shared__ __align__(16) unsigned char shared_bytes[];
    __shared__ uint64_t tile_sums[4];
    __shared__ unsigned warp_sums[4];
    using Held = mergus::Spread<C_value>;
    Held* const held_vals = reinterpret_cast<Held*>(shared_bytes) + size_t(room) * mergus::warp();
    Index* const held_cols =
        reinterpret_cast<Index*>(shared_bytes +
                                 (sizeof(Held) * size_t(room) * (blockDim.x / 32) + 15) / 16 * 16) +
        size_t(room) * mergus::warp();
    const uint64_t i = mergus::grid_thread();
    const uint64_t begin = i < nrows ? in.a_ptr[i] : 0;
    const unsigned length = i < nrows ? unsigned(in.a_ptr[i + 1] - begin) : 0;
    const unsigned size = i < nrows ? unsigned(ptr[i]) : 0;
    // Where the block adds up its offset, the row is loaded meanwhile. Where it does not, that would delay
    // its barriers (p5_1500: 4 %).
    mergus::StartedRow row;
    if (!summed) row.start(in, begin, length);
    const uint64_t tile = mergus::tile_offset(tiles, summed, tile_sums);
    unsigned total;
    const uint64_t mine = tile + mergus::block_exclusive_sum(size, warp_sums, total);
    if (summed) row.start(in, begin, length);
    if (i < nrows) ptr[i] = mine;
    if (i + 1 == nrows) ptr[nrows] = mine + size;
    const uint64_t start = mergus::shuffle(mergus::full_mask, mine, 0),
                   end = mergus::shuffle(mergus::full_mask, mine + size, 31);
    if (end - start > room) {
        const auto write = [&](bool has, unsigned e, Index column, const C_value& sum) {
            if (has) cols[mine + e] = column;
            if constexpr (mergus::is_wide<C_value>)
                mergus::store_values(has ? vals + mine + e : nullptr, sum, held_vals);
            else
                vals[mine + e] = sum;
        };
        mergus::fill_row<mergus::is_wide<C_value>>(in, i, begin, row, write);
        return;
    }
    const unsigned first = unsigned(mine - start);
    mergus::fill_row<false>(in, i, begin, row, [&](bool, unsigned e, Index column, const C_value& sum) {
        held_cols[first + e] = column;
        held_vals[first + e].value = sum;
    });
    __syncwarp();
    const unsigned count = unsigned(end - start);
    for (unsigned e = mergus::lane(); e < count; e += 32) cols[start + e] = held_cols[e];
    mergus::copy_values(vals + start, count, mergus::lane(), 32,
                        [&](unsigned e) -> const C_value& { return held_vals[e].value; });
}
