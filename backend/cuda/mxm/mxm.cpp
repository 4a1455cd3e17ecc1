/// \file mxm.cpp
/// C<mask, replace> ⊙= A ⊕.⊗ B, row by row (Gustavson).
///
/// analyse  products of each row
/// bin      rows of like size, each bin with its accumulator: sorted registers, hash tables, ranks, windows
/// of columns, merged products size     (symbolic) entries of each row, where the mask does not say where
/// they are fill     (numeric) the entries, under the mask write    through mask and accumulator into C
///
/// Sources: Liu and Vinter 2015 (bins), Parger et al. 2020 (analysis, hash and dense accumulators), Nagasaka
/// et al. 2017.
#include "ops/operations.hpp"

#include "compact.hpp"
#include "device/primitives.hpp"
#include "mxm/accumulators/dense_rows.hpp"
#include "mxm/accumulators/merged_rows.hpp"
#include "ops/write_result.hpp"
#include "product_kernels.hpp"
#include "row_analysis.hpp"
#include "short_rows.hpp"
#include "transpose/transpose.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <optional>

namespace mergus::cuda {

namespace {

/// What an attempt at a product has used that takes memory which other accumulators do not ask for.
struct Attempt {
    bool merged = false, dense = false;
    std::optional<MergedRows> rows; ///< kept from one phase to the next
};

/// Where the row loop's kernels put what they find. Members that a phase does not use are null.
struct Output {
    std::uint64_t* sizes = nullptr;     ///< symbolic: entries of each row
    const std::uint64_t* ptr = nullptr; ///< numeric: where each row begins
    void* cols = nullptr;
    void* vals = nullptr;
    void* hits = nullptr;        ///< under an admitting mask: 1 at the mask's entries that the product has
    const void* spans = nullptr; ///< where each row's columns lie, if that is known
    void* given_up = nullptr;    ///< symbolic trial: list of the rows that did not fit,
    std::uint64_t* given_up_count = nullptr; ///< and how many there are
    std::string* used = nullptr;             ///< gets the names of the bins, if somebody wants to know
    const std::uint64_t* work = nullptr;     ///< products of each row
    Attempt* attempt = nullptr;
};

/// One bin's rows with one of the accumulators that take a row at a time.
void run_rows(Context& context, const Product& product, const plan::Bin& bin, const void* list,
              std::uint64_t rows, bool symbolic, const Output& out) {
    const std::uint64_t most = plan::most_blocks * bin.groups();
    if (rows > most) {
        run_rows(context, product, bin, list, most, symbolic, out);
        const std::size_t row_size = product.wide_rows() ? 8 : 4;
        return run_rows(context, product, bin, static_cast<const unsigned char*>(list) + most * row_size,
                        rows - most, symbolic, out);
    }
    Device& device = context.device;
    const Kernel& kernel = context.jit.kernel(row_kernel(product, bin, symbolic));
    const Dim3 grid{static_cast<std::uint32_t>((rows + bin.groups() - 1) / bin.groups())};
    const Dim3 block{bin.block_threads};
    // To count what is sorted later takes a hash table.
    switch (symbolic && bin.accumulator == plan::Accumulator::sort ? plan::Accumulator::hash
                                                                   : bin.accumulator) {
    case plan::Accumulator::narrow:
        device.launch(kernel, grid, block, bin.shared, product.operands, list, rows, out.spans, bin.slots,
                      out.ptr, out.sizes, out.cols, out.vals);
        return;
    case plan::Accumulator::sort:
        device.launch(kernel, grid, block, bin.shared, product.operands, list, rows, out.ptr, out.cols,
                      out.vals);
        return;
    case plan::Accumulator::hash:
        device.launch(kernel, grid, block, bin.shared, product.operands_for(bin.group_threads), list, rows,
                      bin.slots, static_cast<std::uint32_t>(bin.shared / bin.groups()), out.given_up,
                      out.given_up_count, out.ptr, out.sizes, out.cols, out.vals, out.hits);
        return;
    case plan::Accumulator::rank:
        device.launch(kernel, grid, block, bin.shared, product.operands, list,
                      static_cast<std::uint32_t>((product.ncols + 31) / 32), bin.slots, out.ptr, out.sizes,
                      out.cols, out.vals, out.hits);
        return;
    case plan::Accumulator::window:
    case plan::Accumulator::global:
    case plan::Accumulator::merge:
    case plan::Accumulator::short_rows:
        return; // not row by row
    }
}

/// Where each row of B crosses from one window into the next, so that nobody searches for it; empty if that
/// is not worth its memory, and they search.
Array<std::uint32_t> split_rows(Context& context, const Product& product, const Matrix& B,
                                std::uint64_t windows, std::uint32_t width) {
    const std::uint64_t most = plan::most_splits(B.nvals) / sizeof(std::uint32_t);
    if (windows < 2 || needs_wide(B.nvals) || windows - 1 > most / B.nrows) return {};
    const std::uint64_t count = B.nrows * (windows - 1);
    Array<std::uint32_t> splits(context.device, count);
    context.device.launch(context.jit.kernel(split_kernel(product)), grid_for(context, count, block_threads),
                          {block_threads}, 0, product.operands, B.nrows, windows - 1, width, splits.data());
    return splits;
}

/// Rows of any length: a block for each window of their columns.
void run_windows(Context& context, const Product& product, const Matrix& B, const plan::Bin& bin,
                 const void* list, std::uint64_t rows, bool symbolic, const Output& out) {
    Device& device = context.device;
    if (bin.slots == 0)
        throw Error(Code::not_implemented,
                    fmt::format("values of {} bytes do not fit the {} bytes of shared memory "
                                "of this device",
                                product.sizes.slot, device.properties().shared_per_block_optin));
    const std::uint64_t per_row = (product.ncols + bin.slots - 1) / bin.slots;
    const std::uint64_t items = rows * per_row;
    const Array<std::uint32_t> splits = split_rows(context, product, B, per_row, bin.slots);
    const auto run = [&](bool counts, const plan::Bin& bin, std::uint64_t* window_sizes, const Output& out) {
        const Kernel& kernel = context.jit.kernel(window_kernel(product, counts));
        for (std::uint64_t first = 0; first < items; first += plan::most_blocks)
            device.launch(kernel, {static_cast<std::uint32_t>(std::min(plan::most_blocks, items - first))},
                          {bin.block_threads}, bin.shared, product.operands, list, per_row, bin.slots,
                          product.ncols, first, static_cast<const std::uint32_t*>(splits.data()),
                          window_sizes, out.ptr, out.sizes, out.cols, out.vals, out.hits);
    };
    if (symbolic || out.hits != nullptr) return run(symbolic, bin, nullptr, out);
    // Where each window's entries go in the row.
    Array<std::uint64_t> window_sizes(device, items + 1);
    plan::Bin counting = bin;
    counting.shared = product.sizes.window_bytes(bin.slots, true);
    run(true, counting, window_sizes.data(), {});
    exclusive_scan(device, window_sizes.data(), window_sizes.data(), items);
    run(false, bin, window_sizes.data(), out);
}

/// The few rows that are a large part of the product.
void run_heavy(Context& context, const Product& product, const Matrix& A, const void* list,
               std::uint64_t rows, bool symbolic, const Output& out) {
    out.attempt->dense = true;
    DenseRows dense(context, product, A, list, rows);
    if (symbolic)
        dense.sizes(out.sizes);
    else
        dense.write(out.ptr, out.cols, out.vals);
}

/// Rows that are merged, which are the same in both phases.
void run_merged(Context& context, const Product& product, const plan::Bins& plan, const void* list,
                std::uint64_t rows, bool symbolic, const Output& out) {
    out.attempt->merged = true;
    std::optional<MergedRows>& merged = out.attempt->rows;
    if (!merged) merged.emplace(context, product, list, rows, out.work, plan.merge_most);
    if (symbolic)
        merged->sizes(out.sizes);
    else
        merged->write(out.ptr, out.cols, out.vals, out.hits);
}

/// Symbolic: rows of many products, in the hope that they have few entries; those that have not are done in
/// `bin` after all.
void run_trial(Context& context, const Product& product, const plan::Bin& bin, const void* list,
               std::uint64_t rows, std::size_t row_size, Output out) {
    Device& device = context.device;
    const plan::Bin trial = product.sizes.trial();
    const Buffer given_up(device, rows * row_size);
    Array<std::uint64_t> count(device, 1);
    device.fill(count.data(), 0, sizeof(std::uint64_t));
    out.given_up = given_up.data();
    out.given_up_count = count.data();
    const std::uint64_t sample = std::min(rows, plan::trial_sample), rest = rows - sample;
    run_rows(context, product, trial, list, sample, true, out);
    const void* const others = static_cast<const unsigned char*>(list) + sample * row_size;
    const bool worth_it = rest != 0 && device.read(count.data()) <= sample / plan::trial_share;
    if (worth_it) run_rows(context, product, trial, others, rest, true, out);
    const std::uint64_t failed = device.read(count.data());
    out.given_up = nullptr;
    if (failed != 0) run_rows(context, product, bin, given_up.data(), failed, true, out);
    if (rest != 0 && !worth_it) run_rows(context, product, bin, others, rest, true, out);
}

void run_bins(Context& context, const Product& product, const Matrix& A, const Matrix& B,
              const BinnedRows& bins, bool symbolic, const Output& out) {
    if (out.used != nullptr) *out.used += (out.used->empty() ? "" : ", then ") + bins.names();
    const auto by_rows = [&](std::size_t b) {
        const plan::Bin& bin = bins.plan.bin[b];
        return bin.accumulator != plan::Accumulator::window && bin.accumulator != plan::Accumulator::global &&
               bin.accumulator != plan::Accumulator::merge &&
               !(symbolic && is_trial(context, product, bin, bins.count[b]));
    };
    unsigned side_by_side = 0;
    for (std::size_t b = 0; b < bins.plan.count; ++b)
        side_by_side += bins.count[b] != 0 && by_rows(b) ? 1 : 0;
    // Those that take most come last in the plan and are begun first.
    ForkedStreams lanes(context.device, side_by_side);
    for (std::size_t b = bins.plan.count, lane = 0; b-- > 0;) {
        if (bins.count[b] == 0 || !by_rows(b)) continue;
        lanes.use(static_cast<unsigned>(lane++));
        run_rows(context, product, bins.plan.bin[b], bins.list(b), bins.count[b], symbolic, out);
    }
    lanes.use(0);
    for (std::size_t b = 0; b < bins.plan.count; ++b) {
        const plan::Bin& bin = bins.plan.bin[b];
        const std::uint64_t rows = bins.count[b];
        if (rows == 0 || by_rows(b)) continue;
        if (bin.accumulator == plan::Accumulator::window)
            run_windows(context, product, B, bin, bins.list(b), rows, symbolic, out);
        else if (bin.accumulator == plan::Accumulator::global)
            run_heavy(context, product, A, bins.list(b), rows, symbolic, out);
        else if (bin.accumulator == plan::Accumulator::merge)
            run_merged(context, product, bins.plan, bins.list(b), rows, symbolic, out);
        else
            run_trial(context, product, bin, bins.list(b), rows, bins.row_size, out);
    }
}

/// The mask says where entries can be: no symbolic phase, memory in the order of the mask.
template <class Place>
Matrix multiply_under_mask(Context& context, const Product& product, const Matrix& A, const Matrix& B,
                           RowAnalysis& analysis, Output out) {
    Device& device = context.device;
    const Matrix& mask = *product.mask;
    const BinnedRows bins = analysis.bin(nullptr, product.plan(context, false));
    std::vector<KernelRequest> requests;
    request_bins(requests, context, product, bins, false);
    request_compact_hits(requests, mask, sizeof(Place) == 8, product.type);
    context.jit.prepare(requests);
    Array<Place> hits(device, mask.nvals + 1);
    device.fill(hits.data(), 0, (mask.nvals + 1) * sizeof(Place));
    const Buffer vals(device, mask.nvals * product.type->size);
    out.vals = vals.data();
    out.hits = hits.data();
    run_bins(context, product, A, B, bins, false, out);
    return compact_hits(context, mask, hits, vals, product.type);
}

Matrix multiply_rows(Context& context, const Product& product, const Matrix& A, const Matrix& B,
                     RowAnalysis& analysis, Output out) {
    Device& device = context.device;
    Array<std::uint64_t> sizes(device, product.nrows + 1);
    device.fill(sizes.data(), 0, (product.nrows + 1) * sizeof(std::uint64_t));
    BinnedRows bins = analysis.bin(nullptr, product.plan(context, true));
    const plan::Bins numeric = product.plan(context, false);
    std::vector<KernelRequest> requests;
    request_bins(requests, context, product, bins, true);
    request_numeric(requests, product, bins, numeric);
    context.jit.prepare(requests);
    out.sizes = sizes.data();
    out.spans = analysis.spans();
    run_bins(context, product, A, B, bins, true, out);
    Array<std::uint64_t> ptr(device, product.nrows + 1);
    exclusive_scan(device, sizes.data(), ptr.data(), product.nrows);
    std::uint64_t nvals = 0;
    if (bins.all_fixed()) {
        bins.plan = numeric;
        nvals = device.read(ptr.data() + product.nrows);
    } else {
        bins = analysis.bin(&sizes, numeric);
        nvals = bins.entries;
    }
    Matrix T = raw_matrix(context, product.type, product.nrows, product.ncols, nvals, std::move(ptr));
    out.ptr = T.ptr.data();
    out.cols = T.col.data();
    out.vals = T.val.data();
    run_bins(context, product, A, B, bins, false, out);
    return T;
}

void explain(const mergus_call& call, const Product& product, const char* method, std::uint64_t products,
             const std::string& used) {
    if (call.report == nullptr) return;
    static constexpr const char* masks[] = {"unmasked", "under the mask", "under the complement"};
    std::snprintf(call.report->method, sizeof call.report->method, "Gustavson, %s, %s, %s", method,
                  masks[static_cast<int>(product.mask_kind)], product.k_order ? "k in order" : "atomics");
    call.report->work = products;
    if (!used.empty())
        std::snprintf(call.report->reason, sizeof call.report->reason, "rows in %s", used.c_str());
}

/// All rows by their bins.
Matrix multiply_binned(Context& context, const Product& product, const Matrix& A, const Matrix& B,
                       RowAnalysis& analysis, std::string* used, Attempt& attempt) {
    const Output out{.used = used, .work = analysis.work(), .attempt = &attempt};
    if (product.mask_kind != MaskKind::admits) return multiply_rows(context, product, A, B, analysis, out);
    return product.wide_places() ? multiply_under_mask<std::uint64_t>(context, product, A, B, analysis, out)
                                 : multiply_under_mask<std::uint32_t>(context, product, A, B, analysis, out);
}

/// T = A ⊕.⊗ B at the places that the mask lets through. \param also the kernels that follow in any case.
Matrix multiply(Context& context, const mergus_call& call, Product& product, const Matrix& A, const Matrix& B,
                std::vector<KernelRequest> also) {
    if (A.nvals == 0 || B.nvals == 0 || (product.mask_kind == MaskKind::admits && product.mask->nvals == 0))
        return empty_matrix(context, product.type, product.nrows, product.ncols);
    if (DenseRows::suits(context, product, A, B)) {
        try {
            Matrix T = DenseRows(context, product, A, nullptr, product.nrows, also).whole();
            explain(call, product, "few rows", 0, {});
            return T;
        } catch (const Error& error) { // bins take less memory
            if (error.code() != Code::out_of_memory) throw;
            product.may_be_dense = false;
        }
    }
    if (ShortRows rows(context, product, A, B); rows.plausible()) {
        rows.kernels(also);
        context.jit.compile(also);
        if (rows.suits()) {
            Matrix T = rows.run();
            explain(call, product, "a thread a row", rows.products(), {});
            return T;
        }
    }
    RowAnalysis analysis(context, product, A, std::move(also));
    std::string used;
    std::optional<Matrix> T;
    while (!T) {
        Attempt attempt;
        used.clear();
        try {
            T = multiply_binned(context, product, A, B, analysis, call.report != nullptr ? &used : nullptr,
                                attempt);
        } catch (const Error& error) {
            // Merged and dense rows take memory that no other accumulator asks for: again without them, which
            // cannot happen for ever.
            if (error.code() != Code::out_of_memory || !(attempt.merged || attempt.dense)) throw;
            if (attempt.merged)
                product.may_merge = false;
            else
                product.may_be_dense = false;
        }
    }
    explain(call, product, "binned", analysis.products(), used);
    return std::move(*T);
}

} // namespace

void mxm(Context& context, const mergus_call& call) {
    const TransposedInput A(context, *call.A, (call.descriptor & MERGUS_DESC_TRAN0) != 0);
    const TransposedInput B(context, *call.B, (call.descriptor & MERGUS_DESC_TRAN1) != 0);
    Product product(context, call, *A, *B);
    OutputSpec how = OutputSpec::of(call);
    how.t_is_masked = true;
    std::vector<KernelRequest> also;
    request_write_result(also, context, *call.C, product.type, how);
    write_result(context, *call.C, multiply(context, call, product, *A, *B, std::move(also)), how);
}

} // namespace mergus::cuda
