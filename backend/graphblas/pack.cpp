/// \file pack.cpp
/// GxB_Matrix_pack_… and GxB_Matrix_unpack_…. Columns are packed as the rows of the transpose.
///
/// Arrays that were packed are used without a copy by the backend suitesparse, and come back without a copy
/// if no operation has written the matrix; GPU backends copy them.
#include "pack.hpp"
#include "shown_format.hpp"
#include "sorted_entries.hpp"

#include <algorithm>

namespace mergus::grb {

namespace {

/// The arrays of compressed rows of the program.
struct Rows {
    GrB_Index *offsets, *indices;
    void* values;
    bool iso;
};

/// The transpose of a matrix with these rows, or the matrix itself.
AnyMatrix transposed(const AnyMatrix& A) {
    AnyMatrix made(A.context(), A.type(), A.ncols(), A.nrows());
    transpose(made, no_mask, no_accum, A);
    return made;
}

mergus_csr csr_of(const AnyMatrix& like, std::uint64_t nrows, std::uint64_t ncols, const Rows& rows) {
    mergus_csr csr{};
    csr.struct_size = sizeof csr;
    csr.type = like.type();
    csr.nrows = nrows;
    csr.ncols = ncols;
    csr.nvals = csr.capacity = rows.offsets[nrows];
    csr.row_ptr = rows.offsets;
    csr.cols = rows.indices;
    csr.values = rows.values;
    csr.pointer_bits = csr.index_bits = 64;
    csr.iso = rows.iso ? 1 : 0;
    csr.memory = MERGUS_MEMORY_HOST;
    return csr;
}

/// A matrix that takes the arrays over. After an exception they are the program's.
AnyMatrix adopt_rows(const AnyMatrix& like, std::uint64_t nrows, std::uint64_t ncols, const Rows& rows) {
    auto loan = std::make_unique<Loan>(std::array<void*, 3>{rows.offsets, rows.indices, rows.values});
    mergus_csr csr = csr_of(like, nrows, ncols, rows);
    csr.release = &Loan::give_back;
    csr.release_arg = loan.get();
    AnyMatrix made = AnyMatrix::import_csr(like.context(), csr);
    static_cast<void>(loan.release()); // given back by the matrix
    return made;
}

/// The transpose of a matrix with these rows. The arrays stay the program's.
AnyMatrix transpose_of_rows(const AnyMatrix& like, std::uint64_t nrows, std::uint64_t ncols,
                            const Rows& rows) {
    const Loan loan({rows.offsets, rows.indices, rows.values}); // no other object may have the arrays
    mergus_csr csr = csr_of(like, nrows, ncols, rows);
    csr.release = [](void*) {};
    return transposed(AnyMatrix::import_csr(like.context(), csr));
}

struct PackedRows {
    GrB_Index **offsets, **indices;
    void** values;
    GrB_Index offset_bytes, index_bytes, value_bytes;
    bool iso, jumbled;
};

void pack_rows(GrB_Matrix A, const PackedRows& in, bool by_rows) {
    AnyMatrix& matrix = live(A, "A").value;
    GrB_Index* const offsets = *not_null(in.offsets, "the address of the offsets");
    GrB_Index* const indices = *not_null(in.indices, "the address of the indices");
    void* const values = *not_null(in.values, "the address of the values");
    not_null(offsets, "the array of offsets");
    const std::uint64_t lines = by_rows ? matrix.nrows() : matrix.ncols();
    const std::uint64_t across = by_rows ? matrix.ncols() : matrix.nrows();
    check_bytes(in.offset_bytes, lines + 1, sizeof(GrB_Index), "the array of offsets");
    const std::uint64_t nvals = offsets[lines];
    if (!std::is_sorted(offsets, offsets + lines + 1) || offsets[0] != 0)
        fail(GrB_INVALID_VALUE, "the offsets decrease or do not begin with 0");
    if (nvals != 0) {
        not_null(indices, "the array of indices");
        not_null(values, "the array of values");
    }
    check_bytes(in.index_bytes, nvals, sizeof(GrB_Index), "the array of indices");
    const std::uint64_t size = matrix.type()->size;
    check_bytes(in.value_bytes, in.iso && nvals != 0 ? 1 : nvals, size, "the array of values");
    SortedEntries entries({offsets, lines + 1}, indices, values, in.iso ? 0 : size, in.jumbled);
    const Rows rows{offsets, entries.indices(), entries.values(), in.iso};
    if (by_rows) {
        matrix = adopt_rows(matrix, lines, across, rows);
        entries.moved();
    } else {
        matrix = transpose_of_rows(matrix, lines, across, rows);
        for (void* const array : {static_cast<void*>(offsets), static_cast<void*>(indices), values})
            FreeArray{}(array);
    }
    *in.offsets = nullptr;
    *in.indices = nullptr;
    *in.values = nullptr;
}

/// The rows of a matrix as arrays of the program.
struct TakenRows {
    ProgramArray offsets, indices;
    Values values;
    std::uint64_t nvals;
};

TakenRows export_rows(const AnyMatrix& A) {
    const std::uint64_t nvals = A.nvals(), size = A.type()->size;
    TakenRows made{new_array(A.nrows() + 1, sizeof(GrB_Index)),
                   new_array(nvals, sizeof(GrB_Index)),
                   {new_array(nvals, size), nvals, false},
                   nvals};
    mergus_csr csr{};
    csr.struct_size = sizeof csr;
    csr.type = A.type();
    csr.row_ptr = made.offsets.get();
    csr.cols = made.indices.get();
    csr.values = made.values.array.get();
    csr.pointer_bits = csr.index_bits = 64;
    csr.memory = MERGUS_MEMORY_HOST;
    csr.capacity = nvals;
    A.export_csr(csr);
    return made;
}

TakenRows copy_rows(const mergus_csr& csr, bool iso_wanted) {
    return {copy_indices(csr.row_ptr, csr.nrows + 1), copy_indices(csr.cols, csr.nvals),
            copy_values(csr.values, csr.nvals, csr.iso != 0, iso_wanted, csr.type->size), csr.nvals};
}

/// Moves the rows out of a matrix, which has no entries afterwards. After an exception it is as before.
TakenRows take_rows(AnyMatrix& A, bool iso_wanted) {
    if (!has_host_arrays(A.context())) {
        TakenRows rows = export_rows(A);
        A.clear();
        return rows;
    }
    CsrArrays arrays = A.release_csr();
    const mergus_csr& csr = arrays.csr();
    const bool iso = csr.iso != 0;
    if ((!iso || iso_wanted) && Loan::take({csr.row_ptr, csr.cols, csr.values}))
        return {ProgramArray(csr.row_ptr),
                ProgramArray(csr.cols),
                {ProgramArray(csr.values), iso ? 1 : csr.nvals, iso},
                csr.nvals};
    try {
        return copy_rows(csr, iso_wanted);
    } catch (...) {
        A = AnyMatrix::import_csr(A.context(), std::move(arrays));
        throw;
    }
}

struct UnpackedRows {
    GrB_Index **offsets, **indices;
    void** values;
    GrB_Index *offset_bytes, *index_bytes, *value_bytes;
    bool *iso, *jumbled;
};

void unpack_rows(GrB_Matrix A, const UnpackedRows& out, bool by_rows) {
    AnyMatrix& matrix = live(A, "A").value;
    not_null(out.offsets, "the address of the offsets");
    not_null(out.indices, "the address of the indices");
    not_null(out.values, "the address of the values");
    not_null(out.offset_bytes, "the size of the offsets");
    not_null(out.index_bytes, "the size of the indices");
    not_null(out.value_bytes, "the size of the values");
    TakenRows rows = [&] {
        if (by_rows) return take_rows(matrix, out.iso != nullptr);
        AnyMatrix columns = transposed(matrix);
        TakenRows taken = take_rows(columns, out.iso != nullptr);
        matrix.clear();
        return taken;
    }();
    hand_over(rows.offsets, out.offsets, (by_rows ? matrix.nrows() : matrix.ncols()) + 1, sizeof(GrB_Index),
              out.offset_bytes);
    hand_over(rows.indices, out.indices, rows.nvals, sizeof(GrB_Index), out.index_bytes);
    hand_over(rows.values.array, out.values, rows.values.count, matrix.type()->size, out.value_bytes);
    if (out.iso != nullptr) *out.iso = rows.values.iso;
    if (out.jumbled != nullptr) *out.jumbled = false;
}

// ---- full matrices: the values of all entries, by rows or by columns

std::uint64_t entries_of(const AnyMatrix& A) {
    const std::uint64_t nrows = A.nrows(), ncols = A.ncols();
    if (ncols != 0 && nrows > GrB_INDEX_MAX / ncols)
        fail(GrB_INVALID_VALUE, "a full matrix has at most GrB_INDEX_MAX entries");
    return nrows * ncols;
}

void pack_full(GrB_Matrix A, void** values, GrB_Index value_bytes, bool iso, bool by_rows) {
    AnyMatrix& matrix = live(A, "A").value;
    not_null(values, "the address of the values");
    const std::uint64_t nvals = entries_of(matrix), size = matrix.type()->size;
    if (nvals != 0) not_null(*values, "the array of values");
    check_bytes(value_bytes, iso && nvals != 0 ? 1 : nvals, size, "the array of values");
    const std::uint64_t lines = by_rows ? matrix.nrows() : matrix.ncols();
    const std::uint64_t across = by_rows ? matrix.ncols() : matrix.nrows();
    ProgramArray offsets = new_array(lines + 1, sizeof(GrB_Index)),
                 indices = new_array(nvals, sizeof(GrB_Index));
    auto *const row_ptr = static_cast<GrB_Index*>(offsets.get()), *const cols =
                                                                      static_cast<GrB_Index*>(indices.get());
    for (std::uint64_t line = 0; line <= lines; ++line) row_ptr[line] = line * across;
    for (std::uint64_t k = 0; k < nvals; ++k) cols[k] = k % across;
    const Rows rows{row_ptr, cols, *values, iso};
    if (by_rows) {
        matrix = adopt_rows(matrix, lines, across, rows);
        static_cast<void>(offsets.release());
        static_cast<void>(indices.release());
    } else {
        matrix = transpose_of_rows(matrix, lines, across, rows);
        FreeArray{}(*values);
    }
    *values = nullptr;
}

void unpack_full(GrB_Matrix A, void** values, GrB_Index* value_bytes, bool* iso, bool by_rows) {
    AnyMatrix& matrix = live(A, "A").value;
    not_null(values, "the address of the values");
    not_null(value_bytes, "the size of the values");
    if (matrix.nvals() != entries_of(matrix)) fail(GrB_INVALID_VALUE, "the matrix is not full");
    GrB_Index *offsets = nullptr, *indices = nullptr, bytes = 0;
    bool jumbled = false;
    unpack_rows(A, {&offsets, &indices, values, &bytes, &bytes, value_bytes, iso, &jumbled}, by_rows);
    FreeArray{}(offsets);
    FreeArray{}(indices);
}

} // namespace

} // namespace mergus::grb

