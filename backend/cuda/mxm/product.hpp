/// \file product.hpp
/// One product as its kernels see it: operands, what the mask does, how values are kept.
#pragma once

#include "matrix.hpp"
#include "plan.hpp"

namespace mergus::cuda {

/// The same members, in the same order, as Operands of mxm/product.cuh.
struct Operands {
    const std::uint64_t* a_ptr;
    const void* a_col;
    const void* a_val;
    const std::uint64_t* b_ptr;
    const void* b_col;
    const void* b_val;
    const std::uint64_t* m_ptr;
    const void* m_col;
    const void* m_val;
    std::uint32_t b_lanes_log2;
};

/// What a mask does to the entries of a product.
enum class MaskKind : int {
    none = 0,
    admits = 1, ///< the result's pattern is a part of the mask's
    forbids = 2
};

struct Product {
    Product(Context& context, const mergus_call& call, const Matrix& A, const Matrix& B);

    /// The bindings of the row loop's kernels. \param group_threads 0 for a whole block. \param exclusive a
    /// group takes one row of B at a time, whatever their length.
    [[nodiscard]] Bindings bind(bool symbolic, std::uint32_t group_threads, bool exclusive = false) const;
    /// The operands for rows of so few products that a small group has them: fewer threads share a row of B,
    /// each with several columns under way.
    [[nodiscard]] Operands operands_for(std::uint32_t group_threads) const;
    /// The same for acc_global.cuh, without its phase.
    [[nodiscard]] Bindings bind_dense(bool listed) const;
    /// The bins of a phase on the context's device.
    [[nodiscard]] plan::Bins plan(Context& context, bool symbolic) const {
        const Properties& device = context.device.properties();
        plan::Bins bins = sizes.bins(ncols, device.shared_per_block_optin, device.memory, symbolic,
                                     finds_spans(context), context.accumulators);
        if (!may_merge) bins.drop_merge();
        if (!may_be_dense) bins.drop_heavy();
        return bins;
    }
    /// Whether rows with neighbouring columns have an accumulator of their own.
    [[nodiscard]] bool finds_spans(const Context& context) const noexcept {
        return mask_kind == MaskKind::none && sizes.index == 4 &&
               context.accumulators.has(plan::Accumulator::narrow) &&
               (context.accumulators.given || nrows >= plan::narrow_rows);
    }
    /// Whether numbers of rows and of entries need 64 bits.
    [[nodiscard]] bool wide_rows() const noexcept { return needs_wide(nrows); }
    [[nodiscard]] bool wide_places() const noexcept { return mask != nullptr && needs_wide(mask->nvals); }

    Operands operands{};
    MaskKind mask_kind = MaskKind::none;
    const Matrix* mask = nullptr;
    const mergus_type* type = nullptr; ///< of the products' sums, interned
    std::uint64_t nrows = 0, ncols = 0;
    bool k_order = false;
    bool may_merge = true;    ///< false: not again, since memory did not suffice
    bool may_be_dense = true; ///< likewise, rows that the whole grid works on
    bool value_free = false;  ///< all sums are one value, whatever the operands' values
    plan::Sizes sizes{};

private:
    Bindings common_; ///< types, operators and accumulator
};

} // namespace mergus::cuda
