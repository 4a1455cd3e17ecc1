// pieces.cuh: the products of a warp's entries of A, in pieces of up to 32 products of one entry.
//
// Pieces are added one after the other, so no two threads add to one entry of C at the same time, and the
// products of an entry are combined in the order of k. The values of several pieces are loaded at the same
// time, whatever the lengths of the rows of B: the longest row of C takes as long as its loads, one after the
// other.
//
// Bindings: as row_loop.cuh.

#include "mxm/numeric_reuse/positions.cuh"
#include "mxm/row_loop.cuh"

namespace mergus {

// Values of B that a thread loads at the same time, each with the position of its product.
constexpr int loads_ahead = sizeof(B_value) > 16 ? 1 : 4;

// The products of an entry of A with entries [start, start + length) of B, whose positions begin with number
// `position` of the row of C.
struct EntryProducts {
    uint64_t start, position;
    unsigned length;
};

// The products of 32 entries of A, one for each lane, and the piece that is added next.
struct Pieces {
    EntryProducts mine;
    unsigned left;              // lanes whose products come later
    unsigned lane, done, count; // the piece: its lane, and products of that lane before the piece and in all
    bool more;

    __device__ __forceinline__ explicit Pieces(const EntryProducts& of_lane)
        : mine(of_lane), left(__ballot_sync(full_mask, of_lane.length != 0)) {
        begin_lane();
    }
    __device__ __forceinline__ void advance() {
        done += 32;
        if (done >= count) begin_lane();
    }

private:
    __device__ __forceinline__ void begin_lane() {
        more = left != 0;
        lane = more ? unsigned(__ffs(int(left)) - 1) : 0;
        done = 0;
        count = shuffle(full_mask, mine.length, int(lane));
        left &= left - 1;
    }
};

// Calls add(x, product) for each product, where x is its position. Lane l has entry round + l of A, of row i.
// `positions`: of the row of C, of `bytes` bytes each. The whole warp.
template <class Add>
__device__ __forceinline__ void add_pieces(const Operands& in, Pieces pieces, uint64_t round,
                                           const unsigned char* positions, unsigned bytes, int64_t i,
                                           const Add& add) {
    while (pieces.more) {
        uint64_t at[loads_ahead], e[loads_ahead];
        bool any[loads_ahead], has[loads_ahead];
        unsigned x[loads_ahead];
        A_value a[loads_ahead];
        B_value b[loads_ahead];
#pragma unroll
        for (int u = 0; u < loads_ahead; ++u) {
            any[u] = pieces.more;
            if (!pieces.more) continue; // the same for the whole warp
            const unsigned f = pieces.done + lane();
            const uint64_t position = shuffle(full_mask, pieces.mine.position, int(pieces.lane)) + f;
            at[u] = shuffle(full_mask, pieces.mine.start, int(pieces.lane)) + f;
            e[u] = round + pieces.lane;
            has[u] = f < pieces.count;
            if (has[u]) {
                x[u] = load_position(positions, position, bytes);
                a[u] = in.a_val[e[u]];
                b[u] = in.b_val[at[u]];
            }
            pieces.advance();
        }
#pragma unroll
        for (int u = 0; u < loads_ahead; ++u) {
            if (!any[u]) continue;
            if (has[u]) add(x[u], multiply(a[u], b[u], i, int64_t(in.a_col[e[u]]), int64_t(in.b_col[at[u]])));
            __syncwarp();
        }
    }
}

} // namespace mergus
