/// \file vector.cpp
/// Creates vectors; import, export and transfer of their arrays: lists, full and bitmap. Arrays with 64-bit
/// indices on the host are used without a copy; others are copied once.
#include "csr.hpp"
#include "operations.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace mergus::suitesparse {

namespace {

/// Arrays allocated by this backend, to be owned by a vector or by the caller.
struct OwnVectorArrays {
    OwnVectorArrays(std::int32_t format, GrB_Index size, GrB_Index nvals, std::size_t value_bytes)
        : indices(new GrB_Index[format == MERGUS_VECTOR_LIST ? nvals : 0]),
          present(new std::int8_t[format == MERGUS_VECTOR_BITMAP ? size : 0]()),
          values(new std::max_align_t[value_bytes / sizeof(std::max_align_t) + 1]) {}
    static void destroy(void* own) noexcept { delete static_cast<OwnVectorArrays*>(own); }

    std::unique_ptr<GrB_Index[]> indices;
    std::unique_ptr<std::int8_t[]> present;
    std::unique_ptr<std::max_align_t[]> values;
};

/// The arrays of a GrB_Vector with entries, in a format, extracted as in TakenArrays. To free them they become
/// the values of full vectors or a bitmap vector, because GxB_Vector_pack_CSC allocates memory and so may
/// fail.
class TakenVectorArrays {
public:
    /// The vector must own its arrays. After an exception it is unchanged.
    TakenVectorArrays(VectorHandle&& vector, std::int32_t format_) : format(format_) {
        GrB_Vector v = vector.get();
        switch (format) {
        case MERGUS_VECTOR_LIST:
            index_owner_ = new_vector(GrB_UINT64, nvals_of(v));
            value_owner_ = new_vector(type_of(v), suitesparse::iso(v) ? 1 : nvals_of(v));
            check(GxB_Vector_unpack_CSC(v, &indices, &values, &indices_size_, &values_size_, &iso, &nvals_,
                                        nullptr, nullptr),
                  "GxB_Vector_unpack_CSC", v);
            break;
        case MERGUS_VECTOR_FULL:
            check(GxB_Vector_unpack_Full(v, &values, &values_size_, &iso, nullptr), "GxB_Vector_unpack_Full",
                  v);
            break;
        default:
            check(GxB_Vector_unpack_Bitmap(v, &present, &values, &indices_size_, &values_size_, &iso, &nvals_,
                                           nullptr),
                  "GxB_Vector_unpack_Bitmap", v);
        }
        vector_ = std::move(vector);
    }
    TakenVectorArrays(const TakenVectorArrays&) = delete;
    TakenVectorArrays& operator=(const TakenVectorArrays&) = delete;
    ~TakenVectorArrays() {
        switch (format) {
        case MERGUS_VECTOR_LIST: {
            void* index_values = indices;
            (void)GxB_Vector_pack_Full(index_owner_.get(), &index_values, indices_size_, false, nullptr);
            (void)GxB_Vector_pack_Full(value_owner_.get(), &values, values_size_, false, nullptr);
            break;
        }
        case MERGUS_VECTOR_FULL:
            (void)GxB_Vector_pack_Full(vector_.get(), &values, values_size_, iso, nullptr);
            break;
        default:
            (void)GxB_Vector_pack_Bitmap(vector_.get(), &present, &values, indices_size_, values_size_, iso,
                                         nvals_, nullptr);
        }
    }
    static void destroy(void* taken) noexcept { delete static_cast<TakenVectorArrays*>(taken); }

