/// \file diagonals.cpp
/// GxB_Matrix_diag, GxB_Vector_diag, and the build functions with one value.
#include "values.hpp"

using namespace mergus::grb;

namespace {

/// \throws Failure GrB_OUTPUT_NOT_EMPTY
void require_empty(const mergus::AnyObject& object) {
    if (object.nvals() != 0) fail(GrB_OUTPUT_NOT_EMPTY, "the output has entries");
}

std::vector<char> truths(std::size_t count) {
    return std::vector<char>(count, char{1});
}

/// The diagonal k of a transpose is this one of the matrix.
std::int64_t opposite(std::int64_t k) {
    return k == INT64_MIN ? INT64_MAX : -k;
}

} // namespace

GrB_Info GxB_Vector_diag(GrB_Vector w, const GrB_Matrix A, int64_t k, GB_HOW) {
    return call(output_of(w), __func__, [&] {
        const bool transposed = flags_of(descriptor).has(mergus::DESC_T0);
        mergus::diag(live(w, "w").value, mergus::no_mask, mergus::no_accum, live(A, "A").value,
                     transposed ? opposite(k) : k);
    });
}

GrB_Info GxB_Matrix_diag(GrB_Matrix C, const GrB_Vector u, int64_t k, GB_HOW) {
    return call(output_of(C), __func__, [&] {
        static_cast<void>(flags_of(descriptor));
        mergus::diag(live(C, "C").value, mergus::no_mask, mergus::no_accum, live(u, "u").value, k);
    });
}

// The pattern is built with a monoid that allows duplicates, and the value assigned to it: so every type
// works.

GrB_Info GxB_Vector_build_Scalar(GrB_Vector w, const GrB_Index* indices, GrB_Scalar s, GrB_Index nvals) {
    return call(output_of(w), __func__, [&] {
        mergus::AnyVector& output = live(w, "w").value;
        live(s, "s");
        const std::span<const std::uint64_t> list(not_null(indices, "indices"), nvals);
        check_castable(s->type, output.type(), "s into w");
        require_empty(output);
        const mergus::Scalar value = scalar_of(s, nullptr, "s");
        mergus::Vector<bool> pattern(output.context(), output.size());
        pattern.AnyVector::build(list, truths(nvals).data(), mergus::type_of<bool>(), mergus::ops::lor<bool>);
        mergus::assign(output, structure(mergus::Mask(pattern)), mergus::no_accum, value, mergus::all);
    });
}

GrB_Info GxB_Matrix_build_Scalar(GrB_Matrix C, const GrB_Index* rows, const GrB_Index* cols, GrB_Scalar s,
                                 GrB_Index nvals) {
    return call(output_of(C), __func__, [&] {
        mergus::AnyMatrix& output = live(C, "C").value;
        live(s, "s");
        const std::span<const std::uint64_t> row_list(not_null(rows, "rows"), nvals);
        const std::span<const std::uint64_t> col_list(not_null(cols, "cols"), nvals);
        check_castable(s->type, output.type(), "s into C");
        require_empty(output);
        const mergus::Scalar value = scalar_of(s, nullptr, "s");
        mergus::Matrix<bool> pattern(output.context(), output.nrows(), output.ncols());
        pattern.AnyMatrix::build(row_list, col_list, truths(nvals).data(), mergus::type_of<bool>(),
                                 mergus::ops::lor<bool>);
        mergus::assign(output, structure(mergus::Mask(pattern)), mergus::no_accum, value, mergus::all,
                       mergus::all);
    });
}
