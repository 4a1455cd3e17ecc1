// convert.cuh: rows to bitmaps and back. Bindings: Index, Value.

#include "kernels/search.cuh"

// Entries to their cells; all bits are 0 before.
extern "C" __global__ void rows_to_bitmap(const uint64_t* ptr, uint64_t nrows, uint64_t ncols,
                                          const Index* col, const Value* val, uint64_t count, uint32_t* bits,
                                          Value* cells) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads()) {
        const uint64_t row = nrows == 1 ? 0 : mergus::row_of(ptr, nrows, e);
        const uint64_t cell = row * ncols + uint64_t(col[e]);
        cells[cell] = val[e];
        atomicOr(bits + cell / 32, 1u << (cell % 32));
    }
}

// The bits where every cell has an entry.
extern "C" __global__ void full_bits(uint64_t cells, uint32_t* bits) {
    for (uint64_t w = mergus::grid_thread(); w < mergus::div_up<uint64_t>(cells, 32);
         w += mergus::grid_threads())
        bits[w] = cells - w * 32 >= 32 ? 0xffffffffu : (1u << (cells % 32)) - 1;
}

// offset[w] = entries of word w; scanned afterwards.
extern "C" __global__ void count_words(const uint32_t* bits, uint64_t words, uint64_t* offset) {
    for (uint64_t w = mergus::grid_thread(); w < words; w += mergus::grid_threads())
        offset[w] = unsigned(__popc(bits[w]));
}

// offset[w] = entries before word w. A warp has a word, a lane a cell; threads also write the row offsets.
extern "C" __global__ void bitmap_to_rows(const uint32_t* bits, const Value* cells, const uint64_t* offset,
                                          uint64_t nrows, uint64_t ncols, uint64_t* ptr, Index* col,
                                          Value* val) {
    const uint64_t count = nrows * ncols, words = mergus::div_up<uint64_t>(count, 32);
    for (uint64_t i = mergus::grid_thread(); i <= nrows; i += mergus::grid_threads()) {
        const uint64_t w = i * ncols / 32;
        const unsigned before = (1u << (i * ncols % 32)) - 1;
        ptr[i] = offset[w] + (w < words ? unsigned(__popc(bits[w] & before)) : 0u);
    }
    for (uint64_t w = mergus::grid_thread() / 32; w < words; w += mergus::grid_threads() / 32) {
        const uint32_t word = bits[w];
        if ((word >> mergus::lane() & 1u) == 0) continue;
        const uint64_t cell = w * 32 + mergus::lane();
        const uint64_t at = offset[w] + unsigned(__popc(word & mergus::lanes_below()));
        col[at] = Index(cell % ncols);
        val[at] = cells[cell];
    }
}
