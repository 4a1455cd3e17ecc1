/// \file copies.cpp
/// Results through the functions that move entries out of an object and into one.
#include "objects.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace mergus::tests {

namespace {

/// Room for values, aligned for every type.
std::vector<std::max_align_t> room(const mergus_type* type, GrB_Index count) {
    return std::vector<std::max_align_t>(count * type->size / sizeof(std::max_align_t) + 1);
}

GrB_Matrix through_tuples(GrB_Matrix C, GrB_Type type, const AnyMatrix& matrix) {
    GrB_Index count = matrix.nvals();
    std::vector<GrB_Index> rows(count + 1), cols(count + 1);
    std::vector<std::max_align_t> values = room(matrix.type(), count);
    forms::GrB_Matrix_extractTuples::with_array(matrix.type(), values.data(), [&](auto extract, auto* array) {
        return extract(rows.data(), cols.data(), array, &count, C);
    });
    GrB_Matrix made = nullptr;
    check(GrB_Matrix_new(&made, type, matrix.nrows(), matrix.ncols()));
    forms::GrB_Matrix_build::with_array(matrix.type(), values.data(), [&](auto build, auto* array) {
        return build(made, rows.data(), cols.data(), array, count, nullptr);
    });
    return made;
}

GrB_Matrix through_export(GrB_Matrix C, GrB_Type type, const AnyMatrix& matrix, GrB_Format format) {
    GrB_Index n_indptr = 0, n_indices = 0, n_values = 0;
    check(GrB_Matrix_exportSize(&n_indptr, &n_indices, &n_values, format, C));
    std::vector<GrB_Index> indptr(n_indptr + 1), indices(n_indices + 1);
    std::vector<std::max_align_t> values = room(matrix.type(), n_values);
    forms::GrB_Matrix_export::with_array(matrix.type(), values.data(), [&](auto get, auto* array) {
        return get(indptr.data(), indices.data(), array, &n_indptr, &n_indices, &n_values, format, C);
    });
    GrB_Matrix made = nullptr;
    forms::GrB_Matrix_import::with_array(matrix.type(), values.data(), [&](auto put, auto* array) {
        return put(&made, type, matrix.nrows(), matrix.ncols(), indptr.data(), indices.data(), array,
                   n_indptr, n_indices, n_values, format);
    });
    return made;
}

GrB_Matrix through_serialization(GrB_Matrix C, GrB_Type type) {
    GrB_Index size = 0;
    check(GrB_Matrix_serializeSize(&size, C));
    std::vector<unsigned char> bytes(size);
    check(GrB_Matrix_serialize(bytes.data(), &size, C));
    GrB_Matrix made = nullptr;
    check(GrB_Matrix_deserialize(&made, type, bytes.data(), size));
    return made;
}

} // namespace

void pass_through_copy(GrB_Matrix C, Choice& choice) {
    AnyMatrix& matrix = *mergus_graphblas_matrix(C);
    const std::uint64_t way = choice.of(8);
    if (way > 5 || is_complex(matrix.type())) return;
    const GrB_Type type = type_handle(matrix.type());
    GrB_Matrix made = nullptr;
    if (way == 0)
        check(GrB_Matrix_dup(&made, C));
    else if (way == 1)
        made = through_tuples(C, type, matrix);
    else if (way == 2)
        made = through_serialization(C, type);
    else
        made = through_export(C, type, matrix,
                              way == 3   ? GrB_CSR_FORMAT
                              : way == 4 ? GrB_CSC_FORMAT
                                         : GrB_COO_FORMAT);
    matrix = std::move(*mergus_graphblas_matrix(made));
    check(GrB_Matrix_free(&made));
}

void pass_through_copy(GrB_Vector w, Choice& choice) {
    AnyVector& vector = *mergus_graphblas_vector(w);
    const std::uint64_t way = choice.of(4);
    if (way > 1 || is_complex(vector.type())) return;
    GrB_Vector made = nullptr;
    if (way == 0) {
        check(GrB_Vector_dup(&made, w));
    } else {
        GrB_Index count = vector.nvals();
        std::vector<GrB_Index> indices(count + 1);
        std::vector<std::max_align_t> values = room(vector.type(), count);
        forms::GrB_Vector_extractTuples::with_array(
            vector.type(), values.data(),
            [&](auto extract, auto* array) { return extract(indices.data(), array, &count, w); });
        check(GrB_Vector_new(&made, type_handle(vector.type()), vector.size()));
        forms::GrB_Vector_build::with_array(vector.type(), values.data(), [&](auto build, auto* array) {
            return build(made, indices.data(), array, count, nullptr);
        });
    }
    vector = std::move(*mergus_graphblas_vector(made));
    check(GrB_Vector_free(&made));
}

} // namespace mergus::tests
