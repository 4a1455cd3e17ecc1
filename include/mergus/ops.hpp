/// \file ops.hpp
/// The operations, with the verbs and the argument order of the GraphBLAS C API.
///
/// Each computes T from its inputs and then writes it through mask and accumulator: C<mask, replace> ⊙= T
/// (GraphBLAS C API 2.0, section 2.3): with an accumulator Z = C ⊙ T on the union of the patterns, else Z =
/// T; where the mask admits (i,j), C(i,j) becomes Z(i,j) (or no entry); elsewhere C keeps its entries, or
/// loses them if the descriptor says replace. The output may be the mask or any input. Values are cast
/// between built-in domains as SuiteSparse:GraphBLAS does: floats out of an integer type's range saturate,
/// NaN becomes 0. Integer arithmetic wraps.
///
/// Errors (thrown before anything is changed): uninitialized_object (an empty matrix), invalid_object
/// (matrices of different contexts), dimension_mismatch, domain_mismatch (a cast that involves a user type),
/// not_implemented, out_of_memory, compile_error (an operator's text), device_lost.
#pragma once

#include <mergus/algebra.hpp>
#include <mergus/descriptor.hpp>
#include <mergus/matrix.hpp>

#include <cstdint>
#include <span>

namespace mergus {

/// Where an operation may write: nothing given = everywhere; a matrix: where it has an entry that is true
/// when cast to bool.
class Mask {
public:
    constexpr Mask() noexcept = default;
    // NOLINTNEXTLINE(google-explicit-constructor): a matrix is a mask
    Mask(const AnyMatrix& matrix, Descriptor flags = {}) noexcept : matrix_(&matrix), flags_(flags) {}
    [[nodiscard]] const AnyMatrix* matrix() const noexcept { return matrix_; }
    [[nodiscard]] Descriptor flags() const noexcept { return flags_; }

private:
    const AnyMatrix* matrix_ = nullptr;
    Descriptor flags_{};
};

inline const Mask no_mask{};

/// The mask's pattern, whatever its values are.
inline Mask structure(const AnyMatrix& matrix) {
    return {matrix, use_structure};
}
inline Mask structure(const Mask& mask) {
    return {*mask.matrix(), mask.flags() | use_structure};
}
/// Where the mask is not. Twice is the mask again.
inline Mask complement(const AnyMatrix& matrix) {
    return {matrix, use_complement};
}
inline Mask complement(const Mask& mask) {
    return {*mask.matrix(), Descriptor{mask.flags().bits ^ use_complement.bits}};
}

/// Row or column indices of assign and extract: a list, or all of them.
class Indices {
public:
    constexpr Indices() noexcept = default;
    // NOLINTNEXTLINE(google-explicit-constructor): a list is what the caller means
    Indices(std::span<const std::uint64_t> list) noexcept : list_(list), all_(false) {}
    // NOLINTNEXTLINE(google-explicit-constructor)
    Indices(const std::vector<std::uint64_t>& list) noexcept : list_(list), all_(false) {}
    [[nodiscard]] bool all() const noexcept { return all_; }
    [[nodiscard]] std::span<const std::uint64_t> list() const noexcept { return list_; }

private:
    std::span<const std::uint64_t> list_{};
    bool all_ = true;
};

/// Every row, or every column (GrB_ALL).
inline const Indices all{};

/// C<mask> ⊙= A ⊕.⊗ B. A is m×k, B is k×n (after the descriptor's transposes), C and mask m×n.
MERGUS_API void mxm(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const Semiring& semiring,
                    const AnyMatrix& A, const AnyMatrix& B, Descriptor descriptor = {});

/// C<mask> ⊙= A'; with transpose_first, A itself.
MERGUS_API void transpose(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const AnyMatrix& A,
                          Descriptor descriptor = {});

/// C<mask> ⊙= A ⊕ B on the union of the patterns: op where both have an entry, else the entry itself.
MERGUS_API void ewise_add(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const BinaryOp& op,
                          const AnyMatrix& A, const AnyMatrix& B, Descriptor descriptor = {});

/// C<mask> ⊙= A ⊗ B on the intersection of the patterns.
MERGUS_API void ewise_mult(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const BinaryOp& op,
                           const AnyMatrix& A, const AnyMatrix& B, Descriptor descriptor = {});

/// C<mask> ⊙= the entries a = A(i,j) for which op(a, i, j, y) is true.
MERGUS_API void select(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const IndexUnaryOp& op,
                       const AnyMatrix& A, const Scalar& y, Descriptor descriptor = {});

/// C<mask> ⊙= op(A), op(x, A), op(A, y), or op(A(i,j), i, j, y).
MERGUS_API void apply(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const UnaryOp& op,
                      const AnyMatrix& A, Descriptor descriptor = {});
/// The scalar first: the descriptor transposes A by transpose_second, as in the C API.
MERGUS_API void apply(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const BinaryOp& op,
                      const Scalar& x, const AnyMatrix& A, Descriptor descriptor = {});
MERGUS_API void apply(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const BinaryOp& op,
                      const AnyMatrix& A, const Scalar& y, Descriptor descriptor = {});
MERGUS_API void apply(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const IndexUnaryOp& op,
                      const AnyMatrix& A, const Scalar& y, Descriptor descriptor = {});

/// C<mask> ⊙= the monoid over each row of A; C and mask are nrows × 1; a row without entries gives none.
MERGUS_API void reduce(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const AnyMonoid& monoid,
                       const AnyMatrix& A, Descriptor descriptor = {});

/// result = the monoid over all entries of A (its identity if there are none), or accum(result, that), in
/// `type`. The descriptor may be `deterministic`; there is nothing else that it could say.
MERGUS_API void reduce(void* result, const mergus_type* type, const BinaryOp& accum, const AnyMonoid& monoid,
                       const AnyMatrix& A, Descriptor descriptor = {});

/// The monoid over all entries of A; its identity if there are none.
template <ValueType T>
T reduce(const Monoid<T>& monoid, const AnyMatrix& A, Descriptor descriptor = {}) {
    T result;
    reduce(&result, type_of<T>(), no_accum, monoid, A, descriptor);
    return result;
}

/// C<mask>(rows, cols) ⊙= A: the mask has C's shape, A that of the index lists. Entries of C in the region
/// but not in A are deleted unless there is an accumulator. An index must not be twice in a list.
MERGUS_API void assign(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const AnyMatrix& A,
                       const Indices& rows = {}, const Indices& cols = {}, Descriptor descriptor = {});

/// C<mask>(rows, cols) ⊙= the scalar everywhere in the region.
MERGUS_API void assign(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const Scalar& value,
                       const Indices& rows = {}, const Indices& cols = {}, Descriptor descriptor = {});

/// C<mask> ⊙= A(rows, cols); an index may be several times in a list.
MERGUS_API void extract(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const AnyMatrix& A,
                        const Indices& rows = {}, const Indices& cols = {}, Descriptor descriptor = {});

// ---- the same without mask and accumulator, as a new matrix of the input's type
// ----------------------------------------

template <ValueType T>
Matrix<T> select(const IndexUnaryOp& op, const Matrix<T>& A, const Scalar& y) {
    Matrix<T> C(A.context(), A.nrows(), A.ncols());
    select(C, no_mask, no_accum, op, A, y);
    return C;
}
/// The entries chosen by position: tril, triu, diag, …; y counts diagonals, rows or columns.
template <ValueType T>
Matrix<T> select(const IndexUnaryOp& op, const Matrix<T>& A, int y) {
    return select(op, A, Scalar(static_cast<const std::int64_t&>(std::int64_t{y})));
}

template <ValueType T>
Matrix<T> transpose(const Matrix<T>& A) {
    Matrix<T> C(A.context(), A.ncols(), A.nrows());
    transpose(C, no_mask, no_accum, A);
    return C;
}

} // namespace mergus
