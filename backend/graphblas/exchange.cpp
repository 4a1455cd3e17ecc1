/// \file exchange.cpp
/// GrB_Matrix_import and GrB_Matrix_export. Indices within a row or column may come in any order.
#include "matrix.hpp"
#include "values.hpp"

#include <algorithm>

namespace mergus::grb {

namespace {

void check_format(GrB_Format format) {
    if (format != GrB_CSR_FORMAT && format != GrB_CSC_FORMAT && format != GrB_COO_FORMAT)
        fail(GrB_INVALID_VALUE, "the format is unknown");
}

struct ImportArrays {
    const GrB_Index* indptr;
    const GrB_Index* indices;
    const void* values;
    GrB_Index n_indptr, n_indices, n_values;
};

/// The number of entries, from the offsets of the lines. \throws Failure GrB_INVALID_VALUE
std::uint64_t checked_offsets(const ImportArrays& in, std::uint64_t lines) {
    if (in.n_indptr < lines + 1)
        fail(GrB_INVALID_VALUE,
             "indptr has " + std::to_string(in.n_indptr) + " elements, not " + std::to_string(lines + 1));
    const GrB_Index* const offsets = in.indptr;
    const std::uint64_t nvals = offsets[lines];
    if (offsets[0] != 0) fail(GrB_INVALID_VALUE, "indptr does not begin with 0");
    if (nvals > in.n_indices || nvals > in.n_values)
        fail(GrB_INVALID_VALUE, "indptr ends with " + std::to_string(nvals) + ", but there are " +
                                    std::to_string(in.n_indices) + " indices and " +
                                    std::to_string(in.n_values) + " values");
    for (std::uint64_t line = 0; line < lines; ++line)
        if (offsets[line] > offsets[line + 1])
            fail(GrB_INVALID_VALUE, "indptr decreases after element " + std::to_string(line));
    return nvals;
}

/// Whether the indices of each line increase and are below `limit`.
bool increasing(const ImportArrays& in, std::uint64_t lines, std::uint64_t limit) {
    for (std::uint64_t line = 0; line < lines; ++line) {
        const GrB_Index begin = in.indptr[line], end = in.indptr[line + 1];
        for (GrB_Index e = begin + 1; e < end; ++e)
            if (in.indices[e - 1] >= in.indices[e]) return false;
        if (begin < end && in.indices[end - 1] >= limit) return false;
    }
    return true;
}

/// The number of the line of each entry.
std::vector<std::uint64_t> expand(const GrB_Index* offsets, std::uint64_t lines) {
    std::vector<std::uint64_t> numbers(offsets[lines]);
    for (std::uint64_t line = 0; line < lines; ++line)
        std::fill(numbers.begin() + static_cast<std::ptrdiff_t>(offsets[line]),
                  numbers.begin() + static_cast<std::ptrdiff_t>(offsets[line + 1]), line);
    return numbers;
}

/// The arrays as those of a matrix with that shape. Truth values are not checked here.
mergus_csr csr_of(const ImportArrays& in, const mergus_type* type, std::uint64_t nrows, std::uint64_t ncols) {
    mergus_csr csr{};
    csr.struct_size = sizeof csr;
    csr.type = type;
    csr.nrows = nrows;
    csr.ncols = ncols;
    csr.nvals = csr.capacity = in.indptr[nrows];
    csr.row_ptr = const_cast<GrB_Index*>(in.indptr); // NOLINT(cppcoreguidelines-pro-type-const-cast): copied
    csr.cols = const_cast<GrB_Index*>(in.indices);   // NOLINT(cppcoreguidelines-pro-type-const-cast)
    csr.values = const_cast<void*>(in.values);       // NOLINT(cppcoreguidelines-pro-type-const-cast)
    csr.pointer_bits = csr.index_bits = 64;
    csr.memory = MERGUS_MEMORY_HOST;
    if (type->code != MERGUS_BOOL) csr.flags = MERGUS_CSR_TRUSTED;
    return csr;
}

/// Lines with increasing indices are copied as they are; others are sorted by build, which also finds
/// duplicates.
AnyMatrix import_matrix(const mergus_type* type, std::uint64_t nrows, std::uint64_t ncols,
                        const ImportArrays& in, GrB_Format format) {
    AnyMatrix made(context(), type, nrows, ncols);
    if (format == GrB_COO_FORMAT) {
        if (in.n_indptr < in.n_values || in.n_indices < in.n_values)
            fail(GrB_INVALID_VALUE, "fewer indices than values");
        const std::span<const std::uint64_t> rows(in.indptr, in.n_values), cols(in.indices, in.n_values);
        made.build(rows, cols, in.values, type);
        return made;
    }
    const bool by_rows = format == GrB_CSR_FORMAT;
    const std::uint64_t lines = by_rows ? nrows : ncols, across = by_rows ? ncols : nrows;
    const std::uint64_t nvals = checked_offsets(in, lines);
    if (increasing(in, lines, across)) {
        AnyMatrix rows = AnyMatrix::import_csr(made.context(), csr_of(in, type, lines, across));
        if (by_rows) return rows;
        transpose(made, no_mask, no_accum, rows);
        return made;
    }
    const std::vector<std::uint64_t> numbers = expand(in.indptr, lines);
    const std::span<const std::uint64_t> indices(in.indices, nvals);
    if (by_rows)
        made.build(numbers, indices, in.values, type);
    else
        made.build(indices, numbers, in.values, type);
    return made;
}

template <class E>
void import_to(GrB_Matrix* A, GrB_Type type, GrB_Index nrows, GrB_Index ncols, const ImportArrays& in,
               GrB_Format format) {
    not_null(A, "the address of the handle");
    const mergus_type* const domain = live(type, "type").get();
    not_null(in.indptr, "indptr");
    not_null(in.indices, "indices");
    not_null(in.values, "values");
    check_format(format);
    nrows = checked_dimension(nrows, "rows");
    ncols = checked_dimension(ncols, "columns");
    if (element_type<E>(domain, "type") != domain)
        fail(GrB_DOMAIN_MISMATCH, "the values are not of the type of the matrix");
    make(A, import_matrix(domain, nrows, ncols, in, format), type->user);
}

/// The sizes of the arrays of an export.
struct Sizes {
    std::uint64_t indptr, nvals;
};
Sizes sizes_of(const AnyMatrix& A, GrB_Format format) {
    check_format(format);
    const std::uint64_t nvals = A.nvals();
    if (format == GrB_COO_FORMAT) return {nvals, nvals};
    return {(format == GrB_CSR_FORMAT ? A.nrows() : A.ncols()) + 1, nvals};
}

void export_rows(const AnyMatrix& A, GrB_Index* indptr, GrB_Index* indices, void* values,
                 std::uint64_t nvals) {
    mergus_csr csr{};
    csr.struct_size = sizeof csr;
    csr.type = A.type();
    csr.row_ptr = indptr;
    csr.cols = indices;
    csr.values = values;
    csr.pointer_bits = csr.index_bits = 64;
    csr.memory = MERGUS_MEMORY_HOST;
    csr.capacity = nvals;
    A.export_csr(csr);
}

template <class E>
void export_from(GrB_Index* indptr, GrB_Index* indices, E* values, GrB_Index* n_indptr, GrB_Index* n_indices,
                 GrB_Index* n_values, GrB_Format format, GrB_Matrix A) {
    const AnyMatrix& matrix = live(A, "A").value;
    not_null(indptr, "indptr");
    not_null(indices, "indices");
    not_null(values, "values");
    not_null(n_indptr, "n_indptr");
    not_null(n_indices, "n_indices");
    not_null(n_values, "n_values");
    const Sizes sizes = sizes_of(matrix, format);
    if (element_type<E>(matrix.type(), "A") != matrix.type())
        fail(GrB_DOMAIN_MISMATCH, "the values are not of the type of the matrix");
    if (*n_indptr < sizes.indptr || *n_indices < sizes.nvals || *n_values < sizes.nvals)
        fail(GrB_INSUFFICIENT_SPACE, "the arrays need room for " + std::to_string(sizes.indptr) +
                                         " elements of indptr and " + std::to_string(sizes.nvals) +
                                         " entries");
    if (format == GrB_COO_FORMAT) {
        matrix.extract_tuples(indptr, indices, values, matrix.type());
    } else if (format == GrB_CSR_FORMAT) {
        export_rows(matrix, indptr, indices, values, sizes.nvals);
    } else {
        AnyMatrix columns(matrix.context(), matrix.type(), matrix.ncols(), matrix.nrows());
        transpose(columns, no_mask, no_accum, matrix);
        export_rows(columns, indptr, indices, values, sizes.nvals);
    }
    *n_indptr = sizes.indptr;
    *n_indices = *n_values = sizes.nvals;
}

} // namespace

} // namespace mergus::grb

