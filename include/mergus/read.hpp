/// \file read.hpp
/// Matrices from files in one call.
#pragma once

#include <mergus/algebra.hpp>
#include <mergus/context.hpp>
#include <mergus/io.hpp>
#include <mergus/matrix.hpp>
#include <mergus/types.hpp>

#include <filesystem>

namespace mergus {

/// The matrix in a MatrixMarket file or an edge list, plain or gzipped (see read_file). Its type follows from
/// the field of the file: bool, int64, fp64 or fc64. \param dup combines entries of the same row and column
/// in the order of the file. Without it options.duplicates decides: by default they are a parse_error in a
/// MatrixMarket file, and of an edge list the last one is kept. \throws Error as read_file and
/// AnyMatrix::build.
inline AnyMatrix read_matrix(const Context& context, const std::filesystem::path& file,
                             const BinaryOp& dup = no_accum, FileOptions options = {}) {
    if (dup.get() != nullptr) options.duplicates = Duplicates::keep_all;
    return AnyMatrix::from_tuples(context, read_file(file, options), dup);
}

/// The same as a Matrix<T>, to which the values are cast: `read_matrix<bool>(context, "graph.mtx")`.
template <ValueType T>
Matrix<T> read_matrix(const Context& context, const std::filesystem::path& file,
                      const BinaryOp& dup = no_accum, FileOptions options = {}) {
    if (dup.get() != nullptr) options.duplicates = Duplicates::keep_all;
    return Matrix<T>::from_tuples(context, read_file(file, options), dup);
}

} // namespace mergus
