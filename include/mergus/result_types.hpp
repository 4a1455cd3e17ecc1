/// \file result_types.hpp
/// Types in the declarations of the operations: what an argument may be, and what a call returns. Part of
/// ops.hpp.
#pragma once

#include <mergus/matrix.hpp>
#include <mergus/types.hpp>
#include <mergus/vector.hpp>

#include <concepts>
#include <type_traits>

namespace mergus {

/// AnyMatrix, Matrix<T>, AnyVector or Vector<T>.
template <class X>
concept ObjectType =
    !std::is_const_v<X> && (std::derived_from<X, AnyMatrix> || std::derived_from<X, AnyVector>);

/// X and Y are two matrices, or two vectors.
template <class X, class Y>
concept SameKind = ObjectType<X> && std::derived_from<X, AnyVector>
== std::derived_from<Y, AnyVector>;

/// The T of a call without <T>: the type of the result follows from the arguments.
struct Inferred {};

/// The <T> of a call that returns a new object, or Inferred.
template <class T>
concept RequestedType = ValueType<T> || std::same_as<T, Inferred>;

namespace detail {

/// The new objects of type T. Inferred: of the type that S has as a template parameter, if it has one.
template <class T, class S>
struct Results {
    using matrix = Matrix<T>;
    using vector = Vector<T>;
};
template <class S>
struct Results<Inferred, S> {
    using matrix = AnyMatrix;
    using vector = AnyVector;
};
template <class S>
requires requires {
    typename S::value_type;
}
struct Results<Inferred, S> : Results<typename S::value_type, S> {};

/// One type for matrices, another for vectors.
template <ObjectType X, class OfMatrices, class OfVectors>
using ByKind = std::conditional_t<std::derived_from<X, AnyVector>, OfVectors, OfMatrices>;

} // namespace detail

/// The matrix that a call returns: Matrix<T>. Without <T> it is a Matrix of the type of S, an argument such
/// as Semiring<double>, or an AnyMatrix if S has no type at compile time.
template <RequestedType T, class S>
using MatrixOf = typename detail::Results<T, S>::matrix;

/// The same for a vector.
template <RequestedType T, class S>
using VectorOf = typename detail::Results<T, S>::vector;

/// A MatrixOf<T, S> if X is a matrix, a VectorOf<T, S> if X is a vector.
template <ObjectType X, RequestedType T, class S>
using ObjectOf = detail::ByKind<X, MatrixOf<T, S>, VectorOf<T, S>>;

} // namespace mergus
