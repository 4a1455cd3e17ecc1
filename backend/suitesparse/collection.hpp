/// \file collection.hpp
/// Matrices and vectors of GraphBLAS: handles, properties, and one function for each pair of functions
/// GrB_Matrix_… and GrB_Vector_….
///
/// Invariant: all matrices are by row. A vector has the shape n × 1.
#pragma once

#include "types.hpp"

namespace mergus::suitesparse {

/// Owns a GrB_Matrix, a GrB_Vector, or neither.
class CollectionHandle {
public:
    CollectionHandle() noexcept = default;
    CollectionHandle(MatrixHandle matrix) noexcept : matrix_(std::move(matrix)) {}
    CollectionHandle(VectorHandle vector) noexcept : vector_(std::move(vector)) {}

    [[nodiscard]] Collection get() const noexcept {
        return vector_.get() != nullptr ? Collection(vector_.get()) : Collection(matrix_.get());
    }
    [[nodiscard]] bool is_null() const noexcept { return get().is_null(); }
    /// Null if this is a vector.
    [[nodiscard]] MatrixHandle take_matrix() noexcept { return std::move(matrix_); }
    /// Null if this is a matrix.
    [[nodiscard]] VectorHandle take_vector() noexcept { return std::move(vector_); }

private:
    MatrixHandle matrix_;
    VectorHandle vector_;
};

/// Without entries.
MatrixHandle new_matrix(GrB_Type type, GrB_Index nrows, GrB_Index ncols);
VectorHandle new_vector(GrB_Type type, GrB_Index size);
inline MatrixHandle new_matrix(const Type& type, GrB_Index nrows, GrB_Index ncols) {
    return new_matrix(type.grb, nrows, ncols);
}
inline VectorHandle new_vector(const Type& type, GrB_Index size) {
    return new_vector(type.grb, size);
}
/// Without entries; a matrix or a vector, and of the shape, as `like`.
CollectionHandle new_like(Collection like, const Type& type);

MatrixHandle duplicate(GrB_Matrix matrix);
VectorHandle duplicate(GrB_Vector vector);
CollectionHandle duplicate(Collection collection);

/// The vector as an n × 1 matrix, or as a 1 × n matrix. Values are cast to `type`.
MatrixHandle as_column(GrB_Vector vector, GrB_Type type);
MatrixHandle as_row(GrB_Vector vector, GrB_Type type);
/// Column 0, or row 0, of the matrix.
VectorHandle column_of(GrB_Matrix matrix);
VectorHandle row_of(GrB_Matrix matrix);

/// Completes pending work.
void finish(Collection collection);
/// Changes the shape in place. The ncols of a vector is not read.
void resize(Collection collection, GrB_Index nrows, GrB_Index ncols);

GrB_Index nrows_of(Collection collection);
GrB_Index ncols_of(Collection collection);
GrB_Index nvals_of(Collection collection);
std::uint64_t bytes_of(Collection collection);
GrB_Type type_of(Collection collection);
bool iso(Collection collection);
/// GxB_SPARSE, GxB_HYPERSPARSE, GxB_BITMAP or GxB_FULL.
std::int32_t form_of(Collection collection);
/// Converts to one of the forms and keeps it.
void set_forms(Collection collection, std::int32_t forms);

/// Where an operation writes: C<mask> ⊙= T. C and mask are matrices, or vectors.
struct Target {
    Collection C, mask;
    GrB_BinaryOp accum;
    GrB_Descriptor descriptor;
};

/// Index lists in GraphBLAS's format. A vector has no columns.
struct Region {
    const GrB_Index* rows;
    GrB_Index nrows;
    const GrB_Index* cols;
    GrB_Index ncols;
};

/// The operations of GraphBLAS that both kinds have. Inputs are of C's kind.
namespace grb {

void apply(const Target& to, GrB_UnaryOp op, Collection A);
void apply_first(const Target& to, GrB_BinaryOp op, GrB_Scalar x, Collection B);
void apply_second(const Target& to, GrB_BinaryOp op, Collection A, GrB_Scalar y);
void apply_index(const Target& to, GrB_IndexUnaryOp op, Collection A, GrB_Scalar y);
void select(const Target& to, GrB_IndexUnaryOp op, Collection A, GrB_Scalar y);
void ewise_add(const Target& to, GrB_BinaryOp op, Collection A, Collection B);
void ewise_mult(const Target& to, GrB_BinaryOp op, Collection A, Collection B);
/// GrB_mxm, GrB_mxv or GrB_vxm, by which of A and B is a vector.
void product(const Target& to, GrB_Semiring semiring, Collection A, Collection B);
/// A vector A and a matrix C: into row or column of C, without a mask (GrB_Row_assign, GrB_Col_assign).
void assign(const Target& to, Collection A, const Region& region);
void assign_scalar(const Target& to, GrB_Scalar scalar, const Region& region);
/// A matrix A and a vector C: a part of a column of A (GrB_Col_extract).
void extract(const Target& to, Collection A, const Region& region);
/// T = A'; of a vector T = A.
void transpose(const Target& to, Collection A);

} // namespace grb

} // namespace mergus::suitesparse
