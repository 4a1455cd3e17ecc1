/// \file serialize.cpp
/// GrB_Matrix_serialize and GrB_Matrix_deserialize. The format: a header, then the rows, the columns and the
/// values of the entries in row-major order, in the byte order of the machine. Readers check every number
/// before they use it.
#include "matrix.hpp"

#include <cstring>

namespace mergus::grb {

namespace {

constexpr char signature[8] = {'m', 'e', 'r', 'g', 'u', 's', 'A', '1'};

struct Header {
    char signature[8];
    std::uint32_t byte_order; ///< 1
    std::int32_t type_code;   ///< a mergus_type_code
    std::uint64_t type_size;
    std::uint64_t nrows, ncols, nvals;
};

std::uint64_t serialized_size(const AnyMatrix& A) {
    return sizeof(Header) + A.nvals() * (2 * sizeof(std::uint64_t) + A.type()->size);
}

[[noreturn]] void refuse(const char* what) {
    fail(GrB_INVALID_OBJECT, std::string("the data is not a serialized matrix: ") + what);
}

Header read_header(const void* data, GrB_Index size) {
    Header header;
    if (size < sizeof header) refuse("it is too short");
    std::memcpy(&header, data, sizeof header);
    if (std::memcmp(header.signature, signature, sizeof signature) != 0) refuse("it has another signature");
    if (header.byte_order != 1) refuse("it has another byte order");
    const bool user = header.type_code == MERGUS_USER_TYPE;
    if (!user && (header.type_code < MERGUS_BOOL || header.type_code > MERGUS_FC64))
        refuse("its type is unknown");
    const auto code = static_cast<mergus_type_code>(header.type_code);
    if (header.type_size == 0 || header.type_size > 4096 ||
        (!user && detail::builtin_type(code)->size != header.type_size))
        refuse("the size of its type is wrong");
    const std::uint64_t entry = 2 * sizeof(std::uint64_t) + header.type_size;
    if ((size - sizeof header) / entry < header.nvals) refuse("it is truncated");
    if (header.nrows > max_dimension || header.ncols > max_dimension)
        refuse("its dimensions are out of range");
    return header;
}

/// The type of the matrix: that of the data, or the one given, which must be the same.
const mergus_type* type_of_data(const Header& header, GrB_Type given) {
    const mergus_type* const type = given == nullptr ? nullptr : live(given, "type").get();
    if (header.type_code == MERGUS_USER_TYPE) {
        if (type == nullptr) fail(GrB_NULL_POINTER, "a matrix of a user's type needs that type");
        if (type->code != MERGUS_USER_TYPE || type->size != header.type_size)
            fail(GrB_DOMAIN_MISMATCH, "the data is of another type");
        return type;
    }
    const mergus_type* const own = detail::builtin_type(static_cast<mergus_type_code>(header.type_code));
    if (type != nullptr && type != own) fail(GrB_DOMAIN_MISMATCH, "the data is of another type");
    return own;
}

AnyMatrix read(const mergus_type* type, const Header& header, const char* at) {
    std::vector<std::uint64_t> rows(header.nvals), cols(header.nvals);
    std::memcpy(rows.data(), at, header.nvals * sizeof(std::uint64_t));
    at += header.nvals * sizeof(std::uint64_t);
    std::memcpy(cols.data(), at, header.nvals * sizeof(std::uint64_t));
    at += header.nvals * sizeof(std::uint64_t);
    std::vector<std::max_align_t> values(header.nvals * type->size / sizeof(std::max_align_t) + 1);
    std::memcpy(values.data(), at, header.nvals * type->size);
    if (type->code == MERGUS_BOOL)
        for (std::uint64_t e = 0; e < header.nvals; ++e)
            if (static_cast<unsigned char>(at[e]) > 1) refuse("a truth value is neither 0 nor 1");
    try {
        AnyMatrix made(context(), type, header.nrows, header.ncols);
        made.build(rows, cols, values.data(), type);
        return made;
    } catch (const Error& error) { // an index out of range, or an entry twice
        if (error.code() == Code::index_out_of_bounds || error.code() == Code::invalid_value)
            refuse(error.what());
        throw;
    }
}

} // namespace

} // namespace mergus::grb

using namespace mergus::grb;

GrB_Info GrB_Matrix_serializeSize(GrB_Index* size, GrB_Matrix A) {
    return call(output_of(A), __func__, [&] {
        live(A, "A");
        *not_null(size, "size") = serialized_size(A->value);
    });
}

GrB_Info GrB_Matrix_serialize(void* data, GrB_Index* size, GrB_Matrix A) {
    return call(output_of(A), __func__, [&] {
        const mergus::AnyMatrix& matrix = live(A, "A").value;
        not_null(data, "data");
        not_null(size, "size");
        const std::uint64_t needed = serialized_size(matrix);
        if (*size < needed)
            fail(GrB_INSUFFICIENT_SPACE,
                 "room for " + std::to_string(*size) + " bytes, not " + std::to_string(needed));
        const mergus_type* const type = matrix.type();
        Header header{{}, 1, type->code, type->size, matrix.nrows(), matrix.ncols(), matrix.nvals()};
        std::memcpy(header.signature, signature, sizeof signature);
        // The caller's memory may have any alignment.
        std::vector<std::uint64_t> rows(header.nvals), cols(header.nvals);
        std::vector<std::max_align_t> values(header.nvals * type->size / sizeof(std::max_align_t) + 1);
        matrix.extract_tuples(rows.data(), cols.data(), values.data(), type);
        char* at = static_cast<char*>(data);
        const auto write = [&](const void* from, std::size_t bytes) {
            std::memcpy(at, from, bytes);
            at += bytes;
        };
        write(&header, sizeof header);
        write(rows.data(), header.nvals * sizeof(std::uint64_t));
        write(cols.data(), header.nvals * sizeof(std::uint64_t));
        write(values.data(), header.nvals * type->size);
        *size = needed;
    });
}

GrB_Info GrB_Matrix_deserialize(GrB_Matrix* A, GrB_Type type, const void* data, GrB_Index size) {
    return call(nullptr, __func__, [&] {
        not_null(A, "the address of the handle");
        not_null(data, "data");
        const Header header = read_header(data, size);
        const mergus_type* const domain = type_of_data(header, type);
        make(A, read(domain, header, static_cast<const char*>(data) + sizeof header));
    });
}