    std::int32_t format;
    GrB_Index* indices = nullptr;
    std::int8_t* present = nullptr;
    void* values = nullptr;
    bool iso = false;

private:
    GrB_Index indices_size_ = 0, values_size_ = 0, nvals_ = 0;
    VectorHandle vector_, index_owner_, value_owner_;
};

bool is_format(std::int32_t format) {
    return format == MERGUS_VECTOR_LIST || format == MERGUS_VECTOR_FULL || format == MERGUS_VECTOR_BITMAP;
}

void check_layout(const mergus_vector_arrays& a, const char* verb) {
    require_host(a.memory, verb);
    require(is_format(a.format), MERGUS_INVALID_VALUE,
            "the format of the arrays is not a mergus_vector_format");
    require(a.format != MERGUS_VECTOR_LIST || is_width(a.index_bits), MERGUS_INVALID_VALUE,
            "index_bits must be 32 or 64");
}

template <class Index>
void check_indices(const mergus_vector_arrays& a) {
    const auto* indices = static_cast<const Index*>(a.indices);
    for (std::uint64_t p = 0; p < a.nvals; ++p) {
        if (indices[p] >= a.size)
            throw Failure{MERGUS_INVALID_INDEX,
                          fmt::format("index {} of a vector of size {}", indices[p], a.size)};
        if (p > 0 && indices[p] <= indices[p - 1])
            throw Failure{MERGUS_INVALID_VALUE,
                          fmt::format("the indices do not increase: {} then {}", indices[p - 1], indices[p])};
    }
}

/// The number of values in the array, without iso.
std::uint64_t slots(const mergus_vector_arrays& a) {
    return a.format == MERGUS_VECTOR_LIST ? a.nvals : a.size;
}

void check_content(const mergus_vector_arrays& a, const Type& type) {
    require((a.nvals == 0 || a.values != nullptr) &&
                (a.format != MERGUS_VECTOR_LIST || a.nvals == 0 || a.indices != nullptr) &&
                (a.format != MERGUS_VECTOR_BITMAP || a.size == 0 || a.present != nullptr),
            MERGUS_NULL_POINTER, "indices, present or values is null");
    if (a.format == MERGUS_VECTOR_LIST)
        a.index_bits == 32 ? check_indices<std::uint32_t>(a) : check_indices<std::uint64_t>(a);
    if (a.format == MERGUS_VECTOR_FULL && a.nvals != a.size)
        throw Failure{MERGUS_INVALID_VALUE,
                      fmt::format("nvals = {} of a full vector of size {}", a.nvals, a.size)};
    if (a.format == MERGUS_VECTOR_BITMAP) {
        require(std::all_of(a.present, a.present + a.size, [](std::uint8_t byte) { return byte <= 1; }),
                MERGUS_INVALID_VALUE, "a byte of `present` is neither 0 nor 1");
        const auto count =
            static_cast<std::uint64_t>(std::count(a.present, a.present + a.size, std::uint8_t{1}));
        if (count != a.nvals)
            throw Failure{MERGUS_INVALID_VALUE,
                          fmt::format("nvals is {}, but {} entries are present", a.nvals, count)};
    }
    if (type.code != MERGUS_BOOL || a.nvals == 0) return; // other bytes are invalid bool objects in C++
    const auto* bytes = static_cast<const unsigned char*>(a.values);
    for (std::uint64_t p = 0; p < (a.iso != 0 ? 1 : slots(a)); ++p)
        require(bytes[p] <= 1 || (a.format == MERGUS_VECTOR_BITMAP && a.iso == 0 && a.present[p] == 0),
                MERGUS_INVALID_VALUE, "a bool value is neither 0 nor 1");
}

Store copy_of(const mergus_vector_arrays& a, VectorHandle empty, const Type& type) {
    const std::size_t value_bytes = (a.iso != 0 ? 1 : slots(a)) * type.size;
    auto own = std::make_unique<OwnVectorArrays>(a.format, a.size, a.nvals, value_bytes);
    if (a.format == MERGUS_VECTOR_LIST) widen(own->indices.get(), a.indices, a.index_bits, a.nvals);
    if (a.format == MERGUS_VECTOR_BITMAP) std::copy_n(a.present, a.size, own->present.get());
    std::memcpy(own->values.get(), a.values, value_bytes);
    Store store(std::move(empty), Lender{.release = &OwnVectorArrays::destroy,
                                         .arg = own.get(),
                                         .format = a.format,
                                         .indices = own->indices.get(),
                                         .present = own->present.get(),
                                         .values = own->values.get(),
                                         .iso = a.iso != 0,
                                         .nvals = a.nvals});
    (void)own.release(); // owned by the vector
    return store;
}

/// The format in which a vector's arrays can be moved without a conversion.
std::int32_t native_format(const Store& store) {
    if (store.lent()) return store.lender().format;
    switch (form_of(store.get())) {
    case GxB_FULL:
        return MERGUS_VECTOR_FULL;
    case GxB_BITMAP:
        return MERGUS_VECTOR_BITMAP;
    default:
        return MERGUS_VECTOR_LIST;
    }
}

void require_full(std::int32_t format, GrB_Index size, GrB_Index nvals) {
    if (format == MERGUS_VECTOR_FULL && nvals != size)
        throw Failure{MERGUS_INVALID_VALUE,
                      fmt::format("the vector is not full: it has {} entries of {}", nvals, size)};
}

} // namespace

mergus_matrix* vector_new(const mergus_type* mergus_type, std::uint64_t size) {
    const Type& type = intern(mergus_type);
    return new mergus_matrix{&type, Store(new_vector(type, size))};
}

mergus_matrix* vector_import(const mergus_vector_arrays& a) {
    check_layout(a, "import");
    const Type& type = intern(a.type);
    check_content(a, type);
    auto vector = std::make_unique<mergus_matrix>(mergus_matrix{&type, {}});
    VectorHandle empty = new_vector(type, a.size);
    const bool wide = a.format != MERGUS_VECTOR_LIST || a.index_bits == 64;
    if (a.release != nullptr && wide && a.nvals != 0) {
        vector->store = Store(std::move(empty), Lender{.release = a.release,
                                                       .arg = a.release_arg,
                                                       .format = a.format,
                                                       .indices = static_cast<GrB_Index*>(a.indices),
                                                       .present = reinterpret_cast<std::int8_t*>(a.present),
                                                       .values = a.values,
                                                       .iso = a.iso != 0,
                                                       .nvals = a.nvals});
        return vector.release();
    }
    vector->store = a.nvals == 0 ? Store(std::move(empty)) : copy_of(a, std::move(empty), type);
    if (a.release != nullptr) a.release(a.release_arg);
    return vector.release();
}

