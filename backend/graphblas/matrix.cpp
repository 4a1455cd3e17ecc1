/// \file matrix.cpp
/// The methods of GrB_Matrix.
#include "matrix.hpp"

#include "fields.hpp"
#include "values.hpp"
#include "views.hpp"

namespace mergus::grb {

std::uint64_t checked_dimension(GrB_Index size, std::string_view what) {
    if (size > GrB_INDEX_MAX + 1)
        fail(GrB_INVALID_VALUE, "the number of " + std::string(what) + " is over GrB_INDEX_MAX + 1");
    return size;
}

namespace {

template <class E>
void build(GrB_Matrix C, const GrB_Index* rows, const GrB_Index* cols, const E* values, GrB_Index count,
           GrB_BinaryOp dup) {
    live(C, "C");
    live_or_null(dup, "dup");
    const std::span<const std::uint64_t> row_list(not_null(rows, "rows"), count);
    const std::span<const std::uint64_t> col_list(not_null(cols, "cols"), count);
    not_null(values, "values");
    const BinaryOp op = dup == nullptr ? no_accum : dup->value;
    if (dup != nullptr) check_one_domain(*op.get());
    const mergus_type* const type = element_type<E>(C->value.type(), "C");
    C->value.build(row_list, col_list, values, type, op);
}

template <class V>
void set_element(GrB_Matrix C, V x, GrB_Index i, GrB_Index j) {
    live(C, "C");
    if constexpr (std::is_same_v<V, GrB_Scalar>)
        if (!live(x, "the scalar").present) {
            check_castable(x->type, C->value.type(), "the scalar into C");
            C->value.remove_element(i, j);
            return;
        }
    C->value.set_element(i, j, scalar_of(x, C->value.type(), "C"));
}

template <class E>
GrB_Info extract_element(E* x, GrB_Matrix A, GrB_Index i, GrB_Index j) {
    live(A, "A");
    not_null(x, "the value");
    const mergus_type* const type = element_type<E>(A->value.type(), "A");
    return A->value.extract_element(i, j, x, type) ? GrB_SUCCESS : GrB_NO_VALUE;
}

template <class E>
void extract_tuples(GrB_Index* rows, GrB_Index* cols, E* values, GrB_Index* nvals, GrB_Matrix A) {
    View entries(A, "A");
    not_null(nvals, "nvals");
    const AnyMatrix& from = entries.get();
    const mergus_type* const type = element_type<E>(from.type(), "A");
    check_castable(from.type(), type, "the entries of A");
    const std::uint64_t count = from.nvals();
    if (*nvals < count)
        fail(GrB_INSUFFICIENT_SPACE,
             "room for " + std::to_string(*nvals) + " entries, but A has " + std::to_string(count));
    // By columns in a matrix by columns, from which programs make arrays of columns.
    if (output_of(A) != nullptr && A->orientation == GrB_COLMAJOR && from.ncols() > 1)
        transpose(from).extract_tuples(cols, rows, values, type);
    else
        from.extract_tuples(rows, cols, values, type);
    *nvals = count;
}

} // namespace

} // namespace mergus::grb

mergus_grb_matrix::mergus_grb_matrix(mergus::AnyMatrix made, mergus::grb::UserType user)
    : Object(kind, nullptr), value(std::move(made)), user_type(std::move(user)),
      orientation(mergus::grb::new_orientation(value.nrows(), value.ncols())),
      bitmap_switch(mergus::grb::new_bitmap_switch(value.nrows(), value.ncols())),
      hyper_switch(mergus::grb::hints().hyper_switch) {}

using namespace mergus::grb;

GrB_Info GrB_Matrix_new(GrB_Matrix* C, GrB_Type type, GrB_Index nrows, GrB_Index ncols) {
    return construct(C, __func__, [&] {
        not_null(C, "the address of the handle");
        const mergus_type* const domain = live(type, "type").get();
        make(C,
             mergus::AnyMatrix(context(), domain, checked_dimension(nrows, "rows"),
                               checked_dimension(ncols, "columns")),
             type->user);
    });
}

GrB_Info GrB_Matrix_dup(GrB_Matrix* C, const GrB_Matrix A) {
    return construct(C, __func__, [&] {
        not_null(C, "the address of the handle");
        mergus::AnyMatrix copy = live(A, "A").value.dup();
        make(C, std::move(copy), A->user_type);
        (*C)->orientation = A->orientation;
        (*C)->sparsity = A->sparsity;
        (*C)->bitmap_switch = A->bitmap_switch;
        (*C)->hyper_switch = A->hyper_switch;
    });
}

