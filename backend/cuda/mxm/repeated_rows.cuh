// repeated_rows.cuh: a product whose rows are of a few classes (row_classes.cuh): stencils, regular meshes.
//
// A class has a recipe: the columns of a row relative to its first column, and for each product, in the order
// of A's and B's entries, the slot of its sum. So no row is searched or sorted, and neither columns nor
// patterns are read to fill in the product: a group of threads takes a few neighbouring rows of one class,
// reads the recipe once for all of them, and adds in shared memory, one row of B after the other. The columns
// of a row of B differ, so nothing is added by atomics, every monoid costs about the same, and the bits are
// the same in every run. No mask.
//
// Bindings: as row_loop.cuh; combine(x, y); constants group_threads, of 32 at most; rows_each, of a
// group; writes_columns.

#include "mxm/row_loop.cuh"
#include "mxm/row_recipe.cuh"

namespace mergus {

// The products of `rows` rows from row i on, which are of one class. `sums`: `room` values a row.
template <int rows>
__device__ __forceinline__ void fill_rows(const Operands& in, const RowRecipes& recipes,
                                          const RowClass* classes, uint64_t i, const uint64_t* ptr,
                                          Index* cols, C_value* vals, Spread<C_value>* sums, unsigned room) {
    const Group group;
    const unsigned leader = lane() - group.rank;
    const unsigned mask = (full_mask >> (32 - group_threads)) << leader;
    const uint64_t recipe = uint64_t(classes[i].id);
    const Index* const offsets = recipes.offsets + recipe * recipes.stride;
    const uint16_t* slots = recipes.slots + recipe * recipes.stride;
    Index first[rows];
    uint64_t entry[rows];
#pragma unroll
    for (int r = 0; r < rows; ++r) {
        first[r] = classes[i + r].first;
        entry[r] = in.a_ptr[i + r];
    }
    const uint64_t length = in.a_ptr[i + 1] - entry[0];
    for (uint64_t round = 0; round < length; round += group_threads) {
        const unsigned count = unsigned(min_of(uint64_t(group_threads), length - round));
        uint64_t starts[rows];
        unsigned b_length = 0;
#pragma unroll
        for (int r = 0; r < rows; ++r) {
            starts[r] = 0;
            if (group.rank >= count) continue;
            const A_index k = in.a_col[entry[r] + round + group.rank];
            starts[r] = in.b_ptr[k];
            if (r == 0) b_length = unsigned(in.b_ptr[k + 1] - starts[0]);
        }
        for (unsigned e = 0; e < count; ++e) {
            const unsigned entries = shuffle(mask, b_length, int(leader + e));
            uint64_t start[rows];
            A_value a[rows];
#pragma unroll
            for (int r = 0; r < rows; ++r) {
                start[r] = shuffle(mask, starts[r], int(leader + e));
                a[r] = in.a_val[entry[r] + round + e];
            }
            for (unsigned f = group.rank; f < entries; f += group_threads) {
                const unsigned code = slots[f], slot = code & (first_product - 1);
#pragma unroll
                for (int r = 0; r < rows; ++r) {
                    const C_value product = multiply(
                        a[r], in.b_val[start[r] + f], int64_t(in.first_row + i + r),
                        int64_t(in.a_col[entry[r] + round + e]), int64_t(Index(first[r] + offsets[slot])));
                    C_value* const sum = &sums[unsigned(r) * room + slot].value;
                    *sum = (code & first_product) != 0 ? product : combine(*sum, product);
                }
            }
            slots += entries;
            group.sync();
        }
    }
    const unsigned entries = recipes.recipes[recipe].entries;
#pragma unroll
    for (int r = 0; r < rows; ++r) {
        const uint64_t to = ptr[i + r];
        for (unsigned s = group.rank; writes_columns != 0 && s < entries; s += group_threads)
            cols[to + s] = first[r] + offsets[s];
        copy_values(vals + to, entries, group.rank, group_threads,
                    [&](unsigned s) -> const C_value& { return sums[unsigned(r) * room + s].value; });
    }
    group.sync();
}

} // namespace mergus

// Fills in the product's rows from ptr[i] on, or their values only. Shared memory: rows_each * room values
// for each group.
extern "C" __global__ void __launch_bounds__(128)
    fill_repeated_rows(mergus::Operands in, mergus::RowRecipes recipes, const mergus::RowClass* classes,
                       uint64_t nrows, unsigned room, const uint64_t* ptr, Index* cols, C_value* vals) {
    extern __shared__ __align__(16) unsigned char shared_bytes[];
    auto* const sums = reinterpret_cast<mergus::Spread<C_value>*>(shared_bytes) +
                       size_t(mergus::Group::index()) * unsigned(rows_each) * room;
    const uint64_t first = mergus::grid_thread() / group_threads * rows_each;
    const uint64_t end = mergus::min_of(nrows, first + rows_each);
    if (first >= nrows) return; // whole groups
    bool same = first + rows_each == end && classes[first].id != mergus::RowClass::none;
    for (uint64_t i = first + 1; i < end; ++i) same = same && classes[i].id == classes[first].id;
    if (same) {
        mergus::fill_rows<rows_each>(in, recipes, classes, first, ptr, cols, vals, sums, room);
        return;
    }
    for (uint64_t i = first; i < end; ++i)
        if (classes[i].id != mergus::RowClass::none)
            mergus::fill_rows<1>(in, recipes, classes, i, ptr, cols, vals, sums, room);
}
