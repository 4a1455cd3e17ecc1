/// \file product_kernels.cpp
#include "product_kernels.hpp"

#include "mxm/accumulators/dense_rows.hpp"
#include "mxm/accumulators/merged_rows.hpp"

#include <algorithm>

namespace mergus::cuda {

namespace {

/// Whether rows of both bins are the same kernel's.
bool share_kernel(const plan::Bin& a, const plan::Bin& b) {
    return a.accumulator == b.accumulator && a.group_threads == b.group_threads && a.in_place == b.in_place;
}

/// What a bin of the phase launches, but for a trial.
void request_bin(std::vector<KernelRequest>& requests, const Product& product, const plan::Bin& bin,
                 bool symbolic) {
    switch (bin.accumulator) {
    case plan::Accumulator::window:
        requests.push_back(window_kernel(product, symbolic));
        if (!symbolic)
            requests.push_back(
                window_kernel(product, true)); // where each window's entries go, and split_rows
        return;
    case plan::Accumulator::global:
        return DenseRows::want(requests, product);
    case plan::Accumulator::merge:
        return; // request_bins has them, for both phases
    default:
        requests.push_back(row_kernel(product, bin, symbolic));
    }
}

/// Whether rows of the symbolic phase's bin `b` may be of the numeric phase's bin `n`: the first that has
/// room for their entries, of which they have one to as many as they were taken to have, and for as many
/// products.
bool may_go_to(const Product& product, const plan::Bins& symbolic, std::size_t b, const plan::Bins& numeric,
               std::size_t n) {
    using plan::Accumulator;
    const plan::Bin &from = symbolic.bin[b], &to = numeric.bin[n];
    if (b < symbolic.fixed || n < numeric.fixed) return b == n;
    if (from.accumulator == Accumulator::merge || to.accumulator == Accumulator::merge)
        return from.accumulator == to.accumulator;
    if (from.accumulator == Accumulator::global || to.accumulator == Accumulator::global)
        return from.accumulator == to.accumulator;
    // More products than the bin before takes, but for those in the mask's row.
    const bool is_first = b == 0 || symbolic.bin[b - 1].accumulator == Accumulator::narrow;
    const std::uint64_t fewer = is_first || product.mask != nullptr
                                    ? 0
                                    : std::min(symbolic.bin[b - 1].capacity, symbolic.bin[b - 1].work);
    if (to.work <= fewer) return false;
    if (n == 0 || numeric.bin[n - 1].accumulator == Accumulator::narrow) return true;
    const plan::Bin& before = numeric.bin[n - 1];
    return std::min({from.capacity, from.work, product.ncols}) > before.capacity || from.work > before.work;
}

} // namespace

KernelRequest row_kernel(const Product& product, const plan::Bin& bin, bool symbolic) {
    using plan::Accumulator;
    const bool narrow = bin.accumulator == Accumulator::narrow;
    Bindings bindings = product.bind(symbolic, bin.group_threads, narrow);
    // To count what is sorted later takes a hash table.
    switch (symbolic && bin.accumulator == Accumulator::sort ? Accumulator::hash : bin.accumulator) {
    case Accumulator::narrow:
        return {"mxm/accumulators/acc_narrow.cuh", "multiply_narrow", std::move(bindings)};
    case Accumulator::sort:
        return {"mxm/accumulators/acc_sort.cuh", "multiply_sort", std::move(bindings)};
    case Accumulator::rank:
        bindings.constant("in_place", bin.in_place);
        return {"mxm/accumulators/acc_rank.cuh", "multiply_rank", std::move(bindings)};
    default:
        return {"mxm/accumulators/acc_hash.cuh", "multiply_hash", std::move(bindings)};
    }
}

KernelRequest window_kernel(const Product& product, bool symbolic) {
    return {"mxm/accumulators/acc_window.cuh", "multiply_window", product.bind(symbolic, 0)};
}

KernelRequest split_kernel(const Product& product) {
    return {"mxm/accumulators/acc_window.cuh", "split_rows", product.bind(true, 0)};
}

bool is_trial(const Context& context, const Product& product, const plan::Bin& bin, std::uint64_t rows) {
    return bin.accumulator == plan::Accumulator::hash && bin.group_threads == 0 &&
           (rows >= plan::trial_rows || context.accumulators.given) && product.mask_kind == MaskKind::none &&
           bin.slots / 2 <= plan::trial_bin.work;
}

void request_bins(std::vector<KernelRequest>& requests, Context& context, const Product& product,
                  const BinnedRows& bins, bool symbolic) {
    const plan::Bin* before = nullptr; // those that share a kernel are neighbours
    bool trial = false;
    for (std::size_t b = 0; b < bins.plan.count; ++b) {
        if (bins.count[b] == 0) continue;
        const plan::Bin& bin = bins.plan.bin[b];
        if (before == nullptr || !share_kernel(*before, bin)) request_bin(requests, product, bin, symbolic);
        if (bin.accumulator == plan::Accumulator::merge) MergedRows::want(requests, context, product);
        trial = trial || (symbolic && is_trial(context, product, bin, bins.count[b]));
        before = &bin;
    }
    if (trial) requests.push_back(row_kernel(product, product.sizes.trial(), true));
}

void request_numeric(std::vector<KernelRequest>& requests, const Product& product,
                     const BinnedRows& by_products, const plan::Bins& plan) {
    const plan::Bin* before = nullptr;
    for (std::size_t n = 0; n < plan.count; ++n) {
        if (before != nullptr && share_kernel(*before, plan.bin[n])) continue;
        bool possible = false;
        for (std::size_t b = 0; b < by_products.plan.count && !possible; ++b)
            possible = by_products.count[b] != 0 && may_go_to(product, by_products.plan, b, plan, n);
        if (!possible) continue;
        request_bin(requests, product, plan.bin[n], false);
        before = &plan.bin[n];
    }
}

} // namespace mergus::cuda
