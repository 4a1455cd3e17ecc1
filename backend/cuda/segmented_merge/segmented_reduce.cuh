// segmented_reduce.cuh: reduces equal neighbours of merged segments to one key. Each thread folds a chunk of
// neighbours from left to right; the part of a group of equal keys that began in an earlier chunk is carried
// to the next level, where the carries of neighbouring chunks are folded in the same way. The tree depends on
// positions alone, and the operator need not commute.
//
// Bindings: Key, Value, Position, add(x, y); constants chunk, indirect (values[from[e]]).

#include "segmented_merge/segmented_input.cuh"

namespace mergus {
constexpr uint64_t no_group = ~uint64_t(0);
}

// position[e] = 1 if key e differs from the previous one.
extern "C" __global__ void flag_keys(const Key* keys, uint64_t count, Position* position) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads())
        position[e] = e == 0 || keys[e] != keys[e - 1] ? 1 : 0;
}

extern "C" __global__ void flag_segments(mergus::SegmentedInput in, Position* position) {
    for (uint64_t s = mergus::grid_thread(); s < in.segments; s += mergus::grid_threads()) {
        const uint64_t begin = mergus::segment_begin(in, s);
        if (begin < in.count) position[begin] = 1;
    }
}

// After the scan of position. Runs over segments + 1.
extern "C" __global__ void reduced_offsets(mergus::SegmentedInput in, const Position* position,
                                           uint64_t* ptr) {
    for (uint64_t s = mergus::grid_thread(); s <= in.segments; s += mergus::grid_threads())
        ptr[s] = uint64_t(position[mergus::segment_begin(in, s)]);
}

extern "C" __global__ void fold_keys(const Key* keys, const Value* values, const Position* from,
                                     const Position* position, uint64_t count, uint64_t chunks, Key* keys_out,
                                     Value* values_out, Value* carries, uint64_t* carry_groups) {
    for (uint64_t c = mergus::grid_thread(); c < chunks; c += mergus::grid_threads()) {
        const uint64_t begin = c * chunk, end = mergus::min_of<uint64_t>(begin + chunk, count);
        carry_groups[c] = mergus::no_group;
        bool began_here = position[begin + 1] != position[begin];
        uint64_t group = uint64_t(position[begin + 1]) - 1;
        Value sum = values[indirect ? uint64_t(from[begin]) : begin];
        for (uint64_t e = begin + 1; e <= end; ++e) {
            const uint64_t next = e < end ? uint64_t(position[e + 1]) - 1 : mergus::no_group;
            if (next == group) {
                sum = add(sum, values[indirect ? uint64_t(from[e]) : e]);
                continue;
            }
            if (began_here) {
                keys_out[group] = keys[e - 1];
                values_out[group] = sum;
            } else {
                carries[c] = sum;
                carry_groups[c] = group;
            }
            if (e == end) break;
            group = next;
            began_here = true;
            sum = values[indirect ? uint64_t(from[e]) : e];
        }
    }
}

// The same for the carries of a level: those of a group are neighbours, and the value that the group has
// already is to the left of them.
extern "C" __global__ void fold_carries(const Value* values, const uint64_t* groups, uint64_t count,
                                        uint64_t chunks, Value* values_out, Value* carries,
                                        uint64_t* carry_groups) {
    for (uint64_t c = mergus::grid_thread(); c < chunks; c += mergus::grid_threads()) {
        const uint64_t begin = c * chunk, end = mergus::min_of<uint64_t>(begin + chunk, count);
        carry_groups[c] = mergus::no_group;
        for (uint64_t e = begin; e < end;) {
            const uint64_t group = groups[e];
            if (group == mergus::no_group) {
                ++e;
                continue;
            }
            const bool goes_on = e == begin && e > 0 && groups[e - 1] == group;
            Value sum = values[e];
            for (++e; e < end && groups[e] == group; ++e) sum = add(sum, values[e]);
            if (goes_on) {
                carries[c] = sum;
                carry_groups[c] = group;
            } else {
                values_out[group] = add(values_out[group], sum);
            }
        }
    }
}
