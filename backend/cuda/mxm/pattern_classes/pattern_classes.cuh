// pattern_classes.cuh: a product whose rows are of a few classes (row_classes.cuh): stencils, regular meshes.
//
// A class has a recipe: the columns of a row relative to its first column, and for each product, in the order
// of A's and B's entries, the slot of its sum. So no row is searched or sorted, and neither columns nor
// patterns are read to fill in the product: a group of threads takes a few neighbouring rows of one class,
// reads the recipe once for all of them, and adds in shared memory, one row of B after the other. The columns
// of a row of B differ, so nothing is added by atomics, every monoid costs about the same, and the bits are
// the same in every run. No mask.
//
// Bindings: as row_loop.cuh; combine(x, y); Entry, a number of an entry of B; constants group_threads, of 32
// at most; rows_each, of a group; writes_columns; spreads_sums: recipes have homes.

#include "mxm/pattern_classes/class_recipe.cuh"
#include "mxm/row_loop.cuh"

namespace mergus {

// The entries of A that a warp multiplies next, in shared memory: it reads them without shuffles, so the
// values of several rows of B are loaded at the same time.
constexpr bool power_of_2(size_t n) {
    return (n & (n - 1)) == 0;
}
constexpr bool stages_entries = group_threads == 32 && sizeof(A_value) <= 8 && power_of_2(sizeof(A_value)) &&
                                sizeof(B_value) <= 8 && sizeof(C_value) <= 8;
// Wide values of B go through shared memory: LoadedValues.
constexpr bool loads_words = sizeof(B_value) > 16 && is_wide<B_value>&& is_array<B_values>;
// Shared memory of a group beside its sums.
constexpr unsigned group_bytes = loads_words           ? group_threads * unsigned(sizeof(Spread<B_value>))
                                 : group_threads == 32 ? staged_bytes(rows_each)
                                                       : 0;
template <class T, int rows>
struct alignas(sizeof(T) * rows < 16 ? sizeof(T) * rows : 16) OfRows {
    T of[rows];
};
template <int rows>
struct StagedEntries {
    OfRows<Entry, rows> start[32];
    OfRows<A_value, rows> a[32];
    unsigned before[32], length[32]; // products of the round before the entry, and of the entry
};

// Adds the products of `count` entries of `rows` rows of A to `sums`; those of row i + r begin with entry
// first[r]. Returns their number in a row. The whole warp.
template <int rows>
__device__ __forceinline__ unsigned
add_staged(const Operands& in, uint64_t i, const uint64_t* first, unsigned count, const uint16_t* slots,
           StagedEntries<rows>& staged, Spread<C_value>* sums, unsigned room) {
    constexpr int ahead = 2; // entries of A
    static_assert(sizeof staged <= staged_bytes(rows), "memory that the host gives");
    unsigned length = 0;
    if (lane() < count) {
        OfRows<Entry, rows> start;
        OfRows<A_value, rows> a;
#pragma unroll
        for (int r = 0; r < rows; ++r) {
            const A_index k = in.a_col[first[r] + lane()];
            start.of[r] = Entry(in.b_ptr[k]);
            a.of[r] = in.a_val[first[r] + lane()];
            if (r == 0) length = unsigned(in.b_ptr[k + 1] - in.b_ptr[k]);
        }
        staged.start[lane()] = start;
        staged.a[lane()] = a;
    }
    const unsigned inclusive = warp_inclusive_scan(length, Plus());
    staged.before[lane()] = inclusive - length;
    staged.length[lane()] = length;
    __syncwarp();
    const auto add = [&](unsigned e, unsigned f, unsigned code, const B_value* b) {
        const OfRows<A_value, rows> a = staged.a[e];
        const OfRows<Entry, rows> start = staged.start[e]; // read for operators that take a column
        const unsigned slot = code & (first_product - 1);
#pragma unroll
        for (int r = 0; r < rows; ++r) {
            const C_value product =
                multiply(a.of[r], b[r], int64_t(in.first_row + i + r), int64_t(in.a_col[first[r] + e]),
                         int64_t(in.b_col[start.of[r] + f]));
            C_value* const sum = &sums[unsigned(r) * room + slot].value;
            *sum = (code & first_product) != 0 ? product : combine(*sum, product);
        }
    };
    for (unsigned round = 0; round < count; round += ahead) {
        unsigned code[ahead];
        B_value b[ahead][rows];
        const auto load = [&](unsigned u, unsigned f) {
            const OfRows<Entry, rows> start = staged.start[round + u];
            code[u] = slots[staged.before[round + u] + f];
#pragma unroll
            for (int r = 0; r < rows; ++r) b[u][r] = in.b_val[start.of[r] + f];
        };
#pragma unroll
        for (unsigned u = 0; u < ahead; ++u)
            if (round + u < count && lane() < staged.length[round + u]) load(u, lane());
#pragma unroll
        for (unsigned u = 0; u < ahead; ++u) {
            const unsigned e = round + u;
            if (e >= count) continue; // the same for the whole warp
            if (lane() < staged.length[e]) add(e, lane(), code[u], b[u]);
            for (unsigned f = 32 + lane(); f < staged.length[e]; f += 32) {
                load(u, f);
                add(e, f, code[u], b[u]);
            }
            __syncwarp();
        }
    }
    return shuffle(full_mask, inclusive, 31);
}

// The same by a group of any size, from the entries that its threads have in registers.
template <int rows>
__device__ __forceinline__ unsigned add_shuffled(const Operands& in, uint64_t i, const uint64_t* first,
                                                 unsigned count, const uint16_t* slots, const Group& group,
                                                 Spread<C_value>* sums, unsigned room) {
    const unsigned leader = lane() - group.rank;
    const unsigned mask = (full_mask >> (32 - group_threads)) << leader;
    uint64_t starts[rows];
    unsigned b_length = 0, done = 0;
#pragma unroll
    for (int r = 0; r < rows; ++r) {
        starts[r] = 0;
        if (group.rank >= count) continue;
        const A_index k = in.a_col[first[r] + group.rank];
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
            a[r] = in.a_val[first[r] + e];
        }
        for (unsigned f = group.rank; f < entries; f += group_threads) {
            const unsigned code = slots[done + f], slot = code & (first_product - 1);
#pragma unroll
            for (int r = 0; r < rows; ++r) {
                const C_value product =
                    multiply(a[r], in.b_val[start[r] + f], int64_t(in.first_row + i + r),
                             int64_t(in.a_col[first[r] + e]), int64_t(in.b_col[start[r] + f]));
                C_value* const sum = &sums[unsigned(r) * room + slot].value;
                *sum = (code & first_product) != 0 ? product : combine(*sum, product);
            }
        }
        done += entries;
        group.sync();
    }
    return done;
}

