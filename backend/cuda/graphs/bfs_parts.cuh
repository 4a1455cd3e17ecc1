// bfs_parts.cuh: a level of a breadth-first search of which other devices have other rows. Sets are words of
// 32 vertices.
//
// Source: Beamer, Asanović and Patterson 2012 (push and pull). Bindings: Index; constants block_threads,
// with_parents = 0.

#include "graphs/bfs_parts.h"
#include "graphs/bfs_pull.cuh"

namespace mergus {

using Rows = BfsRowsOf<Index>;

__device__ __forceinline__ void insert(uint32_t* set, uint64_t v) {
    const uint32_t bit = 1u << v % 32;
    if ((set[v / 32] & bit) == 0) atomicOr(&set[v / 32], bit); // a stale word costs an atomic more
}

// The bits of word w that are rows.
__device__ __forceinline__ uint32_t bits_of_rows(const Rows& rows, uint64_t w) {
    const uint64_t begin = max_of(w * 32, rows.first), end = min_of(w * 32 + 32, rows.first + rows.count);
    if (begin >= end) return 0;
    const uint32_t below_end = end - w * 32 == 32 ? ~0u : (1u << (end - w * 32)) - 1u;
    return below_end & ~((1u << (begin - w * 32)) - 1u);
}

// Calls visit(valid, row) for the rows in a set: `word(w)` has those of a word. A warp takes up to `most`
// words, fewer where there are more warps.
template <class Word, class Visit>
__device__ __forceinline__ void for_rows(const Rows& rows, uint64_t most, const Word& word,
                                         const Visit& visit) {
    const uint64_t first = rows.first / 32, words = div_up(rows.first + rows.count, uint64_t(32)) - first;
    const uint64_t warps = grid_threads() / 32;
    const uint64_t group = min_of(most, max_of(uint64_t(1), words / warps));
    for (uint64_t w0 = (uint64_t(warp()) * gridDim.x + blockIdx.x) * group; w0 < words; w0 += warps * group) {
        const uint64_t w = w0 + lane();
        const bool has = lane() < group && w < words;
        for_set_bits(has ? word(first + w) & bits_of_rows(rows, first + w) : 0u,
                     [&](bool valid, unsigned owner, unsigned bit) {
                         visit(valid, valid ? (first + w0 + owner) * 32 + bit - rows.first : 0);
                     });
    }
}

} // namespace mergus

// The frontier is what has been found and not visited. The sets of other devices are read through the link
// between the devices.
extern "C" __global__ void join_found(mergus::BfsFoundSets all, uint32_t* frontier, uint32_t* visited,
                                      uint64_t words) {
    for (uint64_t w = mergus::grid_thread(); w < words; w += mergus::grid_threads()) {
        uint32_t found = 0;
        for (uint64_t s = 0; s < all.count; ++s) {
            const mergus::BfsFound& set = all.sets[s];
            if (w >= set.begin && w < set.end) found |= set.words[w];
        }
        const uint32_t before = visited[w], fresh = found & ~before;
        frontier[w] = fresh;
        if (fresh != 0) visited[w] = before | fresh;
    }
}

extern "C" __global__ void set_level(mergus::Rows rows, const uint32_t* frontier, int32_t* levels,
                                     int32_t level, mergus::BfsPartSums* sums) {
    using namespace mergus;
    uint64_t vertices = 0, edges = 0;
    for_rows(
        rows, 32, [&](uint64_t w) { return frontier[w]; },
        [&](bool valid, uint64_t row) {
            if (!valid) return;
            levels[row] = level;
            ++vertices;
            if (rows.ptr != nullptr) edges += rows.ptr[row + 1] - rows.ptr[row];
        });
    vertices = warp_reduce(vertices, Plus());
    edges = warp_reduce(edges, Plus());
    if (lane() != 0 || vertices == 0) return;
    atomicAdd(&sums->vertices, vertices);
    atomicAdd(&sums->edges, edges);
}

