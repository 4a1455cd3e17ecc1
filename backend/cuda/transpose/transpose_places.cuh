// transpose_places.cuh: where the entries of a bucket of columns may be (transpose_pull.cuh), from what
// transpose_touch.cuh has noted.
//
// Bindings, beside those of transpose_tile.cuh: constants touch_tile (entries in a tile of
// transpose_touch.cuh), longest_list (tiles that touch a bucket) and most_places.
//
// Invariant: places are in the order of entries and have none in common, so that what is numbered by places
// is in the order of rows.

#include "transpose/transpose_tile.cuh"

namespace mergus {

constexpr unsigned touch_part = unsigned(touch_tile) / 32;
static_assert(longest_list == 64, "two for each lane of a warp");
constexpr unsigned place_sums = 128;
static_assert(unsigned(most_places) < place_sums, "and 8 bits of a candidate");

// Where a bucket's entries may be: of its tiles in order the groups of neighbouring parts that have some, and
// their rows. As few words as it can be: shared memory is taken from the L1, in large steps.
struct Places {
    unsigned count;
    unsigned
        parts[most_places]; // the first one's number in the matrix above 5 bits: how many there are, less one
    unsigned row[most_places];        // the first
    unsigned first_step;              // the largest power of two that is not above count, if there is a place
    unsigned twos_before[place_sums]; // rows in the places before, two by two; behind the last: in all

    // From the list of the bucket, which is in no order. By warp 0.
    __device__ __forceinline__ void set(const uint64_t* list, unsigned length) {
        const Pair a(lane() < length ? list[lane()] : 0), b(lane() + 32 < length ? list[lane() + 32] : 0);
        unsigned a_at = 0, b_at = 0, total = 0;
        for (unsigned k = 0; k < length; ++k) {
            const unsigned other =
                               __shfl_sync(full_mask, k < 32 ? a.tile_places : b.tile_places, int(k % 32)),
                           its_places = other & 0xfff;
            if (other < a.tile_places) a_at += its_places;
            if (other < b.tile_places) b_at += its_places;
            total += its_places;
        }
        put(a_at, a);
        put(b_at, b);
        if (lane() == 0) count = total;
    }
    // Each tile is in the list once, so that pairs are in the order of their first words. Without a tile: no
    // part and no place.
    struct Pair {
        unsigned tile_places;  // the tile above 12 bits of places
        unsigned starts, ends; // the first and the last part of each
        __device__ __forceinline__ explicit Pair(uint64_t pair) {
            const unsigned parts = unsigned(pair);
            starts = parts & ~(parts << 1);
            ends = parts & ~(parts >> 1);
            tile_places = unsigned(pair >> 32) & ~0xfffu | unsigned(__popc(starts));
        }
    };
    __device__ __forceinline__ void put(unsigned at, Pair pair) {
        const unsigned tile = pair.tile_places >> 12 << 10;
        for (; pair.starts != 0; pair.starts &= pair.starts - 1, pair.ends &= pair.ends - 1, ++at) {
            const unsigned first = unsigned(__ffs(int(pair.starts))) - 1,
                           last = unsigned(__ffs(int(pair.ends))) - 1;
            parts[at] = tile + (first << 5) + (last - first);
        }
    }
    __device__ __forceinline__ unsigned begin(unsigned at) const { return (parts[at] >> 5) * touch_part; }
    __device__ __forceinline__ unsigned end(unsigned at, unsigned entries) const {
        return min_of(entries, ((parts[at] >> 5) + (parts[at] & 31) + 1) * touch_part);
    }
    // The rows of both ends, eight lanes for each, since every step of a search waits for the one before; the
    // last row goes where the sums will be. By all threads.
    __device__ __forceinline__ void find_rows(const uint64_t* __restrict__ ptr,
                                              const uint2* __restrict__ tile_rows, unsigned entries) {
        constexpr unsigned lanes = 8, of_warp = 32 / lanes;
        const unsigned me = lane() % lanes, group = lane() / lanes, ends = 2 * count;
        for (unsigned first = warp() * of_warp; first < ends; first += tile_warps * of_warp) {
            const unsigned which = min_of(first + group, ends - 1), at = which / 2;
            const bool last = which % 2 != 0;
            const unsigned entry = last ? end(at, entries) - 1 : begin(at);
            const uint2 known = tile_rows[entry / unsigned(touch_tile)];
            unsigned low = known.x, high = known.y + 1; // ptr[low] <= entry < ptr[high]
            while (__any_sync(full_mask, high - low > 1)) {
                const unsigned step = (high - low + lanes) / (lanes + 1), row = low + (me + 1) * step;
                const unsigned votes = __ballot_sync(full_mask, row < high && unsigned(ptr[row]) <= entry);
                const unsigned steps = unsigned(__popc(votes >> group * lanes & (1u << lanes) - 1));
                high = min_of(high, low + (steps + 1) * step);
                low += steps * step;
            }
            if (me == 0) (last ? twos_before : row)[at] = low;
        }
    }
    // By warp 0.
    __device__ __forceinline__ void count_twos() {
        constexpr unsigned each = place_sums / 32;
        unsigned twos[each], sum = 0;
#pragma unroll
        for (unsigned i = 0; i < each; ++i) {
            const unsigned k = lane() * each + i;
            sum += twos[i] = k < count ? (twos_before[k] - row[k]) / 2 + 1 : 0;
        }
        const unsigned inclusive = warp_inclusive_scan(sum, Plus());
        unsigned before = inclusive - sum;
#pragma unroll
        for (unsigned i = 0; i < each; ++i) {
            twos_before[lane() * each + i] = before;
            before += twos[i];
        }
        if (lane() == 0) first_step = 1u << (31 - __clz(int(count | 1)));
    }
    // The place that has the q-th two rows, which is below their number.
    __device__ __forceinline__ unsigned find(unsigned q) const {
        unsigned at = 0;
        for (unsigned step = first_step; step > 0; step /= 2)
            if (twos_before[at + step] <= q) at += step;
        return at;
    }
};

} // namespace mergus
