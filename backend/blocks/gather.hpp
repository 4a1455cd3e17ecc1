/// \file gather.hpp
/// Parts of matrices as matrices of one device, whatever their blocks are.
#pragma once

#include "context.hpp"

#include <functional>
#include <map>

namespace mergus::blocks {

/// Matrices of a device in place of blocks, with as many rows and columns.
using Substitutes = std::map<const Block*, LocalPtr>;

/// The entries of M at rows × cols, moved to that device: a block itself, or a new matrix. A vector has the
/// column 0. It must not be changed.
LocalPtr gather(mergus_context& context, Cache& cache, const mergus_matrix& M, const Indices& rows,
                const Indices& cols, const Substitutes& substitutes = {});

/// The same for a range of rows and columns. A part that is no block is kept until the end of the call, for
/// other blocks of the result.
LocalPtr gather_and_keep(mergus_context& context, Cache& cache, const Part& part);

/// Whether it is all of a matrix, no vector.
inline bool is_whole(const Part& part) {
    const mergus_matrix& M = *part.matrix;
    return !M.is_vector && part.rows.count == M.rows.size() && part.cols.count == M.cols.size();
}

/// The blocks that a part meets.
template <class Body>
void for_each_block(const Part& part, const Body& body) {
    const mergus_matrix& M = *part.matrix;
    const auto meets = [](const Range& a, const Range& b) { return a.first < b.end() && b.first < a.end(); };
    for (std::uint64_t i = 0; i < M.rows.parts(); ++i)
        for (std::uint64_t j = 0; j < M.cols.parts(); ++j)
            if (M.block(i, j) != nullptr && meets(M.rows[i], part.rows) && meets(M.cols[j], part.cols))
                body(*M.block(i, j));
}

/// Starts to copy the blocks of a part to the device, where they are not there yet.
void start(Cache& cache, const Part& part);

/// Rows of M at the places that they have in M, without the other rows. Only if can_keep_place().
LocalPtr rows_in_place(Cache& cache, const mergus_matrix& M, const Range& rows);
bool can_keep_place(const Cache& cache, const mergus_matrix& M);

/// About the bytes of device memory that a part needs beside the blocks of the matrix. 0: it is a block.
std::uint64_t bytes_of_part(const Part& part);

/// A range of rows and columns, at the places that the entries have in M: the result ends at the last row and
/// column. For operators that read positions.
LocalPtr gather_in_place(mergus_context& context, Cache& cache, const mergus_matrix& M, const Range& rows,
                         const Range& cols);

/// A part of a matrix of a device, as a new matrix or the same.
LocalPtr part_of(const LocalPtr& matrix, const Range& rows, const Range& cols);

/// Writes all entries of `part` to the places rows × cols of the matrix, which has none there.
void put(const LocalPtr& to, const Local& part, const Indices& rows, const Indices& cols);

/// A matrix with the entries of the one that `make` makes, cut into parts of nearly equal numbers of entries.
/// All ranks make the whole. \throws Error as collectively(), also if `make` throws
std::unique_ptr<mergus_matrix> cut_by_entries(mergus_context& context, const mergus_type* type,
                                              const std::function<LocalPtr()>& make);

/// A vector with the entries of the one that `make` makes, in the context's cuts of vectors. All ranks make
/// the whole. \throws Error as collectively(), also if `make` throws
std::unique_ptr<mergus_matrix> cut_vector(mergus_context& context, const mergus_type* type,
                                          std::uint64_t size, const std::function<LocalPtr()>& make);

/// All of M on that device, kept for later calls until its memory is needed.
LocalPtr whole_on(mergus_context& context, Cache& cache, const mergus_matrix& M);
/// What is kept of it; null if nothing is.
LocalPtr known_whole_on(mergus_context& context, const Cache& cache, const mergus_matrix& M);
/// Whether it is worth keeping: other devices or ranks have blocks of the matrix.
bool keeps_wholes(const mergus_context& context, const Cache& cache);

/// All of M on the first device.
LocalPtr whole_of(mergus_context& context, const mergus_matrix& M);

} // namespace mergus::blocks
