// subwarp_esc.cuh: a product whose rows have few products, a group of threads a row, sorted by column in
// registers (esc_row.cuh). For matrices whose neighbouring rows have no rows of B in common, where a
// thread a row would read each line of memory alone. A block has one tile of rows (short_rows_tiles.cuh). No
// mask.
//
// Bindings: as esc_row.cuh.

#include "mxm/esc_row.cuh"
#include "mxm/short_rows/short_rows_tiles.cuh"

namespace mergus {

// The row of this thread's group, and its entries of A: none if it has more than `longest`.
struct GroupRow {
    uint64_t i, begin, end;
    unsigned rank;
    bool is_long;

    __device__ __forceinline__ GroupRow(const Operands& in, uint64_t nrows, uint64_t longest)
        : i(uint64_t(blockIdx.x) * Group::count() + Group::index()), begin(0), end(0), rank(Group().rank),
          is_long(false) {
        if (i >= nrows) return;
        begin = in.a_ptr[i];
        end = in.a_ptr[i + 1];
        is_long = end - begin > longest;
        if (is_long) begin = end;
    }
};

} // namespace mergus

// As count_k_way_merge. Rows of more than `longest` entries have their sizes already.
extern "C" __global__ void __launch_bounds__(256)
    count_subwarp_esc(mergus::Operands in, uint64_t nrows, uint64_t longest, uint64_t* sizes, uint64_t* tiles,
                      mergus::ShortRowsSize* size, uint64_t* products_sum, uint64_t* posted,
                      uint32_t ticket) {
    mergus::wait_for_dependency();
    const mergus::GroupRow row(in, nrows, longest);
    unsigned products;
    unsigned entries =
        mergus::count_sorted_row<group_threads>(in, row.i, row.begin, row.end, row.rank, products);
    if (row.is_long)
        entries = unsigned(sizes[row.i]);
    else if (row.rank == 0 && row.i < nrows)
        sizes[row.i] = entries;
    mergus::end_count(row.rank == 0 ? entries : 0, row.rank == 0 ? products : 0, 0, tiles, size, products_sum,
                      posted, ticket);
}

// As fill_k_way_merge, without the entries of rows of more than `longest` entries; `room` is not used.
extern "C" __global__ void __launch_bounds__(256)
    fill_subwarp_esc(mergus::Operands in, uint64_t nrows, uint64_t longest, const uint64_t* tiles,
                     bool summed, unsigned, uint64_t* ptr, Index* cols, C_value* vals) {
    mergus::wait_for_dependency();
    extern __shared__ __align__(16) unsigned char shared_bytes[];
    __shared__ uint64_t tile_sums[8];
    __shared__ unsigned warp_sums[8];
    const mergus::GroupRow row(in, nrows, longest);
    const bool leads = row.rank == 0 && row.i < nrows;
    const unsigned size = leads ? unsigned(ptr[row.i]) : 0;
    const uint64_t tile = mergus::tile_offset(tiles, summed, tile_sums);
    unsigned total;
    uint64_t offset = tile + mergus::block_exclusive_sum(size, warp_sums, total);
    if (leads) ptr[row.i] = offset;
    if (leads && row.i + 1 == nrows) ptr[nrows] = offset + size;
    offset = mergus::shuffle(mergus::full_mask, offset, int(mergus::lane() - row.rank));
    mergus::Spread<C_value>* products;
    Key* keys;
    mergus::esc_row_memory(shared_bytes, products, keys);
    mergus::fill_sorted_row<group_threads>(in, row.i, row.begin, row.end, row.rank, products, keys,
                                           cols + offset, vals + offset);
}