// Short rows; of others the spans.
extern "C" __global__ void push_rows(mergus::Rows rows, const uint32_t* frontier, const uint32_t* visited,
                                     uint32_t* found, uint64_t* spans, uint64_t* span_count) {
    using namespace mergus;
    for_rows(
        rows, 1, [&](uint64_t w) { return frontier[w]; },
        [&](bool valid, uint64_t row) {
            const uint64_t begin = valid ? rows.ptr[row] : 0;
            const uint64_t degree = valid ? rows.ptr[row + 1] - begin : 0;
            const bool is_long = degree > bfs_short_row;
            const uint64_t pieces = is_long ? div_up(degree, uint64_t(bfs_span)) : 0;
            const LaneItems<uint64_t> cut(pieces);
            if (cut.all != 0) {
                uint64_t base = 0;
                if (lane() == 0) base = atomicAdd(span_count, cut.all);
                base = shuffle(full_mask, base, 0);
                cut.for_each([&](bool has, uint64_t n, unsigned owner) {
                    const uint64_t offset = (n - shuffle(full_mask, cut.end - pieces, int(owner))) * bfs_span;
                    const uint64_t its_begin = shuffle(full_mask, begin, int(owner)),
                                   its_degree = shuffle(full_mask, degree, int(owner));
                    if (has)
                        spans[base + n] = (its_begin + offset) << bfs_span_shift |
                                          min_of(its_degree - offset, uint64_t(bfs_span));
                });
            }
            const unsigned own = is_long ? 0 : unsigned(degree);
            const LaneItems<unsigned> edges(own);
            edges.for_each([&](bool has, unsigned n, unsigned owner) {
                const uint64_t its_begin = shuffle(full_mask, begin, int(owner));
                const unsigned before = shuffle(full_mask, edges.end - own, int(owner));
                if (!has) return;
                const Index k = rows.col[its_begin + n - before];
                if (!has_bit(visited, k)) insert(found, k);
            });
        });
}

extern "C" __global__ void push_spans(const Index* col, const uint32_t* visited, uint32_t* found,
                                      const uint64_t* spans, const uint64_t* span_count) {
    using namespace mergus;
    constexpr unsigned unroll = 4;
    const uint64_t count = *span_count, warps = grid_threads() / 32;
    for (uint64_t s = uint64_t(warp()) * gridDim.x + blockIdx.x; s < count; s += warps) {
        const uint64_t begin = spans[s] >> bfs_span_shift;
        const unsigned edges = unsigned(spans[s] & ((1u << bfs_span_shift) - 1u));
        for (unsigned e = lane(); e < edges; e += 32 * unroll) {
            Index k[unroll];
            for (unsigned u = 0; u < unroll; ++u)
                k[u] = e + 32 * u < edges ? col[begin + e + 32 * u] : no_vertex;
            for (unsigned u = 0; u < unroll; ++u)
                if (k[u] != no_vertex && !has_bit(visited, k[u])) insert(found, k[u]);
        }
    }
}

// Long rows are listed.
extern "C" __global__ void pull_part(mergus::Rows rows, const uint32_t* visited, uint32_t* found,
                                     uint64_t* long_rows, uint64_t* long_count) {
    using namespace mergus;
    uint64_t examined = 0;
    for_rows(
        rows, 32, [&](uint64_t w) { return ~visited[w]; },
        [&](bool valid, uint64_t row) {
            uint64_t begin = 0, end = 0;
            if (valid) {
                begin = rows.ptr[row];
                end = rows.ptr[row + 1];
            }
            if (end - begin > bfs_long_row) {
                long_rows[atomicAdd(long_count, uint64_t(1))] = row;
                end = begin;
            }
            if (pull_rows(rows.col, begin, end, visited, examined) != no_vertex)
                insert(found, rows.first + row);
        });
}

// A block for each row.
extern "C" __global__ void pull_long_rows(mergus::Rows rows, const uint32_t* visited, uint32_t* found,
                                          const uint64_t* long_rows, const uint64_t* long_count) {
    using namespace mergus;
    for (uint64_t n = blockIdx.x; n < *long_count; n += gridDim.x) {
        const uint64_t row = long_rows[n], end = rows.ptr[row + 1];
        for (uint64_t e0 = rows.ptr[row]; e0 < end; e0 += block_threads) {
            const uint64_t e = e0 + threadIdx.x;
            if (!__syncthreads_or(e < end && has_bit(visited, rows.col[e]))) continue;
            if (threadIdx.x == 0) insert(found, rows.first + row);
            break;
        }
    }
}

extern "C" __global__ void flag_levels(const int32_t* levels, uint64_t count, uint8_t* flags) {
    for (uint64_t v = mergus::grid_thread(); v < count; v += mergus::grid_threads())
        flags[v] = levels[v] >= 0;
}

extern "C" __global__ void gather_levels(const int32_t* levels, const Index* vertices, uint64_t count,
                                         int32_t* values) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads())
        values[e] = levels[vertices[e]];
}
