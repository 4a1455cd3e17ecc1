/// \file matrix.cpp
/// Creates, copies and resizes matrices; tuples, also of vectors; exchange of GrB_Matrix objects with the
/// program.
#include "csr.hpp"
#include "operations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

namespace mergus::suitesparse {

namespace {

/// The number of entries whose row and column (of a vector: null) are those of an earlier entry.
std::uint64_t duplicates(const std::uint64_t* rows, const std::uint64_t* cols, std::uint64_t nvals) {
    std::vector<std::pair<std::uint64_t, std::uint64_t>> positions(nvals);
    for (std::uint64_t e = 0; e < nvals; ++e) positions[e] = {rows[e], cols != nullptr ? cols[e] : 0};
    std::sort(positions.begin(), positions.end());
    return static_cast<std::uint64_t>(
        std::distance(std::unique(positions.begin(), positions.end()), positions.end()));
}

mergus_matrix* wrap(const Type& type, CollectionHandle handle) {
    return new mergus_matrix{&type, Store(std::move(handle))};
}

/// The entries of A by row. `held` is A's type.
MatrixHandle copy_by_row(const mergus_context& context, GrB_Matrix A, GrB_Type held) {
    MatrixHandle copy = new_matrix(held, nrows_of(A), ncols_of(A));
    copy_through(context, copy.get(), {}, nullptr, A, 0);
    finish(copy.get());
    return copy;
}

/// Moves the arrays of A, whose GrB_Type is the program's own for the same values, into a matrix of `type`.
MatrixHandle retyped(const Type& type, GrB_Matrix A) {
    MatrixHandle matrix = new_matrix(type, nrows_of(A), ncols_of(A));
    if (nvals_of(A) == 0) return matrix;
    GrB_Index *row_ptr = nullptr, *cols = nullptr;
    void* values = nullptr;
    GrB_Index row_ptr_size = 0, cols_size = 0, values_size = 0;
    bool iso = false;
    check(GxB_Matrix_unpack_CSR(A, &row_ptr, &cols, &values, &row_ptr_size, &cols_size, &values_size, &iso,
                                nullptr, nullptr),
          "GxB_Matrix_unpack_CSR", A);
    check(GxB_Matrix_pack_CSR(matrix.get(), &row_ptr, &cols, &values, row_ptr_size, cols_size, values_size,
                              iso, false, nullptr),
          "GxB_Matrix_pack_CSR", matrix.get());
    return matrix;
}

} // namespace

mergus_matrix* matrix_new(const mergus_type* mergus_type, std::uint64_t nrows, std::uint64_t ncols) {
    const Type& type = intern(mergus_type);
    return wrap(type, new_matrix(type, nrows, ncols));
}

mergus_matrix* matrix_dup(const mergus_matrix& matrix) {
    CollectionHandle copy = duplicate(matrix.store.get());
    finish(copy.get());
    return wrap(*matrix.type, std::move(copy));
}

void matrix_clear(mergus_matrix& matrix) {
    matrix.store = Store(new_like(matrix.store.get(), *matrix.type));
}

void matrix_resize(mergus_matrix& matrix, std::uint64_t nrows, std::uint64_t ncols) {
    CollectionHandle resized = duplicate(matrix.store.get()); // GrB_resize may lose entries when it fails
    resize(resized.get(), nrows, ncols);
    matrix.store = Store(std::move(resized));
}

void matrix_info(const mergus_matrix& matrix, mergus_matrix_info& info) {
    const Collection A = matrix.store.get();
    if (A.is_null()) throw Failure{MERGUS_UNINITIALIZED_OBJECT, "the native matrix was taken out"};
    info.nrows = nrows_of(A);
    info.ncols = ncols_of(A);
    info.nvals = nvals_of(A);
    info.bytes = bytes_of(A);
    info.is_vector = A.is_vector() ? 1 : 0;
}

void matrix_build(mergus_context& context, mergus_matrix& matrix, const std::uint64_t* rows,
                  const std::uint64_t* cols, const void* values, const mergus_type* value_type,
                  std::uint64_t nvals, const mergus_op* dup) {
    const Collection old = matrix.store.get();
    if (nvals_of(old) != 0) throw Failure{MERGUS_OUTPUT_NOT_EMPTY, "the matrix has entries"};
    if (nvals == 0) return;
    CollectionHandle built = new_like(old, *matrix.type);
    const GrB_Matrix to_matrix = built.get().matrix();
    const GrB_Vector to_vector = built.get().vector();
    const GrB_BinaryOp op = context.operators.binary(dup);
    GrB_Info info = GrB_SUCCESS;
    switch (intern(value_type).code) {
#define MERGUS_CASE(PREFIX, SUFFIX, TYPE)                                                                    \
    case MERGUS_##SUFFIX:                                                                                    \
        info = old.is_vector() ? PREFIX##_Vector_build_##SUFFIX(to_vector, rows,                             \
                                                                static_cast<const TYPE*>(values), nvals, op) \
                               : PREFIX##_Matrix_build_##SUFFIX(                                             \
                                     to_matrix, rows, cols, static_cast<const TYPE*>(values), nvals, op);    \
        break;
        MERGUS_GRB_TYPES(MERGUS_CASE)
#undef MERGUS_CASE
    default:
        info = old.is_vector() ? GrB_Vector_build_UDT(to_vector, rows, values, nvals, op)
                               : GrB_Matrix_build_UDT(to_matrix, rows, cols, values, nvals, op);
    }
    if (info == GrB_INVALID_VALUE && dup == nullptr) // GraphBLAS has no message for this error
        if (const std::uint64_t more = duplicates(rows, cols, nvals); more > 0)
            throw Failure{info, fmt::format("{} of {} entries are duplicates, and no operator was given to "
                                            "combine them",
                                            more, nvals)};
    check(info, "GrB_build", built.get());
    finish(built.get());
    matrix.store = Store(std::move(built));
}

