// esc.cuh: a row of few products: expand, sort in registers, compress.
//
// A group of 8, 16 or 32 threads has a row of up to twice as many products. The key of a product is its
// column above its index in k order, so that a bitonic sort in registers is stable. Equal columns are then
// neighbours and are combined from left to right, in the order of k. There are no atomics, so values may have
// any size and the bits are the same in every run.
//
// Numeric only: counting entries is cheaper in a hash table. Bindings: as row_loop.cuh, and Key, a word that
// holds a column above index_bits; combine(x, y); constant mask_kind: 0 none, 2 complement (a normal mask, 1,
// is not supported). Memory of a group: values[2 * group_threads], keys[2 * group_threads].

#include "mxm/row_loop.cuh"

namespace mergus {

constexpr unsigned esc_capacity = 2 * unsigned(group_threads);
constexpr unsigned index_bits = group_threads == 8 ? 4 : group_threads == 16 ? 5 : 6;
constexpr Key no_key = ~Key(0);

__device__ __forceinline__ unsigned group_lanes() {
    constexpr unsigned ones = group_threads == 32 ? 0xffffffffu : (1u << (group_threads % 32)) - 1u;
    return ones << (lane() - lane() % unsigned(group_threads));
}

__device__ __forceinline__ Index column_of(Key key) {
    return Index(key >> index_bits);
}

// Expands the row: keys and products, in k order. Returns the number of products to all threads.
__device__ __forceinline__ unsigned expand_row(const Operands& in, uint64_t i, const Group& group, Key* keys,
                                               C_value* products) {
    const unsigned threads = group_lanes();
    const unsigned lanes = min_of(1u << in.b_threads_log2, group.size);
    const unsigned teams = group.size / lanes, team = group.rank / lanes, lane = group.rank % lanes;
    unsigned done = 0;
    const uint64_t a_end = in.a_ptr[i + 1];
    for (uint64_t e0 = in.a_ptr[i]; e0 < a_end; e0 += group.size) {
        // Each thread reads an entry of A, then each team expands a row of B.
        const uint64_t mine = e0 + group.rank;
        uint64_t begin = 0;
        unsigned length = 0;
        if (mine < a_end) {
            const A_index k = in.a_col[mine];
            begin = in.b_ptr[k];
            length = unsigned(in.b_ptr[k + 1] - begin);
        }
        unsigned inclusive = length;
        for (unsigned distance = 1; distance < group.size; distance *= 2) {
            const unsigned other = shuffle_up(threads, inclusive, distance);
            if (group.rank >= distance) inclusive += other;
        }
        const unsigned before = done + inclusive - length;
        const unsigned first_lane = mergus::lane() - group.rank;
        const unsigned entries = unsigned(min_of<uint64_t>(a_end - e0, group.size));
        for (unsigned n = 0; n < entries; n += teams) {
            const unsigned source = first_lane + min_of(n + team, group.size - 1);
            const uint64_t f0 = shuffle(threads, begin, int(source));
            const unsigned count = shuffle(threads, length, int(source));
            const unsigned index0 = shuffle(threads, before, int(source));
            if (n + team >= entries) continue;
            const uint64_t e = e0 + n + team;
            for (unsigned q = lane; q < count; q += lanes) {
                const Index j = in.b_col[f0 + q];
                keys[index0 + q] = Key(j) << index_bits | Key(index0 + q);
                products[index0 + q] =
                    multiply(in.a_val[e], in.b_val[f0 + q], int64_t(i), int64_t(in.a_col[e]), int64_t(j));
            }
        }
        done += shuffle(threads, inclusive, int(first_lane + group.size - 1));
    }
    return done;
}

// Sorts two keys of each thread: those at group.rank and at group.rank + group.size.
__device__ __forceinline__ void sort_keys(Key& low, Key& high, const Group& group) {
    const unsigned threads = group_lanes();
    for (unsigned run = 2; run <= esc_capacity; run *= 2)
        for (unsigned distance = run / 2; distance > 0; distance /= 2) {
            if (distance == group.size) {
                const Key less = min_of(low, high);
                high = max_of(low, high);
                low = less;
                continue;
            }
            // The lower of a pair keeps the smaller key in an ascending run, the larger one in a descending
            // run.
            const bool lower = (group.rank & distance) == 0;
            const Key low_other = shuffle_xor(threads, low, int(distance));
            const Key high_other = shuffle_xor(threads, high, int(distance));
            const bool low_up = (group.rank & run) == 0;
            const bool high_up = run == esc_capacity || ((group.rank + group.size) & run) == 0;
            low = lower == low_up ? min_of(low, low_other) : max_of(low, low_other);
            high = lower == high_up ? min_of(high, high_other) : max_of(high, high_other);
        }
}

__device__ __forceinline__ bool is_masked_out(const Operands& in, uint64_t i, Index j) {
    if (mask_kind != 2) return false;
    const uint64_t e = lower_bound(in.m_col, in.m_ptr[i], in.m_ptr[i + 1], j);
    return e < in.m_ptr[i + 1] && in.m_col[e] == j && truth(in.m_val[e]);
}

} // namespace mergus

