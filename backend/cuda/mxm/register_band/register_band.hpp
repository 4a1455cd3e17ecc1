/// \file register_band.hpp
/// A product by groups of consecutive rows: the host side of mxm/register_band/register_band.cuh.
#pragma once

#include "mxm/method.hpp"
#include "mxm/pattern_blocks.hpp"
#include "tuning.hpp"

#include "register_band_size.h"

#include <optional>

namespace mergus::cuda {

/// As GroupPatterns of register_band.cuh.
struct GroupPatterns {
    const std::uint32_t* a_offsets;
    const PatternBlock* a_blocks;
    const std::uint32_t* b_offsets;
    const PatternBlock* b_blocks;
};

/// The size for groups of a width in blocks of 32 columns whose sums are all in registers; null if there is
/// none.
[[nodiscard]] const tuning::BandSize* band_size_for(const MxmProblem& problem, std::uint64_t width) noexcept;

/// Makes the whole product, without analysis and bins.
class RegisterBand : public MethodRun {
public:
    /// \param kept for a plan, whose groups have all their sums in registers
    RegisterBand(Context& context, const MxmProblem& problem, bool kept = false);

    /// Unless values are small enough, and rows long enough.
    [[nodiscard]] static const char* refuses(const MxmProblem& problem);
    /// Unless neighbouring rows of the product have neighbouring columns. If the profiles allow it, measures
    /// all groups, which waits.
    [[nodiscard]] const char* refuses() override;
    /// Waits once, for the number of entries.
    [[nodiscard]] Product run(bool reports) override;
    /// Known after refuses(); 0 under a mask.
    [[nodiscard]] std::uint64_t products() const noexcept { return size_.products; }

private:
    /// Whether the entries of A, and under a mask those of B and of the mask, lie close together.
    [[nodiscard]] bool are_bands() const;
    [[nodiscard]] bool is_masked() const noexcept { return problem_.mask_kind == MaskKind::normal; }
    Matrix run_masked();
    Matrix run_unmasked();
    /// The blocks of B; those of A if they are the same matrix.
    [[nodiscard]] PatternBlocks& b_blocks() noexcept { return b_blocks_ ? *b_blocks_ : a_blocks_; }
    [[nodiscard]] const PatternBlocks& b_blocks() const noexcept {
        return b_blocks_ ? *b_blocks_ : a_blocks_;
    }
    /// The size for groups of a width in blocks of 32 columns; null if there is none.
    [[nodiscard]] const tuning::BandSize* size_for(std::uint64_t width) const noexcept;
    [[nodiscard]] KernelRequest request(const char* entry, const tuning::BandSize& size) const;
    void fill_patterns();
    [[nodiscard]] GroupPatterns patterns() const noexcept;
    [[nodiscard]] Dim3 grid(const tuning::BandSize& group) const noexcept;

    Context& context_;
    const MxmProblem& problem_;
    const Matrix& A_;
    const Matrix& B_;
    bool kept_;
    RegisterBandSize size_{};
    Array<std::uint32_t> lows_; ///< the first block of columns of each group of measured_rows
    PatternBlocks a_blocks_;
    std::optional<PatternBlocks> b_blocks_;
};

namespace product_methods {
extern const ProductMethod register_band;
}

} // namespace mergus::cuda
