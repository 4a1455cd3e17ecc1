/// \file mxm_blocks.hpp
/// A product that is consumed while it is made: for results that no memory holds.
#pragma once

#include <mergus/algebra.hpp>
#include <mergus/export.hpp>
#include <mergus/matrix.hpp>

#include <cstdint>
#include <functional>

namespace mergus {

/// Some rows of a product C = A ⊕.⊗ B.
struct ProductBlock {
    std::uint64_t number = 0;    ///< from 0 on, in the order of rows
    std::uint64_t count = 0;     ///< of all blocks of C
    std::uint64_t first_row = 0; ///< of C, which is row 0 of `rows`
    AnyMatrix rows;              ///< with the columns of C; its type is that of the semiring
};

/// Options of mxm_blocks().
struct MxmBlocksOptions {
    /// The most products A(i,k) ⊗ B(k,j) in a block, which bound its entries. A row with more is a block.
    std::uint64_t products = std::uint64_t{1} << 26;
    std::uint64_t first = 0;    ///< the first block that is made
    bool transpose_a = false;   ///< A' in place of A
    bool transpose_b = false;   ///< B' in place of B
    bool deterministic = false; ///< the same bits in every run; see DESC_DETERMINISTIC
};

/// Makes C = A ⊕.⊗ B by blocks of successive rows and passes each to `consume`, until that returns false. A
/// is m×k, B is k×n (after the transposes). The blocks depend on the patterns of A and B and on
/// options.products only, on any backend: a caller that has stopped, or that an error has stopped, goes on
/// with options.first. A block without entries is passed too.
/// \return the number of the block after the last one for which `consume` returned true: the count at the
/// end \throws Error as mxm; invalid_value for options.products = 0 and for options.first above the count;
/// what `consume` throws
MERGUS_API std::uint64_t mxm_blocks(const AnySemiring& semiring, const AnyMatrix& A, const AnyMatrix& B,
                                    const std::function<bool(const ProductBlock&)>& consume,
                                    const MxmBlocksOptions& options = {});

} // namespace mergus
