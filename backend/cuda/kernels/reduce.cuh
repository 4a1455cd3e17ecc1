// reduce.cuh: segments of values to one value each, in rounds: each round a warp folds up to chunk_entries neighbours of one segment
// into one, until every segment has at most one. The tree depends on positions alone, so the bits do not depend on the launch.
//
// Bindings: X_value, Z_value, convert(x) → Z_value, add(x, y), constant chunk_entries.

#include "search.cuh"

// chunks[s] = how many chunks segment s has.
extern "C" __global__ void count_chunks(const uint64_t* ptr, uint64_t segments, uint64_t* chunks) {
    for (uint64_t s = mergus::grid_thread(); s < segments; s += mergus::grid_threads())
        chunks[s] = mergus::div_up<uint64_t>(ptr[s + 1] - ptr[s], chunk_entries);
}

// out[c] = the fold of chunk c, one warp each; chunk_ptr is the scan of chunks.
extern "C" __global__ void reduce_chunks(const uint64_t* ptr, uint64_t segments, const uint64_t* chunk_ptr,
                                         uint64_t chunks, const X_value* in, Z_value* out) {
    for (uint64_t c = mergus::grid_thread() / 32; c < chunks; c += mergus::grid_threads() / 32) {
        const uint64_t s = mergus::row_of(chunk_ptr, segments, c);
        const uint64_t begin = ptr[s] + (c - chunk_ptr[s]) * chunk_entries;
        const uint64_t end = mergus::min_of<uint64_t>(begin + chunk_entries, ptr[s + 1]);
        const uint64_t first = begin + mergus::lane();
        Z_value value{};
        if (first < end) value = convert(in[first]);
        for (uint64_t e = first + 32; e < end; e += 32) value = add(value, convert(in[e]));
        // Lanes without a value are at the end: a lane below `filled` takes from one below it only.
        const unsigned filled = unsigned(mergus::min_of<uint64_t>(end - begin, 32));
        for (unsigned distance = 1; distance < 32; distance *= 2) {
            const Z_value other = mergus::shuffle_down(mergus::full_mask, value, distance);
            if (mergus::lane() + distance < filled && (mergus::lane() & (2 * distance - 1)) == 0)
                value = add(value, other);
        }
        if (mergus::lane() == 0) out[c] = value;
    }
}

// flags[s] = 1 if segment s has a value.
extern "C" __global__ void flag_filled(const uint64_t* ptr, uint64_t segments, uint64_t* flags) {
    for (uint64_t s = mergus::grid_thread(); s < segments; s += mergus::grid_threads())
        flags[s] = ptr[s + 1] > ptr[s] ? 1 : 0;
}
