// one_pass.cuh: a small product whose products are computed once: rows of all classes in one launch, into
// temporary memory. one_pass_copy.cuh moves them to the result when its size is known. No mask.
//
// - sorted rows: a group of 8, 16 or 32 threads (sorted_row.cuh), at an offset that is known
// - dense rows: a warp or the block sets a bit for each column; the rank of a bit is the index of its value;
//   a second look at the products adds them. Where all values do not fit in shared memory, a range of ranks
//   after the other. They take temporary memory when their size is known.
//
// If temporary memory does not suffice, sizes are right all the same, and the launch is repeated with more.
//
// Bindings: as sorted_row.cuh with group_threads = 32 and 8 products a thread; Slot and its functions; Rank,
// a number below the number of columns; constant takes_row: rows of B are long enough for a whole warp.

#include "mxm/one_pass.h"
#include "mxm/sorted_row.cuh"

namespace mergus {

constexpr unsigned one_pass_threads = 256;
// Shared memory of a warp that has sorted rows: OnePass::sorted_warp_bytes().
constexpr size_t sorted_held_offset =
    (sizeof(Spread<C_value>) * row_capacity + 15) / 16 * 16 + (sizeof(Key) * padded_keys + 15) / 16 * 16;
constexpr size_t sorted_warp_bytes =
    sorted_held_offset + (sizeof(C_value) > 16 ? (sizeof(Spread<C_value>) * 32 + 15) / 16 * 16 : 0);

// accumulate() for a slot that no other thread adds to at the same time.
template <int kind, class Kept>
__device__ __forceinline__ void add_alone(Kept& slot, const C_value& value) {
    if constexpr (kind == native_slots || kind == part_slots) {
        slot = slot_of(combine(value_of(slot), value)); // an empty slot is neutral
    } else if constexpr (kind == ordered_slots || kind == any_slots) {
        slot = slot_of(value);
    } else if constexpr (kind == locked_slots) {
        typedef LockedSlots<C_value, Kept> Locked;
        slot.value = slot.state == Locked::is_empty ? value : combine(slot.value, value);
        slot.state = Locked::is_present;
    } else {
        slot = slot == empty_slot() ? slot_of(value) : slot_of(combine(value_of(slot), value));
    }
}

// A dense row of a warp or of the block.
template <bool whole_block>
struct DenseRow {
    static constexpr unsigned warps = whole_block ? one_pass_threads / 32 : 1, threads = warps * 32;
    static constexpr bool alone = takes_row && !whole_block; // no two lanes add to one value
    Slot* values;
    unsigned* bits;
    Rank* ranks; // of the words' first bits
    unsigned words, slots;

    __device__ __forceinline__ DenseRow(unsigned char* shared, unsigned words, unsigned slots)
        : values(reinterpret_cast<Slot*>(shared)),
          bits(reinterpret_cast<unsigned*>(shared + (sizeof(Slot) * size_t(slots) + 15) / 16 * 16)),
          ranks(reinterpret_cast<Rank*>(bits + words)), words(words), slots(slots) {}

    static __device__ __forceinline__ unsigned rank() { return whole_block ? threadIdx.x : lane(); }
    static __device__ __forceinline__ void sync() {
        if (whole_block)
            __syncthreads();
        else
            __syncwarp();
    }

    // What a lane has of a row of B at first.
    struct Loaded {
        Index j[2];
        B_value b[2];
    };

    // Calls visit(column, entry of A, value of B) for all products of row i. Entries of A go to the warps in
    // turn, and as many lanes share a row of B as it has entries on average. The next row is loaded while one
    // is added.
    template <bool pattern, class Visit>
    __device__ __forceinline__ void products(const Operands& in, uint64_t i, const Visit& visit) const {
        const uint64_t end = in.a_ptr[i + 1];
        const unsigned lanes = takes_row ? 32 : 1u << in.b_threads_log2, teams = 32 / lanes,
                       team = lane() / lanes, mine = lane() % lanes;
        for (uint64_t e0 = in.a_ptr[i] + (whole_block ? warp() : 0); e0 < end; e0 += threads) {
            const uint64_t e = e0 + uint64_t(warps) * lane();
            B_offset first = 0;
            unsigned length = 0;
            if (e < end) {
                const A_index k = in.a_col[e];
                first = B_offset(in.b_ptr[k]);
                length = unsigned(in.b_ptr[k + 1] - first);
            }
            const unsigned count = unsigned(min_of(uint64_t(32), (end - e0 + warps - 1) / warps));
            const auto load = [&](unsigned n, B_offset& begin, unsigned& here, Loaded& loaded) {
                begin = shuffle(full_mask, first, int((n + team) % 32));
                here = shuffle(full_mask, length, int((n + team) % 32));
                if (n >= count) here = 0;
                for (unsigned u = 0; u < 2; ++u) {
                    const unsigned p = mine + u * lanes;
                    if (p >= here) break;
                    loaded.j[u] = in.b_col[begin + p];
                    if (!pattern) loaded.b[u] = in.b_val[begin + p];
                }
            };
            B_offset begin;
            unsigned here;
            Loaded loaded;
            load(0, begin, here, loaded);
            for (unsigned n = 0; n < count; n += teams) {
                B_offset next_begin;
                unsigned next_here;
                Loaded next;
                load(n + teams, next_begin, next_here, next);
                const uint64_t entry = e0 + uint64_t(warps) * (n + team);
                if (mine < here) visit(loaded.j[0], entry, loaded.b[0]);
                if (mine + lanes < here) visit(loaded.j[1], entry, loaded.b[1]);
                for (unsigned p = mine + 2 * lanes; p < here; p += lanes) {
                    B_value b;
                    if (!pattern) b = in.b_val[begin + p];
                    visit(in.b_col[begin + p], entry, b);
                }
                if (alone && !pattern) __syncwarp();
                begin = next_begin;
                here = next_here;
                loaded = next;
            }
        }
    }

