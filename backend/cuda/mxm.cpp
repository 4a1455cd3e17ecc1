/// \file mxm.cpp
/// C<mask, replace> ⊙= A ⊕.⊗ B, row by row (Gustavson).
///
/// analyse  products of each row
/// bin      rows of like size, each bin with its accumulator: hash tables in shared memory, windows of columns
/// size     (symbolic) entries of each row, where the mask does not say where they are
/// fill     (numeric) the entries, under the mask
/// write    through mask and accumulator into C
///
/// Sources: Liu and Vinter 2015 (bins), Parger et al. 2020 (analysis, hash and dense accumulators), Nagasaka et al. 2017.
#include "operations.hpp"

#include "compact.hpp"
#include "merge.hpp"
#include "primitives.hpp"
#include "row_analysis.hpp"
#include "transpose.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

namespace mergus::cuda {

namespace {

/// Where the row loop's kernels put what they find. Members that a phase does not use are null.
struct Output {
    std::uint64_t* sizes = nullptr;     ///< symbolic: entries of each row
    const std::uint64_t* ptr = nullptr; ///< numeric: where each row begins
    void* cols = nullptr;
    void* vals = nullptr;
    void* hits = nullptr; ///< under an admitting mask: 1 at the mask's entries that the product has
};

/// The windows of the rows that fit no hash table, kept from the symbolic phase for the numeric one.
struct Windows {
    std::uint64_t width = 0, per_row = 0;
    Array<std::uint64_t> sizes;     ///< entries of each window, then their scan
    Array<std::uint64_t> row_items; ///< where each row's windows begin
};

void run_hash_bins(Context& context, const Product& product, const Bins& bins, bool symbolic, const Output& out) {
    for (std::size_t b = 1; b <= bins.hash_bins; ++b) {
        if (bins.count[b] == 0) continue;
        const plan::HashBin& bin = plan::hash_bins[b - 1];
        const std::size_t table = product.sizes.table(bin.slots, symbolic);
        const Kernel& kernel = context.jit.kernel("acc_hash.cuh", "multiply_hash",
                                                  product.bind(symbolic, bin.whole_block() ? 0 : bin.group_threads));
        const std::uint64_t blocks = (bins.count[b] + bin.groups() - 1) / bin.groups();
        context.device.launch(kernel, {static_cast<std::uint32_t>(blocks)}, {bin.block_threads},
                              table * bin.groups(), product.operands, bins.list(b), bins.count[b], bin.slots,
                              static_cast<std::uint32_t>(table), out.ptr, out.sizes, out.cols, out.vals, out.hits);
    }
}

void run_windows(Context& context, const Product& product, const Bins& bins, bool symbolic, Windows& windows,
                 const Output& out) {
    const std::uint64_t rows = bins.count[bins.window_bin()];
    if (rows == 0) return;
    Device& device = context.device;
    if (windows.width == 0) {
        windows.width = product.sizes.window(device.properties().shared_per_block_optin, product.ncols);
        if (windows.width == 0)
            throw Error(Code::not_implemented, fmt::format("values of {} bytes do not fit the {} bytes of shared memory "
                                                           "of this device",
                                                           product.sizes.slot,
                                                           device.properties().shared_per_block_optin));
        windows.per_row = (product.ncols + windows.width - 1) / windows.width;
    }
    const std::uint64_t items = rows * windows.per_row;
    if (symbolic) {
        windows.sizes = Array<std::uint64_t>(device, items + 1);
        windows.row_items = Array<std::uint64_t>(device, product.nrows);
    }
    const Kernel& kernel = context.jit.kernel("acc_window.cuh", "multiply_window", product.bind(symbolic, 0));
    constexpr std::uint64_t most_blocks = std::uint64_t{1} << 30;
    for (std::uint64_t first = 0; first < items; first += most_blocks)
        device.launch(kernel, {static_cast<std::uint32_t>(std::min(most_blocks, items - first))},
                      {plan::window_threads}, product.sizes.window_bytes(windows.width, symbolic), product.operands,
                      bins.list(bins.window_bin()), windows.per_row, static_cast<std::uint32_t>(windows.width),
                      product.ncols, first, windows.sizes.data(), windows.row_items.data(), out.ptr, out.sizes,
                      out.cols, out.vals, out.hits);
    if (symbolic) exclusive_scan(device, windows.sizes.data(), windows.sizes.data(), items);
}

/// The mask says where entries can be: no symbolic phase, memory in the order of the mask.
template <class Place>
Matrix multiply_under_mask(Context& context, const Product& product, RowAnalysis& analysis) {
    Device& device = context.device;
    const Matrix& mask = *product.mask;
    const Bins bins = analysis.bin(nullptr);
    Array<Place> hits(device, mask.nvals + 1);
    device.fill(hits.data(), 0, (mask.nvals + 1) * sizeof(Place));
    const Buffer vals(device, mask.nvals * product.type->size);
    const Output out{.vals = vals.data(), .hits = hits.data()};
    Windows windows;
    run_hash_bins(context, product, bins, false, out);
    run_windows(context, product, bins, false, windows, out);
    return compact_hits(context, mask, hits, vals, product.type);
}

Matrix multiply_rows(Context& context, const Product& product, RowAnalysis& analysis) {
    Device& device = context.device;
    Array<std::uint64_t> sizes(device, product.nrows + 1);
    device.fill(sizes.data(), 0, (product.nrows + 1) * sizeof(std::uint64_t));
    Windows windows;
    {
        const Bins bins = analysis.bin(nullptr);
        const Output out{.sizes = sizes.data()};
        run_hash_bins(context, product, bins, true, out);
        run_windows(context, product, bins, true, windows, out);
    }
    const Bins bins = analysis.bin(&sizes);
    Array<std::uint64_t> ptr(device, product.nrows + 1);
    exclusive_scan(device, sizes.data(), ptr.data(), product.nrows);

    Matrix T;
    T.type = product.type;
    T.nrows = product.nrows;
    T.ncols = product.ncols;
    T.nvals = device.read(ptr.data() + product.nrows);
    T.ptr = std::move(ptr);
    T.col = Buffer(device, T.nvals * T.index_size());
    T.val = Buffer(device, T.nvals * T.type->size);
    const Output out{.ptr = T.ptr.data(), .cols = T.col.data(), .vals = T.val.data()};
    run_hash_bins(context, product, bins, false, out);
    run_windows(context, product, bins, false, windows, out);
    return T;
}

void explain(const mergus_call& call, const Product& product, const RowAnalysis& analysis) {
    if (call.report == nullptr) return;
    static constexpr const char* masks[] = {"unmasked", "mask preloaded", "complement mask preloaded"};
    std::snprintf(call.report->method, sizeof call.report->method, "Gustavson, binned, %s, %s",
                  masks[static_cast<int>(product.mask_kind)], product.k_order ? "k in order" : "atomics");
    call.report->work = analysis.products();
}

} // namespace

void mxm(Context& context, const mergus_call& call) {
    const Effective A(context, *call.A, (call.descriptor & MERGUS_DESC_TRAN0) != 0);
    const Effective B(context, *call.B, (call.descriptor & MERGUS_DESC_TRAN1) != 0);
    const Product product(context, call, *A, *B);
    Write how = Write::of(call);
    how.t_is_masked = true;
    const bool empty = A->nvals == 0 || B->nvals == 0 ||
                       (product.mask_kind == MaskKind::admits && product.mask->nvals == 0);
    if (empty) {
        write(context, *call.C, empty_matrix(context, product.type, product.nrows, product.ncols), how);
        return;
    }
    RowAnalysis analysis(context, product, *A);
    Matrix T = product.mask_kind != MaskKind::admits ? multiply_rows(context, product, analysis)
               : product.wide_places() ? multiply_under_mask<std::uint64_t>(context, product, analysis)
                                       : multiply_under_mask<std::uint32_t>(context, product, analysis);
    explain(call, product, analysis);
    write(context, *call.C, std::move(T), how);
}

} // namespace mergus::cuda
