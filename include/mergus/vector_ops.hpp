/// \file vector_ops.hpp
/// The operations with vectors as C++ calls, in the two forms of ops.hpp:
///
///     mxv(w, semiring, A, u, {.mask = structure(m), .accum = ops::plus<double>, .replace = true});
///     auto w = mxv(semiring, A, u, {.mask = structure(m)});
///
/// ops.hpp describes semantics, result types and errors. The mask of a vector is a vector of the same size.
/// Part of ops.hpp.
#pragma once

#include <mergus/algebra.hpp>
#include <mergus/c_order.hpp>
#include <mergus/indices.hpp>
#include <mergus/line_ops.hpp>
#include <mergus/mask.hpp>
#include <mergus/matrix.hpp>
#include <mergus/ops_results.hpp>
#include <mergus/options.hpp>
#include <mergus/scalar.hpp>
#include <mergus/vector.hpp>

namespace mergus {

// ---- mxv, vxm

/// w<mask> ⊙= A ⊕.⊗ u. A is m×n (after the transpose), u of size n, w and mask of size m.
inline void mxv(AnyVector& w, const AnySemiring& semiring, const AnyMatrix& A, const AnyVector& u,
                const WriteOptionsA& options = {}) {
    mxv(w, options.mask, options.accum, semiring, A, u, detail::descriptor_of(options));
}
template <ValueType T>
Vector<T> mxv(const AnySemiring& semiring, const AnyMatrix& A, const AnyVector& u,
              const ResultOptionsA& options = {}) {
    return Vector<T>(
        detail::new_mxv(type_of<T>(), options.mask, detail::descriptor_of(options), semiring, A, u));
}
template <ValueType T>
Vector<T> mxv(const Semiring<T>& semiring, const AnyMatrix& A, const AnyVector& u,
              const ResultOptionsA& options = {}) {
    return mxv<T>(static_cast<const AnySemiring&>(semiring), A, u, options);
}
inline AnyVector mxv(const AnySemiring& semiring, const AnyMatrix& A, const AnyVector& u,
                     const ResultOptionsA& options = {}) {
    return detail::new_mxv(nullptr, options.mask, detail::descriptor_of(options), semiring, A, u);
}

/// w'<mask'> ⊙= u' ⊕.⊗ A. u is of size m, A is m×n (after the transpose), w and mask of size n.
inline void vxm(AnyVector& w, const AnySemiring& semiring, const AnyVector& u, const AnyMatrix& A,
                const WriteOptionsA& options = {}) {
    vxm(w, options.mask, options.accum, semiring, u, A, detail::second_input(detail::descriptor_of(options)));
}
template <ValueType T>
Vector<T> vxm(const AnySemiring& semiring, const AnyVector& u, const AnyMatrix& A,
              const ResultOptionsA& options = {}) {
    return Vector<T>(detail::new_vxm(type_of<T>(), options.mask,
                                     detail::second_input(detail::descriptor_of(options)), semiring, u, A));
}
template <ValueType T>
Vector<T> vxm(const Semiring<T>& semiring, const AnyVector& u, const AnyMatrix& A,
              const ResultOptionsA& options = {}) {
    return vxm<T>(static_cast<const AnySemiring&>(semiring), u, A, options);
}
inline AnyVector vxm(const AnySemiring& semiring, const AnyVector& u, const AnyMatrix& A,
                     const ResultOptionsA& options = {}) {
    return detail::new_vxm(nullptr, options.mask, detail::second_input(detail::descriptor_of(options)),
                           semiring, u, A);
}

// ---- ewise_add, ewise_mult

/// w<mask> ⊙= u ⊕ v on the union of the patterns: op where both have an entry, otherwise the single entry.
inline void ewise_add(AnyVector& w, const BinaryOp& op, const AnyVector& u, const AnyVector& v,
                      const WriteOptions& options = {}) {
    ewise_add(w, options.mask, options.accum, op, u, v, detail::descriptor_of(options));
}
template <ValueType T>
Vector<T> ewise_add(const BinaryOp& op, const AnyVector& u, const AnyVector& v,
                    const ResultOptions& options = {}) {
    return Vector<T>(
        detail::new_ewise_add(type_of<T>(), options.mask, detail::descriptor_of(options), op, u, v));
}
template <ValueType Z>
Vector<Z> ewise_add(const Typed<BinaryOp, Z>& op, const AnyVector& u, const AnyVector& v,
                    const ResultOptions& options = {}) {
    return ewise_add<Z>(static_cast<const BinaryOp&>(op), u, v, options);
}
inline AnyVector ewise_add(const BinaryOp& op, const AnyVector& u, const AnyVector& v,
                           const ResultOptions& options = {}) {
    return detail::new_ewise_add(nullptr, options.mask, detail::descriptor_of(options), op, u, v);
}

/// w<mask> ⊙= u ⊗ v on the intersection of the patterns.
inline void ewise_mult(AnyVector& w, const BinaryOp& op, const AnyVector& u, const AnyVector& v,
                       const WriteOptions& options = {}) {
    ewise_mult(w, options.mask, options.accum, op, u, v, detail::descriptor_of(options));
}
template <ValueType T>
Vector<T> ewise_mult(const BinaryOp& op, const AnyVector& u, const AnyVector& v,
                     const ResultOptions& options = {}) {
    return Vector<T>(
        detail::new_ewise_mult(type_of<T>(), options.mask, detail::descriptor_of(options), op, u, v));
}
template <ValueType Z>
Vector<Z> ewise_mult(const Typed<BinaryOp, Z>& op, const AnyVector& u, const AnyVector& v,
                     const ResultOptions& options = {}) {
    return ewise_mult<Z>(static_cast<const BinaryOp&>(op), u, v, options);
}
inline AnyVector ewise_mult(const BinaryOp& op, const AnyVector& u, const AnyVector& v,
                            const ResultOptions& options = {}) {
    return detail::new_ewise_mult(nullptr, options.mask, detail::descriptor_of(options), op, u, v);
}

// ---- select

/// w<mask> ⊙= the entries x = u(i) for which op(x, i, 0, y) is true.
inline void select(AnyVector& w, const IndexUnaryOp& op, const AnyVector& u, const Scalar& y,
                   const WriteOptions& options = {}) {
    select(w, options.mask, options.accum, op, u, y, detail::descriptor_of(options));
}
template <ValueType T>
Vector<T> select(const IndexUnaryOp& op, const AnyVector& u, const Scalar& y,
                 const ResultOptions& options = {}) {
    return Vector<T>(
        detail::new_select(type_of<T>(), options.mask, detail::descriptor_of(options), op, u, y));
}
template <ValueType T>
Vector<T> select(const IndexUnaryOp& op, const Vector<T>& u, const Scalar& y,
                 const ResultOptions& options = {}) {
    return select<T>(op, static_cast<const AnyVector&>(u), y, options);
}
inline AnyVector select(const IndexUnaryOp& op, const AnyVector& u, const Scalar& y,
                        const ResultOptions& options = {}) {
    return detail::new_select(nullptr, options.mask, detail::descriptor_of(options), op, u, y);
}

// ---- apply

/// w<mask> ⊙= op(u)
inline void apply(AnyVector& w, const UnaryOp& op, const AnyVector& u, const WriteOptions& options = {}) {
    apply(w, options.mask, options.accum, op, u, detail::descriptor_of(options));
}
template <ValueType T>
Vector<T> apply(const UnaryOp& op, const AnyVector& u, const ResultOptions& options = {}) {
    return Vector<T>(detail::new_apply(type_of<T>(), options.mask, detail::descriptor_of(options), op, u));
}
template <ValueType Z>
Vector<Z> apply(const Typed<UnaryOp, Z>& op, const AnyVector& u, const ResultOptions& options = {}) {
    return apply<Z>(static_cast<const UnaryOp&>(op), u, options);
}
inline AnyVector apply(const UnaryOp& op, const AnyVector& u, const ResultOptions& options = {}) {
    return detail::new_apply(nullptr, options.mask, detail::descriptor_of(options), op, u);
}

/// w<mask> ⊙= op(x, u)
inline void apply(AnyVector& w, const BinaryOp& op, const Scalar& x, const AnyVector& u,
                  const WriteOptions& options = {}) {
    apply(w, options.mask, options.accum, op, x, u, detail::descriptor_of(options));
}
template <ValueType T>
Vector<T> apply(const BinaryOp& op, const Scalar& x, const AnyVector& u, const ResultOptions& options = {}) {
    return Vector<T>(detail::new_apply(type_of<T>(), options.mask, detail::descriptor_of(options), op, x, u));
}
template <ValueType Z>
Vector<Z> apply(const Typed<BinaryOp, Z>& op, const Scalar& x, const AnyVector& u,
                const ResultOptions& options = {}) {
    return apply<Z>(static_cast<const BinaryOp&>(op), x, u, options);
}
inline AnyVector apply(const BinaryOp& op, const Scalar& x, const AnyVector& u,
                       const ResultOptions& options = {}) {
    return detail::new_apply(nullptr, options.mask, detail::descriptor_of(options), op, x, u);
}

/// w<mask> ⊙= op(u, y)
inline void apply(AnyVector& w, const BinaryOp& op, const AnyVector& u, const Scalar& y,
                  const WriteOptions& options = {}) {
    apply(w, options.mask, options.accum, op, u, y, detail::descriptor_of(options));
}
template <ValueType T>
Vector<T> apply(const BinaryOp& op, const AnyVector& u, const Scalar& y, const ResultOptions& options = {}) {
    return Vector<T>(detail::new_apply(type_of<T>(), options.mask, detail::descriptor_of(options), op, u, y));
}
template <ValueType Z>
Vector<Z> apply(const Typed<BinaryOp, Z>& op, const AnyVector& u, const Scalar& y,
                const ResultOptions& options = {}) {
    return apply<Z>(static_cast<const BinaryOp&>(op), u, y, options);
}
inline AnyVector apply(const BinaryOp& op, const AnyVector& u, const Scalar& y,
                       const ResultOptions& options = {}) {
    return detail::new_apply(nullptr, options.mask, detail::descriptor_of(options), op, u, y);
}

/// w<mask> ⊙= op(u(i), i, 0, y)
inline void apply(AnyVector& w, const IndexUnaryOp& op, const AnyVector& u, const Scalar& y,
                  const WriteOptions& options = {}) {
    apply(w, options.mask, options.accum, op, u, y, detail::descriptor_of(options));
}
template <ValueType T>
Vector<T> apply(const IndexUnaryOp& op, const AnyVector& u, const Scalar& y,
                const ResultOptions& options = {}) {
    return Vector<T>(detail::new_apply(type_of<T>(), options.mask, detail::descriptor_of(options), op, u, y));
}
template <ValueType Z>
Vector<Z> apply(const Typed<IndexUnaryOp, Z>& op, const AnyVector& u, const Scalar& y,
                const ResultOptions& options = {}) {
    return apply<Z>(static_cast<const IndexUnaryOp&>(op), u, y, options);
}
inline AnyVector apply(const IndexUnaryOp& op, const AnyVector& u, const Scalar& y,
                       const ResultOptions& options = {}) {
    return detail::new_apply(nullptr, options.mask, detail::descriptor_of(options), op, u, y);
}

// ---- reduce

/// w<mask> ⊙= the monoid over each row of A (with transpose_a: over each column). A row without entries
/// gives none. reduce_rows and reduce_columns return a new vector.
inline void reduce(AnyVector& w, const AnyMonoid& monoid, const AnyMatrix& A,
                   const WriteOptionsA& options = {}) {
    reduce(w, options.mask, options.accum, monoid, A, detail::descriptor_of(options));
}

/// value = the monoid over all entries of u (its identity if there are none), or accum(value, that).
template <ValueType T>
void reduce(T& value, const AnyMonoid& monoid, const AnyVector& u, const WriteScalarOptions& options = {}) {
    reduce(&value, type_of<T>(), options.accum, monoid, u, detail::descriptor_of(options));
}

/// The monoid over all entries of u; its identity if there are none.
template <ValueType T>
T reduce(const AnyMonoid& monoid, const AnyVector& u, const ScalarOptions& options = {}) {
    T value;
    reduce(&value, type_of<T>(), no_accum, monoid, u, detail::descriptor_of(options));
    return value;
}
template <ValueType T>
T reduce(const Monoid<T>& monoid, const AnyVector& u, const ScalarOptions& options = {}) {
    return reduce<T>(static_cast<const AnyMonoid&>(monoid), u, options);
}

// ---- assign

/// w<mask>(indices) ⊙= u. The mask has the size of w; u has the size of the list. Without an accumulator,
/// entries of w in the region that are not in u are deleted. A list must not repeat an index.
inline void assign(AnyVector& w, const AnyVector& u, const Indices& indices,
                   const WriteOptions& options = {}) {
    assign(w, options.mask, options.accum, u, indices, detail::descriptor_of(options));
}

/// w<mask> ⊙= u
inline void assign(AnyVector& w, const AnyVector& u, const WriteOptions& options = {}) {
    assign(w, options.mask, options.accum, u, all, detail::descriptor_of(options));
}

/// w<mask>(indices) ⊙= the scalar at every index of the list. A C++ value must be one of w's type (see
/// Scalar).
inline void assign(AnyVector& w, const Scalar& value, const Indices& indices,
                   const WriteOptions& options = {}) {
    assign(w, options.mask, options.accum, value, indices, detail::descriptor_of(options));
}

/// w<mask> ⊙= the scalar at every index.
inline void assign(AnyVector& w, const Scalar& value, const WriteOptions& options = {}) {
    assign(w, options.mask, options.accum, value, all, detail::descriptor_of(options));
}

// ---- extract

/// w<mask> ⊙= u(indices). A list may repeat an index.
inline void extract(AnyVector& w, const AnyVector& u, const Indices& indices,
                    const WriteOptions& options = {}) {
    extract(w, options.mask, options.accum, u, indices, detail::descriptor_of(options));
}
template <ValueType T>
Vector<T> extract(const AnyVector& u, const Indices& indices, const ResultOptions& options = {}) {
    return Vector<T>(
        detail::new_extract(type_of<T>(), options.mask, detail::descriptor_of(options), u, indices));
}
template <ValueType T>
Vector<T> extract(const Vector<T>& u, const Indices& indices, const ResultOptions& options = {}) {
    return extract<T>(static_cast<const AnyVector&>(u), indices, options);
}
inline AnyVector extract(const AnyVector& u, const Indices& indices, const ResultOptions& options = {}) {
    return detail::new_extract(nullptr, options.mask, detail::descriptor_of(options), u, indices);
}

// ---- comparison

/// Whether u and v have the same type, size, pattern and values, as isequal for matrices.
MERGUS_API bool isequal(const AnyVector& u, const AnyVector& v);

/// Whether u and v have the same size and pattern, and op(x, y) is true for every pair of entries.
MERGUS_API bool isequal(const AnyVector& u, const AnyVector& v, const BinaryOp& op);

} // namespace mergus
