/// \file assign.cpp
/// assign in all forms.
#include "values.hpp"
#include "views.hpp"

#include <algorithm>
#include <vector>

namespace mergus::grb {

namespace {

/// The type of a GrB_Scalar without a value, otherwise null: assigning it is assigning a region without
/// entries.
template <class V>
const mergus_type* empty_type(const V& x) {
    if constexpr (std::is_same_v<V, GrB_Scalar>)
        return live(x, "the scalar").present ? nullptr : x->type;
    else
        return nullptr;
}

/// The list of indices of a region that is filled with one value: it may have duplicates, and its order has
/// no effect (GraphBLAS C API 2.1, section 4.3.7.5). The C++ library takes lists without duplicates.
class Region {
public:
    Region(const GrB_Index* list, GrB_Index count, std::string_view argument)
        : indices_(indices_of(list, count, argument)) {
        if (indices_.all()) return;
        const auto given = indices_.list();
        if (std::ranges::adjacent_find(given, std::ranges::greater_equal{}) == given.end()) return;
        sorted_.assign(given.begin(), given.end());
        std::ranges::sort(sorted_);
        sorted_.erase(std::unique(sorted_.begin(), sorted_.end()), sorted_.end());
        indices_ = std::span<const std::uint64_t>(sorted_);
    }
    Region(const Region&) = delete;
    Region& operator=(const Region&) = delete;
    ~Region() = default;
    [[nodiscard]] const Indices& indices() const noexcept { return indices_; }

private:
    std::vector<std::uint64_t> sorted_;
    Indices indices_;
};

std::uint64_t length(const Indices& indices, std::uint64_t size) {
    return indices.all() ? size : indices.list().size();
}

template <class V>
void assign_value(GrB_Vector w, GrB_Vector mask, GrB_BinaryOp accum, V x, const GrB_Index* indices,
                  GrB_Index count, GrB_Descriptor descriptor) {
    View to(w, "w");
    AnyVector& output = to.get();
    const Mask where = mask_of(mask);
    const BinaryOp how = accum_of(accum);
    const Descriptor flags = flags_of(descriptor);
    const Region distinct(indices, count, "indices");
    const Indices& region = distinct.indices();
    if (const mergus_type* const type = empty_type(x))
        assign(output, where, how, AnyVector(output.context(), type, length(region, output.size())), region,
               flags);
    else
        assign(output, where, how, scalar_of(x, output.type(), "w"), region, flags);
    to.store();
}

template <class V>
void assign_value(GrB_Matrix C, GrB_Matrix mask, GrB_BinaryOp accum, V x, const GrB_Index* rows,
                  GrB_Index nrows, const GrB_Index* cols, GrB_Index ncols, GrB_Descriptor descriptor) {
    View to(C, "C");
    AnyMatrix& output = to.get();
    const Mask where = mask_of(mask);
    const BinaryOp how = accum_of(accum);
    // A transpose of the first input has no meaning for a scalar.
    const Descriptor flags{flags_of(descriptor).bits & ~DESC_T0T1.bits};
    const Region distinct_rows(rows, nrows, "rows"), distinct_cols(cols, ncols, "cols");
    const Indices &row_list = distinct_rows.indices(), &col_list = distinct_cols.indices();
    if (const mergus_type* const type = empty_type(x))
        assign(output, where, how,
               AnyMatrix(output.context(), type, length(row_list, output.nrows()),
                         length(col_list, output.ncols())),
               row_list, col_list, flags);
    else
        assign(output, where, how, scalar_of(x, output.type(), "C"), row_list, col_list, flags);
    to.store();
}

} // namespace

} // namespace mergus::grb

using namespace mergus::grb;

GrB_Info GrB_Vector_assign(GB_TO_VECTOR, const GrB_Vector u, const GrB_Index* indices, GrB_Index count,
                           GB_HOW) {
    return call(output_of(w), __func__, [&] {
        View output(w, "w");
        mergus::assign(output.get(), mask_of(mask), accum_of(accum), View(u, "u").get(),
                       indices_of(indices, count, "indices"), flags_of(descriptor));
        output.store();
    });
}

GrB_Info GrB_Matrix_assign(GB_TO_MATRIX, const GrB_Matrix A, GB_ROWS, GB_COLS, GB_HOW) {
    return call(output_of(C), __func__, [&] {
        View output(C, "C");
        mergus::assign(output.get(), mask_of(mask), accum_of(accum), View(A, "A").get(),
                       indices_of(rows, nrows, "rows"), indices_of(cols, ncols, "cols"),
                       flags_of(descriptor));
        output.store();
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

#define MERGUS_ASSIGN(F, P, S, V, E)                                                                         \
    GrB_Info P##_Vector_assign_##S(GB_TO_VECTOR, V x, const GrB_Index* indices, GrB_Index count, GB_HOW) {   \
        return call(output_of(w), __func__,                                                                  \
                    [&] { assign_value(w, mask, accum, x, indices, count, descriptor); });                   \
    }                                                                                                        \
    GrB_Info P##_Matrix_assign_##S(GB_TO_MATRIX, V x, GB_ROWS, GB_COLS, GB_HOW) {                            \
        return call(output_of(C), __func__,                                                                  \
                    [&] { assign_value(C, mask, accum, x, rows, nrows, cols, ncols, descriptor); });         \
    }
GB_FOR_SCALARS(MERGUS_ASSIGN, )
GB_FOR_COMPLEX(MERGUS_ASSIGN, )
