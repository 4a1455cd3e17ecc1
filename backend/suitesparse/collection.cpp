/// \file collection.cpp
/// Creates, copies and converts matrices and vectors of GraphBLAS, and reads their properties.
#include "collection.hpp"

namespace mergus::suitesparse {

namespace {

/// Full and bitmap formats are fast for dense vectors. But GrB_mxm of version 7.4.0 does not terminate for
/// full matrices without rows or without columns.
std::int32_t forms_for(GrB_Index nrows, GrB_Index ncols) {
    return nrows == 0 || ncols == 0 ? GxB_SPARSE | GxB_HYPERSPARSE : GxB_AUTO_SPARSITY;
}

/// The same for a new object, which may have all forms.
void restrict_forms(Collection made, GrB_Index nrows, GrB_Index ncols) {
    if (const std::int32_t forms = forms_for(nrows, ncols); forms != GxB_AUTO_SPARSITY)
        set_forms(made, forms);
}

} // namespace

MatrixHandle new_matrix(GrB_Type type, GrB_Index nrows, GrB_Index ncols) {
    MatrixHandle matrix;
    check(GrB_Matrix_new(matrix.put(), type, nrows, ncols), "GrB_Matrix_new");
    // The program may have set another default. Setting an option takes longer than reading it.
    std::int32_t format = 0;
    check(GxB_Matrix_Option_get_INT32(matrix.get(), GxB_FORMAT, &format), "GxB_Matrix_Option_get",
          matrix.get());
    if (format != GxB_BY_ROW)
        check(GxB_Matrix_Option_set_INT32(matrix.get(), GxB_FORMAT, GxB_BY_ROW), "GxB_Matrix_Option_set",
              matrix.get());
    restrict_forms(matrix.get(), nrows, ncols);
    return matrix;
}

VectorHandle new_vector(GrB_Type type, GrB_Index size) {
    VectorHandle vector;
    check(GrB_Vector_new(vector.put(), type, size), "GrB_Vector_new");
    restrict_forms(vector.get(), size, 1);
    return vector;
}

CollectionHandle new_like(Collection like, const Type& type) {
    if (like.is_vector()) return new_vector(type, nrows_of(like));
    return new_matrix(type, nrows_of(like), ncols_of(like));
}

MatrixHandle duplicate(GrB_Matrix matrix) {
    MatrixHandle copy;
    check(GrB_Matrix_dup(copy.put(), matrix), "GrB_Matrix_dup");
    set_forms(copy.get(), forms_for(nrows_of(matrix), ncols_of(matrix)));
    return copy;
}

VectorHandle duplicate(GrB_Vector vector) {
    VectorHandle copy;
    check(GrB_Vector_dup(copy.put(), vector), "GrB_Vector_dup");
    set_forms(copy.get(), forms_for(nrows_of(vector), 1));
    return copy;
}

CollectionHandle duplicate(Collection collection) {
    if (collection.is_vector()) return duplicate(collection.vector());
    return duplicate(collection.matrix());
}

MatrixHandle as_column(GrB_Vector vector, GrB_Type type) {
    const GrB_Index n = nrows_of(vector);
    MatrixHandle matrix = new_matrix(type, n, 1);
    check(GrB_Col_assign(matrix.get(), nullptr, nullptr, vector, GrB_ALL, n, 0, nullptr), "GrB_Col_assign",
          matrix.get());
    finish(matrix.get());
    return matrix;
}

MatrixHandle as_row(GrB_Vector vector, GrB_Type type) {
    const GrB_Index n = nrows_of(vector);
    MatrixHandle matrix = new_matrix(type, 1, n);
    check(GrB_Row_assign(matrix.get(), nullptr, nullptr, vector, 0, GrB_ALL, n, nullptr), "GrB_Row_assign",
          matrix.get());
    finish(matrix.get());
    return matrix;
}

VectorHandle column_of(GrB_Matrix matrix) {
    const GrB_Index n = nrows_of(matrix);
    VectorHandle vector = new_vector(type_of(matrix), n);
    check(GrB_Col_extract(vector.get(), nullptr, nullptr, matrix, GrB_ALL, n, 0, nullptr), "GrB_Col_extract",
          vector.get());
    finish(vector.get());
    return vector;
}

VectorHandle row_of(GrB_Matrix matrix) {
    const GrB_Index n = ncols_of(matrix);
    VectorHandle vector = new_vector(type_of(matrix), n);
    check(GrB_Col_extract(vector.get(), nullptr, nullptr, matrix, GrB_ALL, n, 0, GrB_DESC_T0),
          "GrB_Col_extract", vector.get());
    finish(vector.get());
    return vector;
}

void finish(Collection collection) {
    check(collection.is_vector() ? GrB_Vector_wait(collection.vector(), GrB_MATERIALIZE)
                                 : GrB_Matrix_wait(collection.matrix(), GrB_MATERIALIZE),
          "GrB_wait", collection);
}

void resize(Collection collection, GrB_Index nrows, GrB_Index ncols) {
    // While the matrix has the new shape in a form that forms_for excludes, no operation uses it.
    if (collection.is_vector()) {
        check(GrB_Vector_resize(collection.vector(), nrows), "GrB_Vector_resize", collection);
        set_forms(collection, forms_for(nrows, 1));
    } else {
        check(GrB_Matrix_resize(collection.matrix(), nrows, ncols), "GrB_Matrix_resize", collection);
        set_forms(collection, forms_for(nrows, ncols));
    }
    finish(collection);
}

GrB_Index nrows_of(Collection collection) {
    GrB_Index n = 0;
    check(collection.is_vector() ? GrB_Vector_size(&n, collection.vector())
                                 : GrB_Matrix_nrows(&n, collection.matrix()),
          "GrB_Matrix_nrows");
    return n;
}

GrB_Index ncols_of(Collection collection) {
    GrB_Index n = 1;
    if (!collection.is_vector()) check(GrB_Matrix_ncols(&n, collection.matrix()), "GrB_Matrix_ncols");
    return n;
}

GrB_Index nvals_of(Collection collection) {
    GrB_Index n = 0;
    check(collection.is_vector() ? GrB_Vector_nvals(&n, collection.vector())
                                 : GrB_Matrix_nvals(&n, collection.matrix()),
          "GrB_nvals");
    return n;
}

std::uint64_t bytes_of(Collection collection) {
    std::size_t n = 0;
    check(collection.is_vector() ? GxB_Vector_memoryUsage(&n, collection.vector())
                                 : GxB_Matrix_memoryUsage(&n, collection.matrix()),
          "GxB_memoryUsage");
    return n;
}

GrB_Type type_of(Collection collection) {
    GrB_Type type = nullptr;
    check(collection.is_vector() ? GxB_Vector_type(&type, collection.vector())
                                 : GxB_Matrix_type(&type, collection.matrix()),
          "GxB_type", collection);
    return type;
}

bool iso(Collection collection) {
    bool found = false;
    check(collection.is_vector() ? GxB_Vector_iso(&found, collection.vector())
                                 : GxB_Matrix_iso(&found, collection.matrix()),
          "GxB_iso", collection);
    return found;
}

std::int32_t form_of(Collection collection) {
    std::int32_t form = 0;
    check(collection.is_vector()
              ? GxB_Vector_Option_get_INT32(collection.vector(), GxB_SPARSITY_STATUS, &form)
              : GxB_Matrix_Option_get_INT32(collection.matrix(), GxB_SPARSITY_STATUS, &form),
          "GxB_Option_get", collection);
    return form;
}

void set_forms(Collection collection, std::int32_t forms) {
    check(collection.is_vector()
              ? GxB_Vector_Option_set_INT32(collection.vector(), GxB_SPARSITY_CONTROL, forms)
              : GxB_Matrix_Option_set_INT32(collection.matrix(), GxB_SPARSITY_CONTROL, forms),
          "GxB_Option_set", collection);
}

} // namespace mergus::suitesparse
