/// \file segmented_reduce.cpp
#include "segmented_reduce.hpp"

#include "launch.hpp"
#include "matrix.hpp"
#include "primitives.hpp"

namespace mergus::cuda {

namespace {

constexpr std::uint64_t chunk = 8; ///< neighbours that one thread folds

Bindings bind(const mergus_segmented_merge_args& args, const mergus_type* type, bool wide_places, bool indirect) {
    Bindings bindings;
    bindings.index("Key", args.key_bits == 64)
        .type("Value", type)
        .index("Place", wide_places)
        .binary("add", args.monoid->op, type, type, type)
        .constant("chunk", chunk)
        .constant("indirect", indirect)
        .no_contraction(); // the tree is the same everywhere, and so are the bits
    return bindings;
}

template <class Place>
void reduce(Context& context, const mergus_segmented_merge_args& args, const void* keys, const void* values,
            const void* places) {
    Device& device = context.device;
    const mergus_type* type = context.intern(args.monoid->op->z_type);
    const Bindings bindings = bind(args, type, sizeof(Place) == 8, places != nullptr);
    const auto run = [&](const char* entry, std::uint64_t n, std::initializer_list<Parameter> parameters) {
        launch(device, context.jit.kernel("segmented_reduce.cuh", entry, bindings), grid_for(context, n, block_threads),
               {block_threads}, 0, parameters);
    };
    const SegmentedInput input = segmented_input(args);
    Array<Place> heads(device, args.count + 1);
    const Place* const place = heads.data();
    run("flag_keys", args.count, {keys, args.count, place});
    run("flag_segments", args.segments, {input, place});
    exclusive_scan(device, heads.data(), heads.data(), args.count);
    run("reduced_offsets", args.segments + 1, {input, place, args.segment_ptr_out});

    // Each level leaves a carry of every chunk; one chunk leaves none.
    std::uint64_t chunks = (args.count + chunk - 1) / chunk;
    Buffer carries(device, chunks * type->size);
    Array<std::uint64_t> groups(device, chunks);
    const void* carry = carries.data();
    const std::uint64_t* group = groups.data();
    run("fold_keys", chunks, {keys, values, places, place, args.count, chunks, args.keys_out, args.values_out, carry, group});
    while (chunks > 1) {
        const std::uint64_t count = chunks;
        chunks = (count + chunk - 1) / chunk;
        Buffer next_carries(device, chunks * type->size);
        Array<std::uint64_t> next_groups(device, chunks);
        const void* const next_carry = next_carries.data();
        const std::uint64_t* const next_group = next_groups.data();
        run("fold_carries", chunks, {carry, group, count, chunks, args.values_out, next_carry, next_group});
        carries = std::move(next_carries);
        groups = std::move(next_groups);
        carry = next_carry;
        group = next_group;
    }
}

} // namespace

void want_reduce_segments(std::vector<Wanted>& wanted, Context& context, const mergus_segmented_merge_args& args, bool indirect) {
    const mergus_type* type = context.intern(args.monoid->op->z_type);
    wanted.push_back({"segmented_reduce.cuh", "fold_keys", bind(args, type, needs_wide(args.count), indirect)});
}

void reduce_segments(Context& context, const mergus_segmented_merge_args& args, const void* keys, const void* values,
                     const void* places) {
    if (needs_wide(args.count))
        reduce<std::uint64_t>(context, args, keys, values, places);
    else
        reduce<std::uint32_t>(context, args, keys, values, places);
}

} // namespace mergus::cuda
