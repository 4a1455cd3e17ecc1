/// \file storage.cpp
/// How objects are stored, and serialization of GxB_…: the bytes of mergus/serialize.hpp, which ignores what
/// follows them, and behind them the names of the type and of the object.
#include "pack.hpp"
#include "types.hpp"
#include "views.hpp"

#include <mergus/serialize.hpp>

#include <algorithm>
#include <string_view>

namespace mergus::grb {

namespace {

constexpr char names_signature[9] = "mergusN1";

/// The end of a blob; the two names, each with a zero at its end, are before it.
struct Names {
    std::uint64_t type_bytes, object_bytes;
    char signature[8];
};

template <class Entries>
void write_blob(void** blob, GrB_Index* blob_size, const Entries& object) {
    not_null(blob, "the address of the blob");
    not_null(blob_size, "the size of the blob");
    const mergus_type* const type = object.value.type();
    std::string type_name = object.user_type == nullptr ? name_of_type(type, {}).substr(4) // without GrB_
                            : object.user_type->opaque  ? std::string()
                                                        : std::string(type->name);
    if (type_name.size() >= GxB_MAX_NAME_LEN) type_name.clear();
    const std::string object_name = object.notes == nullptr ? std::string() : object.notes->name;
    Names names{type_name.size() + 1, object_name.size() + 1, {}};
    std::memcpy(names.signature, names_signature, sizeof names.signature);
    const std::uint64_t entries = serialized_size(object.value),
                        bytes = entries + names.type_bytes + names.object_bytes + sizeof names;
    ProgramArray made = new_array(bytes, 1);
    auto* at = static_cast<std::byte*>(made.get());
    serialize(object.value, std::span(at, entries));
    std::memcpy(at += entries, type_name.c_str(), names.type_bytes);
    std::memcpy(at += names.type_bytes, object_name.c_str(), names.object_bytes);
    std::memcpy(at += names.object_bytes, &names, sizeof names);
    *blob = made.release();
    *blob_size = bytes;
}

/// The names in a blob. \throws Failure GrB_INVALID_OBJECT
struct Read {
    std::string_view type, object;
};
Read read_names(const void* blob, std::uint64_t bytes) {
    const auto refuse = [] {
        fail(GrB_INVALID_OBJECT, "the data is not a blob of GxB_Matrix_serialize or its like");
    };
    not_null(blob, "the blob");
    Names names{};
    if (bytes < sizeof names) refuse();
    const auto* const from = static_cast<const char*>(blob);
    std::memcpy(&names, from + bytes - sizeof names, sizeof names);
    if (std::memcmp(names.signature, names_signature, sizeof names.signature) != 0) refuse();
    std::uint64_t left = bytes - sizeof names;
    const auto take = [&](std::uint64_t count) {
        if (count == 0 || count > left || from[left - 1] != '\0') refuse();
        left -= count;
        return std::string_view(from + left, count - 1);
    };
    Read read;
    read.object = take(names.object_bytes);
    read.type = take(names.type_bytes);
    if (read.type.size() >= GxB_MAX_NAME_LEN) refuse();
    return read;
}

template <class Read>
void read_blob(const Read& read) {
    try {
        read();
    } catch (const Error& error) {
        if (error.code() == Code::parse_error) fail(GrB_INVALID_OBJECT, error.what());
        throw;
    }
}

/// Whether the arrays of a copy have one value for all entries. GPU backends store all of them.
bool is_iso(const AnyMatrix& A) {
    if (A.nvals() < 2) return A.nvals() == 1;
    if (!has_host_arrays(A.context())) return false;
    AnyMatrix copy = A.dup();
    return copy.release_csr().csr().iso != 0;
}
bool is_iso(const AnyVector& u) {
    if (u.nvals() < 2) return u.nvals() == 1;
    if (!has_host_arrays(u.context())) return false;
    AnyVector copy = u.dup();
    return copy.release_arrays().arrays().iso != 0;
}

} // namespace

} // namespace mergus::grb

using namespace mergus::grb;

GrB_Info GxB_Matrix_iso(bool* iso, const GrB_Matrix A) {
    return call(output_of(A), __func__, [&] { *not_null(iso, "iso") = is_iso(View(A, "A").get()); });
}
GrB_Info GxB_Vector_iso(bool* iso, const GrB_Vector u) {
    return call(output_of(u), __func__, [&] { *not_null(iso, "iso") = is_iso(View(u, "u").get()); });
}

