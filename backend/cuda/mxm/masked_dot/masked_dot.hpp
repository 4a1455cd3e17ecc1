/// \file masked_dot.hpp
/// A product under a normal mask as dot products: the host side of mxm/masked_dot/masked_dot.cuh.
#pragma once

#include "mxm/method.hpp"
#include "mxm/pattern_blocks.hpp"
#include "tuning.hpp"

#include "masked_dot.h"

#include <span>

namespace mergus::cuda {

/// Makes the whole product: each entry of the mask from a row of A and a row of B'.
class MaskedDot : public MethodRun {
public:
    /// Reads problem.given_B alone, not problem.B.
    MaskedDot(Context& context, const MxmProblem& problem);

    /// Whether the mask is normal, and the operands are large enough.
    [[nodiscard]] static bool suits_call(const Context& context, const mergus_call& call);
    /// Unless dot products take less work than rows, by a sample of both. Waits once.
    [[nodiscard]] const char* refuses() override;
    /// Waits once, for the number of entries.
    [[nodiscard]] Product run(bool reports) override;

private:
    // The numbers of masked_dot_lists.cuh.
    enum class Pass : int { first = 0, second = 1, symmetric = 2, only = 3 };
    enum class Counted : int { no = 0, products = 1, any = 2 };
    struct Run;
    struct Operands;
    struct Costs;

    /// Whether the values of a set are read, for which columns have ranks.
    [[nodiscard]] bool ranked() const noexcept { return counted_ == Counted::no; }
    [[nodiscard]] KernelRequest request(const char* entry, Pass pass, bool by_blocks = false) const;
    /// Whether products are counted in the pattern of the lists as blocks of 32 columns. Makes the blocks if
    /// there are few for each entry. Waits for their number.
    [[nodiscard]] bool made_blocks(PatternBlocks& blocks, const Matrix& lists) const;
    void request_pass(KernelRequests& list, Pass pass, bool by_blocks = false) const;
    /// Whether some row of A is much longer than the average. May wait.
    [[nodiscard]] bool is_skewed();
    /// Whether rows of B are so short that products in rows are certainly less work. Saves the sample where
    /// masked_rows.cpp needs the profile anyway. May wait.
    [[nodiscard]] bool has_few_products();
    /// Estimates the work of the methods from a sample. Waits.
    [[nodiscard]] Costs estimate();
    /// The entries of A and B' that have a column in common are counted by a sample of columns of B'.
    [[nodiscard]] ColumnSample sample_columns(std::uint64_t samples, Buffer& counts) const;
    /// Whether A, B' and the mask are one symmetric pattern, and no values are read. May wait.
    [[nodiscard]] bool is_symmetric() const;
    /// The mask's pattern, with room for the number of each entry as its value.
    [[nodiscard]] Matrix mask_pattern() const;
    /// Entries of a row of the mask that a block takes.
    [[nodiscard]] std::uint32_t block_entries() const { return tuning::dot_block_entries(shared_, ranked()); }
    [[nodiscard]] Operands list_rows(const Run& run) const;
    void run_blocks(const Run& run, const Operands& in) const;
    void run_warps(const Run& run, const Operands& in) const;
    void run_passes(std::span<const Run> runs) const;
    void run_both(const Buffer& vals, const void* present) const;
    void run_one(const Buffer& vals, const void* present) const;
    void run_symmetric(const Buffer& vals, const void* present) const;
    [[nodiscard]] Matrix multiply() const;

    Context& context_;
    const MxmProblem& problem_;
    const Matrix& A_;
    const Matrix& B_;
    const Matrix& mask_;
    bool transposed_;             ///< B_ is B'
    Counted counted_;             ///< values are not read
    bool one_pass_ = false;       ///< all rows of B' are scanned
    bool bit_sets_ = false;       ///< a block's set is a bitmap
    std::uint32_t capacity_ = 0;  ///< its words, or slots of a hash table
    std::size_t shared_ = 0;      ///< its bytes
    std::uint32_t block_threads_; ///< that share it
    std::uint64_t probes_ = 0;    ///< entries of lists, by the estimate
};

} // namespace mergus::cuda
