// class_recipes.cuh: the recipe of each class of rows (pattern_classes.cuh), and the sizes of the rows.
//
// Bindings: A_index, Index.

#include "mxm/pattern_classes/class_recipe.cuh"
#include "primitives/bitonic_sort.cuh"
#include "primitives/block_sum.cuh"

namespace mergus {

// Sorts n words, a power of two. The whole block.
__device__ __forceinline__ void sort_words(uint64_t* words, unsigned n) {
    const auto order = [&](unsigned low, unsigned high, bool ascending) {
        const uint64_t x = words[low], y = words[high];
        if ((y < x) != ascending) return;
        words[low] = y;
        words[high] = x;
    };
    bitonic_sort(n, threadIdx.x, blockDim.x, order, [] { __syncthreads(); });
}

} // namespace mergus

// A block has a class: rows[blockIdx.x] stands for it. A word is a product: its column above its number.
// Shared memory: words[padded], the least power of two for the products of a class, then starts[row_length].
extern "C" __global__ void __launch_bounds__(256)
    make_row_recipes(const uint64_t* a_ptr, const A_index* a_col, const uint64_t* b_ptr, const Index* b_col,
                     const unsigned* rows, const mergus::RowClass* classes, unsigned padded, uint64_t stride,
                     mergus::PatternClassesSize* size, mergus::RowRecipe* recipes, Index* all_offsets,
                     uint16_t* all_slots) {
    extern __shared__ __align__(16) unsigned char shared_bytes[];
    __shared__ unsigned sums[32];
    uint64_t* const words = reinterpret_cast<uint64_t*>(shared_bytes);
    unsigned* const starts = reinterpret_cast<unsigned*>(words + padded);
    const uint64_t i = rows[blockIdx.x], begin = a_ptr[i];
    const unsigned length = unsigned(a_ptr[i + 1] - begin);
    unsigned products = 0;
    for (unsigned base = 0; base < length; base += blockDim.x) {
        const unsigned e = base + threadIdx.x;
        unsigned entries = 0, total;
        if (e < length) entries = unsigned(b_ptr[a_col[begin + e] + 1] - b_ptr[a_col[begin + e]]);
        const unsigned before = mergus::block_exclusive_sum(entries, sums, total);
        if (e < length) starts[e] = products + before;
        products += total;
    }
    for (unsigned p = products + threadIdx.x; p < padded; p += blockDim.x) words[p] = ~uint64_t(0);
    __syncthreads();
    for (unsigned e = mergus::warp(); e < length; e += blockDim.x / 32) {
        const A_index k = a_col[begin + e];
        const uint64_t from = b_ptr[k], entries = b_ptr[k + 1] - from;
        for (unsigned f = mergus::lane(); f < entries; f += 32)
            words[starts[e] + f] = uint64_t(b_col[from + f]) << 16 | (starts[e] + f);
    }
    __syncthreads();
    mergus::sort_words(words, padded);

    Index* const offsets = all_offsets + blockIdx.x * stride;
    uint16_t* const slots = all_slots + blockIdx.x * stride;
    const Index first = classes[i].first;
    unsigned entries = 0;
    for (unsigned base = 0; base < products; base += blockDim.x) {
        const unsigned p = base + threadIdx.x;
        const bool is_first = p < products && (p == 0 || words[p] >> 16 != words[p - 1] >> 16);
        unsigned total;
        const unsigned before = mergus::block_exclusive_sum(is_first ? 1u : 0u, sums, total);
        if (p < products) {
            const unsigned slot = entries + before - (is_first ? 0 : 1);
            slots[words[p] & 0xffff] = uint16_t(slot | (is_first ? mergus::first_product : 0));
            if (is_first) offsets[slot] = Index(words[p] >> 16) - first;
        }
        entries += total;
    }
    if (threadIdx.x != 0) return;
    recipes[blockIdx.x] = {entries, products};
    atomicMax(&size->row_entries, entries);
}

// sizes[i] = entries of row i of the product. Ids of classes become their numbers.
extern "C" __global__ void __launch_bounds__(256)
    size_pattern_classes(uint64_t nrows, const unsigned* numbers, const mergus::RowRecipe* recipes,
                         mergus::RowClass* classes, mergus::PatternClassesSize* size, uint64_t* sizes) {
    __shared__ uint64_t products;
    if (threadIdx.x == 0) products = 0;
    __syncthreads();
    uint64_t mine = 0;
    for (uint64_t i = mergus::grid_thread(); i < nrows; i += mergus::grid_threads()) {
        mergus::RowRecipe recipe = {0, 0};
        if (classes[i].id != mergus::RowClass::none) {
            const unsigned number = numbers[classes[i].id];
            classes[i].id = Index(number);
            recipe = recipes[number];
        }
        sizes[i] = recipe.entries;
        mine += recipe.products;
    }
    mine = mergus::warp_reduce(mine, mergus::Plus());
    if (mergus::lane() == 0) atomicAdd(&products, mine);
    __syncthreads();
    if (threadIdx.x == 0 && products != 0) atomicAdd(&size->products, products);
}
