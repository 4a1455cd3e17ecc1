/// \file ops.hpp
/// The operations, with the verbs and the argument order of the GraphBLAS C API.
///
/// Each computes T from its inputs and then writes it through mask and accumulator: C<mask, replace> ⊙= T
/// (GraphBLAS C API 2.0, section 2.3): with an accumulator Z = C ⊙ T on the union of the patterns,
/// otherwise Z = T. Where the mask is true, C(i,j) becomes Z(i,j), or no entry. Elsewhere C keeps its
/// entries, or loses them with the flag replace. C may also be the mask or an input. Values are cast
/// between built-in domains as SuiteSparse:GraphBLAS does: floats out of an integer type's range saturate,
/// NaN becomes 0. Integer arithmetic wraps.
///
/// Errors (thrown before anything is changed): uninitialized_object (an empty matrix), invalid_object
/// (matrices of different contexts), dimension_mismatch, domain_mismatch (a cast that involves a user type),
/// not_implemented, out_of_memory, compile_error (an operator's text), device_lost.
#pragma once

#include <mergus/algebra.hpp>
#include <mergus/descriptor.hpp>
#include <mergus/indices.hpp>
#include <mergus/matrix.hpp>
#include <mergus/scalar.hpp>

#include <cstdint>
#include <memory>
#include <span>

namespace mergus {

/// The type of no_mask.
struct NoMask {};

/// Write everywhere.
inline constexpr NoMask no_mask{};

/// The entries of C that an operation may write. No matrix: all of them. A matrix: those where it has an
/// entry that is true when cast to bool. A matrix that has a name is referred to and must outlive the mask;
/// a temporary one moves in. The flags are combined with the descriptor's: structure if either says so,
/// complement if one of them says so and not both. Without a matrix, structure means nothing, and
/// complement admits nothing.
class Mask {
public:
    Mask() noexcept = default;
    Mask(const Mask&) = default; // and no move: a moved-from mask would refer to a matrix that it lost
    Mask& operator=(const Mask&) = default;
    ~Mask() = default;

    // NOLINTNEXTLINE(google-explicit-constructor)
    Mask(NoMask) noexcept {}
    // NOLINTNEXTLINE(google-explicit-constructor): a matrix is a mask
    Mask(const AnyMatrix& matrix, Descriptor flags = {}) noexcept : matrix_(&matrix), flags_(flags) {}
    // NOLINTNEXTLINE(google-explicit-constructor)
    Mask(AnyMatrix&& matrix, Descriptor flags = {})
        : owned_(std::make_shared<const AnyMatrix>(std::move(matrix))), matrix_(owned_.get()), flags_(flags) {
    }
    Mask(const AnyMatrix&&, Descriptor = {}) = delete;
    /// The same matrix with other flags.
    Mask(const Mask& mask, Descriptor flags) : Mask(mask) { flags_ = flags; }

    [[nodiscard]] const AnyMatrix* matrix() const noexcept { return matrix_; }
    [[nodiscard]] Descriptor flags() const noexcept { return flags_; }

private:
    std::shared_ptr<const AnyMatrix> owned_; ///< null: the matrix is the caller's
    const AnyMatrix* matrix_ = nullptr;
    Descriptor flags_{};
};

/// A structural mask: the pattern counts, values are ignored.
inline Mask structure(const Mask& mask) {
    return {mask, mask.flags() | use_structure};
}
/// Where the mask is not. Twice is the mask again, also if one of them is the descriptor's (DESC_C).
inline Mask complement(const Mask& mask) {
    return {mask, mask.flags() ^ use_complement};
}

/// C<mask> ⊙= A ⊕.⊗ B. A is m×k, B is k×n (after the descriptor's transposes), C and mask m×n.
MERGUS_API void mxm(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const AnySemiring& semiring,
                    const AnyMatrix& A, const AnyMatrix& B, Descriptor descriptor = {});

/// C<mask> ⊙= A'; with transpose_first, A itself.
MERGUS_API void transpose(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const AnyMatrix& A,
                          Descriptor descriptor = {});

/// C<mask> ⊙= A ⊕ B on the union of the patterns: op where both have an entry, otherwise the single entry.
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

/// C<mask> ⊙= the monoid over each row of A, if C and mask are nrows × 1, or over each column, if they are 1
/// × ncols (of A after the descriptor's transpose). A row or column without entries gives none.
MERGUS_API void reduce(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const AnyMonoid& monoid,
                       const AnyMatrix& A, Descriptor descriptor = {});

/// result = the monoid over all entries of A (its identity if there are none), or accum(result, that), in
/// `type`. Of the descriptor's flags only `deterministic` is accepted.
MERGUS_API void reduce(void* result, const mergus_type* type, const BinaryOp& accum, const AnyMonoid& monoid,
                       const AnyMatrix& A, Descriptor descriptor = {});

/// The reduction of all entries of A; the identity if there are none.
template <ValueType T>
T reduce(const Monoid<T>& monoid, const AnyMatrix& A, Descriptor descriptor = {}) {
    T result;
    reduce(&result, type_of<T>(), no_accum, monoid, A, descriptor);
    return result;
}

/// C<mask>(rows, cols) ⊙= A. The mask has the shape of C; A has the shape of the index lists. Without an
/// accumulator, entries of C in the region that are not in A are deleted. A list must not repeat an index.
MERGUS_API void assign(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const AnyMatrix& A,
                       const Indices& rows = {}, const Indices& cols = {}, Descriptor descriptor = {});

/// C<mask>(rows, cols) ⊙= the scalar everywhere in the region. A C++ value must be one of C's type (see
/// Scalar).
MERGUS_API void assign(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const Scalar& value,
                       const Indices& rows = {}, const Indices& cols = {}, Descriptor descriptor = {});

/// C<mask> ⊙= A(rows, cols). A list may repeat an index.
MERGUS_API void extract(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const AnyMatrix& A,
                        const Indices& rows = {}, const Indices& cols = {}, Descriptor descriptor = {});

// ---- the same without mask and accumulator, as a new matrix of the input's type

/// The entries chosen by value or by position (tril, triu, diag, …, where y counts diagonals, rows or
/// columns).
template <ValueType T>
Matrix<T> select(const IndexUnaryOp& op, const Matrix<T>& A, const Scalar& y) {
    Matrix<T> C(A.context(), A.nrows(), A.ncols());
    select(C, no_mask, no_accum, op, A, y);
    return C;
}

template <ValueType T>
Matrix<T> transpose(const Matrix<T>& A) {
    Matrix<T> C(A.context(), A.ncols(), A.nrows());
    transpose(C, no_mask, no_accum, A);
    return C;
}

// ---- comparison

/// Whether A and B have the same type, shape, pattern and values. Values of built-in types are compared with
/// ==: 0 equals −0, and a NaN equals nothing, so a matrix with a NaN is not equal to itself. Values of a user
/// type are compared byte by byte, padding included. A and B may belong to different contexts. \throws Error
/// uninitialized_object, out_of_memory.
MERGUS_API bool isequal(const AnyMatrix& A, const AnyMatrix& B);

/// Whether A and B have the same shape and pattern, and op(a, b) is true for every pair of entries. Types may
/// differ, if they cast to op's. \throws Error domain_mismatch if op's result is not bool.
MERGUS_API bool isequal(const AnyMatrix& A, const AnyMatrix& B, const BinaryOp& op);

} // namespace mergus