// The same for wide values of B, which are read by words, those of the next piece of a row of B early.
// `held`: memory for a value of each thread.
template <int rows, class Value>
__device__ __forceinline__ unsigned add_words(const Operands& in, const Value* values, uint64_t i,
                                              const uint64_t* first, unsigned count, const uint16_t* slots,
                                              const Group& group, Spread<Value>* held, Spread<C_value>* sums,
                                              unsigned room) {
    constexpr unsigned threads = unsigned(group_threads);
    const unsigned leader = lane() - group.rank;
    const unsigned mask = (full_mask >> (32 - threads)) << leader;
    uint64_t starts[rows];
    unsigned length = 0, done = 0;
#pragma unroll
    for (int r = 0; r < rows; ++r) {
        starts[r] = 0;
        if (group.rank >= count) continue;
        const A_index k = in.a_col[first[r] + group.rank];
        starts[r] = in.b_ptr[k];
        if (r == 0) length = unsigned(in.b_ptr[k + 1] - starts[0]);
    }
    // The piece that is loaded: entries [f, entries) of the row of B of entry e.
    unsigned e = 0, f = 0, entries = shuffle(mask, length, int(leader));
    LoadedValues<Value, threads> loaded[rows];
    uint64_t from[rows]; // this thread's entry of B
    unsigned code = 0;
    const auto load = [&](int r) {
        const uint64_t start = shuffle(mask, starts[r], int(leader + e));
        loaded[r].load(values + start + f, min_of(threads, entries - f), group.rank);
        from[r] = start + f + group.rank;
        if (r == 0 && group.rank < entries - f) code = slots[done + f + group.rank];
    };
    const auto skip_empty = [&] {
        while (f >= entries && ++e < count) {
            done += entries;
            f = 0;
            entries = shuffle(mask, length, int(leader + e));
        }
    };
    if (entries == 0) skip_empty();
    if (e < count) {
#pragma unroll
        for (int r = 0; r < rows; ++r) load(r);
    }
    while (e < count) {
        const unsigned here = min_of(threads, entries - f), at = e, slot = code & (first_product - 1);
        const bool is_first = (code & first_product) != 0;
        f += threads;
        skip_empty();
#pragma unroll
        for (int r = 0; r < rows; ++r) {
            const uint64_t b = from[r];
            loaded[r].store(held, here, group.rank);
            group.sync();
            if (e < count) load(r);
            if (group.rank < here) {
                const C_value product =
                    multiply(in.a_val[first[r] + at], held[group.rank].value, int64_t(in.first_row + i + r),
                             int64_t(in.a_col[first[r] + at]), int64_t(in.b_col[b]));
                C_value* const sum = &sums[unsigned(r) * room + slot].value;
                *sum = is_first ? product : combine(*sum, product);
            }
            group.sync();
        }
    }
    return done + entries;
}

