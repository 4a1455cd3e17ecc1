/// \file pack_formats.cpp
/// Hypersparse and bitmap matrices as arrays of the program, which are converted to rows and from them; and
/// import and export, which are pack and unpack with a new object and a freed one.
#include "pack.hpp"
#include "shown_format.hpp"
#include "types.hpp"

#include <algorithm>

namespace mergus::grb {

namespace {

/// The type of an object, or null for a user's: objects do not keep the handle.
template <class Entries>
GrB_Type type_of_object(Entries& object, GrB_Info (*type)(GrB_Type*, Entries*)) {
    GrB_Type found = nullptr;
    if (object.value.type()->code == MERGUS_USER_TYPE) return nullptr;
    static_cast<void>(type(&found, &object));
    return found;
}

std::uint64_t positions(std::uint64_t nrows, std::uint64_t ncols) {
    if (ncols != 0 && nrows > GrB_INDEX_MAX / ncols)
        fail(GrB_INVALID_VALUE, "the matrix has more than GrB_INDEX_MAX positions");
    return nrows * ncols;
}

void pass_on(GrB_Info info) {
    if (info != GrB_SUCCESS) fail(info, last_error());
}

GrB_Index* index_array(ProgramArray& array) {
    return static_cast<GrB_Index*>(array.get());
}

/// Offsets of all lines from those of the lines that are listed.
ProgramArray all_offsets(const GrB_Index* offsets, const GrB_Index* listed, GrB_Index count,
                         std::uint64_t lines) {
    ProgramArray made = new_array(lines + 1, sizeof(GrB_Index));
    GrB_Index* const to = index_array(made);
    std::uint64_t line = 0;
    for (GrB_Index k = 0; k < count; ++k) {
        if (listed[k] >= lines) fail(GrB_INVALID_INDEX, "a listed row or column is outside of the matrix");
        if (k != 0 && listed[k] <= listed[k - 1])
            fail(GrB_INVALID_VALUE, "the listed rows or columns do not increase");
        while (line <= listed[k]) to[line++] = offsets[k];
    }
    const GrB_Index last = count == 0 ? 0 : offsets[count];
    while (line <= lines) to[line++] = last;
    return made;
}

struct Hyper {
    GrB_Index **Ap, **Ah, **indices;
    void** values;
};

void pack_hyper(GrB_Matrix A, const Hyper& in, GrB_Index Ap_size, GrB_Index Ah_size, GrB_Index indices_size,
                GrB_Index values_size, bool iso, GrB_Index nvec, bool jumbled, GrB_Descriptor descriptor,
                bool by_rows) {
    live(A, "A");
    not_null(in.Ap, "the address of the offsets");
    not_null(in.Ah, "the address of the list of rows or columns");
    not_null(*in.Ap, "the array of offsets");
    if (nvec != 0) not_null(*in.Ah, "the list of rows or columns");
    check_bytes(Ap_size, nvec + 1, sizeof(GrB_Index), "the array of offsets");
    check_bytes(Ah_size, nvec, sizeof(GrB_Index), "the list of rows or columns");
    const std::uint64_t lines = by_rows ? A->value.nrows() : A->value.ncols();
    ProgramArray offsets = all_offsets(*in.Ap, *in.Ah, nvec, lines);
    GrB_Index* taken = index_array(offsets);
    const GrB_Index bytes = (lines + 1) * sizeof(GrB_Index);
    pass_on((by_rows ? GxB_Matrix_pack_CSR : GxB_Matrix_pack_CSC)(
        A, &taken, in.indices, in.values, bytes, indices_size, values_size, iso, jumbled, descriptor));
    static_cast<void>(offsets.release()); // the matrix has it
    FreeArray{}(*in.Ap);
    FreeArray{}(*in.Ah);
    *in.Ap = *in.Ah = nullptr;
}

void unpack_hyper(GrB_Matrix A, const Hyper& out, GrB_Index* Ap_size, GrB_Index* Ah_size,
                  GrB_Index* indices_size, GrB_Index* values_size, bool* iso, GrB_Index* nvec, bool* jumbled,
                  GrB_Descriptor descriptor, bool by_rows) {
    live(A, "A");
    not_null(out.Ap, "the address of the offsets");
    not_null(out.Ah, "the address of the list of rows or columns");
    not_null(Ah_size, "the size of the list");
    not_null(nvec, "nvec");
    const std::uint64_t lines = by_rows ? A->value.nrows() : A->value.ncols();
    // Room for as many lines as there can be: after unpack nothing may fail.
    const std::uint64_t most = std::min<std::uint64_t>(lines, A->value.nvals());
    ProgramArray offsets = new_array(most + 1, sizeof(GrB_Index)),
                 listed = new_array(most, sizeof(GrB_Index));
    GrB_Index* all = nullptr;
    GrB_Index all_bytes = 0;
    pass_on((by_rows ? GxB_Matrix_unpack_CSR : GxB_Matrix_unpack_CSC)(
        A, &all, out.indices, out.values,
        not_null(Ap_size, "the size of the offsets") == nullptr ? nullptr : &all_bytes, indices_size,
        values_size, iso, jumbled, descriptor));
    const ProgramArray freed(all);
    GrB_Index count = 0;
    for (std::uint64_t line = 0; line < lines; ++line)
        if (all[line] != all[line + 1]) {
            index_array(offsets)[count] = all[line];
            index_array(listed)[count++] = line;
        }
    index_array(offsets)[count] = all[lines];
    hand_over(offsets, out.Ap, count + 1, sizeof(GrB_Index), Ap_size);
    hand_over(listed, out.Ah, count, sizeof(GrB_Index), Ah_size);
    *nvec = count;
}

void pack_bitmap(GrB_Matrix A, int8_t** present, void** values, GrB_Index present_size, GrB_Index values_size,
                 bool iso, GrB_Index nvals, GrB_Descriptor descriptor, bool by_rows) {
    const AnyMatrix& matrix = live(A, "A").value;
    not_null(present, "the address of the bitmap");
    not_null(values, "the address of the values");
    const std::uint64_t lines = by_rows ? matrix.nrows() : matrix.ncols(),
                        across = by_rows ? matrix.ncols() : matrix.nrows(), all = positions(lines, across),
                        size = matrix.type()->size;
    if (all != 0) {
        not_null(*present, "the bitmap");
        not_null(*values, "the array of values");
    }
    check_bytes(present_size, all, 1, "the bitmap");
    check_bytes(values_size, iso && all != 0 ? 1 : all, size, "the array of values");
    if (static_cast<GrB_Index>(std::count(*present, *present + all, int8_t{1})) != nvals)
        fail(GrB_INVALID_VALUE, "the bitmap does not have nvals ones");
    const bool one = iso && nvals != 0;
    ProgramArray offsets = new_array(lines + 1, sizeof(GrB_Index)),
                 indices = new_array(nvals, sizeof(GrB_Index)), kept = new_array(one ? 1 : nvals, size);
    const auto* const from = static_cast<const unsigned char*>(*values);
    auto* const to = static_cast<unsigned char*>(kept.get());
    if (one) std::memcpy(to, from, size);
    GrB_Index count = 0;
    for (std::uint64_t line = 0; line < lines; ++line) {
        index_array(offsets)[line] = count;
        for (std::uint64_t k = 0; k < across; ++k) {
            const std::uint64_t position = line * across + k;
            if ((*present)[position] != 1) continue;
            index_array(indices)[count] = k;
            if (!one) std::memcpy(to + count * size, from + position * size, size);
            ++count;
        }
    }
    index_array(offsets)[lines] = count;
    GrB_Index *p = index_array(offsets), *j = index_array(indices);
    void* x = kept.get();
    pass_on((by_rows ? GxB_Matrix_pack_CSR : GxB_Matrix_pack_CSC)(
        A, &p, &j, &x, (lines + 1) * sizeof(GrB_Index), nvals * sizeof(GrB_Index), (one ? 1 : nvals) * size,
        one, false, descriptor));
    for (ProgramArray* const array : {&offsets, &indices, &kept}) static_cast<void>(array->release());
    FreeArray{}(*present);
    FreeArray{}(*values);
    *present = nullptr;
    *values = nullptr;
}

void unpack_bitmap(GrB_Matrix A, int8_t** present, void** values, GrB_Index* present_size,
                   GrB_Index* values_size, bool* iso, GrB_Index* nvals, GrB_Descriptor descriptor,
                   bool by_rows) {
    const AnyMatrix& matrix = live(A, "A").value;
    not_null(present, "the address of the bitmap");
    not_null(values, "the address of the values");
    not_null(present_size, "the size of the bitmap");
    not_null(values_size, "the size of the values");
    not_null(nvals, "nvals");
    const std::uint64_t lines = by_rows ? matrix.nrows() : matrix.ncols(),
                        across = by_rows ? matrix.ncols() : matrix.nrows(), all = positions(lines, across),
                        size = matrix.type()->size;
    ProgramArray bits = new_array(all, 1), spread = new_array(all, size);
    auto* const ones = static_cast<int8_t*>(bits.get());
    std::fill_n(ones, all, int8_t{0});
    std::memset(spread.get(), 0, all * size);
    GrB_Index *p = nullptr, *j = nullptr, p_size = 0, j_size = 0, x_size = 0;
    void* x = nullptr;
    bool one = false, jumbled = false;
    pass_on((by_rows ? GxB_Matrix_unpack_CSR : GxB_Matrix_unpack_CSC)(
        A, &p, &j, &x, &p_size, &j_size, &x_size, iso == nullptr ? nullptr : &one, &jumbled, descriptor));
    ProgramArray offsets(p), indices(j), packed(x);
    const auto* const from = static_cast<const unsigned char*>(x);
    for (std::uint64_t line = 0; line < lines; ++line)
        for (GrB_Index e = p[line]; e < p[line + 1]; ++e) {
            const std::uint64_t position = line * across + j[e];
            ones[position] = 1;
            if (!one)
                std::memcpy(static_cast<unsigned char*>(spread.get()) + position * size, from + e * size,
                            size);
        }
    *nvals = p[lines];
    hand_over(bits, present, all, 1, present_size);
    hand_over(one ? packed : spread, values, one ? 1 : all, size, values_size);
    if (iso != nullptr) *iso = one;
}

} // namespace

} // namespace mergus::grb

