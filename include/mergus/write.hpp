/// \file write.hpp
/// Matrices to files in one call.
#pragma once

#include <mergus/export.hpp>
#include <mergus/matrix.hpp>

#include <filesystem>

namespace mergus {

/// Writes a MatrixMarket file, as write_matrix_market(file, A.to_tuples()). In a context with ranks
/// (docs/SCALING.md) all call it, and each writes the entries that it holds into one file, which all ranks
/// must reach; they are in the order of ranks, and the last step gives the file its name. \throws Error as
/// write_matrix_market and to_tuples, the same on all ranks
MERGUS_API void write_matrix(const std::filesystem::path& file, const AnyMatrix& A);

} // namespace mergus
