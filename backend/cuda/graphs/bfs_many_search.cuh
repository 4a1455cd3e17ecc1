// bfs_many_search.cuh: the state of a search from up to 64 sources (bfs_many.cuh).
//
// Bindings: as bfs_many.cuh.

#include "graphs/bfs_queue.cuh"

namespace mergus {

using ManyMemory = BfsManyMemory<Index>;

struct ManySearch {
    const Graph& graph;
    const ManyMemory& m;
    Shared& shared;
    uint32_t level;
    unsigned queue; // index of the level's queue

    __device__ __forceinline__ uint64_t* pending(unsigned ahead) const {
        return (level + ahead) % 2 == 0 ? m.pending[0] : m.pending[1];
    }
    __device__ __forceinline__ BfsFrontier* frontier(unsigned ahead) const {
        return &m.control->frontiers[(level + ahead) % 3];
    }
    __device__ __forceinline__ Span* queues(unsigned i) const { return i == 0 ? m.queue[0] : m.queue[1]; }
    __device__ __forceinline__ SpanList list(unsigned to, uint32_t* to_count) const {
        return {&shared, 0, queues(to), to_count, m.capacity, m.span_bits};
    }
    // Also a vertex without edges, since its levels are to be written.
    __device__ __forceinline__ void enqueue(const SpanList& to, Index v, uint64_t begin, uint64_t end,
                                            Found& found) const {
        to.append(v, begin, end - begin, 1);
        found.add(end - begin);
    }

    __device__ __forceinline__ void start();
    __device__ __forceinline__ void write_levels(uint64_t v, uint64_t fresh, unsigned first,
                                                 unsigned stride) const;
    __device__ __forceinline__ void build() const;
    __device__ __forceinline__ void push_span(const Span& span, uint64_t bits, unsigned first,
                                              unsigned stride, const SpanList& next, Found& found) const;
    __device__ __forceinline__ uint64_t gather(const uint64_t* words, uint64_t begin, uint64_t end,
                                               uint64_t wanted, uint64_t& examined) const;
    __device__ __forceinline__ uint64_t gather_rows(const uint64_t* words, uint64_t begin, uint64_t end,
                                                    uint64_t wanted, uint64_t& examined) const;
    __device__ __forceinline__ void push(uint32_t spans, Found& found) const;
    __device__ __forceinline__ void pull(Found& found) const;
    __device__ __forceinline__ bool run();
    template <class Use>
    __device__ __forceinline__ void each_source(uint64_t begin, uint64_t end, const Use& use) const;
    __device__ __forceinline__ void write(const Output& out) const;
};

// Writes the level of `fresh` sources at a vertex, shared by `stride` lanes.
__device__ __forceinline__ void ManySearch::write_levels(uint64_t v, uint64_t fresh, unsigned first,
                                                         unsigned stride) const {
    for (unsigned s = first; s < m.count; s += stride)
        if ((fresh >> s & 1) != 0) m.level[v * m.count + s] = uint16_t(level);
}

} // namespace mergus
