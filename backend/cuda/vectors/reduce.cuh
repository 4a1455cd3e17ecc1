// reduce.cuh: all values folded to one, in rounds; and rows from left to right. In a round a warp folds a
// chunk, up to chunk_entries neighbours, until one value is left. The tree depends on positions only, so the
// bits do not depend on the launch.
//
// With fold_order 0 a warp stops reading its chunk when one of its values is the terminal value. It tests
// after each `steps` values of a lane, so that these are loaded together.
//
// Bindings: as monoid.cuh, whose Monoid_value is Z_value; X_value, convert(x) → Z_value; constants
// chunk_entries and fold_order: 0 any order (each lane folds every 32nd value, then lanes are folded as a
// tree), 1 the operator does not commute (each lane folds neighbours, the same tree), 2 it is not associative
// either (from left to right).

#include "steps/monoid.cuh"

namespace mergus {

constexpr unsigned steps = 8;

// Whether a lane of the warp has the terminal value; `filled`: this lane has a value. All lanes call it.
template <bool possible, class Value>
__device__ __forceinline__ bool finished(const Value& value, bool filled) {
    if constexpr (possible)
        return __any_sync(full_mask, filled && is_terminal(value)) != 0;
    else
        return false;
}

} // namespace mergus

namespace mergus {

// From left to right: each lane loads a value, then all lanes fold the 32 values.
__device__ __forceinline__ Z_value fold_left(const X_value* in, uint64_t begin, uint64_t end) {
    Z_value value = convert(in[begin]);
    for (uint64_t e = begin + 1; e < end; e += 32) {
        Z_value mine{};
        if (e + lane() < end) mine = convert(in[e + lane()]);
        const unsigned count = unsigned(min_of<uint64_t>(end - e, 32));
        for (unsigned l = 0; l < count; ++l) value = combine(value, shuffle(full_mask, mine, int(l)));
    }
    return value;
}

// The warp has at least one value.
__device__ __forceinline__ Z_value fold_tree(const X_value* in, uint64_t begin, uint64_t end) {
    const uint64_t each = fold_order == 0 ? 1 : div_up<uint64_t>(end - begin, 32);
    const uint64_t step = fold_order == 0 ? 32 : 1;
    const uint64_t first = begin + lane() * each;
    const uint64_t last = fold_order == 0 ? end : min_of<uint64_t>(first + each, end);
    Z_value value{};
    if (first < end) value = convert(in[first]);
    if constexpr (fold_order == 0) {
        for (uint64_t from = first + 32; from - lane() < end; from += 32 * steps) {
            for (unsigned u = 0; u < steps; ++u)
                if (const uint64_t e = from + 32 * u; e < end) value = combine(value, convert(in[e]));
            if (finished<has_terminal != 0>(value, first < end)) break;
        }
    } else {
        for (uint64_t e = first + step; e < last; e += step) value = combine(value, convert(in[e]));
    }
    // Lanes without a value are the last ones: a lane combines with lanes below `filled` only.
    const unsigned filled = unsigned(min_of<uint64_t>(div_up<uint64_t>(end - begin, each), 32));
    for (unsigned distance = 1; distance < 32; distance *= 2) {
        const Z_value other = shuffle_down(full_mask, value, distance);
        if (lane() + distance < filled && (lane() & (2 * distance - 1)) == 0) value = combine(value, other);
    }
    return value;
}

} // namespace mergus

namespace mergus {

// Of a warp.
__device__ __forceinline__ Z_value fold_chunk(const X_value* in, uint64_t begin, uint64_t end) {
    return fold_order == 2 ? fold_left(in, begin, end) : fold_tree(in, begin, end);
}

} // namespace mergus

// out[i] = the fold of row i from left to right, if it has entries. A warp has a row.
extern "C" __global__ void reduce_rows(const uint64_t* ptr, uint64_t nrows, const X_value* in, Z_value* out) {
    for (uint64_t i = mergus::grid_thread() / 32; i < nrows; i += mergus::grid_threads() / 32) {
        const uint64_t begin = ptr[i], end = ptr[i + 1];
        if (begin == end) continue;
        const Z_value value = mergus::fold_left(in, begin, end);
        if (mergus::lane() == 0) out[i] = value;
    }
}

// out[c] = the fold of chunk c of the `count` values, one warp each.
extern "C" __global__ void reduce_all(const X_value* in, uint64_t count, uint64_t chunks, Z_value* out) {
    mergus::wait_for_dependency();
    for (uint64_t c = mergus::grid_thread() / 32; c < chunks; c += mergus::grid_threads() / 32) {
        const uint64_t begin = c * chunk_entries;
        const Z_value value =
            mergus::fold_chunk(in, begin, mergus::min_of<uint64_t>(begin + chunk_entries, count));
        if (mergus::lane() == 0) out[c] = value;
    }
}
