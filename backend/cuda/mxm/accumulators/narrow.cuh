// narrow.cuh: a row of a product with neighbouring columns, dense in shared memory: a bit and a value for
// each column of its span. For bands and stencils, where most of these columns have an entry.
//
// A warp has a row and takes the rows of B one after the other. Nothing is searched or sorted, and no two
// threads add to one entry, so values may have any size and the bits are the same in every run. No mask.
//
// Bindings: as row_loop.cuh, with ordered_fold; combine(x, y); group_threads is 32. Memory of a group:
// values[width] (numeric), bits[width / 32].

#include "mxm/binned/column_span.h"
#include "mxm/row_loop.cuh"
#include "primitives/set_bits.cuh"

namespace mergus {

struct NarrowRow {
    Spread<C_value>* values;
    unsigned* bits;
    Index low;

    __device__ __forceinline__ void insert_key(Index j) {
        const unsigned c = unsigned(j - low), bit = 1u << (c % 32);
        if ((bits[c / 32] & bit) == 0) atomicOr(&bits[c / 32], bit);
    }
    __device__ __forceinline__ void add(Index j, const C_value& value) {
        const unsigned c = unsigned(j - low), bit = 1u << (c % 32);
        const bool fresh = (bits[c / 32] & bit) == 0;
        values[c].value = fresh ? value : combine(values[c].value, value);
        if (fresh) atomicOr(&bits[c / 32], bit);
    }
};

} // namespace mergus

// A warp has a row of the list. Symbolic: sizes[i] = entries of row i. Numeric: writes the row at ptr[i].
extern "C" __global__ void __launch_bounds__(group_threads == 0 ? 1024 : 256)
    multiply_narrow(mergus::Operands in, const Row* rows, uint64_t row_count, const mergus::ColumnSpan* spans,
                    unsigned width, const uint64_t* ptr, uint64_t* sizes, Index* cols, C_value* vals) {
    extern __shared__ __align__(16) unsigned char shared_bytes[];
    const uint64_t r = uint64_t(blockIdx.x) * mergus::Group::count() + mergus::Group::index();
    if (r >= row_count) return; // whole warps
    const uint64_t i = rows[r];
    const mergus::Group group;
    const unsigned words = (spans[i].width + 31) / 32;
    const size_t value_bytes =
        symbolic ? 0 : sizeof(mergus::Spread<C_value>) * size_t(width) * mergus::Group::count();
    mergus::NarrowRow row;
    row.low = Index(spans[i].low);
    row.values =
        reinterpret_cast<mergus::Spread<C_value>*>(shared_bytes) + size_t(width) * mergus::Group::index();
    row.bits = reinterpret_cast<unsigned*>(shared_bytes + (value_bytes + 15) / 16 * 16) +
               width / 32 * mergus::Group::index();
    for (unsigned w = group.rank; w < words; w += group.size) row.bits[w] = 0;
    group.sync();
    mergus::multiply_row<symbolic != 0>(in, i, mergus::all_columns, group, nullptr, row);
    group.sync();
    if (symbolic) {
        unsigned mine = 0;
        for (unsigned w = group.rank; w < words; w += group.size) mine += unsigned(__popc(row.bits[w]));
        mine = mergus::warp_reduce(mine, mergus::Plus());
        if (group.rank == 0) sizes[i] = mine;
        return;
    }
    constexpr bool by_words = sizeof(C_value) > 8;
    uint64_t offset = ptr[i];
    for (unsigned w = 0; w < words; ++w) {
        const unsigned bits = row.bits[w], c = w * 32 + group.rank;
        if ((bits >> group.rank) & 1u) {
            const uint64_t at = offset + unsigned(__popc(bits & mergus::lanes_below()));
            cols[at] = row.low + Index(c);
            if (!by_words) vals[at] = row.values[c].value;
        }
        if (by_words) {
            const auto value = [&](unsigned e) -> const C_value& {
                return row.values[w * 32 + mergus::nth_set_bit(bits, e)].value;
            };
            mergus::copy_values(vals + offset, unsigned(__popc(bits)), group.rank, 32, value);
        }
        offset += unsigned(__popc(bits));
    }
}
