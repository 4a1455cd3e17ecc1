/// \file read.hpp
/// Matrices from files in one call.
#pragma once

#include <mergus/algebra.hpp>
#include <mergus/context.hpp>
#include <mergus/export.hpp>
#include <mergus/io.hpp>
#include <mergus/matrix.hpp>
#include <mergus/types.hpp>

#include <filesystem>
#include <utility>

namespace mergus {

namespace detail {
/// \param type null: that of the field of the file
MERGUS_API AnyMatrix read_matrix(const Context& context, const std::filesystem::path& file,
                                 const mergus_type* type, const BinaryOp& dup, FileOptions options);
} // namespace detail

/// The matrix in a MatrixMarket file or an edge list, plain or gzipped (see read_file). Its type follows from
/// the field of the file: bool, int64, fp64 or fc64. In a context with ranks (docs/SCALING.md) all call it,
/// and each reads a part of the lines. \param dup combines entries of the same row and column
/// in the order of the file. Without it options.duplicates decides: by default they are a parse_error in a
/// MatrixMarket file, and of an edge list the last one is kept. \throws Error as read_file and
/// AnyMatrix::build.
inline AnyMatrix read_matrix(const Context& context, const std::filesystem::path& file,
                             const BinaryOp& dup = no_accum, FileOptions options = {}) {
    return detail::read_matrix(context, file, nullptr, dup, std::move(options));
}

/// The same as a Matrix<T>, to which the values are cast: `read_matrix<bool>(context, "graph.mtx")`.
template <ValueType T>
Matrix<T> read_matrix(const Context& context, const std::filesystem::path& file,
                      const BinaryOp& dup = no_accum, FileOptions options = {}) {
    return Matrix<T>(detail::read_matrix(context, file, type_of<T>(), dup, std::move(options)));
}

} // namespace mergus
