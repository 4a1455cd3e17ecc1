/// \file row_tiles.hpp
/// A small product by tiles of rows of any lengths: the host side of row_tiles_count.cuh and
/// row_tiles_fill.cuh. Two launches and one short wait replace two phases over all bins. Beside the result it
/// takes 8 bytes for each tile, and the memory of B's blocks of columns if they are used.
#pragma once

#include "method.hpp"
#include "pattern_blocks.hpp"

#include "row_tiles.h"

#include <optional>

namespace mergus::cuda {

/// Makes the whole product, for rows of any lengths.
class RowTilesProduct : public MethodRun {
public:
    RowTilesProduct(Context& context, const MxmProblem& problem);

    /// Unless the operands are small.
    [[nodiscard]] static const char* refuses(const MxmProblem& problem);
    /// The kernel that counts, unless the profiles are known and rule it out.
    void kernels(KernelRequests& list) const override;
    /// Unless the product is small and its rows have a form here. If the operands are small and even, it
    /// counts the entries, which waits.
    [[nodiscard]] const char* refuses() override;
    /// Does not wait.
    [[nodiscard]] Product run(bool reports) override;

private:
    [[nodiscard]] bool has_sorted() const noexcept;
    [[nodiscard]] bool has_dense() const noexcept;
    [[nodiscard]] bool reads_blocks() const;
    void make_blocks();
    [[nodiscard]] KernelRequest request(Phase phase) const;
    /// Of a rank of row_tiles_fill.cuh.
    [[nodiscard]] std::size_t rank_bytes() const noexcept;
    [[nodiscard]] RowTilesLimits limits() const;
    void count();
    [[nodiscard]] std::size_t sorted_warp_bytes() const noexcept;
    /// Chooses the sizes of dense rows. \return bytes of shared memory of a block that fills
    std::size_t choose_memory();

    Context& context_;
    const MxmProblem& problem_;
    const Matrix& A_;
    const Matrix& B_;
    Operands operands_; ///< the problem's, with the blocks of B
    std::optional<PatternBlocks> blocks_;
    RowTiles tiling_{};
    std::uint64_t rows_[row_tiles_classes] = {};
    std::uint64_t products_ = 0, entries_ = 0, tile_count_ = 0;
    bool summed_ = false; ///< tiles_ has sums
    Array<std::uint64_t> ptr_, tiles_;
};

} // namespace mergus::cuda
