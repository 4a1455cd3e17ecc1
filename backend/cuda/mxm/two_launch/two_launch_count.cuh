// two_launch_count.cuh: the sizes of the rows of a product by tiles (two_launch.cuh). A tile's rows are put
// into classes by their products (two_launch.h), then counted: sorted by a group of threads, or as bits.
//
// Bindings: as esc_row.cuh with group_threads = 32 and symbolic; as dense_row.cuh.

#include "mxm/esc_row.cuh"
#include "mxm/two_launch/dense_row.cuh"
#include "mxm/two_launch/two_launch.cuh"

namespace mergus {

__device__ __forceinline__ unsigned class_of(uint64_t products, const TwoLaunchLimits& limits) {
    if (products <= 64) return sorted_by_8;
    if (products <= 128) return sorted_by_16;
    if (products <= 256) return sorted_by_32;
    if (products <= limits.warp_products) return dense_by_warp;
    return products <= limits.block_products ? dense_by_block : heavy_row;
}

// Adds the tile's rows to their classes and sets the sizes of rows without products and of heavy ones. All
// rows at once: a row has 256 / (rows of a tile) threads. Adds up the products of all rows but the heavy
// ones.
__device__ __forceinline__ void find_classes(const Operands& in, const TwoLaunch& tiling,
                                             const TwoLaunchLimits& limits, uint64_t first, TileRows& tile,
                                             uint64_t& products_here) {
    constexpr unsigned steps = 8;
    __shared__ unsigned longer[most_tile_rows], longer_count; // rows of many entries, taken by warps
    __shared__ uint64_t longer_products[most_tile_rows];
    if (threadIdx.x == 0) longer_count = 0;
    __syncthreads();
    const unsigned threads = two_launch_threads / tiling.rows, r = threadIdx.x / threads,
                   rank = threadIdx.x % threads;
    const uint64_t i = first + r;
    const uint64_t begin = i < tiling.nrows ? in.a_ptr[i] : 0, end = i < tiling.nrows ? in.a_ptr[i + 1] : 0;
    const bool is_long = end - begin > limits.long_row;
    const bool is_longer = !is_long && end - begin > steps * threads;
    if (is_longer && rank == 0) longer[atomicAdd(&longer_count, 1u)] = r;
    const auto products_of = [&](uint64_t e) {
        const A_index k = in.a_col[e];
        return in.b_ptr[k + 1] - in.b_ptr[k];
    };
    uint64_t products = 0;
    if (!is_long && !is_longer)
        for (uint64_t e = begin + rank; e < end; e += threads) products += products_of(e);
    for (unsigned bits = threads / 2; bits > 0; bits /= 2)
        products += shuffle_xor(full_mask, products, int(bits));
    __syncthreads();
    for (unsigned n = warp(); n < longer_count; n += two_launch_warps) {
        const uint64_t row = first + longer[n];
        uint64_t sum = 0;
        for (uint64_t e = in.a_ptr[row] + lane(); e < in.a_ptr[row + 1]; e += 32) sum += products_of(e);
        sum = warp_reduce(sum, Plus());
        if (lane() == 0) longer_products[longer[n]] = sum;
    }
    __syncthreads();
    if (is_longer) products = longer_products[r];
    if (is_long) products = limits.block_products + 257; // heavy, whatever the limits are
    if (rank != 0 || i >= tiling.nrows) return;
    const unsigned c = class_of(products, limits);
    if (c == heavy_row || products == 0) tiling.ptr[i] = 0;
    if (products == 0) return;
    tile.add(c, r);
    if (c != heavy_row) atomicAdd(&products_here, products);
}

// The sizes of a tile's rows, for take_rows().
struct CountRows {
    const Operands& in;
    const TwoLaunch& tiling;
    uint64_t first;
    unsigned *bits, *sums; // shared memory: bitmaps, a number for each warp
    unsigned* entries;     // of the tile

