/// \file used_rows.hpp
/// The rows of B that a product reads, where another rank has B: those of the columns in which A has entries.
/// For a band or a mesh they are few, and only these are sent.
#pragma once

#include "gather.hpp"
#include "product.hpp"

namespace mergus::blocks {

/// Blocks of B with the rows alone that the product with this part of A reads, in place of blocks of other
/// ranks of which all would be more bytes. \param parts of C that this rank computes: each fetches its own
/// rows
Substitutes used_rows(mergus_context& context, Cache& cache, const Product& product, const LocalPtr& A,
                      std::uint64_t parts);

} // namespace mergus::blocks
