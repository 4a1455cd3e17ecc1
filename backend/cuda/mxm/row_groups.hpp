/// \file row_groups.hpp
/// A product by groups of consecutive rows: the host side of mxm/row_groups.cuh.
#pragma once

#include "pattern_blocks.hpp"
#include "problem.hpp"

#include "row_groups_size.h"

#include <optional>

namespace mergus::cuda {

/// As GroupPatterns of row_groups.cuh.
struct GroupPatterns {
    const std::uint32_t* a_offsets;
    const PatternBlock* a_blocks;
    const std::uint32_t* b_offsets;
    const PatternBlock* b_blocks;
};

/// The size for groups of a width in blocks of 32 columns whose sums are all in registers; null if there is
/// none.
[[nodiscard]] const plan::GroupSize* group_size_for(const MxmProblem& problem, std::uint64_t width) noexcept;

/// A step of mxm that makes the whole product, without analysis and bins.
class RowGroups {
public:
    /// \param kept for a plan, whose groups have all their sums in registers
    RowGroups(Context& context, const MxmProblem& problem, bool kept = false);

    /// Adds the kernels of the profiles. The others are compiled when the profiles allow this method.
    void kernels(KernelRequests& list) const;
    /// Whether neighbouring rows of the product have neighbouring columns. If the averages and the profiles
    /// of A and B allow it, measures all groups, which waits.
    [[nodiscard]] bool suits();
    /// The product, after suits() returned true. Waits once, for the number of entries.
    [[nodiscard]] Matrix run();
    /// Known after suits(); 0 under a mask.
    [[nodiscard]] std::uint64_t products() const noexcept { return size_.products; }

private:
    /// Whether values are small enough, and rows long enough.
    [[nodiscard]] bool plausible() const;
    /// Whether the entries of A, and under a mask those of B and of the mask, lie close together. May wait
    /// for the profiles.
    [[nodiscard]] bool are_bands() const;
    [[nodiscard]] bool is_masked() const noexcept { return problem_.mask_kind == MaskKind::normal; }
    template <class Offset>
    Matrix run_masked();
    /// The blocks of B; those of A if they are the same matrix.
    [[nodiscard]] PatternBlocks& b_blocks() noexcept { return b_blocks_ ? *b_blocks_ : a_blocks_; }
    [[nodiscard]] const PatternBlocks& b_blocks() const noexcept {
        return b_blocks_ ? *b_blocks_ : a_blocks_;
    }
    /// The size for groups of a width in blocks of 32 columns; null if there is none.
    [[nodiscard]] const plan::GroupSize* size_for(std::uint64_t width) const noexcept;
    [[nodiscard]] KernelRequest request(const char* entry, const plan::GroupSize& size) const;
    void fill_patterns();
    [[nodiscard]] GroupPatterns patterns() const noexcept;
    [[nodiscard]] Dim3 grid(const plan::GroupSize& group) const noexcept;

    Context& context_;
    const MxmProblem& problem_;
    const Matrix& A_;
    const Matrix& B_;
    bool kept_;
    RowGroupsSize size_{};
    Array<std::uint32_t> lows_; ///< the first block of columns of each group of measured_rows
    PatternBlocks a_blocks_;
    std::optional<PatternBlocks> b_blocks_;
};

} // namespace mergus::cuda
