/// \file merge.cpp
/// Rows of a product by expansion, segmented merge and fold: the host side of merge.cuh and merge_fold.cuh.
///
/// Rows are worked on in batches of bounded memory. The numeric phase reuses what the symbolic phase merged,
/// as far as that bound allows; other batches are merged again.
#include "accumulator.hpp"
#include "device/primitives.hpp"
#include "merge_tuning.hpp"
#include "mxm/tuning.hpp"
#include "segmented_merge/segmented_merge.hpp"

#include "merge_batch.h"

#include <algorithm>
#include <vector>

namespace mergus::cuda {

namespace {

class MergedRows : public CarriedRows {
public:
    /// The rows of a list (`rows`, of problem.row_size() bytes each, which is copied). \param flops of each
    /// row of the product. \param batch_products of a batch at most. Waits once for every MergeCuts::most
    /// batches. \throws Error out_of_memory also if the entries of A in a row exceed a batch.
    MergedRows(Context& context, const MxmProblem& problem, const void* rows, std::uint64_t row_count,
               const std::uint64_t* flops, std::uint64_t batch_products);

    /// Symbolic: the sizes of the rows. Waits once for each batch.
    void sizes(std::uint64_t* sizes);
    /// Numeric: the entries, each row from ptr[row] on; under a normal mask at the offsets of the mask, with
    /// `present`. Releases the batches.
    void write(const std::uint64_t* ptr, void* cols, void* vals, void* present);

private:
    using Parameters = MergeBatchOf<void, void, void>;
    struct Batch {
        Parameters parameters{};
        bool merged = false;
        Buffer entry, keys;
        Array<std::uint64_t> subsegment_ptr, rank;
        Array<std::uint32_t> guide, permutation, begins, kept;
        void release();
    };

    void cut(std::uint64_t row_count, std::uint64_t limit);
    void allocate(Batch& batch);
    void merge(Batch& batch);
    [[nodiscard]] const Kernel& kernel(const char* entry);

