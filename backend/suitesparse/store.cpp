/// \file store.cpp
/// Matrices and vectors with arrays that GraphBLAS did not allocate.
#include "store.hpp"

namespace mergus::suitesparse {

namespace {

std::size_t value_size_of(Collection collection) {
    std::size_t size = 0;
    check(GxB_Type_size(&size, type_of(collection)), "GxB_Type_size");
    return size;
}

} // namespace

Store::Store(MatrixHandle empty, const Lender& lender) : collection_(std::move(empty)) {
    GrB_Index* row_ptr = lender.row_ptr;
    GrB_Index* cols = lender.indices;
    void* values = lender.values;
    const GrB_Matrix matrix = collection_.get().matrix();
    check(GxB_Matrix_pack_CSR(matrix, &row_ptr, &cols, &values, (nrows_of(matrix) + 1) * sizeof(GrB_Index),
                              lender.nvals * sizeof(GrB_Index),
                              (lender.iso ? 1 : lender.nvals) * value_size_of(matrix), lender.iso, false,
                              nullptr),
          "GxB_Matrix_pack_CSR", matrix);
    lender_ = lender;
    keep_form(GxB_SPARSE);
}

Store::Store(VectorHandle empty, const Lender& lender) : collection_(std::move(empty)) {
    const GrB_Vector vector = collection_.get().vector();
    const GrB_Index size = nrows_of(vector), value_size = value_size_of(vector);
    const GrB_Index slots = lender.iso ? 1 : lender.format == MERGUS_VECTOR_LIST ? lender.nvals : size;
    GrB_Index* indices = lender.indices;
    std::int8_t* present = lender.present;
    void* values = lender.values;
    std::int32_t form = 0;
    switch (lender.format) {
    case MERGUS_VECTOR_LIST:
        form = GxB_SPARSE;
        check(GxB_Vector_pack_CSC(vector, &indices, &values, lender.nvals * sizeof(GrB_Index),
                                  slots * value_size, lender.iso, lender.nvals, false, nullptr),
              "GxB_Vector_pack_CSC", vector);
        break;
    case MERGUS_VECTOR_FULL:
        form = GxB_FULL;
        check(GxB_Vector_pack_Full(vector, &values, slots * value_size, lender.iso, nullptr),
              "GxB_Vector_pack_Full", vector);
        break;
    default:
        form = GxB_BITMAP;
        check(GxB_Vector_pack_Bitmap(vector, &present, &values, size, slots * value_size, lender.iso,
                                     lender.nvals, nullptr),
              "GxB_Vector_pack_Bitmap", vector);
    }
    lender_ = lender;
    keep_form(form);
}

void Store::keep_form(std::int32_t form) {
    try {
        set_forms(collection_.get(), form);
    } catch (...) {
        (void)give_back();
        throw;
    }
}

Lender Store::give_back() noexcept {
    // Unlike other ways of extracting the arrays, GxB_…_export allocates nothing, so it cannot fail.
    GrB_Type type = nullptr;
    GrB_Index nrows = 0, ncols = 0, nvals = 0, row_ptr_size = 0, indices_size = 0, values_size = 0;
    GrB_Index *row_ptr = nullptr, *indices = nullptr;
    std::int8_t* present = nullptr;
    void* values = nullptr;
    bool iso = false;
    if (!collection_.get().is_vector()) {
        GrB_Matrix matrix = collection_.take_matrix().release();
        (void)GxB_Matrix_export_CSR(&matrix, &type, &nrows, &ncols, &row_ptr, &indices, &values,
                                    &row_ptr_size, &indices_size, &values_size, &iso, nullptr, nullptr);
        return std::exchange(lender_, {});
    }
    GrB_Vector vector = collection_.take_vector().release();
    switch (lender_.format) {
    case MERGUS_VECTOR_LIST:
        (void)GxB_Vector_export_CSC(&vector, &type, &nrows, &indices, &values, &indices_size, &values_size,
                                    &iso, &nvals, nullptr, nullptr);
        break;
    case MERGUS_VECTOR_FULL:
        (void)GxB_Vector_export_Full(&vector, &type, &nrows, &values, &values_size, &iso, nullptr);
        break;
    default:
        (void)GxB_Vector_export_Bitmap(&vector, &type, &nrows, &present, &values, &indices_size, &values_size,
                                       &iso, &nvals, nullptr);
    }
    return std::exchange(lender_, {});
}

} // namespace mergus::suitesparse
