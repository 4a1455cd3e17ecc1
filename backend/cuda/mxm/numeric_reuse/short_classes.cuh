// short_classes.cuh: the values of a product whose rows are short and of a few classes
// (mxm/pattern_classes/pattern_classes.cuh): a thread has a row.
//
// A warp has 32 neighbouring rows, whose values are neighbours in the result too: they are added up in shared
// memory, one row behind the other, and written in one piece. The products of an entry are combined in the
// order of k by one thread: every monoid, and the same bits in every run. No mask.
//
// Bindings: as row_loop.cuh; combine(x, y).

#include "mxm/pattern_classes/class_recipe.cuh"
#include "mxm/row_loop.cuh"

namespace mergus {

// The sums of row i, which is not empty.
__device__ __forceinline__ void sum_short_row(const Operands& in, const RowRecipes& recipes,
                                              const RowClass& row, uint64_t i, C_value* sums) {
    // Values of B that are loaded at the same time: a row of a 9-point stencil.
    constexpr unsigned ahead = sizeof(B_value) > 16 ? 1 : sizeof(B_value) > 8 ? 4 : 9;
    const uint64_t recipe = uint64_t(row.id);
    const Index* const offsets = recipes.offsets + recipe * recipes.stride;
    const uint16_t* slots = recipes.slots + recipe * recipes.stride;
    const uint64_t end = in.a_ptr[i + 1];
    for (uint64_t e = in.a_ptr[i]; e < end; ++e) {
        const A_index k = in.a_col[e];
        const A_value a = in.a_val[e];
        const uint64_t start = in.b_ptr[k];
        const unsigned length = unsigned(in.b_ptr[k + 1] - start);
        for (unsigned round = 0; round < length; round += ahead) {
            B_value b[ahead];
            unsigned code[ahead];
#pragma unroll
            for (unsigned u = 0; u < ahead; ++u) {
                if (round + u >= length) continue;
                b[u] = in.b_val[start + round + u];
                code[u] = slots[round + u];
            }
#pragma unroll
            for (unsigned u = 0; u < ahead; ++u) {
                if (round + u >= length) continue;
                const unsigned slot = code[u] & (first_product - 1);
                const C_value product = multiply(a, b[u], int64_t(in.first_row + i), int64_t(k),
                                                 int64_t(Index(row.first + offsets[slot])));
                sums[slot] = (code[u] & first_product) != 0 ? product : combine(sums[slot], product);
            }
        }
        slots += length;
    }
}

} // namespace mergus

// Writes the values of the product's rows from ptr[i] on. Shared memory: `room` bytes for each warp.
extern "C" __global__ void __launch_bounds__(128)
    fill_short_classes(mergus::Operands in, mergus::RowRecipes recipes, const mergus::RowClass* classes,
                       uint64_t nrows, unsigned room, const uint64_t* ptr, C_value* vals) {
    extern __shared__ __align__(16) unsigned char shared_bytes[];
    C_value* const sums = reinterpret_cast<C_value*>(shared_bytes + size_t(room) * mergus::warp());
    const uint64_t i = mergus::grid_thread(), first = i - mergus::lane();
    if (first >= nrows) return; // whole warps
    const uint64_t begin = ptr[first], end = ptr[mergus::min_of(nrows, first + 32)];
    if (i < nrows && classes[i].id != mergus::RowClass::none)
        mergus::sum_short_row(in, recipes, classes[i], i, sums + (ptr[i] - begin));
    __syncwarp();
    const unsigned count = unsigned(end - begin);
    for (unsigned n = mergus::lane(); n < count; n += 32) vals[begin + n] = sums[n];
}
