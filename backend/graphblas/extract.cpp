/// \file extract.cpp
/// extract.
#include "views.hpp"

using namespace mergus::grb;

GrB_Info GrB_Vector_extract(GB_TO_VECTOR, const GrB_Vector u, const GrB_Index* indices, GrB_Index count,
                            GB_HOW) {
    return call(output_of(w), __func__, [&] {
        View output(w, "w");
        mergus::extract(output.get(), mask_of(mask), accum_of(accum), View(u, "u").get(),
                        indices_of(indices, count, "indices"), flags_of(descriptor));
        output.store();
    });
}

GrB_Info GrB_Matrix_extract(GB_TO_MATRIX, const GrB_Matrix A, GB_ROWS, GB_COLS, GB_HOW) {
    return call(output_of(C), __func__, [&] {
        View output(C, "C");
        mergus::extract(output.get(), mask_of(mask), accum_of(accum), View(A, "A").get(),
                        indices_of(rows, nrows, "rows"), indices_of(cols, ncols, "cols"),
                        flags_of(descriptor));
        output.store();
    });
}

GrB_Info GrB_Col_extract(GB_TO_VECTOR, const GrB_Matrix A, GB_ROWS, GrB_Index col, GB_HOW) {
    return call(output_of(w), __func__, [&] {
        View output(w, "w");
        mergus::extract(output.get(), mask_of(mask), accum_of(accum), View(A, "A").get(),
                        indices_of(rows, nrows, "rows"), mergus::Natural(col), flags_of(descriptor));
        output.store();
    });
}
