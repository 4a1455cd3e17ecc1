/// \file merged_rows.cpp
#include "merged_rows.hpp"

#include "device/primitives.hpp"
#include "segmented_merge/segmented_merge.hpp"

#include <algorithm>
#include <array>

namespace mergus::cuda {

namespace {

/// MergeCuts of mxm/accumulators/acc_merge.cuh.
struct Cuts {
    std::uint64_t count;
    std::array<std::uint64_t, 10> row, entries, products;
};

constexpr std::uint64_t tile = 256;      ///< merge_tile of mxm/accumulators/acc_merge_rows.cuh
constexpr std::uint64_t guide_step = 64; ///< as there

constexpr std::size_t entry_bytes = 24; ///< MergeEntry there, whatever a Row is
static_assert(entry_bytes + sizeof(std::uint64_t) == plan::merge_entry_bytes);

std::size_t stride_of(const Product& product) {
    return plan::merge_stride(product.type->size, product.type->alignment);
}

KernelRequest rows_kernel(const Product& product, const char* entry) {
    return {"mxm/accumulators/acc_merge.cuh", entry, product.bind(true, 0)};
}

KernelRequest fold_kernel(const Product& product, const char* entry) {
    Bindings bindings = product.bind(false, 0);
    const std::size_t stride = stride_of(product);
    bindings.constant("fold_stride", static_cast<std::int64_t>(stride))
        .constant("fold_threads", plan::fitting_merge_threads(stride));
    return {"mxm/accumulators/acc_merge_fold.cuh", entry, std::move(bindings)};
}

} // namespace

void MergedRows::want(std::vector<KernelRequest>& requests, Context& context, const Product& product) {
    requests.push_back(rows_kernel(product, "count_groups"));
    requests.push_back(fold_kernel(product, "fold_groups"));
    MergePositions(context, product.sizes.index == 8).kernels(requests);
}

const Kernel& MergedRows::kernel(const char* entry) {
    return context_.jit.kernel(rows_kernel(product_, entry));
}

void MergedRows::Batch::forget() {
    Batch empty;
    empty.parameters = parameters;
    *this = std::move(empty);
}

MergedRows::MergedRows(Context& context, const Product& product, const void* rows, std::uint64_t row_count,
                       const std::uint64_t* work, std::uint64_t batch_products)
    : context_(context), product_(product), rows_(context.device, row_count * (product.wide_rows() ? 8 : 4)),
      entry_ptr_(context.device, row_count + 1), product_ptr_(context.device, row_count + 1) {
    Device& device = context.device;
    device.copy(rows_.data(), rows, rows_.bytes());
    device.launch(kernel("merge_lengths"), grid_for(context, row_count, block_threads), {block_threads}, 0,
                  product.operands, static_cast<const void*>(rows_.data()), row_count, work,
                  entry_ptr_.data(), product_ptr_.data());
    exclusive_scan(device, entry_ptr_.data(), entry_ptr_.data(), row_count);
    exclusive_scan(device, product_ptr_.data(), product_ptr_.data(), row_count);
    cut(row_count, batch_products);
}

void MergedRows::cut(std::uint64_t row_count, std::uint64_t limit) {
    Device& device = context_.device;
    const Array<Cuts> cuts(device, 1);
    const std::size_t row_size = product_.wide_rows() ? 8 : 4;
    std::uint64_t row = 0, entries = 0, products = 0;
    while (row < row_count) {
        device.launch(kernel("cut_batches"), {1}, {1}, 0, row, row_count,
                      static_cast<const std::uint64_t*>(entry_ptr_.data()),
                      static_cast<const std::uint64_t*>(product_ptr_.data()), limit, cuts.data());
        const Cuts read = device.read(cuts.data());
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

void MergedRows::merge(Batch& batch) {
    if (batch.merged) return;
    Device& device = context_.device;
    Parameters& p = batch.parameters;
    const std::uint64_t words = (p.products + 31) / 32, tiles = (p.products + tile - 1) / tile;
    batch.entry = Buffer(device, p.entries * entry_bytes);
    batch.subsegment_ptr = Array<std::uint64_t>(device, p.entries + 1);
    batch.guide = Array<std::uint32_t>(device, p.products / guide_step + 2);
    batch.keys = Buffer(device, p.products * product_.sizes.index);
    batch.places = Array<std::uint32_t>(device, p.products);
    batch.begins = Array<std::uint32_t>(device, words);
    if (product_.mask_kind != MaskKind::none) batch.kept = Array<std::uint32_t>(device, words);
    batch.rank = Array<std::uint64_t>(device, tiles + 1);
    p.entry = batch.entry.data();
    p.subsegment_ptr = batch.subsegment_ptr.data();
    p.guide = batch.guide.data();
    p.keys = batch.keys.data();
    p.places = batch.places.data();
    p.begins = batch.begins.data();
    p.kept = product_.mask_kind != MaskKind::none ? batch.kept.data() : batch.begins.data();
    p.rank = batch.rank.data();

    const Dim3 block{block_threads};
    const Array<std::uint64_t> segment_ptr(device, p.row_count + 1);
    const Buffer keys(device, batch.keys.bytes());
    device.fill(p.begins, 0, words * sizeof(std::uint32_t));
    device.launch(kernel("merge_segments"), grid_for(context_, p.row_count + 1, block_threads), block, 0, p,
                  segment_ptr.data());
    device.launch(kernel("find_entries"), grid_for(context_, p.entries, block_threads), block, 0,
                  product_.operands, p, static_cast<const std::uint64_t*>(segment_ptr.data()));
    exclusive_scan(device, p.subsegment_ptr, p.subsegment_ptr, p.entries);
    device.launch(kernel("expand_products"), grid_for(context_, p.products / 8 + 1, block_threads), block, 0,
                  product_.operands, p, static_cast<const void*>(keys.data()));
    mergus_segmented_merge_args args{};
    args.segments = p.row_count;
    args.subsegments = p.entries;
    args.count = p.products;
    args.segment_ptr = segment_ptr.data();
    args.subsegment_ptr = p.subsegment_ptr;
    args.keys = keys.data();
    args.keys_out = p.keys;
    args.values_out = p.places;
    args.key_bits = product_.sizes.index == 8 ? 64 : 32;
    MergePositions(context_, args.key_bits == 64).run(args);
    device.launch(kernel("count_groups"), grid_for(context_, p.products, tile),
                  {static_cast<std::uint32_t>(tile)}, 0, product_.operands, p);
    exclusive_scan(device, p.rank, p.rank, tiles);
    batch.merged = true;
}

void MergedRows::sizes(std::uint64_t* sizes) {
    const std::uint64_t most = context_.device.properties().memory / plan::merge_share;
    std::uint64_t kept = 0;
    for (Batch& batch : batches_) {
        merge(batch);
        const Parameters& p = batch.parameters;
        context_.device.launch(kernel("merged_sizes"), grid_for(context_, p.row_count, block_threads),
                               {block_threads}, 0, p, sizes);
        kept +=
            p.products * (product_.sizes.index + sizeof(std::uint32_t)) + p.entries * plan::merge_entry_bytes;
        if (kept > most) batch.forget();
    }
}

void MergedRows::write(const std::uint64_t* ptr, void* cols, void* vals, void* hits) {
    Device& device = context_.device;
    const std::size_t stride = stride_of(product_);
    const std::uint32_t threads = plan::fitting_merge_threads(stride);
    const bool admits = product_.mask_kind == MaskKind::admits;
    for (Batch& batch : batches_) {
        merge(batch);
        const Parameters& p = batch.parameters;
        const Array<std::uint64_t> shift(device, admits ? 0 : p.row_count);
        if (!admits)
            device.launch(context_.jit.kernel(fold_kernel(product_, "shift_rows")),
                          grid_for(context_, p.row_count, block_threads), {block_threads}, 0, p, ptr,
                          shift.data());
        const std::uint64_t tiles = (p.products + threads - 1) / threads;
        device.launch(context_.jit.kernel(fold_kernel(product_, "fold_groups")),
                      {static_cast<std::uint32_t>(std::min(tiles, plan::most_blocks))}, {threads},
                      plan::merge_block(stride, threads), product_.operands, p,
                      static_cast<const std::uint64_t*>(shift.data()), cols, vals, hits);
        batch.forget();
    }
}

} // namespace mergus::cuda
