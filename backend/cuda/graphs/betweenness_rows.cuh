// betweenness_rows.cuh: the rows of the vertices of a level, each by a group of 16 lanes, long ones by the
// block; and sums over neighbours for 64 searches at once.
//
// Invariant: how a sum is divided depends on the length of the row alone, so results have the same bits in
// every run. Bindings: constant block_threads.

#include "graphs/edge_list.cuh"
#include "graphs/vertex_list.cuh"

#include "graphs/betweenness.h"

namespace mergus {

constexpr unsigned group_lanes = 16, groups = block_threads / group_lanes;
constexpr unsigned searches = 64;       // of a word
constexpr unsigned long_row = 128;      // entries: rows with more are divided among the groups of a block
constexpr unsigned rounds_of_group = 8; // rows of a group before the block takes the long ones
constexpr unsigned loads_at_once = 2;   // of rows of values; with 3 registers spill

struct alignas(16) TwoValues {
    double first, second;
};
// What a lane has of a row of 64 values: those of searches 2r, 2r + 1, 2r + 32 and 2r + 33, r its rank in the
// group.
struct FourValues {
    double of[4];
};

struct BetweennessShared {
    VertexList<uint64_t> found;
    uint32_t rows[groups * rounds_of_group]; // long ones, as places in the level
    uint32_t row_count;
    double parts[groups][searches];
    double total[searches];
};

// A vertex of a level.
struct LevelVertex {
    uint64_t at;         // in the list
    uint64_t begin, end; // of its row
    uint64_t bits;       // the searches that have it in the level; 0: there is no vertex
    uint32_t number;     // as in BetweennessMemory
    uint32_t base;       // of the vertices of its copy
};

__device__ __forceinline__ unsigned rank_in_group() {
    return lane() % group_lanes;
}
// The bits of the four searches of this lane.
__device__ __forceinline__ unsigned own_bits(uint32_t low, uint32_t high) {
    const unsigned shift = 2 * rank_in_group();
    return (low >> shift & 3u) | (high >> shift & 3u) << 2;
}
// Where the values of the four searches are in the row of a vertex.
__device__ __forceinline__ unsigned own_value(unsigned k) {
    return 2 * rank_in_group() + (k & 1u) + (k >> 1) * 32;
}

// For each search of `wanted`, the sum of its values at the neighbours that have it in `frontier`. `row` may
// be a part of a row. All lanes of the warp take part, each group with a row of its own.
__device__ __forceinline__ FourValues neighbour_sums(const LevelVertex& row, const uint32_t* col,
                                                     const uint64_t* frontier, const BetweennessMemory& m) {
    const auto* const pairs = reinterpret_cast<const TwoValues*>(m.values);
    const unsigned rank = rank_in_group(), first_lane = lane() - rank;
    FourValues sums = {};
    for (uint64_t e0 = row.begin; __any_sync(full_mask, e0 < row.end); e0 += group_lanes) {
        const uint64_t e = e0 + rank;
        uint32_t neighbour = 0;
        uint64_t bits = 0;
        if (e < row.end) {
            neighbour = row.base + col[e];
            bits = frontier[neighbour] & row.bits;
        }
        unsigned hits = __ballot_sync(full_mask, bits != 0) >> first_lane & ((1u << group_lanes) - 1);
        while (__any_sync(full_mask, hits != 0)) {
            TwoValues low[loads_at_once], high[loads_at_once];
            unsigned own[loads_at_once];
#pragma unroll
            for (unsigned u = 0; u < loads_at_once; ++u) {
                const int from = int(first_lane) + (hits != 0 ? __ffs(int(hits)) - 1 : 0);
                const uint32_t low_bits = __shfl_sync(full_mask, uint32_t(bits), from);
                const uint32_t high_bits = __shfl_sync(full_mask, uint32_t(bits >> 32), from);
                const TwoValues* const at =
                    pairs + uint64_t(__shfl_sync(full_mask, neighbour, from)) * (m.width / 2) + rank;
                own[u] = hits != 0 ? own_bits(low_bits, high_bits) : 0;
                hits &= hits - 1;
                if ((own[u] & 3u) != 0) low[u] = at[0];
                if (own[u] >> 2 != 0) high[u] = at[group_lanes];
            }
#pragma unroll
            for (unsigned u = 0; u < loads_at_once; ++u) {
                if ((own[u] & 1u) != 0) sums.of[0] += low[u].first;
                if ((own[u] & 2u) != 0) sums.of[1] += low[u].second;
                if ((own[u] & 4u) != 0) sums.of[2] += high[u].first;
                if ((own[u] & 8u) != 0) sums.of[3] += high[u].second;
            }
        }
    }
    return sums;
}

// The same for a long row, by the whole block. The first group has the sums.
__device__ __forceinline__ FourValues neighbour_sums_of_block(const LevelVertex& row, const uint32_t* col,
                                                              const uint64_t* frontier,
                                                              const BetweennessMemory& m,
                                                              BetweennessShared& shared) {
    const unsigned group = threadIdx.x / group_lanes;
    const uint64_t part =
        div_up(div_up(row.end - row.begin, uint64_t(groups)), uint64_t(group_lanes)) * group_lanes;
    LevelVertex own = row;
    own.begin = min_of(row.begin + group * part, row.end);
    own.end = min_of(own.begin + part, row.end);
    const FourValues sums = neighbour_sums(own, col, frontier, m);
    for (unsigned k = 0; k < 4; ++k) shared.parts[group][own_value(k)] = sums.of[k];
    __syncthreads();
    for (unsigned s = threadIdx.x; s < searches; s += block_threads) {
        double total = 0;
        for (unsigned g = 0; g < groups; ++g) total += shared.parts[g][s];
        shared.total[s] = total;
    }
    __syncthreads();
    FourValues all = {};
    if (group == 0)
        for (unsigned k = 0; k < 4; ++k) all.of[k] = shared.total[own_value(k)];
    return all;
}

// Calls step.row(vertex) for the vertices of the list from `first` to `last`, with all lanes of a warp, each
// group with a vertex of its own, or none; and step.long_row(vertex) with all threads of the block if
// step.length(vertex) says so.
template <class Step>
__device__ __forceinline__ void for_level(const BetweennessMemory& m, uint64_t n, const uint64_t* ptr,
                                          uint64_t first, uint64_t last, BetweennessShared& shared,
                                          Step&& step) {
    const auto vertex = [&](uint64_t at) {
        LevelVertex found{at, 0, 0, 0, 0, 0};
        if (at >= last) return found;
        found.number = m.list[at];
        found.base = found.number / uint32_t(n) * uint32_t(n);
        found.begin = ptr[found.number - found.base];
        found.end = ptr[found.number - found.base + 1];
        found.bits = step.bits(found);
        return found;
    };
    const uint64_t of_round = uint64_t(gridDim.x) * groups * rounds_of_group;
    for (uint64_t base = first; base < last; base += of_round) {
        for (unsigned k = 0; k < rounds_of_group; ++k) {
            const uint64_t pair = (uint64_t(k) * (block_threads / 32) + warp()) * gridDim.x + blockIdx.x;
            if (base + 2 * pair >= last) break;
            LevelVertex mine = vertex(base + 2 * pair + lane() / group_lanes);
            if (step.length(mine) > long_row) {
                if (rank_in_group() == 0)
                    shared.rows[atomicAdd(&shared.row_count, 1u)] = uint32_t(mine.at - first);
                mine.bits = mine.begin = mine.end = 0;
            }
            step.row(mine);
        }
        __syncthreads();
        const uint32_t rows = shared.row_count;
        for (uint32_t r = 0; r < rows; ++r) step.long_row(vertex(first + shared.rows[r]));
        __syncthreads();
        if (threadIdx.x == 0) shared.row_count = 0;
        step.end_round();
        __syncthreads();
    }
}

} // namespace mergus
