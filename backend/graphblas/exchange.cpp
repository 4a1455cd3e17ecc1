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

/// The number of the row (or column) of each entry, from the offsets of the rows.
std::vector<std::uint64_t> expand(const GrB_Index* offsets, std::uint64_t lines, GrB_Index n_indices,
                                  GrB_Index n_values) {
    const std::uint64_t nvals = offsets[lines];
    if (offsets[0] != 0) fail(GrB_INVALID_VALUE, "indptr does not begin with 0");
    if (nvals > n_indices || nvals > n_values)
        fail(GrB_INVALID_VALUE, "indptr ends with " + std::to_string(nvals) + ", but there are " +
                                    std::to_string(n_indices) + " indices and " + std::to_string(n_values) +
                                    " values");
    for (std::uint64_t line = 0; line < lines; ++line)
        if (offsets[line] > offsets[line + 1])
            fail(GrB_INVALID_VALUE, "indptr decreases after element " + std::to_string(line));
    std::vector<std::uint64_t> numbers(nvals);
    for (std::uint64_t line = 0; line < lines; ++line)
        std::fill(numbers.begin() + static_cast<std::ptrdiff_t>(offsets[line]),
                  numbers.begin() + static_cast<std::ptrdiff_t>(offsets[line + 1]), line);
    return numbers;
}

struct ImportArrays {
    const GrB_Index* indptr;
    const GrB_Index* indices;
    const void* values;
    GrB_Index n_indptr, n_indices, n_values;
};

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
    const std::uint64_t lines = by_rows ? nrows : ncols;
    if (in.n_indptr < lines + 1)
        fail(GrB_INVALID_VALUE,
             "indptr has " + std::to_string(in.n_indptr) + " elements, not " + std::to_string(lines + 1));
    const std::vector<std::uint64_t> numbers = expand(in.indptr, lines, in.n_indices, in.n_values);
    const std::span<const std::uint64_t> indices(in.indices, numbers.size());
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
    make(A, import_matrix(domain, nrows, ncols, in, format));
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

/// Writes the offsets of the lines from the sorted line numbers.
void compress(const std::vector<std::uint64_t>& numbers, GrB_Index* offsets, std::uint64_t lines) {
    std::uint64_t entry = 0;
    for (std::uint64_t line = 0; line < lines; ++line) {
        offsets[line] = entry;
        while (entry < numbers.size() && numbers[entry] == line) ++entry;
    }
    offsets[lines] = entry;
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
    } else {
        const bool by_rows = format == GrB_CSR_FORMAT;
        const AnyMatrix transposed = by_rows ? AnyMatrix() : transpose(matrix);
        std::vector<std::uint64_t> numbers(sizes.nvals);
        (by_rows ? matrix : transposed).extract_tuples(numbers.data(), indices, values, matrix.type());
        compress(numbers, indptr, sizes.indptr - 1);
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

#define MERGUS_EXCHANGE(F, S, V, E)                                                                          \
    GrB_Info GrB_Matrix_import_##S(GrB_Matrix* A, GrB_Type type, GrB_Index nrows, GrB_Index ncols,           \
                                   const GrB_Index* indptr, const GrB_Index* indices, const E* values,       \
                                   GrB_Index n_indptr, GrB_Index n_indices, GrB_Index n_values,              \
                                   GrB_Format format) {                                                      \
        return call(nullptr, __func__, [&] {                                                                 \
            import_to<E>(A, type, nrows, ncols, {indptr, indices, values, n_indptr, n_indices, n_values},    \
                         format);                                                                            \
        });                                                                                                  \
    }                                                                                                        \
    GrB_Info GrB_Matrix_export_##S(GrB_Index* indptr, GrB_Index* indices, E* values, GrB_Index* n_indptr,    \
                                   GrB_Index* n_indices, GrB_Index* n_values, GrB_Format format,             \
                                   GrB_Matrix A) {                                                           \
        return call(output_of(A), __func__, [&] {                                                            \
            export_from(indptr, indices, values, n_indptr, n_indices, n_values, format, A);                  \
        });                                                                                                  \
    }
GB_FOR_VALUES(MERGUS_EXCHANGE, )
