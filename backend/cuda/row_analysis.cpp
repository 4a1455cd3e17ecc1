/// \file row_analysis.cpp
#include "row_analysis.hpp"

#include <fmt/format.h>

#include <cstddef>

namespace mergus::cuda {

namespace {

/// As Summary in kernels/row_work.cuh.
struct Summary {
    std::uint64_t products;
    std::uint64_t long_rows;
    std::array<std::uint64_t, 16> bin_rows;
};
static_assert(sizeof(Summary) <= 256, "read back in one small copy");

/// bin_capacity and bin_work as functions of the bin's number: the table of plan.hpp as text.
std::string bin_functions(std::size_t bins) {
    std::string capacity = "__device__ __forceinline__ uint64_t bin_capacity(unsigned b) { return ";
    std::string work = "__device__ __forceinline__ uint64_t bin_work(unsigned b) { return ";
    for (std::size_t b = 0; b < bins; ++b) {
        capacity += fmt::format("b == {} ? {} : ", b + 1, plan::hash_bins[b].capacity());
        work += fmt::format("b == {} ? {} : ", b + 1, plan::hash_bins[b].work);
    }
    return capacity + "0; }\n" + work + "0; }";
}

} // namespace

RowAnalysis::RowAnalysis(Context& context, const Product& product, const Matrix& A)
    : context_(context), product_(product), work_(context.device, product.nrows + 1),
      summary_(context.device, sizeof(Summary) / sizeof(std::uint64_t)) {
    Device& device = context.device;
    const std::size_t hash_bins =
        product.sizes.usable_bins(device.properties().shared_per_block_optin);
    bindings_.index("A_index", A.wide())
        .index("Row", product.wide_rows())
        .constant("bin_count", static_cast<std::int64_t>(hash_bins + 2))
        .constant("row_bound_is_mask", product.mask_kind == MaskKind::admits)
        .line(bin_functions(hash_bins));
    device.fill(summary_.data(), 0, sizeof(Summary));
    const Buffer long_rows(device, product.nrows * (product.wide_rows() ? 8 : 4));
    const Dim3 block{block_threads};
    const Dim3 grid = grid_for(context, product.nrows * 8, block_threads);
    const void* const summary = summary_.data();
    device.launch(context.jit.kernel("row_work.cuh", "count_products", bindings_), grid, block, 0,
                  product.operands.a_ptr, product.operands.a_col, product.operands.b_ptr, product.nrows,
                  plan::long_row, work_.data(), static_cast<const void*>(long_rows.data()), summary);
    device.launch(context.jit.kernel("row_work.cuh", "count_products_long", bindings_),
                  grid_for(context, A.nvals, block_threads), block, 0, product.operands.a_ptr,
                  product.operands.a_col, product.operands.b_ptr, static_cast<const void*>(long_rows.data()),
                  work_.data(), summary);
}

Bins RowAnalysis::bin(const Array<std::uint64_t>* sizes) {
    Device& device = context_.device;
    const Dim3 block{block_threads};
    const Dim3 grid = grid_for(context_, product_.nrows, block_threads);
    const std::uint64_t* const given = sizes == nullptr ? nullptr : sizes->data();
    const std::uint64_t* const work = work_.data();
    auto* const summary = reinterpret_cast<Summary*>(summary_.data());
    device.fill(&summary->bin_rows, 0, sizeof summary->bin_rows);
    device.launch(context_.jit.kernel("row_work.cuh", "count_bins", bindings_), grid, block, 0, product_.nrows, given,
                  work, product_.operands.m_ptr, product_.ncols, summary);
    const Summary read = device.read(summary);
    products_ = read.products;

    Bins bins;
    bins.hash_bins = product_.sizes.usable_bins(device.properties().shared_per_block_optin);
    bins.row_size = product_.wide_rows() ? 8 : 4;
    bins.count = read.bin_rows;
    for (std::size_t b = 0; b < bins.count.size(); ++b) bins.first[b + 1] = bins.first[b] + bins.count[b];
    if (bins.first.back() == 0) return bins;
    bins.rows = Buffer(device, bins.first.back() * bins.row_size);
    Array<std::uint64_t> cursors(device, bins.first.size());
    device.copy_to_device(cursors.data(), bins.first.data(), sizeof bins.first);
    device.launch(context_.jit.kernel("row_work.cuh", "fill_bins", bindings_), grid, block, 0, product_.nrows, given,
                  work, product_.operands.m_ptr, product_.ncols, cursors.data(),
                  static_cast<const void*>(bins.rows.data()));
    return bins;
}

} // namespace mergus::cuda
