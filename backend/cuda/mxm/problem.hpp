/// \file problem.hpp
/// A product as its kernels see it: operands, the effect of the mask, operators, and how values are kept.
#pragma once

#include "mxm/binned/binning.hpp"
#include "objects/matrix.hpp"
#include "steps/row_profile.hpp"

#include <optional>
#include <vector>

#include "operands.h"

namespace mergus::cuda {

using Operands = MxmOperands<void, const void*, void, const void*, void>;

enum class MaskKind : int {
    none = 0,
    normal = 1, ///< the pattern of the result is a subset of the mask's
    complement = 2
};

enum class Phase : int { numeric = 0, symbolic = 1 };

/// multiply(a, b, i, k, j). \param a, b types of the operands' values. \param flipped ⊗ gets (b, a) at
/// (j, k, i).
void bind_multiply(Bindings& bindings, const mergus_op* mul, const mergus_type* a, const mergus_type* b,
                   bool flipped);
/// Whether every entry of a product has the same value, whatever the operands' values.
bool is_value_free(const mergus_semiring& semiring);

/// C<M> = A ⊕.⊗ B without its last step. Refers to the operands, which must outlive it.
struct MxmProblem {
    /// \param flipped ⊗ gets (b, a) at (j, k, i). \param first_row the number that row 0 of A has for ⊗.
    MxmProblem(Context& context, const mergus_call& call, const Matrix& A, const Matrix& B,
               bool flipped = false, std::uint64_t first_row = 0);

    /// The bindings of an accumulator's kernels. \param group_threads 0 for a whole block. \param one_row a
    /// group takes one row of B at a time, whatever its length.
    [[nodiscard]] Bindings bind(Phase phase, std::uint32_t group_threads, bool one_row = false) const;
    /// The same for slots in shared memory (hash, ranked_bitmap, column_tile), which may be locked.
    [[nodiscard]] Bindings bind_slots(Phase phase, std::uint32_t group_threads) const;
    /// The same for dense_accumulator.cuh.
    [[nodiscard]] Bindings bind_dense(Phase phase, bool listed) const;
    /// The operands for rows of few products on a group of a warp or less: fewer threads share a row of B, so
    /// that each has several columns in flight.
    [[nodiscard]] Operands operands_for(std::uint32_t group_threads) const;
    /// The bins of a phase on the context's device.
    [[nodiscard]] tuning::Bins plan(Phase phase) const;
    /// Whether an accumulator may be used: chosen, and not left out.
    [[nodiscard]] bool may_use(const Accumulator& accumulator) const;
    /// Memory for the offsets of the result: those that C lends, or new ones.
    [[nodiscard]] Array<std::uint64_t> offsets(Device& device) const;

    /// Whether numbers of rows, or offsets in the mask, need 64 bits.
    [[nodiscard]] bool wide_rows() const noexcept { return needs_wide(nrows); }
    [[nodiscard]] bool wide_mask_offsets() const noexcept {
        return mask != nullptr && needs_wide(mask->nvals);
    }
    [[nodiscard]] std::size_t row_size() const noexcept { return wide_rows() ? 8 : 4; }
    /// The products of a row, if all rows had the average lengths.
    [[nodiscard]] double average_products() const noexcept;
    /// A, B, and a normal mask, each matrix once.
    [[nodiscard]] ProfiledMatrices profiled() const noexcept;
    /// Bytes of both operands, about.
    [[nodiscard]] std::uint64_t operand_bytes() const noexcept {
        return A.nvals * 16 + B.nvals * (B.index_size() + B.type->size);
    }

    const Matrix& A;
    const Matrix& B;
    const tuning::Choice& choice;
    const Properties& device;
    Operands operands{};
    const Matrix* mask = nullptr;
    MaskKind mask_kind = MaskKind::none;
    const mergus_type* type;  ///< of the result, interned
    const mergus_monoid* add; ///< of the call
    std::uint64_t nrows, ncols;
    bool ordered_fold; ///< the products of an entry are added in the order of k
    const mergus_type *a_type,
        *b_type;        ///< of A's and B's values as kernels read them; unused_type() if ⊗ ignores them
    bool locks = false; ///< slots in shared memory are locked in place of an ordered fold
    bool structural = false;     ///< the mask's values are not read
    bool positional = false;     ///< ⊗ reads the numbers of rows and columns
    bool is_pair = false;        ///< ⊗ is pair: all products have the same value
    bool dense_blocks = false;   ///< rows of B have several entries in a block of 32 columns
    bool by_blocks = false;      ///< accumulators read the pattern of B from its blocks
    bool value_free = false;     ///< every entry has the same value, whatever the operands' values
    bool one_value = false;      ///< every entry has the same value, which one product gives
    bool equal_products = false; ///< all products have the same value
    tuning::Sizes sizes{};
    const Matrix* given_B = nullptr;                    ///< B as the call has it, for methods that read B so
    bool transposes_B = false;                          ///< given_B is B'
    const Array<std::uint64_t>* lent_offsets = nullptr; ///< C's, for the result (LentOffsets), or null
    std::vector<const Accumulator*> left_out;           ///< memory did not suffice for these

private:
    Bindings common_;                         ///< types, operators and how values are accumulated
    Bindings locked_;                         ///< the same with locked slots, if `locks`
    mutable std::optional<Bindings> pattern_; ///< of pattern(), once it was called

    /// The types of indices and of the mask.
    [[nodiscard]] Bindings shape_bindings() const;
    void bind_words(Bindings& bindings) const;
    /// As common_, for the symbolic phase, which sees no values.
    [[nodiscard]] const Bindings& pattern() const;
};

} // namespace mergus::cuda