    // Sets the bits of the row's columns and finds their ranks. Returns the number of bits to all threads.
    __device__ __forceinline__ unsigned find_columns(const Operands& in, uint64_t i, unsigned* sums) {
        for (unsigned w = rank(); w < words; w += threads) bits[w] = 0;
        sync();
        products<true>(in, i, [&](Index j, uint64_t, const B_value&) {
            const unsigned bit = 1u << (j % 32);
            if ((bits[j / 32] & bit) == 0) atomicOr(&bits[j / 32], bit);
        });
        sync();
        const unsigned each = (words + threads - 1) / threads * 32,
                       begin = whole_block ? min_of(warp() * each, words) : 0,
                       end = whole_block ? min_of(begin + each, words) : words;
        unsigned before = 0, total = 0;
        if (whole_block) {
            unsigned mine = 0;
            for (unsigned w = begin + lane(); w < end; w += 32) mine += unsigned(__popc(bits[w]));
            before = shuffle(full_mask, block_exclusive_sum(mine, sums, total), 0);
        }
        for (unsigned w0 = begin; w0 < end; w0 += 32) {
            const unsigned w = w0 + lane(), here = w < end ? unsigned(__popc(bits[w])) : 0;
            const unsigned inclusive = warp_inclusive_scan(here, Plus());
            if (w < end) ranks[w] = Rank(before + inclusive - here);
            before += shuffle(full_mask, inclusive, 31);
        }
        sync();
        return whole_block ? total : before;
    }

    // Writes the row, of `entries` entries.
    __device__ __forceinline__ void fill(const Operands& in, uint64_t i, unsigned entries, Index* cols,
                                         C_value* vals) {
        for (unsigned first = 0; first < entries; first += slots) {
            const unsigned here = min_of(slots, entries - first);
            for (unsigned e = rank(); e < here; e += threads) values[e] = empty_slot();
            sync();
            products<false>(in, i, [&](Index j, uint64_t e, const B_value& b) {
                const unsigned below = bits[j / 32] & ((1u << (j % 32)) - 1u),
                               at = ranks[j / 32] + unsigned(__popc(below)) - first;
                if (at >= here) return; // also those of lower ranks
                const C_value value =
                    multiply(in.a_val[e], b, int64_t(in.first_row + i), int64_t(in.a_col[e]), int64_t(j));
                if constexpr (alone)
                    add_alone<slot_kind>(values[at], value);
                else
                    accumulate(&values[at], value);
            });
            sync();
            copy_slots(vals + first, here, rank(), threads,
                       [&](unsigned e) -> const Slot& { return values[e]; });
            sync();
        }
        for (unsigned w = rank(); w < words; w += threads) {
            Index* col = cols + ranks[w];
            for (unsigned left = bits[w]; left != 0; left &= left - 1, ++col)
                *col = Index(w) * 32 + Index(__ffs(int(left)) - 1);
        }
    }
};

// Row i in temporary memory, if that has room. Returns the number of its entries to all threads.
template <bool whole_block>
__device__ __forceinline__ unsigned
multiply_dense_row(const Operands& in, const OnePassWork& work, uint64_t i, unsigned char* shared,
                   unsigned slots, unsigned* sums, uint64_t* taken, Index* cols, C_value* vals) {
    using Row = DenseRow<whole_block>;
    Row row(shared, work.words, slots);
    const unsigned entries = row.find_columns(in, i, sums);
    uint64_t offset = 0;
    if (Row::rank() == 0) offset = atomicAdd(&work.state->next, uint64_t(entries));
    if (whole_block) {
        if (Row::rank() == 0) *taken = offset;
        __syncthreads();
        offset = *taken;
    } else {
        offset = shuffle(full_mask, offset, 0);
    }
    if (offset + entries > work.room) return entries;
    if (Row::rank() == 0) work.offsets[i] = uint32_t(offset);
    row.fill(in, i, entries, cols + offset, vals + offset);
    return entries;
}

// A sorted row in temporary memory. Returns the number of its entries to all threads of its group.
template <int threads>
__device__ __forceinline__ unsigned multiply_sorted_row(const Operands& in, const OnePassWork& work,
                                                        uint64_t i, bool has_row, unsigned char* shared,
                                                        Index* cols, C_value* vals) {
    constexpr unsigned capacity = unsigned(threads) * unsigned(each), groups = 32 / unsigned(threads);
    const unsigned rank = lane() % unsigned(threads), group = lane() / unsigned(threads);
    auto* const products = reinterpret_cast<Spread<C_value>*>(shared) + capacity * group;
    Key* const keys =
        reinterpret_cast<Key*>(shared + (sizeof(Spread<C_value>) * capacity * groups + 15) / 16 * 16) +
        unsigned(threads) * unsigned(each + 1) * group;
    const uint64_t begin = has_row ? in.a_ptr[i] : 0, end = has_row ? in.a_ptr[i + 1] : 0,
                   offset = has_row ? work.offsets[i] : 0;
    return fill_sorted_row<threads>(in, i, begin, end, rank, products, keys, cols + offset, vals + offset,
                                    reinterpret_cast<Spread<C_value>*>(shared + sorted_held_offset));
}

} // namespace mergus