using namespace mergus::grb;

#define MERGUS_PACK_ROWS(Format, indices, by_rows)                                                           \
    GrB_Info GxB_Matrix_pack_##Format(GrB_Matrix A, GB_PACK_ROWS(indices)) {                                 \
        return call(output_of(A), __func__, [&] {                                                            \
            static_cast<void>(flags_of(descriptor));                                                         \
            pack_rows(A, {Ap, indices, Ax, Ap_size, indices##_size, Ax_size, iso, jumbled}, by_rows);        \
            shows(*A, GxB_SPARSE, by_rows);                                                                  \
        });                                                                                                  \
    }                                                                                                        \
    GrB_Info GxB_Matrix_unpack_##Format(GrB_Matrix A, GB_UNPACK_ROWS(indices)) {                             \
        return call(output_of(A), __func__, [&] {                                                            \
            static_cast<void>(flags_of(descriptor));                                                         \
            unpack_rows(A, {Ap, indices, Ax, Ap_size, indices##_size, Ax_size, iso, jumbled}, by_rows);      \
        });                                                                                                  \
    }
MERGUS_PACK_ROWS(CSR, Aj, true)
MERGUS_PACK_ROWS(CSC, Ai, false)

#define MERGUS_PACK_FULL(Format, by_rows)                                                                    \
    GrB_Info GxB_Matrix_pack_##Format(GrB_Matrix A, void** Ax, GrB_Index Ax_size, bool iso, GB_HOW) {        \
        return call(output_of(A), __func__, [&] {                                                            \
            static_cast<void>(flags_of(descriptor));                                                         \
            pack_full(A, Ax, Ax_size, iso, by_rows);                                                         \
            shows(*A, GxB_FULL, by_rows);                                                                    \
        });                                                                                                  \
    }                                                                                                        \
    GrB_Info GxB_Matrix_unpack_##Format(GrB_Matrix A, void** Ax, GrB_Index* Ax_size, bool* iso, GB_HOW) {    \
        return call(output_of(A), __func__, [&] {                                                            \
            static_cast<void>(flags_of(descriptor));                                                         \
            unpack_full(A, Ax, Ax_size, iso, by_rows);                                                       \
        });                                                                                                  \
    }
MERGUS_PACK_FULL(FullR, true)
MERGUS_PACK_FULL(FullC, false)
