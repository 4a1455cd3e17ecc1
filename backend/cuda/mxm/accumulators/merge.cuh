// merge.cuh: expands rows of a product for the segmented merge, and counts their entries after it.
// merge_fold.cuh computes the values.
//
// Bindings: as merge_batch.cuh; truth(m), constant mask_kind: 0 none, 1 normal, 2 complement.

#include "mxm/accumulators/merge_batch.cuh"

// The entries of A and the products (flops) of each row of the list.
extern "C" __global__ void merge_lengths(mergus::Operands in, const Row* rows, uint64_t row_count,
                                         const uint64_t* flops, uint64_t* entries, uint64_t* products) {
    for (uint64_t r = mergus::grid_thread(); r < row_count; r += mergus::grid_threads()) {
        const uint64_t i = rows[r];
        entries[r] = in.a_ptr[i + 1] - in.a_ptr[i];
        products[r] = flops[i];
    }
}

// Cuts batches from row `first` on, each of at least one row and otherwise of up to `limit` products and
// entries. One thread.
extern "C" __global__ void cut_batches(uint64_t first, uint64_t row_count, const uint64_t* entry_ptr,
                                       const uint64_t* product_ptr, uint64_t limit, mergus::MergeCuts* cuts) {
    unsigned count = 0;
    for (; count < mergus::MergeCuts::most && first < row_count; ++count) {
        uint64_t low = first + 1, high = row_count; // rows up to `low` fit
        while (low < high) {
            const uint64_t middle = low + (high - low + 1) / 2;
            if (product_ptr[middle] - product_ptr[first] <= limit &&
                entry_ptr[middle] - entry_ptr[first] <= limit)
                low = middle;
            else
                high = middle - 1;
        }
        cuts->row[count] = first = low;
        cuts->entries[count] = entry_ptr[first];
        cuts->products[count] = product_ptr[first];
    }
    cuts->count = count;
    for (; count < mergus::MergeCuts::most; ++count)
        cuts->row[count] = cuts->entries[count] = cuts->products[count] = 0; // the host reads them all
}

// The rows as segments of sub-segments, and a bit where each row begins (all bits are 0 before). Runs over
// row_count + 1.
extern "C" __global__ void merge_segments(mergus::MergeBatch batch, uint64_t* segment_ptr) {
    for (uint64_t r = mergus::grid_thread(); r <= batch.row_count; r += mergus::grid_threads()) {
        segment_ptr[r] = batch.entry_ptr[r] - batch.entry_ptr[0];
        if (r == batch.row_count) continue;
        const uint64_t begin = batch.row_begin(r);
        if (begin < batch.products) atomicOr(&batch.begins[begin / 32], 1u << begin % 32);
    }
}

// The entries of A, and the lengths of their rows of B, which are scanned after this. A block has a range of
// entries.
extern "C" __global__ void find_entries(mergus::Operands in, mergus::MergeBatch batch,
                                        const uint64_t* segment_ptr) {
    __shared__ uint64_t found[2];
    for (uint64_t s0 = uint64_t(blockIdx.x) * blockDim.x; s0 < batch.entries; s0 += mergus::grid_threads()) {
        const uint64_t s = s0 + threadIdx.x;
        const mergus::RowsOfTile rows = mergus::rows_of_tile(
            segment_ptr, batch.row_count, s0, mergus::min_of(s0 + blockDim.x, batch.entries), found);
        if (s < batch.entries) {
            const uint64_t r = rows.row(s), e = in.a_ptr[batch.rows[r]] + (s - segment_ptr[r]);
            const A_index k = in.a_col[e];
            const uint64_t begin = in.b_ptr[k];
            batch.entry[s] = {e, begin, Row(r)};
            batch.subsegment_ptr[s] = in.b_ptr[k + 1] - begin;
        }
        __syncthreads();
    }
}

// The column of each product, and the guide.
extern "C" __global__ void expand_products(mergus::Operands in, mergus::MergeBatch batch, Index* keys) {
    constexpr unsigned each = 8;
    __shared__ uint64_t found[2];
    const uint64_t tile = uint64_t(blockDim.x) * each;
    for (uint64_t p0 = blockIdx.x * tile; p0 < batch.products; p0 += gridDim.x * tile) {
        const mergus::RowsOfTile entries = mergus::rows_of_tile(
            batch.subsegment_ptr, batch.entries, p0, mergus::min_of(p0 + tile, batch.products), found);
        for (unsigned u = 0; u < each; ++u) {
            const uint64_t p = p0 + u * blockDim.x + threadIdx.x;
            if (p >= batch.products) break;
            const uint64_t s = entries.row(p);
            keys[p] = in.b_col[batch.entry[s].b_begin + (p - batch.subsegment_ptr[s])];
            if (p % mergus::guide_step == 0) batch.guide[p / mergus::guide_step] = unsigned(s);
            if (p + 1 == batch.products) batch.guide[p / mergus::guide_step + 1] = unsigned(s);
        }
        __syncthreads();
    }
}

// After the merge: the bits of groups and of kept groups, and the number of kept groups of each tile. A block
// has a tile.
extern "C" __global__ void __launch_bounds__(mergus::merge_tile)
    count_groups(mergus::Operands in, mergus::MergeBatch batch) {
    __shared__ unsigned sums[mergus::merge_tile / 32];
    const uint64_t tiles = mergus::div_up<uint64_t>(batch.products, mergus::merge_tile);
    for (uint64_t t = blockIdx.x; t < tiles; t += gridDim.x) {
        const uint64_t p = t * mergus::merge_tile + threadIdx.x;
        const bool inside = p < batch.products;
        bool begins = inside && (batch.begins[p / 32] >> p % 32 & 1u) != 0; // the first of a row
        if (inside && !begins) begins = batch.keys[p] != batch.keys[p - 1];
        bool kept = begins;
        if (mask_kind != 0 && begins) {
            const uint64_t i = batch.rows[batch.entry[batch.entry_of(batch.permutation[p])].row];
            const uint64_t e = mergus::find_in_mask(in, i, batch.keys[p]);
            kept = (e < in.m_ptr[i + 1] && truth(in.m_val[e])) == (mask_kind == 1);
        }
        const unsigned begin_bits = __ballot_sync(mergus::full_mask, begins);
        const unsigned kept_bits = __ballot_sync(mergus::full_mask, kept);
        if (mergus::lane() == 0) {
            if (inside) batch.begins[p / 32] = begin_bits;
            if (inside && mask_kind != 0) batch.kept[p / 32] = kept_bits;
            sums[mergus::warp()] = unsigned(__popc(kept_bits));
        }
        __syncthreads();
        if (threadIdx.x == 0) {
            unsigned sum = 0;
            for (unsigned w = 0; w < mergus::merge_tile / 32; ++w) sum += sums[w];
            batch.rank[t] = sum;
        }
        __syncthreads();
    }
}

// The entries of each row, after the scan of rank.
extern "C" __global__ void merged_sizes(mergus::MergeBatch batch, uint64_t* sizes) {
    for (uint64_t r = mergus::grid_thread(); r < batch.row_count; r += mergus::grid_threads())
        sizes[batch.rows[r]] = batch.rank_of(batch.row_begin(r + 1)) - batch.rank_of(batch.row_begin(r));
}
