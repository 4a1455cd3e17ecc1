// reduce.cuh: segments of values to one value each, in rounds: each round a warp folds up to chunk_entries neighbours of one segment
// into one, until every segment has at most one. The tree depends on positions alone, so the bits do not depend on the launch.
//
// A warp stops reading its chunk when one of its values is the terminal one, and looks for that after each `steps` values of a lane,
// so that these are loaded together.
//
// Bindings: X_value, Z_value, convert(x) → Z_value, add(x, y), constants chunk_entries and has_terminal, and with the latter
// is_terminal(z).

#include "search.cuh"

namespace mergus {

constexpr unsigned steps = 8;

// Whether the rest of the warp's chunk cannot matter; `filled`: this lane has a value. All lanes call it.
template <bool possible, class Value>
__device__ __forceinline__ bool finished(const Value& value, bool filled) {
    if constexpr (possible)
        return __any_sync(full_mask, filled && is_terminal(value)) != 0;
    else
        return false;
}

} // namespace mergus

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
        for (uint64_t from = first + 32; from - mergus::lane() < end; from += 32 * mergus::steps) {
            for (unsigned u = 0; u < mergus::steps; ++u)
                if (const uint64_t e = from + 32 * u; e < end) value = add(value, convert(in[e]));
            if (mergus::finished<has_terminal != 0>(value, first < end)) break;
        }
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
