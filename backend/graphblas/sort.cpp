/// \file sort.cpp
/// GxB_Vector_sort and GxB_Matrix_sort.
#include "call.hpp"

#include <mergus/sort.hpp>

namespace mergus::grb {

namespace {

/// An output, which may be null.
template <class Handle>
auto output(Handle handle, const char* argument) -> decltype(&handle->value) {
    return handle == nullptr ? nullptr : &live(handle, argument).value;
}

} // namespace

} // namespace mergus::grb

using namespace mergus::grb;

GrB_Info GxB_Vector_sort(GrB_Vector w, GrB_Vector p, const GrB_BinaryOp op, const GrB_Vector u, GB_HOW) {
    return call(output_of(w), __func__, [&] {
        static_cast<void>(flags_of(descriptor));
        const mergus::AnyVector& input = live(u, "u").value;
        const mergus::BinaryOp& before = live(op, "op").value;
        mergus::AnyVector *const values = output(w, "w"), *const positions = output(p, "p");
        if (w != nullptr && w == p) fail(GrB_NOT_IMPLEMENTED, "w and p are one vector");
        mergus::sort(values, positions, before, input);
    });
}

GrB_Info GxB_Matrix_sort(GrB_Matrix C, GrB_Matrix P, const GrB_BinaryOp op, const GrB_Matrix A, GB_HOW) {
    return call(output_of(C), __func__, [&] {
        const bool by_columns = flags_of(descriptor).has(mergus::DESC_T0);
        const mergus::AnyMatrix& input = live(A, "A").value;
        const mergus::BinaryOp& before = live(op, "op").value;
        mergus::AnyMatrix *const values = output(C, "C"), *const positions = output(P, "P");
        if (C != nullptr && C == P) fail(GrB_NOT_IMPLEMENTED, "C and P are one matrix");
        mergus::sort(values, positions, before, input, {.columns = by_columns});
    });
}
