/// \file row_analysis.hpp
/// Row analysis of a product: how many products each row has, and which bin it goes to.
#pragma once

#include "product.hpp"

#include <array>
#include <string>
#include <vector>

namespace mergus::cuda {

/// The rows of each bin of a plan, one bin after the other.
struct BinnedRows {
    plan::Bins plan;
    std::array<std::uint64_t, plan::Bins::most> count{};     ///< rows of each bin
    std::array<std::uint64_t, plan::Bins::most + 1> first{}; ///< where each begins in `rows`
    std::uint64_t entries = 0;                               ///< of all rows, if sizes were given
    Buffer rows; ///< of 32 or 64 bits as the product's wide_rows()
    std::size_t row_size = 4;

    /// The bins that have rows, as "sort:0 rank:3".
    [[nodiscard]] std::string names() const;
    /// Whether all rows are in bins that are the same in both phases.
    [[nodiscard]] bool all_fixed() const noexcept { return first[plan.fixed] == first[plan.count]; }
    [[nodiscard]] const void* list(std::size_t bin) const noexcept {
        return static_cast<const unsigned char*>(rows.data()) + first[bin] * row_size;
    }
};

class RowAnalysis {
public:
    /// Counts products; nothing is waited for. \param also what else the call will need in any case.
    RowAnalysis(Context& context, const Product& product, const Matrix& A, std::vector<KernelRequest> also);

    /// Bins by what bounds a row's entries: `sizes`, or with null the products, or under an admitting mask
    /// the mask's row. Waits once.
    [[nodiscard]] BinnedRows bin(const Array<std::uint64_t>* sizes, const plan::Bins& plan);

    /// Where each row's columns lie, as Span of mxm/span.cuh; null if they were not looked for.
    [[nodiscard]] const void* spans() const noexcept { return spans_.data(); }
    /// Products of each row.
    [[nodiscard]] const std::uint64_t* work() const noexcept { return work_.data(); }
    /// Known after the first bin().
    [[nodiscard]] std::uint64_t products() const noexcept { return products_; }

private:
    Context& context_;
    const Product& product_;
    Bindings bindings_;
    Array<std::uint64_t> work_;
    Array<std::uint64_t> spans_;   ///< of two 32-bit numbers
    Array<std::uint64_t> summary_; ///< a Summary, then fill_bins' cursors
    std::uint64_t products_ = 0;
};

} // namespace mergus::cuda
