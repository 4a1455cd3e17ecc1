/// \file product_kernels.hpp
/// The kernels that the bins of a product ask for: one at a time to launch them, and all together as soon as
/// it is known which bins have rows, so that those in no cache are compiled at the same time.
#pragma once

#include "row_analysis.hpp"

#include <vector>

namespace mergus::cuda {

/// Of a bin whose accumulator takes a row at a time.
[[nodiscard]] KernelRequest row_kernel(const Product& product, const plan::Bin& bin, bool symbolic);
[[nodiscard]] KernelRequest window_kernel(const Product& product, bool symbolic);
/// Where rows of B cross windows.
[[nodiscard]] KernelRequest split_kernel(const Product& product);

/// Whether so many rows of a bin of the symbolic phase, which is for more products than entries are likely,
/// are tried with the tables of plan::Sizes::trial() first.
[[nodiscard]] bool is_trial(const Context& context, const Product& product, const plan::Bin& bin,
                            std::uint64_t rows);

/// Adds the kernels of a phase for the bins that have rows.
void request_bins(std::vector<KernelRequest>& requests, Context& context, const Product& product,
                  const BinnedRows& bins, bool symbolic);
/// Adds the kernels of the numeric phase, whose bins are `plan`, for all bins that the rows binned by the
/// number of their products may go to when their entries are counted.
void request_numeric(std::vector<KernelRequest>& requests, const Product& product,
                     const BinnedRows& by_products, const plan::Bins& plan);

} // namespace mergus::cuda