using namespace mergus::grb;

GrB_Info GrB_Matrix_exportSize(GrB_Index* n_indptr, GrB_Index* n_indices, GrB_Index* n_values,
                               GrB_Format format, GrB_Matrix A) {
    return call(output_of(A), __func__, [&] {
        live(A, "A");
        not_null(n_indptr, "n_indptr");
        not_null(n_indices, "n_indices");
        not_null(n_values, "n_values");
        const Sizes sizes = sizes_of(A->value, format);
        *n_indptr = sizes.indptr;
        *n_indices = *n_values = sizes.nvals;
    });
}

GrB_Info GrB_Matrix_exportHint(GrB_Format* hint, GrB_Matrix A) {
    return call(output_of(A), __func__, [&] {
        live(A, "A");
        *not_null(hint, "hint") = A->orientation == GrB_COLMAJOR ? GrB_CSC_FORMAT : GrB_CSR_FORMAT;
    });
}

#define MERGUS_EXCHANGE(F, P, S, V, E)                                                                       \
    GrB_Info P##_Matrix_import_##S(GrB_Matrix* A, GrB_Type type, GrB_Index nrows, GrB_Index ncols,           \
                                   const GrB_Index* indptr, const GrB_Index* indices, const E* values,       \
                                   GrB_Index n_indptr, GrB_Index n_indices, GrB_Index n_values,              \
                                   GrB_Format format) {                                                      \
        return construct(A, __func__, [&] {                                                                  \
            import_to<E>(A, type, nrows, ncols, {indptr, indices, values, n_indptr, n_indices, n_values},    \
                         format);                                                                            \
        });                                                                                                  \
    }                                                                                                        \
    GrB_Info P##_Matrix_export_##S(GrB_Index* indptr, GrB_Index* indices, E* values, GrB_Index* n_indptr,    \
                                   GrB_Index* n_indices, GrB_Index* n_values, GrB_Format format,             \
                                   GrB_Matrix A) {                                                           \
        return call(output_of(A), __func__, [&] {                                                            \
            export_from(indptr, indices, values, n_indptr, n_indices, n_values, format, A);                  \
        });                                                                                                  \
    }
GB_FOR_VALUES(MERGUS_EXCHANGE, )
GB_FOR_COMPLEX(MERGUS_EXCHANGE, )
