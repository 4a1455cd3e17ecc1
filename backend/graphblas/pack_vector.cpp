/// \file pack_vector.cpp
/// GxB_Vector_pack_… and GxB_Vector_unpack_…: lists (CSC), bitmaps and full vectors. Copies as in pack.cpp.
#include "pack.hpp"
#include "shown_format.hpp"
#include "sorted_entries.hpp"

#include <algorithm>

namespace mergus::grb {

namespace {

mergus_vector_arrays described(const AnyVector& u, mergus_vector_format format) {
    mergus_vector_arrays arrays{};
    arrays.struct_size = sizeof arrays;
    arrays.type = u.type();
    arrays.size = u.size();
    arrays.format = format;
    arrays.index_bits = 64;
    arrays.memory = MERGUS_MEMORY_HOST;
    return arrays;
}

/// The array that the format has beside the values; null for a full vector.
void* pattern_of(const mergus_vector_arrays& arrays) {
    return arrays.format == MERGUS_VECTOR_LIST     ? arrays.indices
           : arrays.format == MERGUS_VECTOR_BITMAP ? static_cast<void*>(arrays.present)
                                                   : nullptr;
}
std::array<void*, 3> loan_of(const mergus_vector_arrays& arrays) {
    return {arrays.values, pattern_of(arrays), nullptr};
}

/// The program's arrays move into the vector. After an exception they are the program's.
void adopt(AnyVector& u, mergus_vector_arrays arrays) {
    auto loan = std::make_unique<Loan>(loan_of(arrays));
    arrays.release = &Loan::give_back;
    arrays.release_arg = loan.get();
    AnyVector made = AnyVector::import_arrays(u.context(), arrays);
    static_cast<void>(loan.release()); // given back by the vector
    u = std::move(made);
}

void check_values(const AnyVector& u, void* values, GrB_Index bytes, std::uint64_t count, bool iso) {
    if (count != 0) not_null(values, "the array of values");
    check_bytes(bytes, iso && count != 0 ? 1 : count, u.type()->size, "the array of values");
}

/// The vector's arrays in a format, as arrays of the program.
struct TakenArrays {
    ProgramArray pattern;
    Values values;
    std::uint64_t nvals;
};

std::uint64_t length_of(const mergus_vector_arrays& arrays) {
    return arrays.format == MERGUS_VECTOR_LIST ? arrays.nvals : arrays.size;
}

ProgramArray new_pattern(mergus_vector_format format, std::uint64_t count) {
    if (format == MERGUS_VECTOR_FULL) return nullptr;
    return new_array(count, format == MERGUS_VECTOR_LIST ? sizeof(GrB_Index) : 1);
}

TakenArrays export_arrays(const AnyVector& u, mergus_vector_format format) {
    mergus_vector_arrays arrays = described(u, format);
    arrays.nvals = u.nvals();
    const std::uint64_t count = length_of(arrays);
    TakenArrays made{
        new_pattern(format, count), {new_array(count, u.type()->size), count, false}, arrays.nvals};
    if (format == MERGUS_VECTOR_LIST) arrays.indices = made.pattern.get();
    if (format == MERGUS_VECTOR_BITMAP) arrays.present = static_cast<std::uint8_t*>(made.pattern.get());
    arrays.values = made.values.array.get();
    arrays.capacity = count;
    u.export_arrays(arrays);
    return made;
}

TakenArrays copy_arrays(const mergus_vector_arrays& arrays, bool iso_wanted) {
    const std::uint64_t count = length_of(arrays);
    ProgramArray pattern = new_pattern(static_cast<mergus_vector_format>(arrays.format), count);
    if (pattern != nullptr && count != 0)
        std::memcpy(pattern.get(), pattern_of(arrays),
                    count * (arrays.format == MERGUS_VECTOR_LIST ? sizeof(GrB_Index) : 1));
    return {std::move(pattern),
            copy_values(arrays.values, count, arrays.iso != 0, iso_wanted, arrays.type->size), arrays.nvals};
}

/// Moves the arrays out of a vector, which has no entries afterwards. After an exception it is as before.
TakenArrays take(AnyVector& u, mergus_vector_format format, bool iso_wanted) {
    if (format == MERGUS_VECTOR_FULL && u.nvals() != u.size())
        fail(GrB_INVALID_VALUE, "the vector is not full");
    if (!has_host_arrays(u.context())) {
        TakenArrays taken = export_arrays(u, format);
        u.clear();
        return taken;
    }
    VectorArrays released = u.release_arrays(format);
    const mergus_vector_arrays& arrays = released.arrays();
    const bool iso = arrays.iso != 0;
    if ((!iso || iso_wanted) && Loan::take(loan_of(arrays)))
        return {ProgramArray(pattern_of(arrays)),
                {ProgramArray(arrays.values), iso ? 1 : length_of(arrays), iso},
                arrays.nvals};
    try {
        return copy_arrays(arrays, iso_wanted);
    } catch (...) {
        u = AnyVector::import_arrays(u.context(), std::move(released));
        throw;
    }
}

/// Hands the values over; `iso` may be null.
void give_values(TakenArrays& taken, const AnyVector& u, void** values, GrB_Index* bytes, bool* iso) {
    hand_over(taken.values.array, values, taken.values.count, u.type()->size, bytes);
    if (iso != nullptr) *iso = taken.values.iso;
}

} // namespace

} // namespace mergus::grb

using namespace mergus::grb;