using namespace mergus::grb;

#define MERGUS_HYPER(Format, indices, by_rows)                                                               \
    GrB_Info GxB_Matrix_pack_##Format(GrB_Matrix A, GB_PACK_HYPER(indices)) {                                \
        return call(output_of(A), __func__, [&] {                                                            \
            pack_hyper(A, {Ap, Ah, indices, Ax}, Ap_size, Ah_size, indices##_size, Ax_size, iso, nvec,       \
                       jumbled, descriptor, by_rows);                                                        \
            shows(*A, GxB_HYPERSPARSE, by_rows);                                                             \
        });                                                                                                  \
    }                                                                                                        \
    GrB_Info GxB_Matrix_unpack_##Format(GrB_Matrix A, GB_UNPACK_HYPER(indices)) {                            \
        return call(output_of(A), __func__, [&] {                                                            \
            unpack_hyper(A, {Ap, Ah, indices, Ax}, Ap_size, Ah_size, indices##_size, Ax_size, iso, nvec,     \
                         jumbled, descriptor, by_rows);                                                      \
        });                                                                                                  \
    }
MERGUS_HYPER(HyperCSR, Aj, true)
MERGUS_HYPER(HyperCSC, Ai, false)

#define MERGUS_BITMAP(Format, by_rows)                                                                       \
    GrB_Info GxB_Matrix_pack_##Format(GrB_Matrix A, GB_PACK_BITMAP(Ab)) {                                    \
        return call(output_of(A), __func__, [&] {                                                            \
            pack_bitmap(A, GB_ARGUMENTS_BITMAP(Ab), by_rows);                                                \
            shows(*A, GxB_BITMAP, by_rows);                                                                  \
        });                                                                                                  \
    }                                                                                                        \
    GrB_Info GxB_Matrix_unpack_##Format(GrB_Matrix A, GB_UNPACK_BITMAP(Ab)) {                                \
        return call(output_of(A), __func__, [&] { unpack_bitmap(A, GB_ARGUMENTS_BITMAP(Ab), by_rows); });    \
    }
