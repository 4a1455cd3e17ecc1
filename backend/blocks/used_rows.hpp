/// \file used_rows.hpp
/// The rows of B that a product reads, where another rank has B: those of the columns in which A has entries.
/// For a band or a mesh they are few, and only these are sent.
#pragma once

#include "gather.hpp"
#include "product.hpp"

namespace mergus::blocks {

/// Matrices with the rows alone that a product reads, in place of blocks of B of other ranks. Blocks that
/// this rank has, or of which most rows are read, have none. Where copies stay for later calls, only the
/// first product of two matrices fetches rows, and a product with a vector does not.
///
/// \param A its part for the product: all rows or one row, and the columns k
/// \param parts of C that this rank computes: each fetches rows of its own
Substitutes used_rows(mergus_context& context, Cache& cache, const Product& product, const LocalPtr& A,
                      const Range& k, const Range& cols, std::uint64_t parts);

/// Whether a product may read rows of B alone: a block of B that is asked for ahead may not be needed then.
bool may_use_rows(const mergus_context& context, const Product& product);

} // namespace mergus::blocks
