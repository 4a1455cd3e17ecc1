/// \file subassign.cpp
/// GxB_…_subassign: the region is extracted, assigned to under the mask, and put back. What `replace` and the
/// mask leave of the region is thus decided by assign.
#include "call.hpp"

namespace mergus::grb {

namespace {

void pass_on(GrB_Info info) {
    if (info != GrB_SUCCESS) fail(info, last_error());
}

std::uint64_t length(const Indices& indices, std::uint64_t size) {
    return indices.all() ? size : indices.list().size();
}

/// write(part) assigns to all of the part.
template <class Write>
void to_region(GrB_Vector w, const GrB_Index* list, GrB_Index count, const Write& write) {
    AnyVector& output = live(w, "w").value;
    const Indices indices = indices_of(list, count, "indices");
    mergus_grb_vector part(AnyVector(output.context(), output.type(), length(indices, output.size())),
                           w->user_type);
    extract(part.value, no_mask, no_accum, output, indices);
    pass_on(write(&part));
    assign(output, no_mask, no_accum, part.value, indices);
}

template <class Write>
void to_region(GrB_Matrix C, const GrB_Index* rows, GrB_Index nrows, const GrB_Index* cols, GrB_Index ncols,
               const Write& write) {
    AnyMatrix& output = live(C, "C").value;
    const Indices row_list = indices_of(rows, nrows, "rows"), col_list = indices_of(cols, ncols, "cols");
    mergus_grb_matrix part(AnyMatrix(output.context(), output.type(), length(row_list, output.nrows()),
                                     length(col_list, output.ncols())),
                           C->user_type);
    extract(part.value, no_mask, no_accum, output, row_list, col_list);
    pass_on(write(&part));
    assign(output, no_mask, no_accum, part.value, row_list, col_list);
}

} // namespace

} // namespace mergus::grb

using namespace mergus::grb;

GrB_Info GxB_Vector_subassign(GB_TO_VECTOR, const GrB_Vector u, const GrB_Index* indices, GrB_Index count,
                              GB_HOW) {
    return call(output_of(w), __func__, [&] {
        to_region(w, indices, count, [&](GrB_Vector part) {
            return GrB_Vector_assign(part, mask, accum, u, GrB_ALL, count, descriptor);
        });
    });
}

GrB_Info GxB_Matrix_subassign(GB_TO_MATRIX, const GrB_Matrix A, GB_ROWS, GB_COLS, GB_HOW) {
    return call(output_of(C), __func__, [&] {
        to_region(C, rows, nrows, cols, ncols, [&](GrB_Matrix part) {
            return GrB_Matrix_assign(part, mask, accum, A, GrB_ALL, nrows, GrB_ALL, ncols, descriptor);
        });
    });
}

GrB_Info GxB_Col_subassign(GrB_Matrix C, const GrB_Vector mask, const GrB_BinaryOp accum, const GrB_Vector u,
                           GB_ROWS, GrB_Index col, GB_HOW) {
    return call(output_of(C), __func__, [&] {
        mergus::AnyMatrix& output = live(C, "C").value;
        const mergus::Indices list = indices_of(rows, nrows, "rows");
        mergus_grb_vector part(
            mergus::AnyVector(output.context(), output.type(), length(list, output.nrows())), C->user_type);
        mergus::extract(part.value, mergus::no_mask, mergus::no_accum, output, list, mergus::Natural(col));
        pass_on(GrB_Vector_assign(&part, mask, accum, u, GrB_ALL, nrows, descriptor));
        mergus::assign(output, mergus::no_mask, mergus::no_accum, part.value, list, mergus::Natural(col));
    });
}

GrB_Info GxB_Row_subassign(GrB_Matrix C, const GrB_Vector mask, const GrB_BinaryOp accum, const GrB_Vector u,
                           GrB_Index row, GB_COLS, GB_HOW) {
    return call(output_of(C), __func__, [&] {
        mergus::AnyMatrix& output = live(C, "C").value;
        const mergus::Indices list = indices_of(cols, ncols, "cols");
        mergus_grb_vector part(
            mergus::AnyVector(output.context(), output.type(), length(list, output.ncols())), C->user_type);
        mergus::extract(part.value, mergus::no_mask, mergus::no_accum, output, mergus::Natural(row), list);
        pass_on(GrB_Vector_assign(&part, mask, accum, u, GrB_ALL, ncols, descriptor));
        mergus::assign(output, mergus::no_mask, mergus::no_accum, part.value, mergus::Natural(row), list);
    });
}

#define MERGUS_SUBASSIGN(F, P, S, V, E)                                                                      \
    GrB_Info GxB_Vector_subassign_##S(GB_TO_VECTOR, V x, const GrB_Index* indices, GrB_Index count,          \
                                      GB_HOW) {                                                              \
        return call(output_of(w), __func__, [&] {                                                            \
            to_region(w, indices, count, [&](GrB_Vector part) {                                              \
                return P##_Vector_assign_##S(part, mask, accum, x, GrB_ALL, count, descriptor);              \
            });                                                                                              \
        });                                                                                                  \
    }                                                                                                        \
    GrB_Info GxB_Matrix_subassign_##S(GB_TO_MATRIX, V x, GB_ROWS, GB_COLS, GB_HOW) {                         \
        return call(output_of(C), __func__, [&] {                                                            \
            to_region(C, rows, nrows, cols, ncols, [&](GrB_Matrix part) {                                    \
                return P##_Matrix_assign_##S(part, mask, accum, x, GrB_ALL, nrows, GrB_ALL, ncols,           \
                                             descriptor);                                                    \
            });                                                                                              \
        });                                                                                                  \
    }
GB_FOR_SCALARS(MERGUS_SUBASSIGN, )
GB_FOR_COMPLEX(MERGUS_SUBASSIGN, )