GrB_Info GrB_Matrix_diag(GrB_Matrix* C, const GrB_Vector u, int64_t k) {
    return construct(C, __func__, [&] {
        not_null(C, "the address of the handle");
        const mergus::AnyVector& diagonal = live(u, "u").value;
        const std::uint64_t outside =
            k < 0 ? 0 - static_cast<std::uint64_t>(k) : static_cast<std::uint64_t>(k);
        if (diagonal.size() + outside > mergus::max_dimension) // both are at most 2^63
            mergus::grb::fail(GrB_NOT_IMPLEMENTED, "the matrix would have more than 2^60 rows");
        make(C, mergus::diag(diagonal, k), u->user_type);
    });
}

GrB_Info GrB_Matrix_resize(GrB_Matrix C, GrB_Index nrows, GrB_Index ncols) {
    return call(output_of(C), __func__, [&] {
        live(not_null(C, "C"), "C")
            .value.resize(checked_dimension(nrows, "rows"), checked_dimension(ncols, "columns"));
    });
}

GrB_Info GrB_Matrix_clear(GrB_Matrix C) {
    return call(output_of(C), __func__, [&] { live(C, "C").value.clear(); });
}

GrB_Info GrB_Matrix_nrows(GrB_Index* nrows, const GrB_Matrix A) {
    return call(output_of(A), __func__, [&] {
        const std::uint64_t found = View(A, "A").get().nrows();
        *not_null(nrows, "nrows") = found;
    });
}

GrB_Info GrB_Matrix_ncols(GrB_Index* ncols, const GrB_Matrix A) {
    return call(output_of(A), __func__, [&] {
        const std::uint64_t found = View(A, "A").get().ncols();
        *not_null(ncols, "ncols") = found;
    });
}

GrB_Info GrB_Matrix_nvals(GrB_Index* nvals, const GrB_Matrix A) {
    return call(output_of(A), __func__, [&] {
        const std::uint64_t found = View(A, "A").get().nvals();
        *not_null(nvals, "nvals") = found;
    });
}

GrB_Info GrB_Matrix_removeElement(GrB_Matrix C, GrB_Index i, GrB_Index j) {
    return call(output_of(C), __func__, [&] { live(C, "C").value.remove_element(i, j); });
}

GrB_Info GrB_Matrix_extractElement_Scalar(GrB_Scalar s, const GrB_Matrix A, GrB_Index i, GrB_Index j) {
    return call(output_of(s), __func__, [&] {
        live(s, "s");
        live(A, "A");
        s->present = A->value.extract_element(i, j, s->bytes.data(), s->type);
    });
}

#define MERGUS_MATRIX(F, P, S, V, E)                                                                         \
    GrB_Info P##_Matrix_build_##S(GrB_Matrix C, const GrB_Index* rows, const GrB_Index* cols,                \
                                  const E* values, GrB_Index nvals, const GrB_BinaryOp dup) {                \
        return call(output_of(C), __func__, [&] { build(C, rows, cols, values, nvals, dup); });              \
    }                                                                                                        \
    GrB_Info P##_Matrix_extractElement_##S(E* x, const GrB_Matrix A, GrB_Index i, GrB_Index j) {             \
        return call(output_of(A), __func__, [&] { return extract_element(x, A, i, j); });                    \
    }                                                                                                        \
    GrB_Info P##_Matrix_extractTuples_##S(GrB_Index* rows, GrB_Index* cols, E* values, GrB_Index* nvals,     \
                                          const GrB_Matrix A) {                                              \
        return call(output_of(A), __func__, [&] { extract_tuples(rows, cols, values, nvals, A); });          \
    }
GB_FOR_VALUES(MERGUS_MATRIX, )
GB_FOR_COMPLEX(MERGUS_MATRIX, )

#define MERGUS_MATRIX_SET(F, P, S, V, E)                                                                     \
    GrB_Info P##_Matrix_setElement_##S(GrB_Matrix C, V x, GrB_Index i, GrB_Index j) {                        \
        return call(output_of(C), __func__, [&] { set_element(C, x, i, j); });                               \
    }
GB_FOR_SCALARS(MERGUS_MATRIX_SET, )
GB_FOR_COMPLEX(MERGUS_MATRIX_SET, )