MERGUS_BITMAP(BitmapR, true)
MERGUS_BITMAP(BitmapC, false)

#define MERGUS_MATRIX_EXCHANGE(F, Format, PARAMETERS, indices)                                               \
    GrB_Info GxB_Matrix_import_##Format(GrB_Matrix* A, GrB_Type type, GrB_Index nrows, GrB_Index ncols,      \
                                        GB_PACK_##PARAMETERS(indices)) {                                     \
        const GrB_Info made = GrB_Matrix_new(A, type, nrows, ncols);                                         \
        if (made != GrB_SUCCESS) return made;                                                                \
        const GrB_Info info = GxB_Matrix_pack_##Format(*A, GB_ARGUMENTS_##PARAMETERS(indices));              \
        if (info != GrB_SUCCESS) destroy(A);                                                                 \
        return info;                                                                                         \
    }                                                                                                        \
    GrB_Info GxB_Matrix_export_##Format(GrB_Matrix* A, GrB_Type* type, GrB_Index* nrows, GrB_Index* ncols,   \
                                        GB_UNPACK_##PARAMETERS(indices)) {                                   \
        return call(nullptr, __func__, [&] {                                                                 \
            mergus_grb_matrix& object = live(*not_null(A, "the address of the handle"), "A");                \
            not_null(type, "the address of the type");                                                       \
            not_null(nrows, "nrows");                                                                        \
            not_null(ncols, "ncols");                                                                        \
            pass_on(GxB_Matrix_unpack_##Format(*A, GB_ARGUMENTS_##PARAMETERS(indices)));                     \
            *type = type_of_object(object, &GxB_Matrix_type);                                                \
            *nrows = object.value.nrows();                                                                   \
            *ncols = object.value.ncols();                                                                   \
            destroy(A);                                                                                      \
        });                                                                                                  \
    }