// The products of `rows` rows from row i on, which are of one class. `sums`: `room` values a row. `staged`:
// the other memory of the group.
template <int rows>
__device__ __forceinline__ void fill_rows(const Operands& in, const RowRecipes& recipes,
                                          const RowClass* classes, uint64_t i, const uint64_t* ptr,
                                          Index* cols, C_value* vals, Spread<C_value>* sums, unsigned room,
                                          void* staged) {
    const Group group;
    const uint64_t recipe = uint64_t(classes[i].id);
    const Index* const offsets = recipes.offsets + recipe * recipes.stride;
    const uint16_t* slots = recipes.slots + recipe * recipes.stride;
    const uint16_t* const homes = spreads_sums != 0 ? recipes.homes + recipe * recipes.stride : nullptr;
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
        if constexpr (loads_words)
            slots += add_words<rows>(in, in.b_val, i, entry, count, slots, group,
                                     static_cast<Spread<B_value>*>(staged), sums, room);
        else if constexpr (stages_entries)
            slots += add_staged<rows>(in, i, entry, count, slots, *static_cast<StagedEntries<rows>*>(staged),
                                      sums, room);
        else
            slots += add_shuffled<rows>(in, i, entry, count, slots, group, sums, room);
#pragma unroll
        for (int r = 0; r < rows; ++r) entry[r] += count;
    }
    const unsigned entries = recipes.recipes[recipe].entries;
#pragma unroll
    for (int r = 0; r < rows; ++r) {
        const uint64_t to = ptr[i + r];
        for (unsigned s = group.rank; writes_columns != 0 && s < entries; s += group_threads)
            cols[to + s] = first[r] + offsets[s];
        copy_values(vals + to, entries, group.rank, group_threads, [&](unsigned s) -> const C_value& {
            const unsigned home = spreads_sums != 0 ? homes[s] : s;
            return sums[unsigned(r) * room + home].value;
        });
    }
    group.sync();
}

} // namespace mergus

// Fills in the product's rows from ptr[i] on, or their values only. Shared memory: group_bytes for each
// group, then rows_each * room values for each group.
extern "C" __global__ void __launch_bounds__(128)
    fill_pattern_classes(mergus::Operands in, mergus::RowRecipes recipes, const mergus::RowClass* classes,
                         uint64_t nrows, unsigned room, const uint64_t* ptr, Index* cols, C_value* vals) {
    extern __shared__ __align__(16) unsigned char shared_bytes[];
    unsigned char* const staged = shared_bytes + mergus::Group::index() * mergus::group_bytes;
    auto* const sums = reinterpret_cast<mergus::Spread<C_value>*>(shared_bytes + mergus::Group::count() *
                                                                                     mergus::group_bytes) +
                       size_t(mergus::Group::index()) * unsigned(rows_each) * room;
    const uint64_t first = mergus::grid_thread() / group_threads * rows_each;
    const uint64_t end = mergus::min_of(nrows, first + rows_each);
    if (first >= nrows) return; // whole groups
    bool same = first + rows_each == end && classes[first].id != mergus::RowClass::none;
    for (uint64_t i = first + 1; i < end; ++i) same = same && classes[i].id == classes[first].id;
    if (same) {
        mergus::fill_rows<rows_each>(in, recipes, classes, first, ptr, cols, vals, sums, room, staged);
        return;
    }
    for (uint64_t i = first; i < end; ++i)
        if (classes[i].id != mergus::RowClass::none)
            mergus::fill_rows<1>(in, recipes, classes, i, ptr, cols, vals, sums, room, staged);
}
