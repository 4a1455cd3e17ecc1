/// \file coordinates.cpp
/// Two stable radix sorts, by column and then by row, and a fold of the duplicates.
#include "coordinates.hpp"

#include "device/primitives.hpp"

#include <fmt/format.h>

namespace mergus::cuda {

namespace {

Bindings bind(const mergus_type* type, std::uint64_t ncols, bool wide, bool wide_places,
              const mergus_op* dup) {
    Bindings bindings;
    bindings.index("Row", wide)
        .index("Index", wide)
        .index("C_index", needs_wide(ncols))
        .index("Place", wide_places)
        .type("Value", type)
        .binary("combine", dup, type, type, type);
    bindings.no_contraction(); // costs nothing here, and a build has no descriptor to ask for it
    return bindings;
}

template <class Key, class Place>
Matrix sorted(Context& context, const mergus_type* type, std::uint64_t nrows, std::uint64_t ncols,
              const Coordinates& triples, const mergus_op* dup) {
    Device& device = context.device;
    const std::uint64_t count = triples.count;
    const Bindings bindings = bind(type, ncols, sizeof(Key) == 8, sizeof(Place) == 8, dup);
    const auto kernel = [&](const char* entry) -> const Kernel& {
        return context.jit.kernel("ops/coordinates.cuh", entry, bindings);
    };
    const Dim3 grid = grid_for(context, count, block_threads);
    const Dim3 block{block_threads};
    const void* const rows = triples.rows.data();
    const void* const cols = triples.cols.data();

    Array<Key> keys(device, count);
    Array<Key> spare_keys(device, count);
    Array<Place> order(device, count + 1);
    Array<Place> spare_order(device, count + 1);
    Key* key = keys.data();
    Key* other_key = spare_keys.data();
    Place* at = order.data();
    Place* other_at = spare_order.data();
    device.copy(key, cols, count * sizeof(Key));
    device.launch(kernel("number_entries"), grid, block, 0, count, at);
    sort_pairs(device, key, other_key, at, other_at, count, 0, bits_below(ncols));
    device.launch(kernel("gather_rows"), grid, block, 0, rows, static_cast<const Place*>(at), count, key);
    sort_pairs(device, key, other_key, at, other_at, count, 0, bits_below(nrows));

    // The spare of the sort becomes the places: count + 1 of them.
    Place* place = other_at;
    device.launch(kernel("flag_heads"), grid, block, 0, static_cast<const Key*>(key), cols,
                  static_cast<const Place*>(at), count, place);
    exclusive_scan(device, place, place, count);
    const std::uint64_t distinct = device.read(place + count);
    if (dup == nullptr && distinct != count)
        throw Error(Code::invalid_value,
                    fmt::format("{} of {} entries are duplicates, and no operator was given to "
                                "combine them",
                                count - distinct, count));
    Matrix matrix = raw_matrix(context, type, nrows, ncols, distinct);
    device.launch(kernel("offsets_of_sorted"), grid_for(context, nrows + 1, block_threads), block, 0,
                  static_cast<const Key*>(key), count, nrows, static_cast<const Place*>(place),
                  matrix.ptr.data());
    device.launch(kernel("gather_entries"), grid, block, 0, cols,
                  static_cast<const void*>(triples.values.data()), static_cast<const Place*>(at), count,
                  static_cast<const Place*>(place), static_cast<const void*>(matrix.col.data()),
                  static_cast<const void*>(matrix.val.data()));
    return matrix;
}

} // namespace

void request_coordinates(std::vector<KernelRequest>& requests, const mergus_type* type, std::uint64_t ncols,
                         std::uint64_t count, bool wide, const mergus_op* dup) {
    requests.push_back(
        {"ops/coordinates.cuh", "number_entries", bind(type, ncols, wide, needs_wide(count), dup)});
}

Matrix from_coordinates(Context& context, const mergus_type* type, std::uint64_t nrows, std::uint64_t ncols,
                        Coordinates&& triples, const mergus_op* dup) {
    const Coordinates own = std::move(triples);
    const bool wide_places = needs_wide(own.count);
    if (own.wide)
        return wide_places ? sorted<std::uint64_t, std::uint64_t>(context, type, nrows, ncols, own, dup)
                           : sorted<std::uint64_t, std::uint32_t>(context, type, nrows, ncols, own, dup);
    return wide_places ? sorted<std::uint32_t, std::uint64_t>(context, type, nrows, ncols, own, dup)
                       : sorted<std::uint32_t, std::uint32_t>(context, type, nrows, ncols, own, dup);
}

} // namespace mergus::cuda