GB_MATRIX_FORMATS(MERGUS_MATRIX_EXCHANGE, )

#define MERGUS_VECTOR_EXCHANGE(F, Format, PARAMETERS, indices)                                               \
    GrB_Info GxB_Vector_import_##Format(GrB_Vector* v, GrB_Type type, GrB_Index size,                        \
                                        GB_PACK_##PARAMETERS(indices)) {                                     \
        const GrB_Info made = GrB_Vector_new(v, type, size);                                                 \
        if (made != GrB_SUCCESS) return made;                                                                \
        const GrB_Info info = GxB_Vector_pack_##Format(*v, GB_ARGUMENTS_##PARAMETERS(indices));              \
        if (info != GrB_SUCCESS) destroy(v);                                                                 \
        return info;                                                                                         \
    }                                                                                                        \
    GrB_Info GxB_Vector_export_##Format(GrB_Vector* v, GrB_Type* type, GrB_Index* size,                      \
                                        GB_UNPACK_##PARAMETERS(indices)) {                                   \
        return call(nullptr, __func__, [&] {                                                                 \
            mergus_grb_vector& object = live(*not_null(v, "the address of the handle"), "v");                \
            not_null(type, "the address of the type");                                                       \
            not_null(size, "size");                                                                          \
            pass_on(GxB_Vector_unpack_##Format(*v, GB_ARGUMENTS_##PARAMETERS(indices)));                     \
            *type = type_of_object(object, &GxB_Vector_type);                                                \
            *size = object.value.size();                                                                     \
            destroy(v);                                                                                      \
        });                                                                                                  \
    }
GB_VECTOR_FORMATS(MERGUS_VECTOR_EXCHANGE, )

GrB_Info GxB_unpack_HyperHash(GrB_Matrix A, GrB_Matrix* Y, GB_HOW) {
    return call(output_of(A), __func__, [&] {
        live(A, "A");
        static_cast<void>(flags_of(descriptor));
        *not_null(Y, "the address of the handle") = nullptr;
    });
}

GrB_Info GxB_pack_HyperHash(GrB_Matrix A, GrB_Matrix* Y, GB_HOW) {
    return call(output_of(A), __func__, [&] {
        live(A, "A");
        static_cast<void>(flags_of(descriptor));
        destroy(not_null(Y, "the address of the handle"));
    });
}
