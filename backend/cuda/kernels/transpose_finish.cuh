// transpose_finish.cuh: a bucket's entries, which are in row order, put in column order on chip. A bucket that no tile holds is finished
// in pieces by as many blocks, which must know how many entries of each column the pieces before have.

#include "transpose_tile.cuh"

namespace mergus {

struct Piece {
    unsigned bucket, index, count; // index among the pieces of the bucket; 0 entries in an empty bucket's only piece
    unsigned begin, bucket_begin, bucket_end;
    __device__ __forceinline__ bool alone() const { return bucket_end - bucket_begin <= tile_size; }
};

// The piece of a block, by all threads. No piece_starts: every bucket is one piece.
__device__ __forceinline__ Piece piece_of_block(const uint32_t* starts, const uint32_t* piece_starts, unsigned buckets, unsigned* found) {
    Piece piece;
    piece.bucket = min_of(unsigned(blockIdx.x), buckets - 1);
    piece.index = 0;
    piece.bucket_begin = starts[piece.bucket]; // most likely right, and asked for at once
    piece.bucket_end = starts[piece.bucket + 1];
    if (piece_starts != nullptr && piece_starts[buckets] != buckets) {
        if (warp() == 0) {
            const unsigned bucket = warp_find(piece_starts, buckets, unsigned(blockIdx.x));
            if (lane() == 0) *found = bucket;
        }
        __syncthreads();
        piece.bucket = *found;
        piece.index = blockIdx.x - piece_starts[piece.bucket];
        piece.bucket_begin = starts[piece.bucket];
        piece.bucket_end = starts[piece.bucket + 1];
    }
    piece.begin = piece.bucket_begin + piece.index * tile_size;
    piece.count = min_of(tile_size, piece.bucket_end - piece.begin);
    return piece;
}

// Adds to counts[column] for keys [begin, end).
__device__ __forceinline__ void count_columns(const Key* keys, unsigned begin, unsigned end, unsigned row_bits, unsigned* counts) {
    for (unsigned at = begin; at < end; at += tile_threads) { // whole warps, for the runs
        const unsigned e = at + threadIdx.x;
        const unsigned column = e < end ? unsigned(keys[e] >> row_bits) : none;
        const LaneRun run(column);
        if (run.leads() && column != none) atomicAdd(&counts[column], run.length);
    }
}

} // namespace mergus

// piece_columns[piece][column]: entries of each column, for the pieces of buckets that have several.
extern "C" __global__ void __launch_bounds__(mergus::tile_threads)
    transpose_pieces(const Key* keys, uint32_t width, uint32_t buckets, uint32_t row_bits, const uint32_t* starts,
                     const uint32_t* piece_starts, uint32_t* piece_columns) {
    using namespace mergus;
    extern __shared__ __align__(16) unsigned char shared[];
    __shared__ unsigned found;
    if (piece_starts[buckets] == buckets || blockIdx.x >= piece_starts[buckets]) return;
    const Piece piece = piece_of_block(starts, piece_starts, buckets, &found);
    if (piece.alone()) return;
    unsigned* counts = reinterpret_cast<unsigned*>(shared);
    for (unsigned c = threadIdx.x; c < width; c += tile_threads) counts[c] = 0;
    __syncthreads();
    count_columns(keys, piece.begin, piece.begin + piece.count, row_bits, counts);
    __syncthreads();
    for (unsigned c = threadIdx.x; c < width; c += tile_threads) piece_columns[blockIdx.x * uint64_t(width) + c] = counts[c];
}

