// gather.cuh: the cells of a vector at listed indices. Bindings: Value.

#include "bitmap/bitmap_count.cuh"

// A warp has a word of the result, a lane a cell.
extern "C" __global__ void gather_bitmap(const uint32_t* bits, const Value* cells, const uint64_t* list,
                                         uint64_t count, uint32_t* bits_out, Value* out,
                                         mergus::BitmapCounter* counter, uint64_t* entries, uint64_t* posted,
                                         uint32_t ticket) {
    mergus::trigger_dependents();
    mergus::wait_for_dependency();
    const uint64_t words = mergus::div_up<uint64_t>(count, 32);
    unsigned mine = 0;
    for (uint64_t w = mergus::grid_thread() / 32; w < words; w += mergus::grid_threads() / 32) {
        const uint64_t k = w * 32 + mergus::lane();
        bool has = false;
        if (k < count) {
            const uint64_t from = list[k];
            has = (bits[from / 32] >> (from % 32) & 1u) != 0;
            if (has) out[k] = cells[from];
        }
        const unsigned word = __ballot_sync(mergus::full_mask, has);
        if (mergus::lane() == 0) {
            bits_out[w] = word;
            mine += unsigned(__popc(word));
        }
    }
    mergus::end_count(mine, counter, entries, posted, ticket);
}
