/// \file join_rows.hpp
/// Rows of blocks, put together in host memory for a local backend that cannot do so: there each block would
/// be assigned to a matrix that is copied anew with all blocks before it.
#pragma once

#include "context.hpp"

#include <vector>

namespace mergus::blocks {

/// A block and its first row in the result.
struct PlacedBlock {
    const Block* block;
    std::uint64_t row;
};

/// Whether the arrays of all blocks are compressed rows.
bool can_join_rows(const std::vector<PlacedBlock>& blocks);

/// A matrix of that shape with the rows of blocks of as many columns, in increasing order. The blocks get
/// copies in host memory, and the device gets none of them.
LocalPtr join_rows(mergus_context& context, Cache& cache, const mergus_type* type, const Shape& shape,
                   const std::vector<PlacedBlock>& blocks);

} // namespace mergus::blocks
