/// \file two_launch.hpp
/// A small product by tiles of rows of any lengths: the host side of two_launch_count.cuh and
/// two_launch_fill.cuh. Two launches and one short wait replace two phases over all bins. Beside the result
/// it takes 8 bytes for each tile, and the memory of B's blocks of columns if they are used.
#pragma once

#include "mxm/method.hpp"
#include "mxm/pattern_blocks.hpp"

#include "two_launch.h"

#include <optional>

namespace mergus::cuda {

/// Makes the whole product, for rows of any lengths.
class TwoLaunchProduct : public MethodRun {
public:
    TwoLaunchProduct(Context& context, const MxmProblem& problem);

    /// Unless the operands are small.
    [[nodiscard]] static const char* refuses(const MxmProblem& problem);
    /// A, and B where its profile decides too.
    [[nodiscard]] static ProfiledMatrices reads(const MxmProblem& problem);
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
    /// Of a rank of two_launch_fill.cuh.
    [[nodiscard]] std::size_t rank_bytes() const noexcept;
    [[nodiscard]] TwoLaunchLimits limits() const;
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
    TwoLaunch tiling_{};
    std::uint64_t rows_[two_launch_classes] = {};
    std::uint64_t products_ = 0, entries_ = 0, tile_count_ = 0;
    bool summed_ = false; ///< tiles_ has sums
    Array<std::uint64_t> ptr_, tiles_;
};

} // namespace mergus::cuda