GrB_Info GxB_Vector_pack_CSC(GrB_Vector v, GrB_Index** vi, void** vx, GrB_Index vi_size, GrB_Index vx_size,
                             bool iso, GrB_Index nvals, bool jumbled, GB_HOW) {
    return call(output_of(v), __func__, [&] {
        mergus::AnyVector& u = live(v, "v").value;
        static_cast<void>(flags_of(descriptor));
        not_null(vi, "the address of the indices");
        not_null(vx, "the address of the values");
        if (nvals != 0) not_null(*vi, "the array of indices");
        check_bytes(vi_size, nvals, sizeof(GrB_Index), "the array of indices");
        check_values(u, *vx, vx_size, nvals, iso);
        const std::array<GrB_Index, 2> line{0, nvals};
        SortedEntries entries(line, *vi, *vx, iso ? 0 : u.type()->size, jumbled);
        mergus_vector_arrays arrays = described(u, MERGUS_VECTOR_LIST);
        arrays.nvals = arrays.capacity = nvals;
        arrays.indices = entries.indices();
        arrays.values = entries.values();
        arrays.iso = iso ? 1 : 0;
        adopt(u, arrays);
        shows(*v, GxB_SPARSE);
        entries.moved();
        *vi = nullptr;
        *vx = nullptr;
    });
}

GrB_Info GxB_Vector_pack_Bitmap(GrB_Vector v, int8_t** vb, void** vx, GrB_Index vb_size, GrB_Index vx_size,
                                bool iso, GrB_Index nvals, GB_HOW) {
    return call(output_of(v), __func__, [&] {
        mergus::AnyVector& u = live(v, "v").value;
        static_cast<void>(flags_of(descriptor));
        not_null(vb, "the address of the bitmap");
        not_null(vx, "the address of the values");
        if (u.size() != 0) not_null(*vb, "the bitmap");
        check_bytes(vb_size, u.size(), 1, "the bitmap");
        check_values(u, *vx, vx_size, u.size(), iso);
        if (static_cast<GrB_Index>(std::count(*vb, *vb + u.size(), int8_t{1})) != nvals)
            mergus::grb::fail(GrB_INVALID_VALUE, "the bitmap does not have nvals ones");
        mergus_vector_arrays arrays = described(u, MERGUS_VECTOR_BITMAP);
        arrays.nvals = nvals;
        arrays.capacity = u.size();
        arrays.present = reinterpret_cast<std::uint8_t*>(*vb);
        arrays.values = *vx;
        arrays.iso = iso ? 1 : 0;
        adopt(u, arrays);
        shows(*v, GxB_BITMAP);
        *vb = nullptr;
        *vx = nullptr;
    });
}

GrB_Info GxB_Vector_pack_Full(GrB_Vector v, void** vx, GrB_Index vx_size, bool iso, GB_HOW) {
    return call(output_of(v), __func__, [&] {
        mergus::AnyVector& u = live(v, "v").value;
        static_cast<void>(flags_of(descriptor));
        not_null(vx, "the address of the values");
        check_values(u, *vx, vx_size, u.size(), iso);
        mergus_vector_arrays arrays = described(u, MERGUS_VECTOR_FULL);
        arrays.nvals = arrays.capacity = u.size();
        arrays.values = *vx;
        arrays.iso = iso ? 1 : 0;
        adopt(u, arrays);
        shows(*v, GxB_FULL);
        *vx = nullptr;
    });
}

GrB_Info GxB_Vector_unpack_CSC(GrB_Vector v, GrB_Index** vi, void** vx, GrB_Index* vi_size,
                               GrB_Index* vx_size, bool* iso, GrB_Index* nvals, bool* jumbled, GB_HOW) {
    return call(output_of(v), __func__, [&] {
        mergus::AnyVector& u = live(v, "v").value;
        static_cast<void>(flags_of(descriptor));
        not_null(vi, "the address of the indices");
        not_null(vx, "the address of the values");
        not_null(vi_size, "the size of the indices");
        not_null(vx_size, "the size of the values");
        not_null(nvals, "nvals");
        TakenArrays taken = take(u, MERGUS_VECTOR_LIST, iso != nullptr);
        hand_over(taken.pattern, vi, taken.nvals, sizeof(GrB_Index), vi_size);
        give_values(taken, u, vx, vx_size, iso);
        *nvals = taken.nvals;
        if (jumbled != nullptr) *jumbled = false;
    });
}

GrB_Info GxB_Vector_unpack_Bitmap(GrB_Vector v, int8_t** vb, void** vx, GrB_Index* vb_size,
                                  GrB_Index* vx_size, bool* iso, GrB_Index* nvals, GB_HOW) {
    return call(output_of(v), __func__, [&] {
        mergus::AnyVector& u = live(v, "v").value;
        static_cast<void>(flags_of(descriptor));
        not_null(vb, "the address of the bitmap");
        not_null(vx, "the address of the values");
        not_null(vb_size, "the size of the bitmap");
        not_null(vx_size, "the size of the values");
        not_null(nvals, "nvals");
        TakenArrays taken = take(u, MERGUS_VECTOR_BITMAP, iso != nullptr);
        hand_over(taken.pattern, vb, u.size(), 1, vb_size);
        give_values(taken, u, vx, vx_size, iso);
        *nvals = taken.nvals;
    });
}

GrB_Info GxB_Vector_unpack_Full(GrB_Vector v, void** vx, GrB_Index* vx_size, bool* iso, GB_HOW) {
    return call(output_of(v), __func__, [&] {
        mergus::AnyVector& u = live(v, "v").value;
        static_cast<void>(flags_of(descriptor));
        not_null(vx, "the address of the values");
        not_null(vx_size, "the size of the values");
        TakenArrays taken = take(u, MERGUS_VECTOR_FULL, iso != nullptr);
        give_values(taken, u, vx, vx_size, iso);
    });
}