// Writes offsets, columns and values of the transpose. piece_columns may be null: then the pieces of a bucket are counted here.
extern "C" __global__ void __launch_bounds__(mergus::tile_threads, int(resident))
    transpose_finish(const Key* keys, const Value* values, uint32_t width, uint64_t columns, uint32_t buckets, uint32_t row_bits,
                     const uint32_t* starts, const uint32_t* piece_starts, const uint32_t* piece_columns, uint64_t* ptr_out,
                     uint32_t* col_out, Value* val_out) {
    using namespace mergus;
    extern __shared__ __align__(16) unsigned char shared[];
    __shared__ unsigned scratch[tile_warps];
    __shared__ unsigned found;
    if (piece_starts != nullptr && blockIdx.x >= piece_starts[buckets]) return;
    const Piece piece = piece_of_block(starts, piece_starts, buckets, &found);
    const unsigned words = counter_words(width);
    unsigned* offsets = reinterpret_cast<unsigned*>(shared); // two for each word of counters, and one; so the next two
    unsigned* all = offsets + 2 * words + 2;
    unsigned* earlier = all + 2 * words + 2;
    unsigned char* arrays = shared + (3 * (words * 8 + 8) + 15) / 16 * 16;
    Key* list = reinterpret_cast<Key*>(arrays);
    unsigned char* rest = arrays + padded(tile_size) * sizeof(Key);
    unsigned* counters = reinterpret_cast<unsigned*>(rest); // before the values are needed
    Value* staged = reinterpret_cast<Value*>(rest);

    // The entries that the piece lacks have a digit of their own, the last; so all of a tile have places on chip.
    const unsigned count = piece.count;
    const Key* piece_keys = keys + piece.begin;
    const Value* piece_values = values + piece.begin;
    Key key[tile_items];
    unsigned digit[tile_items], position[tile_items];
#pragma unroll
    for (unsigned i = 0; i < tile_items; ++i) key[i] = item_at(i) < count ? piece_keys[item_at(i)] : Key(width) << row_bits;
    for (unsigned i = threadIdx.x; i < words * tile_warps; i += tile_threads) counters[i] = 0;
    __syncthreads();
    unsigned* mine = counters + warp() * words;
#pragma unroll
    for (unsigned i = 0; i < tile_items; ++i) {
        digit[i] = item_at(i) < count ? unsigned(key[i] >> row_bits) : width;
        position[i] = add_to(mine, digit[i], 1);
    }
    __syncthreads();
    scan_warps(counters, words, offsets);
    block_scan(offsets, width, scratch);
#pragma unroll
    for (unsigned i = 0; i < tile_items; ++i) position[i] += offsets[digit[i]] + counted(mine, digit[i]);
    __syncthreads();
    const auto stage = [&] {
#pragma unroll
        for (unsigned i = 0; i < tile_items; ++i) {
            list[padded(position[i])] = key[i];
            if (item_at(i) < count) staged[padded(position[i])] = piece_values[item_at(i)];
        }
        __syncthreads();
    };
    stage();
    bool out_of_order = false;
#pragma unroll
    for (unsigned i = 0; i < tile_items; ++i) {
        const unsigned next = min_of(place_at(i) + 1, tile_size - 1);
        out_of_order |= list[padded_place_at(i)] > list[padded(next)] && next < count;
    }
    if (__syncthreads_or(out_of_order)) {
        sorted_positions(digit, position, reinterpret_cast<uint64_t*>(rest), reinterpret_cast<unsigned*>(list));
        stage();
    }

    // Where the columns of the bucket begin; in `offsets` where the piece's share of a column goes, less where it stands in the piece.
    const unsigned* column_starts = offsets;
    if (!piece.alone()) {
        for (unsigned c = threadIdx.x; c < width; c += tile_threads) {
            unsigned sum = 0, before = 0;
            if (piece_columns != nullptr) {
                constexpr unsigned ahead = 8; // loads under way
                const unsigned end = piece_starts[piece.bucket + 1];
                for (unsigned k = piece_starts[piece.bucket]; k < end; k += ahead) {
                    unsigned count[ahead];
#pragma unroll
                    for (unsigned a = 0; a < ahead; ++a) count[a] = k + a < end ? piece_columns[(k + a) * uint64_t(width) + c] : 0;
#pragma unroll
                    for (unsigned a = 0; a < ahead; ++a) {
                        if (k + a == blockIdx.x) before = sum;
                        sum += count[a];
                    }
                }
            }
            all[c] = sum;
            earlier[c] = before;
        }
        __syncthreads();
        if (piece_columns == nullptr) {
            count_columns(keys, piece.bucket_begin, piece.begin, row_bits, earlier);
            count_columns(keys, piece.begin, piece.bucket_end, row_bits, all);
            __syncthreads();
            for (unsigned c = threadIdx.x; c < width; c += tile_threads) all[c] += earlier[c];
        }
        block_scan(all, width, scratch);
        for (unsigned c = threadIdx.x; c < width; c += tile_threads) offsets[c] = all[c] + earlier[c] - offsets[c];
        column_starts = all;
    }
    __syncthreads();
    if (piece.index == 0) {
        const uint64_t first = uint64_t(piece.bucket) * width;
        for (unsigned c = threadIdx.x; c < width && first + c < columns; c += tile_threads)
            ptr_out[first + c] = piece.bucket_begin + column_starts[c];
        if (piece.bucket + 1 == buckets && threadIdx.x == 0) ptr_out[columns] = piece.bucket_end;
    }
    const Key row_mask = (Key(1) << row_bits) - 1;
#pragma unroll
    for (unsigned i = 0; i < tile_items; ++i)
        if (place_at(i) < count) {
            const Key k = list[padded_place_at(i)];
            const unsigned to = piece.alone() ? piece.begin + place_at(i) : piece.bucket_begin + offsets[unsigned(k >> row_bits)] + place_at(i);
            col_out[to] = uint32_t(k & row_mask);
            val_out[to] = staged[padded_place_at(i)];
        }
}
