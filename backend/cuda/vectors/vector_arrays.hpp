/// \file vector_arrays.hpp
/// Import, export and move of vectors: lists, full arrays and bitmaps.
#pragma once

#include "objects/matrix.hpp"

namespace mergus::cuda {

/// A vector without entries.
Matrix empty_vector(Context& context, const mergus_type* type, std::uint64_t size);
/// \throws Error invalid_value, invalid_index for arrays that are not those of a vector, unless they are
/// trusted.
Matrix import_vector(Context& context, const mergus_vector_arrays& arrays);
/// Copies to the caller's arrays, in the format they ask for. \throws Error invalid_value for the full format
/// of a vector that is not full.
void export_vector(Context& context, const Matrix& vector, mergus_vector_arrays& arrays);
/// Hands the vector's device arrays to the caller; arrays.release returns them to the pool. The vector has no
/// entries afterwards.
void move_vector(Context& context, Matrix& vector, mergus_vector_arrays& arrays);

} // namespace mergus::cuda