void vector_export(const mergus_matrix& vector, mergus_vector_arrays& a) {
    check_layout(a, "export to");
    const Type& type = *vector.type;
    require_type(a.type, type, "vector");
    const GrB_Vector v = vector.store.get().vector();
    const GrB_Index size = nrows_of(v), nvals = nvals_of(v);
    require_full(a.format, size, nvals);
    const GrB_Index count = a.format == MERGUS_VECTOR_LIST ? nvals : size;
    require(a.capacity >= count || (a.indices == nullptr && a.present == nullptr && a.values == nullptr),
            MERGUS_INSUFFICIENT_SPACE, "the vector has more elements than the arrays have room for");
    const bool list = a.format == MERGUS_VECTOR_LIST, bitmap = a.format == MERGUS_VECTOR_BITMAP;
    const auto write = [&](const GrB_Index* indices, const std::int8_t* present, const void* values,
                           bool iso) {
        if (list && a.indices != nullptr) narrow(a.indices, indices, a.index_bits, nvals);
        if (bitmap && a.present != nullptr) std::copy_n(present, size, a.present);
        if (a.values == nullptr) return;
        auto* to = static_cast<unsigned char*>(a.values);
        if (!iso)
            std::memcpy(to, values, count * type.size);
        else
            for (GrB_Index p = 0; p < count; ++p) std::memcpy(to + p * type.size, values, type.size);
    };
    if (nvals == 0) {
        if (bitmap && a.present != nullptr) std::fill_n(a.present, size, std::uint8_t{0});
    } else if (vector.store.lent() && vector.store.lender().format == a.format) {
        const Lender& lender = vector.store.lender();
        write(lender.indices, lender.present, lender.values, lender.iso);
    } else {
        const TakenVectorArrays taken(duplicate(v), a.format);
        write(taken.indices, taken.present, taken.values, taken.iso);
    }
    a.size = size;
    a.nvals = nvals;
    a.iso = 0;
}

void vector_move(mergus_matrix& vector, mergus_vector_arrays& a) {
    const GrB_Vector v = vector.store.get().vector();
    require_type(a.type, *vector.type, "vector");
    require(a.format == 0 || is_format(a.format), MERGUS_INVALID_VALUE,
            "the format of the arrays is not a mergus_vector_format");
    mergus_vector_arrays out{};
    out.struct_size = a.struct_size;
    out.type = a.type;
    out.size = nrows_of(v);
    out.nvals = nvals_of(v);
    out.format = a.format != 0 ? a.format : native_format(vector.store);
    require_full(out.format, out.size, out.nvals);
    out.capacity = slots(out);
    out.index_bits = 64;
    out.memory = MERGUS_MEMORY_HOST;
    const auto arrays = [&](GrB_Index* indices, std::int8_t* present, void* values, bool iso,
                            void (*release)(void*), void* arg) {
        out.indices = indices;
        out.present = reinterpret_cast<std::uint8_t*>(present);
        out.values = values;
        out.iso = iso ? 1 : 0;
        out.release = release;
        out.release_arg = arg;
    };
    Store empty{new_vector(*vector.type, out.size)};
    if (out.nvals == 0) { // GraphBLAS may have no arrays
        auto own = std::make_unique<OwnVectorArrays>(out.format, out.size, 0, slots(out) * vector.type->size);
        arrays(own->indices.get(), own->present.get(), own->values.get(), false, &OwnVectorArrays::destroy,
               own.get());
        (void)own.release(); // owned by the caller
    } else if (vector.store.lent() && vector.store.lender().format == out.format) {
        const Lender lender = vector.store.give_back();
        arrays(lender.indices, lender.present, lender.values, lender.iso, lender.release, lender.arg);
    } else {
        const bool lent = vector.store.lent();
        VectorHandle held = lent ? duplicate(v) : vector.store.take().take_vector();
        std::unique_ptr<TakenVectorArrays> taken;
        try {
            taken = std::make_unique<TakenVectorArrays>(std::move(held), out.format);
        } catch (...) {
            if (!lent) vector.store = Store(std::move(held));
            throw;
        }
        arrays(taken->indices, taken->present, taken->values, taken->iso, &TakenVectorArrays::destroy,
               taken.get());
        (void)taken.release(); // owned by the caller
    }
    vector.store = std::move(empty);
    a = out;
}

} // namespace mergus::suitesparse
