/// \file segmented_reduce.cpp
#include "segmented_reduce.hpp"

#include "device/launch.hpp"
#include "device/primitives.hpp"
#include "merge_segments.hpp"
#include "objects/matrix.hpp"

namespace mergus::cuda {

namespace {

constexpr const char* file = "segmented_merge/segmented_reduce.cuh";
constexpr std::uint64_t reduce_chunk = 8; ///< neighbours that one thread folds

Bindings bind(const mergus_segmented_merge_args& args, const mergus_type* type, bool wide_positions,
              bool indirect) {
    Bindings bindings;
    bindings.index("Key", args.key_bits == 64)
        .type("Value", type)
        .index("Position", wide_positions)
        .binary("add", args.monoid->op, type, type, type)
        .constant("chunk", reduce_chunk)
        .constant("indirect", indirect)
        .no_contraction(); // the tree is the same everywhere, and so are the bits
    return bindings;
}

} // namespace

SegmentReduction::SegmentReduction(Context& context, const mergus_segmented_merge_args& args, bool indirect)
    : context_(context), args_(args),
      bindings_(bind(args, context.intern(args.monoid->op->z_type), needs_wide(args.count), indirect)) {}

void SegmentReduction::kernels(KernelRequests& list) const {
    list.emplace_back(file, "fold_keys", bindings_);
}

void SegmentReduction::allocate() {
    heads_ = Buffer(context_.device, (args_.count + 1) * (needs_wide(args_.count) ? 8 : 4));
    // Each level leaves a carry for every chunk; a single chunk leaves none.
    for (std::uint64_t count = args_.count; levels_.empty() || count > 1;) {
        count = (count + reduce_chunk - 1) / reduce_chunk;
        levels_.push_back({count, Buffer(context_.device, count * args_.monoid->op->z_type->size),
                           Array<std::uint64_t>(context_.device, count)});
    }
    for (const char* entry : {"flag_keys", "flag_segments", "reduced_offsets", "fold_keys", "fold_carries"})
        static_cast<void>(kernel(entry));
}

const Kernel& SegmentReduction::kernel(const char* entry) const {
    return context_.jit.kernel(file, entry, bindings_);
}

template <class Position>
void SegmentReduction::run_as(const void* keys, const void* values, const void* positions) {
    Device& device = context_.device;
    const auto run = [&](const char* entry, std::uint64_t n, std::initializer_list<Parameter> parameters) {
        launch(device, kernel(entry), grid_for(context_, n, block_threads), {block_threads}, 0, parameters);
    };
    const SegmentedInput input = segmented_input(args_);
    auto* const position = static_cast<Position*>(heads_.data());
    const Position* const read_position = position;
    run("flag_keys", args_.count, {keys, args_.count, read_position});
    run("flag_segments", args_.segments, {input, read_position});
    exclusive_scan(device, read_position, position, args_.count);
    run("reduced_offsets", args_.segments + 1, {input, read_position, args_.segment_ptr_out});
    for (std::size_t l = 0; l < levels_.size(); ++l) {
        const Level& to = levels_[l];
        const void* const carries = to.carries.data();
        const std::uint64_t* const groups = to.groups.data();
        if (l == 0) {
            run("fold_keys", to.chunks,
                {keys, values, positions, read_position, args_.count, to.chunks, args_.keys_out,
                 args_.values_out, carries, groups});
            continue;
        }
        const Level& from = levels_[l - 1];
        const void* const read_carries = from.carries.data();
        const std::uint64_t* const read_groups = from.groups.data();
        run("fold_carries", to.chunks,
            {read_carries, read_groups, from.chunks, to.chunks, args_.values_out, carries, groups});
    }
}

void SegmentReduction::run(const void* keys, const void* values, const void* positions) {
    if (needs_wide(args_.count))
        run_as<std::uint64_t>(keys, values, positions);
    else
        run_as<std::uint32_t>(keys, values, positions);
}

} // namespace mergus::cuda
