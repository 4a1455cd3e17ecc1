/// \file row_analysis.hpp
/// Row analysis of a product: how many products each row has, and which bin it goes to.
#pragma once

#include "product.hpp"

#include <array>

namespace mergus::cuda {

/// The rows of each bin, one bin after the other. Bin 0 (nothing to do) is not listed.
struct Bins {
    std::size_t hash_bins = 0;              ///< the first so many of plan::hash_bins; the one after is the windows'
    std::array<std::uint64_t, 16> count{};  ///< rows of each bin
    std::array<std::uint64_t, 17> first{};  ///< where each begins in `rows`
    Buffer rows;                            ///< of 32 or 64 bits as the product's wide_rows()
    std::size_t row_size = 4;

    [[nodiscard]] const void* list(std::size_t bin) const noexcept {
        return static_cast<const unsigned char*>(rows.data()) + first[bin] * row_size;
    }
    [[nodiscard]] std::size_t window_bin() const noexcept { return hash_bins + 1; }
};

class RowAnalysis {
public:
    /// Counts products; nothing is waited for.
    RowAnalysis(Context& context, const Product& product, const Matrix& A);

    /// Bins by what bounds a row's entries: `sizes`, or with null the products, or under an admitting mask the mask's row.
    /// Waits once.
    [[nodiscard]] Bins bin(const Array<std::uint64_t>* sizes);

    /// Known after the first bin().
    [[nodiscard]] std::uint64_t products() const noexcept { return products_; }

private:
    Context& context_;
    const Product& product_;
    Bindings bindings_;
    Array<std::uint64_t> work_;
    Array<std::uint64_t> summary_;
    std::uint64_t products_ = 0;
};

} // namespace mergus::cuda