    __device__ __forceinline__ void end_row(unsigned r, unsigned row_class, unsigned size) const {
        tiling.ptr[first + r] = uint64_t(row_class) << 32 | size;
        atomicAdd(entries, size);
    }
    __device__ __forceinline__ void block_row(unsigned r) const {
        DenseRow<true>::mark(in, first + r, bits, tiling.words);
        const unsigned size = DenseRow<true>::count(bits, tiling.words, sums);
        if (threadIdx.x == 0) end_row(r, dense_by_block, size);
    }
    __device__ __forceinline__ void warp_row(unsigned r) const {
        unsigned* const own = bits + warp() * tiling.words;
        DenseRow<false>::mark(in, first + r, own, tiling.words);
        const unsigned size = DenseRow<false>::count(own, tiling.words, nullptr);
        if (lane() == 0) end_row(r, dense_by_warp, size);
    }
    template <int threads>
    __device__ __forceinline__ void esc_row(unsigned r, bool has_row) const {
        const uint64_t i = first + r, begin = has_row ? in.a_ptr[i] : 0, end = has_row ? in.a_ptr[i + 1] : 0;
        const unsigned rank = lane() % unsigned(threads);
        unsigned products;
        const unsigned size = count_sorted_row<threads>(in, i, begin, end, rank, products);
        constexpr unsigned row_class = threads == 8    ? sorted_by_8
                                       : threads == 16 ? sorted_by_16
                                                       : sorted_by_32;
        if (has_row && rank == 0) end_row(r, row_class, size);
    }
};

// Posts what was counted to the host, and clears it for the next launch. One thread.
__device__ __forceinline__ void post_counts(TwoLaunchCounts* counts, uint64_t* posted, uint32_t ticket) {
    for (unsigned c = 0; c < two_launch_classes; c += 2) {
        const uint64_t even = atomicExch(&counts->rows[c], 0u), odd = atomicExch(&counts->rows[c + 1], 0u);
        post_to_host(posted, ticket, posted_rows + c / 2, even | odd << 24);
    }
    post_to_host(posted, ticket, posted_products, atomicExch(&counts->products, uint64_t(0)));
    post_to_host(posted, ticket, posted_size, atomicExch(&counts->entries, uint64_t(0)));
    atomicExch(&counts->tiles, uint64_t(0));
}

} // namespace mergus

// Shared memory: a bitmap of the columns for each warp, or for the block if limits.warp_products is 0; none
// if no row may be dense.
extern "C" __global__ void __launch_bounds__(256, 4)
    count_two_launch(mergus::Operands in, mergus::TwoLaunch tiling, mergus::TwoLaunchLimits limits,
                     mergus::TwoLaunchCounts* counts, uint64_t* posted, uint32_t ticket) {
    mergus::wait_for_dependency();
    using namespace mergus;
    extern __shared__ __align__(16) unsigned char shared_bytes[];
    __shared__ TileRows tile;
    __shared__ unsigned sums[two_launch_warps], entries;
    __shared__ uint64_t products;
    if (threadIdx.x == 0) {
        entries = 0;
        products = 0;
    }
    tile.clear();
    const uint64_t first = uint64_t(blockIdx.x) * tiling.rows;
    find_classes(in, tiling, limits, first, tile, products);
    take_rows(tile, CountRows{in, tiling, first, reinterpret_cast<unsigned*>(shared_bytes), sums, &entries});
    __syncthreads();
    if (threadIdx.x < two_launch_classes && tile.count[threadIdx.x] != 0)
        atomicAdd(&counts->rows[threadIdx.x], tile.count[threadIdx.x]);
    if (threadIdx.x == 32) atomicAdd(&counts->products, products);
    if (threadIdx.x == 33) atomicAdd(&counts->entries, uint64_t(entries));
    if (threadIdx.x == 34) tiling.tiles[blockIdx.x] = entries;
    __threadfence();
    __syncthreads();
    if (threadIdx.x != 0 || atomicAdd(&counts->tiles, uint64_t(1)) + 1 != gridDim.x) return;
    __threadfence();
    post_counts(counts, posted, ticket);
}
