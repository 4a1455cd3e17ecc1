// gather_values.cuh: the values of a matrix in the order of its transpose.
//
// Bindings: Value, Place.

extern "C" __global__ void number_entries(Place* numbers, uint64_t count) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads()) numbers[e] = Place(e);
}

// to[e] = from[places[e]]
extern "C" __global__ void gather_values(const Value* from, const Place* places, uint64_t count, Value* to) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads()) to[e] = from[places[e]];
}
