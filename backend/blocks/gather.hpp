/// \file gather.hpp
/// Parts of matrices as matrices of one device, whatever their blocks are.
#pragma once

#include "context.hpp"

namespace mergus::blocks {

/// The entries of M at rows × cols, moved to that device: a block itself, or a new matrix. A vector has the
/// column 0. It must not be changed.
LocalPtr gather(mergus_context& context, Cache& cache, const mergus_matrix& M, const Indices& rows,
                const Indices& cols);

/// The same for a range of rows and columns, at the places that the entries have in M: the result ends at the
/// last row and column. For operators that read positions.
LocalPtr gather_in_place(mergus_context& context, Cache& cache, const mergus_matrix& M, const Range& rows,
                         const Range& cols);

/// A part of a matrix of a device, as a new matrix or the same.
LocalPtr part_of(const LocalPtr& matrix, const Range& rows, const Range& cols);

/// Writes all entries of `part` to the places rows × cols of the matrix, which has none there.
void put(const LocalPtr& to, const Local& part, const Indices& rows, const Indices& cols);

/// A matrix with those entries, cut into parts of nearly equal numbers of entries.
std::unique_ptr<mergus_matrix> cut_by_entries(mergus_context& context, const LocalPtr& whole);

/// The same with given cuts.
std::unique_ptr<mergus_matrix> cut(mergus_context& context, const LocalPtr& whole, const Cuts& rows,
                                   const Cuts& cols);

/// The same for a matrix that has taken over the caller's arrays, so this must not fail: without memory for
/// the parts it stays in one piece.
mergus_matrix* cut_imported(mergus_context& context, const LocalPtr& whole);

/// All of M on the first device.
LocalPtr whole_of(mergus_context& context, const mergus_matrix& M);

} // namespace mergus::blocks
