// named_rows.cuh: the rows of B that a row of A names, found once for all passes over a row of the product. A
// block has a row.
//
// To read a product takes three loads, each of which waits for the one before: an entry of A, the offsets of
// its row of B, and an entry of that row. Here a thread has an entry of A and keeps the offsets in shared
// memory, so that each pass begins with the last of the three.
//
// Bindings: as row_loop.cuh; B_offset, of an entry of B.

#include "mxm/row_loop.cuh"

namespace mergus {

// Entries [begin, begin + length) of B and, if B has blocks, those of its pattern.
struct NamedRow {
    B_offset begin;
    unsigned length, block_begin, block_length;
};

struct NamedRows {
    NamedRow* rows; // one for each thread
    const Operands& in;
    uint64_t begin, end; // entries of A, which are taken in rounds of a block's threads

    // Called by all threads, which must meet at a barrier before the first pass.
    __device__ __forceinline__ NamedRows(const Operands& in, uint64_t i, NamedRow* rows)
        : rows(rows), in(in), begin(in.a_ptr[i]), end(in.a_ptr[i + 1]) {
        if (has_one_round()) find(begin);
    }
    __device__ __forceinline__ bool has_one_round() const { return end - begin <= blockDim.x; }

    __device__ __forceinline__ void find(uint64_t round) {
        const uint64_t e = round + threadIdx.x;
        if (e >= end) return;
        const A_index k = in.a_col[e];
        NamedRow row;
        row.begin = B_offset(in.b_ptr[k]);
        row.length = unsigned(in.b_ptr[k + 1] - in.b_ptr[k]);
        row.block_begin = row.block_length = 0;
        if (in.b_blocks != nullptr) {
            row.block_begin = in.b_block_ptr[k];
            row.block_length = in.b_block_ptr[k + 1] - row.block_begin;
        }
        rows[threadIdx.x] = row;
    }

    // Calls visit(entry of A, first, end, lane, lanes) for the entries of each row of B, or its blocks, by
    // `lanes` threads; if the row is long for so few, by the whole block. Ends without a barrier.
    template <bool by_blocks, class Visit>
    __device__ __forceinline__ void pass(const Visit& visit) {
        const unsigned shared_by = 1u << (by_blocks ? in.b_block_threads_log2 : in.b_threads_log2),
                       lanes = min_of(shared_by, blockDim.x), teams = blockDim.x / lanes,
                       team = threadIdx.x / lanes, lane = threadIdx.x % lanes;
        const unsigned long_row = max_of(lanes * 16, blockDim.x);
        for (uint64_t round = begin; round < end; round += blockDim.x) {
            if (!has_one_round()) {
                __syncthreads(); // the rows of the round before have been read
                find(round);
                __syncthreads();
            }
            const unsigned count = unsigned(min_of(uint64_t(blockDim.x), end - round));
            for (unsigned n = team; n < count; n += teams) {
                const NamedRow row = rows[n];
                const uint64_t first = by_blocks ? uint64_t(row.block_begin) : uint64_t(row.begin);
                const unsigned length = by_blocks ? row.block_length : row.length;
                if (length <= long_row) visit(round + n, first, first + length, lane, lanes);
            }
            // A warp looks at 32 rows at once for those that are long.
            for (unsigned from = 0; from < count; from += 32) {
                const unsigned mine = from + mergus::lane();
                const bool is_long =
                    mine < count && (by_blocks ? rows[mine].block_length : rows[mine].length) > long_row;
                for (unsigned left = __ballot_sync(full_mask, is_long); left != 0; left &= left - 1) {
                    const unsigned n = from + unsigned(__ffs(int(left)) - 1);
                    const uint64_t first =
                        by_blocks ? uint64_t(rows[n].block_begin) : uint64_t(rows[n].begin);
                    visit(round + n, first, first + (by_blocks ? rows[n].block_length : rows[n].length),
                          threadIdx.x, blockDim.x);
                }
            }
        }
    }

    // The pattern of the row: table.insert_block(block) or table.insert_key(j).
    template <class Table>
    __device__ __forceinline__ void insert(uint64_t i, Table& table) {
        if (in.b_blocks != nullptr)
            pass<true>([&](uint64_t, uint64_t f, uint64_t end, unsigned lane, unsigned lanes) {
                insert_blocks(in, f, end, lane, lanes, table);
            });
        else
            pass<false>([&](uint64_t e, uint64_t f, uint64_t end, unsigned lane, unsigned lanes) {
                multiply_entry<true>(in, i, e, f, end, lane, lanes, table);
            });
    }
    // table.add(j, product) for all products, in any order.
    template <class Table>
    __device__ __forceinline__ void multiply(uint64_t i, Table& table) {
        pass<false>([&](uint64_t e, uint64_t f, uint64_t end, unsigned lane, unsigned lanes) {
            multiply_entry<symbolic != 0>(in, i, e, f, end, lane, lanes, table);
        });
    }
};

} // namespace mergus