// A block has a row of dense_by_block, or as many rows of another class as it has groups. The classes with
// the longest rows come first. The last block posts the entries of the product and those that temporary
// memory must have.
extern "C" __global__ void __launch_bounds__(256, sizeof(C_value) > 8 ? 2 : 4)
    multiply_one_pass(mergus::Operands in, mergus::OnePassWork work, Index* cols, C_value* vals,
                      uint64_t* posted, uint32_t ticket) {
    using namespace mergus;
    extern __shared__ __align__(16) unsigned char shared_bytes[];
    __shared__ unsigned sums[8], block_entries;
    __shared__ uint64_t taken;
    if (threadIdx.x == 0) block_entries = 0;
    __syncthreads();
    // The class of this block and its rows.
    unsigned block = blockIdx.x, c = dense_by_block, rows_each = 1, threads = one_pass_threads;
    for (;;) {
        const unsigned blocks = (work.rows[c] + rows_each - 1) / rows_each;
        if (c == 0 || block < blocks) break;
        block -= blocks;
        --c;
        threads = c == dense_by_warp ? 32u : 8u << c;
        rows_each = one_pass_threads / threads;
    }
    const unsigned n = block * rows_each + threadIdx.x / threads;
    const bool has_row = n < work.rows[c];
    const uint32_t* const list = work.lists + uint64_t(c / 2) * work.nrows;
    const uint64_t i = has_row ? list[c % 2 == 0 ? n : work.nrows - 1 - n] : 0;
    unsigned char* const warp_shared =
        shared_bytes + size_t(warp()) * (c == dense_by_warp ? size_t(work.warp_bytes) : sorted_warp_bytes);
    unsigned entries = 0;
    switch (c) {
    case dense_by_block:
        entries =
            multiply_dense_row<true>(in, work, i, shared_bytes, work.block_slots, sums, &taken, cols, vals);
        break;
    case dense_by_warp:
        if (has_row)
            entries = multiply_dense_row<false>(in, work, i, warp_shared, work.warp_slots, sums, nullptr,
                                                cols, vals);
        break;
    case sorted_by_32:
        entries = multiply_sorted_row<32>(in, work, i, has_row, warp_shared, cols, vals);
        break;
    case sorted_by_16:
        entries = multiply_sorted_row<16>(in, work, i, has_row, warp_shared, cols, vals);
        break;
    default:
        entries = multiply_sorted_row<8>(in, work, i, has_row, warp_shared, cols, vals);
    }
    if (has_row && threadIdx.x % threads == 0) {
        work.sizes[i] = entries;
        atomicAdd(&work.tiles[i >> work.tile_log2], entries);
        atomicAdd(&block_entries, entries);
    }
    __syncthreads();
    if (threadIdx.x != 0) return;
    OnePassState* const state = work.state;
    atomicAdd(&state->entries, uint64_t(block_entries));
    __threadfence();
    if (atomicAdd(&state->blocks, uint64_t(1)) + 1 != gridDim.x) return;
    __threadfence();
    post_to_host(posted, ticket, posted_result, atomicExch(&state->entries, uint64_t(0)));
    post_to_host(posted, ticket, posted_next, atomicExch(&state->next, work.sorted));
    atomicExch(&state->blocks, uint64_t(0));
}
