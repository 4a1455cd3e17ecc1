// local_moving_table.cuh: sums of the edges from a vertex to each community next to it, and the best of them.
//
// The sums of a vertex are added in any order: where they are exact (such as whole numbers below 2⁵³) they
// are the same in every run.

#include "graphs/edge_list.cuh"
#include "primitives/hash_set.cuh"

#include "graphs/local_moving.h"

namespace mergus {

constexpr uint32_t no_label = ~0u;

// The finalizer of SplitMix64 of index and seed, as in the generic method.
__device__ __forceinline__ uint64_t index_hash(uint64_t i, uint64_t seed) {
    uint64_t z = (i + 1) * 0x9e3779b97f4a7c15u + seed * 0xd1342543de82ef95u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

__device__ __forceinline__ bool is_mover(const MovingGraph& g, const MovingGroup& movers, uint32_t v) {
    if (index_hash(v, movers.seed) % movers.groups != movers.group) return false;
    if (g.community == nullptr) return g.open[v] != 0;
    return g.labels[v] == v && g.sizes[v] == 1;
}
__device__ __forceinline__ double x_of(const MovingGraph& g, unsigned term, uint64_t v) {
    return g.x[term][v * g.x_stride[term]];
}
__device__ __forceinline__ double y_of(const MovingGraph& g, unsigned term, uint64_t v) {
    return g.y[term][v * g.y_stride[term]];
}

struct Move {
    double gain;
    uint32_t label; // no_label: none

    // Of equal gains the lesser label.
    __device__ __forceinline__ bool better_than(const Move& other) const {
        return gain > other.gain || (gain == other.gain && label < other.label);
    }
};

__device__ __forceinline__ Move best_of_warp(Move move) {
    for (int bits = 16; bits > 0; bits /= 2) {
        const Move other{shuffle_xor(full_mask, move.gain, bits), shuffle_xor(full_mask, move.label, bits)};
        if (other.better_than(move)) move = other;
    }
    return move;
}

// A vertex and the terms of its gains.
struct Mover {
    const MovingGraph& g;
    uint32_t vertex, own;
    double x[2], y[2];

    __device__ __forceinline__ Mover(const MovingGraph& graph, uint32_t v)
        : g(graph), vertex(v), own(graph.labels[v]) {
        for (unsigned t = 0; t < 2; ++t) {
            x[t] = t < g.terms ? x_of(g, t, v) : 0;
            y[t] = t < g.terms ? y_of(g, t, v) : 0;
        }
    }
    // The gain in a community to whose other vertices the edges have this sum.
    __device__ __forceinline__ double gain(double sum, uint32_t label) const {
        for (unsigned t = 0; t < g.terms; ++t) sum -= x[t] * (g.totals[t][label] - (label == own ? y[t] : 0));
        return sum;
    }
    // The label that an entry of the vertex counts for, or no_label.
    __device__ __forceinline__ uint32_t label_at(uint64_t e, const MovingGroup& movers) const {
        const uint32_t j = g.col[e];
        if (j == vertex) return no_label;
        if (g.community != nullptr && (g.community[j] != g.community[vertex] || is_mover(g, movers, j)))
            return no_label;
        return g.labels[j];
    }
};

// The sum of the values of the lanes with the same key, for the first of them. Returns whether this lane is
// it. Source: Westphal 2015 (pairs of lanes, then pairs of pairs).
__device__ __forceinline__ bool sum_of_peers(uint32_t key, double& value) {
    unsigned peers = __match_any_sync(full_mask, key); // then those above whose values are not added yet
    unsigned rank = unsigned(__popc(peers & lanes_below()));
    const bool first = rank == 0;
    peers &= ~(lanes_below() | 1u << lane());
    while (__any_sync(full_mask, peers != 0)) {
        const int next = __ffs(int(peers));
        const double other = shuffle(full_mask, value, next != 0 ? next - 1 : int(lane()));
        if (next != 0) value += other;
        peers &= ~__ballot_sync(full_mask, (rank & 1u) != 0);
        rank >>= 1;
    }
    return first;
}

// Adds the entries e, e + 1, … of the vertex to the table, one for each lane, if their communities are in
// this part of them. Lanes of one community add once, because a slot takes one addition at a time. Returns
// false if a community found no slot among `probes` (0: as many as it takes).
template <unsigned probes>
__device__ __forceinline__ bool add_entries(const Mover& mover, const MovingGroup& movers,
                                            const HashSet<uint32_t>& set, double* sums, uint64_t e,
                                            uint64_t end, uint32_t part, uint32_t parts) {
    e += lane();
    uint32_t label = e < end ? mover.label_at(e, movers) : no_label;
    if (parts > 1 && label != no_label && (index_hash(label, 0) >> 40) % parts != part) label = no_label;
    double weight = label != no_label ? mover.g.weights[e * mover.g.stride] : 0;
    if (!sum_of_peers(label, weight) || label == no_label) return true;
    bool fresh;
    const unsigned slot = set.insert<probes>(label, fresh);
    if (slot == set.slots) return false;
    atomicAdd(&sums[slot], weight);
    return true;
}

// The best of the other communities in a table, of those in slots rank, rank + threads, … `stay` is raised to
// the gain where the vertex is by the thread that has that slot.
__device__ __forceinline__ Move best_of_slots(const Mover& mover, const HashSet<uint32_t>& set,
                                              const double* sums, unsigned rank, unsigned threads, Move best,
                                              double* stay) {
    for (unsigned s = rank; s < set.slots; s += threads) {
        const uint32_t label = set.keys[s];
        if (label == no_label) continue;
        const Move move{mover.gain(sums[s], label), label};
        if (label == mover.own)
            *stay = move.gain;
        else if (move.better_than(best))
            best = move;
    }
    return best;
}

__device__ __forceinline__ uint32_t target_of(const Mover& mover, const Move& best, double stay) {
    return best.label != no_label && best.gain > stay + mover.g.least_gain ? best.label : mover.own;
}

} // namespace mergus
