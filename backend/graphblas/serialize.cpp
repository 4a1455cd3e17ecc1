/// \file serialize.cpp
/// GrB_Matrix_serialize and GrB_Matrix_deserialize, in the format of mergus/serialize.hpp.
#include "matrix.hpp"

#include <mergus/serialize.hpp>

using namespace mergus::grb;

GrB_Info GrB_Matrix_serializeSize(GrB_Index* size, GrB_Matrix A) {
    return call(output_of(A), __func__, [&] {
        live(A, "A");
        *not_null(size, "size") = mergus::serialized_size(A->value);
    });
}

GrB_Info GrB_Matrix_serialize(void* data, GrB_Index* size, GrB_Matrix A) {
    return call(output_of(A), __func__, [&] {
        const mergus::AnyMatrix& matrix = live(A, "A").value;
        not_null(data, "data");
        not_null(size, "size");
        *size = mergus::serialize(matrix, std::span(static_cast<std::byte*>(data), *size));
    });
}

GrB_Info GrB_Matrix_deserialize(GrB_Matrix* A, GrB_Type type, const void* data, GrB_Index size) {
    return construct(A, __func__, [&] {
        not_null(A, "the address of the handle");
        not_null(data, "data");
        const mergus_type* const domain = type == nullptr ? nullptr : live(type, "type").get();
        const std::span<const std::byte> bytes(static_cast<const std::byte*>(data), size);
        try {
            make(A, mergus::deserialize_matrix(context(), bytes, domain),
                 type == nullptr ? UserType{} : type->user);
        } catch (const mergus::Error& error) {
            if (error.code() == mergus::Code::parse_error) fail(GrB_INVALID_OBJECT, error.what());
            throw;
        }
    });
}
