/// \file assign.cpp
/// assign in all forms.
#include "values.hpp"

namespace mergus::grb {

namespace {

/// Whether V is a GrB_Scalar without a value: assigning it is assigning a region without entries.
template <class V>
bool is_empty(const V& x) {
    if constexpr (std::is_same_v<V, GrB_Scalar>)
        return !live(x, "the scalar").present;
    else
        return false;
}

std::uint64_t length(const Indices& indices, std::uint64_t size) {
    return indices.all() ? size : indices.list().size();
}

template <class V>
void assign_value(GrB_Vector w, GrB_Vector mask, GrB_BinaryOp accum, V x, const GrB_Index* indices,
                  GrB_Index count, GrB_Descriptor descriptor) {
    AnyVector& output = live(w, "w").value;
    const Indices region = indices_of(indices, count, "indices");
    if (is_empty(x))
        assign(output, mask_of(mask), accum_of(accum),
               AnyVector(output.context(), output.type(), length(region, output.size())), region,
               flags_of(descriptor));
    else
        assign(output, mask_of(mask), accum_of(accum), scalar_of(x, output.type(), "w"), region,
               flags_of(descriptor));
}

template <class V>
void assign_value(GrB_Matrix C, GrB_Matrix mask, GrB_BinaryOp accum, V x, const GrB_Index* rows,
                  GrB_Index nrows, const GrB_Index* cols, GrB_Index ncols, GrB_Descriptor descriptor) {
    AnyMatrix& output = live(C, "C").value;
    const Indices row_list = indices_of(rows, nrows, "rows");
    const Indices col_list = indices_of(cols, ncols, "cols");
    // A transpose of the first input has no meaning for a scalar.
    const Descriptor flags{flags_of(descriptor).bits & ~DESC_T0T1.bits};
    if (is_empty(x))
        assign(output, mask_of(mask), accum_of(accum),
               AnyMatrix(output.context(), output.type(), length(row_list, output.nrows()),
                         length(col_list, output.ncols())),
               row_list, col_list, flags);
    else
        assign(output, mask_of(mask), accum_of(accum), scalar_of(x, output.type(), "C"), row_list, col_list,
               flags);
}

} // namespace

} // namespace mergus::grb

using namespace mergus::grb;

GrB_Info GrB_Vector_assign(GB_TO_VECTOR, const GrB_Vector u, const GrB_Index* indices, GrB_Index count,
                           GB_HOW) {
    return call(output_of(w), __func__, [&] {
        mergus::assign(live(w, "w").value, mask_of(mask), accum_of(accum), live(u, "u").value,
                       indices_of(indices, count, "indices"), flags_of(descriptor));
    });
}

GrB_Info GrB_Matrix_assign(GB_TO_MATRIX, const GrB_Matrix A, GB_ROWS, GB_COLS, GB_HOW) {
    return call(output_of(C), __func__, [&] {
        mergus::assign(live(C, "C").value, mask_of(mask), accum_of(accum), live(A, "A").value,
                       indices_of(rows, nrows, "rows"), indices_of(cols, ncols, "cols"),
                       flags_of(descriptor));
    });
}

GrB_Info GrB_Col_assign(GrB_Matrix C, const GrB_Vector mask, const GrB_BinaryOp accum, const GrB_Vector u,
                        GB_ROWS, GrB_Index col, GB_HOW) {
    return call(output_of(C), __func__, [&] {
        mergus::assign(live(C, "C").value, mask_of(mask), accum_of(accum), live(u, "u").value,
                       indices_of(rows, nrows, "rows"), mergus::Natural(col), flags_of(descriptor));
    });
}

GrB_Info GrB_Row_assign(GrB_Matrix C, const GrB_Vector mask, const GrB_BinaryOp accum, const GrB_Vector u,
                        GrB_Index row, GB_COLS, GB_HOW) {
    return call(output_of(C), __func__, [&] {
        mergus::assign(live(C, "C").value, mask_of(mask), accum_of(accum), live(u, "u").value,
                       mergus::Natural(row), indices_of(cols, ncols, "cols"), flags_of(descriptor));
    });
}

#define MERGUS_ASSIGN(F, S, V, E)                                                                            \
    GrB_Info GrB_Vector_assign_##S(GB_TO_VECTOR, V x, const GrB_Index* indices, GrB_Index count, GB_HOW) {   \
        return call(output_of(w), __func__,                                                                  \
                    [&] { assign_value(w, mask, accum, x, indices, count, descriptor); });                   \
    }                                                                                                        \
    GrB_Info GrB_Matrix_assign_##S(GB_TO_MATRIX, V x, GB_ROWS, GB_COLS, GB_HOW) {                            \
        return call(output_of(C), __func__,                                                                  \
                    [&] { assign_value(C, mask, accum, x, rows, nrows, cols, ncols, descriptor); });         \
    }
GB_FOR_SCALARS(MERGUS_ASSIGN, )