// A group has a row of the list and writes it at ptr[i].
extern "C" __global__ void __launch_bounds__(group_threads == 0 ? 1024 : 256)
    multiply_esc(mergus::Operands in, const Row* rows, uint64_t row_count, const uint64_t* ptr, Index* cols,
                 C_value* vals) {
    extern __shared__ __align__(16) unsigned char shared_bytes[];
    const uint64_t r = uint64_t(blockIdx.x) * mergus::Group::count() + mergus::Group::index();
    if (r >= row_count) return; // whole groups
    const uint64_t i = rows[r];
    const mergus::Group group;
    const unsigned threads = mergus::group_lanes();
    C_value* const all_products = reinterpret_cast<C_value*>(shared_bytes);
    const size_t value_bytes = sizeof(C_value) * size_t(mergus::esc_capacity) * mergus::Group::count();
    C_value* const products = all_products + size_t(mergus::esc_capacity) * mergus::Group::index();
    Key* const keys = reinterpret_cast<Key*>(shared_bytes + (value_bytes + 15) / 16 * 16) +
                      size_t(mergus::esc_capacity) * mergus::Group::index();

    const unsigned count = mergus::expand_row(in, i, group, keys, products);
    group.sync();
    const unsigned second = group.rank + group.size;
    Key low = group.rank < count ? keys[group.rank] : mergus::no_key;
    Key high = second < count ? keys[second] : mergus::no_key;
    mergus::sort_keys(low, high, group);

    // An entry begins where the column differs from that of the previous key.
    const unsigned first_lane = mergus::lane() - group.rank;
    const Key below_low = mergus::shuffle_up(threads, low, 1u);
    const Key last_low = mergus::shuffle(threads, low, int(first_lane + group.size - 1));
    Key below_high = mergus::shuffle_up(threads, high, 1u);
    if (group.rank == 0) below_high = last_low;
    bool low_heads =
        group.rank < count && (group.rank == 0 || mergus::column_of(low) != mergus::column_of(below_low));
    bool high_heads = second < count && mergus::column_of(high) != mergus::column_of(below_high);
    if (low_heads) low_heads = !mergus::is_masked_out(in, i, mergus::column_of(low));
    if (high_heads) high_heads = !mergus::is_masked_out(in, i, mergus::column_of(high));
    const unsigned low_votes = __ballot_sync(threads, low_heads) & threads;
    const unsigned high_votes = __ballot_sync(threads, high_heads) & threads;
    group.sync();
    keys[group.rank] = low;
    keys[second] = high;
    group.sync();
    const uint64_t offset = ptr[i];
    for (unsigned half = 0; half < 2; ++half) {
        if (!(half == 0 ? low_heads : high_heads)) continue;
        const unsigned first = half == 0 ? group.rank : second;
        const Key key = half == 0 ? low : high;
        const Index j = mergus::column_of(key);
        constexpr Key index_mask = (Key(1) << mergus::index_bits) - 1;
        C_value sum = products[key & index_mask];
        for (unsigned next = first + 1; next < count && mergus::column_of(keys[next]) == j; ++next)
            sum = combine(sum, products[keys[next] & index_mask]);
        const uint64_t at =
            offset + (half == 0 ? unsigned(__popc(low_votes & mergus::lanes_below()))
                                : unsigned(__popc(low_votes) + __popc(high_votes & mergus::lanes_below())));
        cols[at] = j;
        vals[at] = sum;
    }
}
