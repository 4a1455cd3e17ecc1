/// \file dense_form.hpp
/// A vector as bits, and values at all indices; host side of vectors/dense_form.cuh.
#pragma once

#include "objects/matrix.hpp"

namespace mergus::cuda {

/// The step that makes the bits of a vector's entries and, if asked, puts their values at their indices.
class DenseForm {
public:
    /// \param by_value only true entries have a bit. \param scatters values are put at their indices.
    DenseForm(Context& context, const Matrix& vector, bool by_value, bool scatters);

    void kernels(KernelRequests& requests) const { requests.push_back(kernel_); }
    void run();

    /// (size + 31) / 32 words.
    [[nodiscard]] const std::uint32_t* bits() const noexcept { return bits_.data(); }
    /// Values at the indices of entries; others are uninitialised.
    [[nodiscard]] const void* values() const noexcept { return values_.data(); }

private:
    Context& context_;
    const Matrix& vector_;
    bool scatters_;
    KernelRequest kernel_;
    Array<std::uint32_t> bits_;
    Buffer values_;
};

} // namespace mergus::cuda
