/// \file binning.hpp
/// The bins of a product: rows of similar size, each bin with an accumulator and its threads and memory. The
/// accumulators make their own bins (accumulators/table.cpp); the numbers are in tuning.hpp and in those of
/// the accumulators.
#pragma once

#include "environment.hpp"
#include "mxm/accumulators/merge_tuning.hpp"
#include "mxm/accumulators/tuning.hpp"
#include "mxm/tuning.hpp"

#include <cstdint>

#include "mxm/row_summary.h"

#include <array>
#include <cstddef>
#include <map>
#include <set>
#include <span>
#include <string_view>

namespace mergus::cuda {
struct Accumulator;
struct ProductMethod;
} // namespace mergus::cuda

namespace mergus::cuda::tuning {

/// The methods and accumulators that may be used, from MERGUS_CUDA_MXM: all, but in tests and
/// experiments. The last method makes every product and column_tile takes every row: they are always allowed.
struct Choice {
    static constexpr core::Variable variable = core::Variable::cuda_mxm;
    std::map<const Accumulator*, std::uint32_t> named; ///< a bit for each variant; empty: all may be used
    std::uint64_t merge_over = no_limit;               ///< rows of more products go to the merge accumulator
    std::uint64_t merge_batch = no_limit;              ///< products of a batch of that accumulator
    bool ordered = false;                              ///< slots are not locked
    bool blocks = false;                               ///< the pattern of B is read as blocks, whatever it is
    std::set<const ProductMethod*> methods;            ///< named ones
    std::set<const ProductMethod*> excluded_methods;
    std::set<const Accumulator*> excluded;

    /// Whether accumulators or methods were named; then small products use them as well.
    [[nodiscard]] bool given() const noexcept { return !named.empty() || !methods.empty(); }
    [[nodiscard]] bool allows(const ProductMethod& method) const;
    [[nodiscard]] bool has(const Accumulator& accumulator) const;
    [[nodiscard]] bool has(const Accumulator& accumulator, std::size_t variant) const;
    /// From a list such as "hash,ranked_bitmap:2": accumulators, or single variants of them counted from 0,
    /// or methods (method.hpp). Empty: everything. "-hash" is everything but that. Two further parts set
    /// limits: "merge>1000" merges rows of more than 1000 products, "merge<5000" makes batches of up to 5000
    /// products; "ordered" adds values without atomics one k after the other, without locks; "blocks" reads
    /// the pattern of B as blocks.
    /// \throws Error invalid_value.
    static Choice parse(std::string_view text);
};

/// A variant of an accumulator, with the numbers for one call.
struct Bin {
    const Accumulator* accumulator = nullptr;
    std::uint32_t group_threads = 0; ///< 0: the whole block
    std::uint32_t block_threads = 0;
    std::uint32_t each = 0;      ///< esc: products of a thread
    std::uint32_t slots = 0;     ///< hash: slots; ranked_bitmap: entries; column_tile: columns
    std::size_t shared = 0;      ///< bytes of a block
    std::uint64_t capacity = 0;  ///< entries of a row at most
    std::uint64_t flops = 0;     ///< products of a row at most
    std::uint32_t per_entry = 0; ///< products for each entry of a row at most; 0: any number
    bool in_place = false;       ///< ranked_bitmap: values are accumulated in the result
    std::uint8_t variant = 0;    ///< of the accumulator

    /// Groups of a block.
    [[nodiscard]] constexpr std::uint32_t groups() const noexcept {
        return group_threads == 0 ? 1 : block_threads / group_threads;
    }
};

/// The bins of one phase of a call, in the order in which a row tries them. Behind column_tile, which takes
/// every row, are up to two bins that are chosen by a row's flops alone: one for heavy rows, and one for rows
/// to merge.
struct Bins {
    static constexpr std::size_t most = max_bins - 1;
    std::array<Bin, most> bin{};
    std::size_t count = 0;
    std::size_t fixed = 0; ///< number of first bins that take the same rows in both phases
    bool heavy = false;    ///< there is a bin for rows of more than heavy_flops, a large share of the product
    std::uint64_t heavy_flops = no_limit;
    bool merges = false; ///< there is a bin for rows of more than merge_over, up to merge_most products
    std::uint64_t merge_over = no_limit, merge_most = 0;

    constexpr void add(Bin b, std::size_t variant = 0) {
        b.variant = static_cast<std::uint8_t>(variant);
        bin[count++] = b; // table.cpp asserts that all variants fit
    }
    [[nodiscard]] bool has(const Accumulator& accumulator) const noexcept;
};

/// Sizes in bytes of a call's columns and values, and what the mask and the order demand.
struct Sizes {
    std::size_t index;       ///< of a column
    std::size_t slot;        ///< of a value in an accumulator
    std::size_t value;       ///< of a value of the result
    std::size_t spread;      ///< from one such value to the next in shared memory
    std::size_t key;         ///< of a sorted key of esc; 0: a column and an index do not fit one
    bool masked;             ///< with a mask, complemented or not
    bool in_mask_order;      ///< normal mask: entries come out in the mask's order, nothing is sorted
    bool ordered_fold;       ///< the products of an entry are added in the order of k
    bool locks = false;      ///< slots are locked, so they must be in shared memory
    bool native_add = false; ///< the device has an atomic for the sum
    bool exchanges = false;  ///< threads that share a slot add by exchanges
    /// Under a normal mask, where threads that share a slot would add by exchanges: a warp or a part of one
    /// takes one row of B at a time, and adds without.
    bool one_row_of_b = false;
};

/// What the bins of a phase depend on.
struct BinningInput {
    Sizes sizes;
    std::uint64_t ncols;       ///< of the result
    std::size_t block_shared;  ///< shared memory that a block can have, bytes
    std::size_t device_memory; ///< bytes
    bool symbolic;             ///< entries are counted, not computed
    bool dense_blocks;         ///< rows of B have several entries in a block of 32 columns
    const Choice& choice;
    std::span<const Accumulator* const> left_out{}; ///< memory did not suffice for these

    /// Bytes of dynamic shared memory of a block at most.
    [[nodiscard]] constexpr std::size_t shared() const noexcept {
        return block_shared > static_shared ? block_shared - static_shared : 0;
    }
    /// Words of a bitmap of the columns.
    [[nodiscard]] constexpr std::uint64_t words() const noexcept { return (ncols + 31) / 32; }
};

/// The bins of a phase.
[[nodiscard]] Bins make_bins(const BinningInput& input);

} // namespace mergus::cuda::tuning