GrB_Info GxB_Matrix_memoryUsage(size_t* size, const GrB_Matrix A) {
    return call(output_of(A), __func__, [&] {
        const mergus::AnyMatrix& matrix = live(A, "A").value;
        *not_null(size, "size") = sizeof(mergus_grb_matrix) + (matrix.nrows() + 1) * sizeof(GrB_Index) +
                                  matrix.nvals() * (sizeof(GrB_Index) + matrix.type()->size);
    });
}
GrB_Info GxB_Vector_memoryUsage(size_t* size, const GrB_Vector u) {
    return call(output_of(u), __func__, [&] {
        const mergus::AnyVector& vector = live(u, "u").value;
        *not_null(size, "size") =
            sizeof(mergus_grb_vector) + vector.nvals() * (sizeof(GrB_Index) + vector.type()->size);
    });
}
GrB_Info GxB_Scalar_memoryUsage(size_t* size, const GrB_Scalar s) {
    return call(output_of(s), __func__, [&] {
        live(s, "s");
        *not_null(size, "size") = sizeof(mergus_grb_scalar) + s->bytes.size() * sizeof(std::max_align_t);
    });
}

GrB_Info GxB_Matrix_isStoredElement(const GrB_Matrix A, GrB_Index i, GrB_Index j) {
    return call(output_of(A), __func__, [&] {
        const mergus::AnyMatrix& matrix = live(A, "A").value;
        std::vector<std::max_align_t> value(matrix.type()->size / sizeof(std::max_align_t) + 1);
        return matrix.extract_element(i, j, value.data(), matrix.type()) ? GrB_SUCCESS : GrB_NO_VALUE;
    });
}
GrB_Info GxB_Vector_isStoredElement(const GrB_Vector u, GrB_Index i) {
    return call(output_of(u), __func__, [&] {
        const mergus::AnyVector& vector = live(u, "u").value;
        std::vector<std::max_align_t> value(vector.type()->size / sizeof(std::max_align_t) + 1);
        return vector.extract_element(i, value.data(), vector.type()) ? GrB_SUCCESS : GrB_NO_VALUE;
    });
}

GrB_Info GxB_Type_size(size_t* size, const GrB_Type type) {
    return call(output_of(type), __func__, [&] { *not_null(size, "size") = live(type, "type").get()->size; });
}

GrB_Info GxB_Matrix_serialize(void** blob, GrB_Index* blob_size, GrB_Matrix A, GB_HOW) {
    return call(output_of(A), __func__, [&] {
        static_cast<void>(flags_of(descriptor));
        write_blob(blob, blob_size, live(A, "A"));
    });
}
GrB_Info GxB_Vector_serialize(void** blob, GrB_Index* blob_size, GrB_Vector u, GB_HOW) {
    return call(output_of(u), __func__, [&] {
        static_cast<void>(flags_of(descriptor));
        write_blob(blob, blob_size, live(u, "u"));
    });
}

GrB_Info GxB_Matrix_deserialize(GrB_Matrix* A, GrB_Type type, const void* blob, GrB_Index blob_size, GB_HOW) {
    static_cast<void>(descriptor);
    return GrB_Matrix_deserialize(A, type, blob, blob_size);
}
GrB_Info GxB_Vector_deserialize(GrB_Vector* u, GrB_Type type, const void* blob, GrB_Index blob_size, GB_HOW) {
    return construct(u, __func__, [&] {
        not_null(u, "the address of the handle");
        not_null(blob, "the blob");
        static_cast<void>(flags_of(descriptor));
        const mergus_type* const domain = type == nullptr ? nullptr : live(type, "type").get();
        read_blob([&] {
            make(u,
                 mergus::deserialize_vector(
                     context(), std::span(static_cast<const std::byte*>(blob), blob_size), domain),
                 type == nullptr ? UserType{} : type->user);
        });
    });
}

GrB_Info GxB_deserialize_type_name(char* name, const void* blob, GrB_Index blob_size) {
    return call(nullptr, __func__, [&] {
        not_null(name, "the name");
        const std::string_view text = read_names(blob, blob_size).type;
        std::copy(text.begin(), text.end(), name);
        name[text.size()] = '\0';
    });
}

GrB_Info GxB_Serialized_get_String(const void* blob, char* value, int field, size_t blob_size) {
    return call(nullptr, __func__, [&] {
        not_null(value, "the value");
        if (field != GrB_NAME) mergus::grb::fail(GrB_INVALID_VALUE, "a blob has no text but GrB_NAME");
        const std::string_view text = read_names(blob, blob_size).object;
        std::copy(text.begin(), text.end(), value);
        value[text.size()] = '\0';
    });
}
GrB_Info GxB_Serialized_get_SIZE(const void* blob, size_t* value, int field, size_t blob_size) {
    return call(nullptr, __func__, [&] {
        not_null(value, "the value");
        if (field != GrB_NAME) mergus::grb::fail(GrB_INVALID_VALUE, "a blob has no text but GrB_NAME");
        *value = read_names(blob, blob_size).object.size() + 1;
    });
}
