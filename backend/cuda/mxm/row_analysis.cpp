/// \file row_analysis.cpp
#include "row_analysis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstddef>

namespace mergus::cuda {

namespace {

/// As Summary in mxm/row_work.cuh.
struct Summary {
    std::uint64_t products;
    std::uint64_t long_rows;
    std::uint64_t narrow;
    std::uint64_t entries;
    std::array<std::uint64_t, plan::Bins::most> bin_rows; ///< from 1 on
};
static_assert(sizeof(Summary) <= 256, "read back in one small copy");

/// As BinLimits there.
struct BinLimits {
    std::array<std::uint64_t, plan::Bins::most> capacity{}, work{};
    std::uint32_t count, narrow = 0;
    bool heavy;
    std::uint64_t heavy_work, heavy_share = plan::heavy_share;
    std::uint64_t merge_over, merge_most;

    explicit BinLimits(const plan::Bins& plan)
        : count(static_cast<std::uint32_t>(plan.count - (plan.heavy ? 1 : 0) - (plan.merges ? 1 : 0))),
          heavy(plan.heavy), heavy_work(plan.heavy_work), merge_over(plan.merge_over),
          merge_most(plan.merge_most) {
        for (std::size_t b = 0; b < plan.count; ++b) {
            capacity[b] = plan.bin[b].capacity;
            work[b] = plan.bin[b].work;
            if (plan.bin[b].accumulator == plan::Accumulator::narrow) ++narrow;
        }
    }
};
static_assert(plan::Bins::most == 26, "as in row_work.cuh, where bin 0 is for rows without work");

/// Threads that count a row of A: half as many as its average row has entries.
std::uint32_t lanes_for(const Matrix& A) {
    const std::uint64_t average = A.nvals / std::max<std::uint64_t>(A.nrows, 1);
    return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(std::bit_floor(average / 2), 1, 8));
}

constexpr std::size_t summary_words = sizeof(Summary) / sizeof(std::uint64_t);

} // namespace

std::string BinnedRows::names() const {
    std::string names;
    for (std::size_t b = 0; b < plan.count; ++b)
        if (count[b] != 0)
            names += fmt::format("{}{}:{}", names.empty() ? "" : " ",
                                 plan::accumulator_names[static_cast<std::size_t>(plan.bin[b].accumulator)],
                                 plan.bin[b].row);
    return names;
}

RowAnalysis::RowAnalysis(Context& context, const Product& product, const Matrix& A,
                         std::vector<KernelRequest> also)
    : context_(context), product_(product), work_(context.device, product.nrows + 1),
      summary_(context.device, summary_words + plan::Bins::most) {
    Device& device = context.device;
    const bool has_spans = product.finds_spans(context);
    if (has_spans) spans_ = Array<std::uint64_t>(device, product.nrows);
    bindings_.index("A_index", A.wide())
        .index("Index", product.sizes.index == 8)
        .constant("has_spans", has_spans)
        .index("Row", product.wide_rows())
        .constant("row_bound_is_mask", product.mask_kind == MaskKind::admits);
    also.push_back({"mxm/row_products.cuh", "count_products", bindings_});
    also.push_back({"mxm/row_bins.cuh", "count_bins", bindings_});
    context.jit.prepare(also);
    device.fill(summary_.data(), 0, summary_.size() * sizeof(std::uint64_t));
    const bool may_be_long = A.nvals > plan::long_row && A.ncols > plan::long_row;
    const Buffer long_rows(device, may_be_long ? product.nrows * (product.wide_rows() ? 8 : 4) : 0);
    const Dim3 block{block_threads};
    const std::uint32_t lanes = lanes_for(A);
    const Dim3 grid = grid_for(context, product.nrows * lanes, block_threads);
    const void* const summary = summary_.data();
    const void* const list = long_rows.data();
    const void* const spans = spans_.data();
    if (has_spans)
        device.launch(context.jit.kernel("mxm/row_products.cuh", "sample_spans", bindings_), {1}, block, 0,
                      product.operands.a_ptr, product.operands.a_col, product.operands.b_ptr,
                      product.operands.b_col, product.nrows, context.accumulators.given, summary);
    device.launch(context.jit.kernel("mxm/row_products.cuh", "count_products", bindings_), grid, block, 0,
                  product.operands.a_ptr, product.operands.a_col, product.operands.b_ptr,
                  product.operands.b_col, spans, product.nrows, lanes, plan::long_row, work_.data(), list,
                  summary);
    if (may_be_long)
        device.launch(context.jit.kernel("mxm/row_products.cuh", "count_products_long", bindings_),
                      grid_for(context, A.nvals, block_threads), block, 0, product.operands.a_ptr,
                      product.operands.a_col, product.operands.b_ptr, list, work_.data(), summary);
}

BinnedRows RowAnalysis::bin(const Array<std::uint64_t>* sizes, const plan::Bins& plan) {
    Device& device = context_.device;
    const Dim3 block{block_threads};
    const Dim3 grid = grid_for(context_, product_.nrows, block_threads);
    const std::uint64_t* const given = sizes == nullptr ? nullptr : sizes->data();
    const std::uint64_t* const work = work_.data();
    const void* const spans = spans_.data();
    auto* const summary = reinterpret_cast<Summary*>(summary_.data());
    std::uint64_t* const cursors = summary_.data() + summary_words;
    const BinLimits limits(plan);
    // The counts of the call before, and its cursors behind them.
    if (products_ != 0)
        device.fill(&summary->entries, 0,
                    sizeof summary->entries + sizeof summary->bin_rows +
                        plan::Bins::most * sizeof(std::uint64_t));
    device.launch(context_.jit.kernel("mxm/row_bins.cuh", "count_bins", bindings_), grid, block, 0,
                  product_.nrows, given, work, product_.operands.m_ptr, spans, product_.ncols, limits,
                  summary);
    const Summary read = device.read(summary);
    products_ = read.products;

    BinnedRows bins;
    bins.plan = plan;
    bins.row_size = product_.wide_rows() ? 8 : 4;
    bins.entries = read.entries;
    for (std::size_t b = 0; b < plan.count; ++b) {
        bins.count[b] = read.bin_rows[b + 1];
        bins.first[b + 1] = bins.first[b] + bins.count[b];
    }
    const std::uint64_t rows = bins.first[plan.count];
    if (rows == 0) return bins;
    bins.rows = Buffer(device, rows * bins.row_size);
    const void* const list = bins.rows.data();
    device.launch(context_.jit.kernel("mxm/row_bins.cuh", "fill_bins", bindings_), grid, block, 0,
                  product_.nrows, given, work, product_.operands.m_ptr, spans, product_.ncols, limits,
                  static_cast<const void*>(summary), cursors, list);
    return bins;
}

} // namespace mergus::cuda
