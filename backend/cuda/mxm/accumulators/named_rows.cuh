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

    // For the entries of each row of B, or its blocks: calls use(entry of A, load(entry of A, index)) for the
    // first of each thread, and rest(entry of A, first, end, rank, lanes) for the others. `lanes` threads
    // share a row; if it is long for so few, the block does. The next row is loaded while one is used. Ends
    // without a barrier.
    template <bool by_blocks, class Loaded, class Load, class Use, class Rest>
    __device__ __forceinline__ void pass(const Load& load, const Use& use, const Rest& rest) {
        const unsigned shared_by = 1u << (by_blocks ? in.b_block_threads_log2 : in.b_threads_log2),
                       lanes = min_of(shared_by, blockDim.x), teams = blockDim.x / lanes,
                       team = threadIdx.x / lanes, rank = threadIdx.x % lanes;
        const unsigned long_row = max_of(lanes * 16, blockDim.x);
        const auto first_of = [](const NamedRow& row) {
            return by_blocks ? uint64_t(row.block_begin) : uint64_t(row.begin);
        };
        const auto length_of = [](const NamedRow& row) { return by_blocks ? row.block_length : row.length; };
        for (uint64_t round = begin; round < end; round += blockDim.x) {
            if (!has_one_round()) {
                __syncthreads(); // the rows of the round before have been read
                find(round);
                __syncthreads();
            }
            const unsigned count = unsigned(min_of(uint64_t(blockDim.x), end - round));
            // Row n of the round, unless it is long, and this thread's first entry of it.
            const auto take = [&](unsigned n, uint64_t& first, unsigned& length, Loaded& loaded) {
                length = 0;
                if (n >= count) return;
                const NamedRow row = rows[n];
                first = first_of(row);
                if (length_of(row) <= long_row) length = length_of(row);
                if (rank < length) loaded = load(round + n, first + rank);
            };
            uint64_t first = 0, next_first = 0;
            unsigned length, next_length;
            Loaded loaded, next;
            take(team, first, length, loaded);
            for (unsigned n = team; n < count; n += teams) {
                take(n + teams, next_first, next_length, next);
                if (rank < length) use(round + n, loaded);
                if (length > lanes) rest(round + n, first + lanes, first + length, rank, lanes);
                first = next_first;
                length = next_length;
                loaded = next;
            }
            // A warp looks at 32 rows at once for those that are long.
            for (unsigned from = 0; from < count; from += 32) {
                const unsigned mine = from + lane();
                const bool is_long = mine < count && length_of(rows[mine]) > long_row;
                for (unsigned left = __ballot_sync(full_mask, is_long); left != 0; left &= left - 1) {
                    const unsigned n = from + unsigned(__ffs(int(left)) - 1);
                    const uint64_t begin_of_long = first_of(rows[n]);
                    rest(round + n, begin_of_long, begin_of_long + length_of(rows[n]), threadIdx.x,
                         blockDim.x);
                }
            }
        }
    }

    // The pattern of the row: table.insert_block(block) or table.insert_key(j).
    template <class Table>
    __device__ __forceinline__ void insert(uint64_t i, Table& table) {
        if (in.b_blocks != nullptr)
            pass<true, PatternBlock>([&](uint64_t, uint64_t x) { return in.b_blocks[x]; },
                                     [&](uint64_t, const PatternBlock& block) { table.insert_block(block); },
                                     [&](uint64_t, uint64_t f, uint64_t end, unsigned rank, unsigned lanes) {
                                         insert_blocks(in, f, end, rank, lanes, table);
                                     });
        else
            pass<false, Index>([&](uint64_t, uint64_t x) { return in.b_col[x]; },
                               [&](uint64_t, Index j) { table.insert_key(j); },
                               [&](uint64_t e, uint64_t f, uint64_t end, unsigned rank, unsigned lanes) {
                                   multiply_entry<true>(in, i, e, f, end, rank, lanes, table);
                               });
    }
    // table.add(j, product) for all products, in any order. Wide values are loaded when they are used.
    template <class Table>
    __device__ __forceinline__ void multiply_all(uint64_t i, Table& table) {
        struct Factors {
            Index j;
            A_value a;
            B_value b;
        };
        const auto add = [&](uint64_t e, Index j, const A_value& a, const B_value& b) {
            table.add(j, multiply(a, b, int64_t(in.first_row + i), int64_t(in.a_col[e]), int64_t(j)));
        };
        const auto rest = [&](uint64_t e, uint64_t f, uint64_t end, unsigned rank, unsigned lanes) {
            multiply_entry<symbolic != 0>(in, i, e, f, end, rank, lanes, table);
        };
        if constexpr (sizeof(A_value) <= 8 && sizeof(B_value) <= 8)
            pass<false, Factors>(
                [&](uint64_t e, uint64_t x) {
                    return Factors{in.b_col[x], in.a_val[e], in.b_val[x]};
                },
                [&](uint64_t e, const Factors& f) { add(e, f.j, f.a, f.b); }, rest);
        else
            pass<false, uint64_t>(
                [](uint64_t, uint64_t x) { return x; },
                [&](uint64_t e, uint64_t x) { add(e, in.b_col[x], in.a_val[e], in.b_val[x]); }, rest);
    }
};

} // namespace mergus