    Context& context_;
    const MxmProblem& problem_;
    Buffer rows_;
    Array<std::uint64_t> entry_ptr_, product_ptr_;
    std::vector<Batch> batches_;
};

constexpr std::size_t entry_bytes = sizeof(MergeEntryOf<std::uint64_t>); ///< the same for 32-bit rows
static_assert(entry_bytes + sizeof(std::uint64_t) == tuning::merge_entry_bytes);

std::size_t stride_of(const MxmProblem& problem) {
    return tuning::merge_stride(problem.type->size, problem.type->alignment);
}

KernelRequest rows_kernel(const MxmProblem& problem, const char* entry) {
    return {"mxm/accumulators/merge.cuh", entry, problem.bind(Phase::symbolic, 0)};
}

KernelRequest fold_kernel(const MxmProblem& problem, const char* entry) {
    Bindings bindings = problem.bind(Phase::numeric, 0);
    const std::size_t stride = stride_of(problem);
    bindings.constant("fold_stride", static_cast<std::int64_t>(stride))
        .constant("fold_threads", tuning::fitting_merge_threads(stride));
    return {"mxm/accumulators/merge_fold.cuh", entry, std::move(bindings)};
}

/// Rows of more products than this are merged.
std::uint64_t merges_over(const Accumulator& self, const tuning::BinningInput& input) {
    const tuning::Sizes& sizes = input.sizes;
    if (input.choice.merge_over != tuning::no_limit) return input.choice.merge_over;
    if (input.choice.given()) return input.choice.has(self) ? 0 : tuning::no_limit;
    std::uint64_t flops = tuning::no_limit;
    for (const tuning::MergeSize& size : tuning::merge_sizes)
        if (sizes.ordered_fold && !sizes.in_mask_order && sizes.value >= size.value) flops = size.flops;
    return flops;
}

} // namespace

namespace accumulators {

void add_merge_bin(const Accumulator& self, const tuning::BinningInput& input, tuning::Bins& bins) {
    bins.merge_over = merges_over(self, input);
    if (bins.merge_over == tuning::no_limit) return;
    if (tuning::merge_block(2 * input.sizes.value, 32) > input.shared()) return;
    bins.merges = true;
    bins.merge_most =
        std::min({tuning::merge_batch, input.choice.merge_batch,
                  input.device_memory / tuning::merge_share / tuning::merge_bytes(input.sizes.index)});
    bins.add({.accumulator = &self, .capacity = tuning::no_limit, .flops = tuning::no_limit});
}

void request_merge_rows(KernelRequests& list, Context& context, const MxmProblem& problem, Phase) {
    list.push_back(rows_kernel(problem, "count_groups"));
    list.push_back(fold_kernel(problem, "fold_groups"));
    MergePositions(context, problem.sizes.index == 8).kernels(list);
}

void run_merge_rows(const BinRun& run) {
    std::unique_ptr<CarriedRows>& kept = run.attempt.used[run.bin.accumulator]; // the rows of both phases
    if (kept == nullptr)
        kept = std::make_unique<MergedRows>(run.context, run.problem, run.rows, run.row_count,
                                            run.analysis.flops(), run.plan.merge_most);
    auto& merged = static_cast<MergedRows&>(*kept);
    if (run.phase == Phase::symbolic)
        merged.sizes(run.out.sizes);
    else
        merged.write(run.out.ptr, run.out.cols, run.out.vals, run.out.present);
}

} // namespace accumulators

const Kernel& MergedRows::kernel(const char* entry) {
    return context_.jit.kernel(rows_kernel(problem_, entry));
}

void MergedRows::Batch::release() {
    Batch empty;
    empty.parameters = parameters;
    *this = std::move(empty);
}

MergedRows::MergedRows(Context& context, const MxmProblem& problem, const void* rows, std::uint64_t row_count,
                       const std::uint64_t* flops, std::uint64_t batch_products)
    : context_(context), problem_(problem), rows_(context.device, row_count * problem.row_size()),
      entry_ptr_(context.device, row_count + 1), product_ptr_(context.device, row_count + 1) {
    Device& device = context.device;
    device.copy(rows_.data(), rows, rows_.bytes());
    device.launch(kernel("merge_lengths"), grid_for(context, row_count, block_threads), {block_threads}, 0,
                  problem.operands, static_cast<const void*>(rows_.data()), row_count, flops,
                  entry_ptr_.data(), product_ptr_.data());
    exclusive_scan(device, entry_ptr_.data(), entry_ptr_.data(), row_count);
    exclusive_scan(device, product_ptr_.data(), product_ptr_.data(), row_count);
    cut(row_count, batch_products);
}

void MergedRows::cut(std::uint64_t row_count, std::uint64_t limit) {
    Device& device = context_.device;
    const Array<MergeCuts> cuts(device, 1);
    const std::size_t row_size = problem_.row_size();
    std::uint64_t row = 0, entries = 0, products = 0;
    while (row < row_count) {
        device.launch(kernel("cut_batches"), {1}, {1}, 0, row, row_count,
                      static_cast<const std::uint64_t*>(entry_ptr_.data()),
                      static_cast<const std::uint64_t*>(product_ptr_.data()), limit, cuts.data());
        const MergeCuts read = device.read(cuts.data());
        for (std::size_t c = 0; c < read.count; ++c) {
            Parameters& batch = batches_.emplace_back().parameters;
            batch.rows = static_cast<const unsigned char*>(rows_.data()) + row * row_size;
            batch.entry_ptr = entry_ptr_.data() + row;
            batch.product_ptr = product_ptr_.data() + row;
            batch.row_count = read.row[c] - row;
            batch.entries = read.entries[c] - entries;
            batch.products = read.products[c] - products;
            if (std::max(batch.entries, batch.products) > limit)
                throw Error(Code::out_of_memory, "a row is too long to be merged");
            row = read.row[c];
            entries = read.entries[c];
            products = read.products[c];
        }
    }
}

void MergedRows::allocate(Batch& batch) {
    Device& device = context_.device;
    Parameters& p = batch.parameters;
    const bool masked = problem_.mask_kind != MaskKind::none;
    const std::uint64_t words = (p.products + 31) / 32, tiles = (p.products + merge_tile - 1) / merge_tile;
    batch.entry = Buffer(device, p.entries * entry_bytes);
    batch.subsegment_ptr = Array<std::uint64_t>(device, p.entries + 1);
    batch.guide = Array<std::uint32_t>(device, p.products / guide_step + 2);
    batch.keys = Buffer(device, p.products * problem_.sizes.index);
    batch.permutation = Array<std::uint32_t>(device, p.products);
    batch.begins = Array<std::uint32_t>(device, words);
    if (masked) batch.kept = Array<std::uint32_t>(device, words);
    batch.rank = Array<std::uint64_t>(device, tiles + 1);
    p.entry = batch.entry.data();
    p.subsegment_ptr = batch.subsegment_ptr.data();
    p.guide = batch.guide.data();
    p.keys = batch.keys.data();
    p.permutation = batch.permutation.data();
    p.begins = batch.begins.data();
    p.kept = masked ? batch.kept.data() : batch.begins.data();
    p.rank = batch.rank.data();
}

void MergedRows::merge(Batch& batch) {
    if (batch.merged) return;
    Device& device = context_.device;
    allocate(batch);
    const Parameters& p = batch.parameters;
    const Dim3 block{block_threads};
    const Array<std::uint64_t> segment_ptr(device, p.row_count + 1);
    const Buffer keys(device, batch.keys.bytes());
    device.fill(p.begins, 0, batch.begins.size() * sizeof(std::uint32_t));
    device.launch(kernel("merge_segments"), grid_for(context_, p.row_count + 1, block_threads), block, 0, p,
                  segment_ptr.data());
    device.launch(kernel("find_entries"), grid_for(context_, p.entries, block_threads), block, 0,
                  problem_.operands, p, static_cast<const std::uint64_t*>(segment_ptr.data()));
    exclusive_scan(device, p.subsegment_ptr, p.subsegment_ptr, p.entries);
    device.launch(kernel("expand_products"), grid_for(context_, p.products / 8 + 1, block_threads), block, 0,
                  problem_.operands, p, static_cast<const void*>(keys.data()));
    mergus_segmented_merge_args args{};
    args.segments = p.row_count;
    args.subsegments = p.entries;
    args.count = p.products;
    args.segment_ptr = segment_ptr.data();
    args.subsegment_ptr = p.subsegment_ptr;
    args.keys = keys.data();
    args.keys_out = p.keys;
    args.values_out = p.permutation;
    args.key_bits = problem_.sizes.index == 8 ? 64 : 32;
    MergePositions(context_, args.key_bits == 64).run(args);
    device.launch(kernel("count_groups"), grid_for(context_, p.products, merge_tile), {merge_tile}, 0,
                  problem_.operands, p);
    exclusive_scan(device, p.rank, p.rank, batch.rank.size() - 1);
    batch.merged = true;
}

void MergedRows::sizes(std::uint64_t* sizes) {
    const std::uint64_t most = context_.device.properties().memory / tuning::merge_share;
    std::uint64_t kept = 0;
    for (Batch& batch : batches_) {
        merge(batch);
        const Parameters& p = batch.parameters;
        context_.device.launch(kernel("merged_sizes"), grid_for(context_, p.row_count, block_threads),
                               {block_threads}, 0, p, sizes);
        kept += p.products * (problem_.sizes.index + sizeof(std::uint32_t)) +
                p.entries * tuning::merge_entry_bytes;
        if (kept > most) batch.release();
    }
}

void MergedRows::write(const std::uint64_t* ptr, void* cols, void* vals, void* present) {
    Device& device = context_.device;
    const std::size_t stride = stride_of(problem_);
    const std::uint32_t threads = tuning::fitting_merge_threads(stride);
    const bool in_mask_order = problem_.mask_kind == MaskKind::normal;
    for (Batch& batch : batches_) {
        merge(batch);
        const Parameters& p = batch.parameters;
        const Array<std::uint64_t> shift(device, in_mask_order ? 0 : p.row_count);
        if (!in_mask_order)
            device.launch(context_.jit.kernel(fold_kernel(problem_, "shift_rows")),
                          grid_for(context_, p.row_count, block_threads), {block_threads}, 0, p, ptr,
                          shift.data());
        const std::uint64_t tiles = (p.products + threads - 1) / threads;
        device.launch(context_.jit.kernel(fold_kernel(problem_, "fold_groups")),
                      {static_cast<std::uint32_t>(std::min(tiles, tuning::most_blocks))}, {threads},
                      tuning::merge_block(stride, threads), problem_.operands, p,
                      static_cast<const std::uint64_t*>(shift.data()), cols, vals, present);
        batch.release();
    }
}

} // namespace mergus::cuda