void matrix_extract_tuples(const mergus_matrix& matrix, std::uint64_t* rows, std::uint64_t* cols,
                           void* values, const mergus_type* value_type) {
    const Collection A = matrix.store.get();
    GrB_Index nvals = nvals_of(A);
    if (nvals == 0) return;
    const Type& type = values != nullptr && value_type != nullptr ? intern(value_type) : *matrix.type;
    GrB_Info info = GrB_SUCCESS;
    switch (type.code) {
#define MERGUS_CASE(PREFIX, SUFFIX, TYPE)                                                                    \
    case MERGUS_##SUFFIX:                                                                                    \
        info = A.is_vector() ? PREFIX##_Vector_extractTuples_##SUFFIX(rows, static_cast<TYPE*>(values),      \
                                                                      &nvals, A.vector())                    \
                             : PREFIX##_Matrix_extractTuples_##SUFFIX(                                       \
                                   rows, cols, static_cast<TYPE*>(values), &nvals, A.matrix());              \
        break;
        MERGUS_GRB_TYPES(MERGUS_CASE)
#undef MERGUS_CASE
    default:
        info = A.is_vector() ? GrB_Vector_extractTuples_UDT(rows, values, &nvals, A.vector())
                             : GrB_Matrix_extractTuples_UDT(rows, cols, values, &nvals, A.matrix());
    }
    check(info, "GrB_extractTuples", A);
}

mergus_matrix* matrix_adopt_native(const mergus_context& context, void* native,
                                   const mergus_type* mergus_type) {
    const Type& type = intern(mergus_type);
    GrB_Matrix A = static_cast<GrB_Matrix>(native);
    finish(A);
    GrB_Type held = nullptr;
    check(GxB_Matrix_type(&held, A), "GxB_Matrix_type", A);
    std::size_t size = 0;
    check(GxB_Type_size(&size, held), "GxB_Type_size");
    bool held_builtin = false;
#define MERGUS_CASE(PREFIX, SUFFIX, TYPE) held_builtin = held_builtin || held == PREFIX##_##SUFFIX;
    MERGUS_GRB_TYPES(MERGUS_CASE)
#undef MERGUS_CASE
    if (type.builtin() ? held != type.grb : held_builtin || size != type.size)
        throw Failure{MERGUS_DOMAIN_MISMATCH,
                      fmt::format("the GrB_Matrix is not of type {} ({} bytes)", type.name, type.size)};

    // Converting A in place can lose its entries when memory runs out, so another form is copied. After this
    // block A itself is freed only if every step has succeeded.
    auto matrix = std::make_unique<mergus_matrix>(mergus_matrix{&type, {}});
    std::int32_t format = GxB_BY_ROW, form = GxB_SPARSE;
    check(GxB_Matrix_Option_get_INT32(A, GxB_FORMAT, &format), "GxB_Matrix_Option_get", A);
    check(GxB_Matrix_Option_get_INT32(A, GxB_SPARSITY_STATUS, &form), "GxB_Matrix_Option_get", A);
    const bool own_type = held != type.grb;
    MatrixHandle copy;
    if (format != GxB_BY_ROW || (own_type && form != GxB_SPARSE)) copy = copy_by_row(context, A, held);
    if (own_type) copy = retyped(type, copy.get() != nullptr ? copy.get() : A);
    if (copy.get() == nullptr) {
        matrix->store = Store(MatrixHandle(A));
    } else {
        GrB_Matrix_free(&A);
        matrix->store = Store(std::move(copy));
    }
    return matrix.release();
}

void* matrix_release_native(mergus_matrix& matrix) {
    if (!matrix.store.lent()) return matrix.store.take().take_matrix().release();
    MatrixHandle copy = duplicate(
        matrix.store.get().matrix()); // GraphBLAS must own the arrays, because the program frees the matrix
    finish(copy.get());
    matrix.store = Store();
    return copy.release();
}

} // namespace mergus::suitesparse
