/// \file short_rows.hpp
/// A product of short rows, a thread a row: the host side of mxm/short_rows.cuh.
#pragma once

#include "product.hpp"

#include <optional>

namespace mergus::cuda {

/// A step of mxm that makes the whole product, without analysis and bins.
class ShortRows {
public:
    ShortRows(Context& context, const Product& product, const Matrix& A, const Matrix& B);

    /// Whether the average rows of A and B are short enough to try.
    [[nodiscard]] bool suits() const;
    void kernels(KernelRequests& list) const;
    /// The product; nothing if a row of A or of the product is too long, or neighbouring rows of A have nothing
    /// in common and B is large. Waits once, for the number of entries.
    [[nodiscard]] std::optional<Matrix> run();

private:
    [[nodiscard]] KernelRequest request(const char* entry, std::uint32_t ways) const;
    [[nodiscard]] bool needs_locality() const;

    Context& context_;
    const Product& product_;
    const Matrix& A_;
    const Matrix& B_;
};

} // namespace mergus::cuda
