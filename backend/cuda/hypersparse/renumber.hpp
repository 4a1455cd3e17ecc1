/// \file renumber.hpp
/// Matrices stored with other lists of ids: conversions that change the form of a matrix, not its content.
#pragma once

#include "ids.hpp"

namespace mergus::cuda {

/// The dimensions of the object, which are those of the arrays unless it is hypersparse.
[[nodiscard]] std::uint64_t nrows_of(const Matrix& matrix) noexcept;
[[nodiscard]] std::uint64_t ncols_of(const Matrix& matrix) noexcept;
/// The ids of its rows and columns; null where a row is stored as itself.
[[nodiscard]] const Ids& row_ids(const Matrix& matrix) noexcept;
[[nodiscard]] const Ids& col_ids(const Matrix& matrix) noexcept;

/// Whether a dimension is so much larger than the number of entries that the rows or columns have a list.
/// \param has_rows it is the number of rows of a matrix, which needs an offset for each; columns have lists
/// only where there are too many for the operations on compressed rows
[[nodiscard]] bool is_hypersparse(const Context& context, std::uint64_t dimension, std::uint64_t entries,
                                  bool has_rows = true);
/// Whether a list has many more ids than there are entries.
[[nodiscard]] bool is_too_long(const Ids& ids, std::uint64_t entries) noexcept;
/// Whether a matrix is, or its shape allows it.
[[nodiscard]] bool is_large(const Matrix& matrix) noexcept;

/// A copy with these lists, which have every row and column of the matrix that has entries. \param matrix has
/// compressed rows
[[nodiscard]] Matrix with_ids(Context& context, const Matrix& matrix, const Ids& rows, const Ids& cols);
/// Stores the matrix itself so. After an error it is as before.
void renumber(Context& context, Matrix& matrix, const Ids& rows, const Ids& cols);
/// Stores the matrix with every row and column, as other operations expect it, unless it is new.
/// \throws Error out_of_memory
const Matrix& make_ordinary(Context& context, const Matrix& matrix);
/// Gives up lists that are no longer worth it, and ids that have become many more than entries.
/// \param matrix the result of an operation
void settle(Context& context, Matrix& matrix);
/// Sets the lists of a matrix whose arrays have been written with them. \param rows, cols null: none
void set_ids(Matrix& matrix, std::uint64_t nrows, std::uint64_t ncols, const Ids& rows, const Ids& cols);

/// A vector by the ranks of its indices in a list; entries that the list does not have are dropped. A copy.
/// \param list null: the vector itself is copied
[[nodiscard]] Matrix vector_to_ranks(Context& context, const Matrix& vector, const Ids& list);
/// The vector of `size` whose entry ids[r] is entry r of the one given, which has compressed rows.
[[nodiscard]] Matrix vector_from_ranks(Context& context, Matrix&& vector, const Ids& list,
                                       std::uint64_t size);

} // namespace mergus::cuda
