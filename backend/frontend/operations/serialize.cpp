/// \file serialize.cpp
/// Matrices and vectors as bytes. The format: a header, then the rows, the columns (not of a vector) and the
/// values of the entries in row-major order, in the byte order of the machine. Readers check every number
/// before they use it.
#include <mergus/serialize.hpp>

#include "checks.hpp"
#include "memory_errors.hpp"

#include <fmt/format.h>

#include <cstring>

namespace mergus {

using core::state_of;
using detail::MatrixState;

namespace {

constexpr char matrix_signature[9] = "mergusA1", vector_signature[9] = "mergusu1";

struct Header {
    char signature[8];
    std::uint32_t byte_order; ///< 1
    std::int32_t type_code;   ///< a mergus_type_code
    std::uint64_t type_size;
    std::uint64_t nrows, ncols, nvals; ///< a vector of size n has n rows and 1 column
};

const char* signature_of(bool is_vector) {
    return is_vector ? vector_signature : matrix_signature;
}

/// The bytes of an entry.
std::uint64_t entry_size(bool is_vector, std::uint64_t type_size) {
    return (is_vector ? 1 : 2) * sizeof(std::uint64_t) + type_size;
}

std::uint64_t size_of(const AnyObject& object) {
    const MatrixState& state = state_of(object, "serialize", "the input");
    return sizeof(Header) +
           core::info_of(state, "serialize").nvals * entry_size(state.is_vector, state.type->size);
}

std::uint64_t write(const AnyObject& object, std::span<std::byte> to) {
    const std::uint64_t needed = size_of(object);
    if (to.size() < needed)
        throw Error(Code::insufficient_space,
                    fmt::format("serialize: room for {} bytes, not {}", to.size(), needed));
    const MatrixState& state = state_of(object, "serialize", "the input");
    Header header{{}, 1, state.type->code, state.type->size, state.nrows, state.ncols, object.nvals()};
    std::memcpy(header.signature, signature_of(state.is_vector), sizeof header.signature);
    core::with_memory_errors("serialize", [&] {
        // The caller's memory may have any alignment.
        std::vector<std::uint64_t> rows(header.nvals), cols(state.is_vector ? 0 : header.nvals);
        std::vector<std::max_align_t> values(header.nvals * state.type->size / sizeof(std::max_align_t) + 1);
        core::extract_tuples(state, rows.data(), state.is_vector ? nullptr : cols.data(), values.data(),
                             state.type);
        std::byte* at = to.data();
        const auto put = [&](const void* from, std::size_t bytes) {
            if (bytes != 0) std::memcpy(at, from, bytes);
            at += bytes;
        };
        put(&header, sizeof header);
        put(rows.data(), rows.size() * sizeof(std::uint64_t));
        put(cols.data(), cols.size() * sizeof(std::uint64_t));
        put(values.data(), header.nvals * state.type->size);
    });
    return needed;
}

std::vector<std::byte> written(const AnyObject& object) {
    return core::with_memory_errors("serialize", [&] {
        std::vector<std::byte> bytes(size_of(object));
        write(object, bytes);
        return bytes;
    });
}

[[noreturn]] void refuse(bool is_vector, std::string_view what) {
    throw Error(Code::parse_error, fmt::format("deserialize: the data is not a serialized {}: {}",
                                               is_vector ? "vector" : "matrix", what));
}

Header read_header(bool is_vector, std::span<const std::byte> data) {
    Header header;
    if (data.size() < sizeof header) refuse(is_vector, "it is too short");
    std::memcpy(&header, data.data(), sizeof header);
    if (std::memcmp(header.signature, signature_of(is_vector), sizeof header.signature) != 0)
        refuse(is_vector, "it has another signature");
    if (header.byte_order != 1) refuse(is_vector, "it has another byte order");
    const bool user = header.type_code == MERGUS_USER_TYPE;
    if (!user && (header.type_code < MERGUS_BOOL || header.type_code > MERGUS_FC64))
        refuse(is_vector, "its type is unknown");
    if (header.type_size == 0 || header.type_size > 4096 ||
        (!user &&
         detail::builtin_type(static_cast<mergus_type_code>(header.type_code))->size != header.type_size))
        refuse(is_vector, "the size of its type is wrong");
    if ((data.size() - sizeof header) / entry_size(is_vector, header.type_size) < header.nvals)
        refuse(is_vector, "it is truncated");
    const bool fits = is_vector ? header.nrows <= max_vector_size && header.ncols == 1
                                : header.nrows <= max_dimension && header.ncols <= max_dimension;
    if (!fits) refuse(is_vector, "its dimensions are out of range");
    return header;
}

/// The type of the result: that of the data, or the one given, which must be the same.
const mergus_type* type_of_data(const Header& header, const mergus_type* given) {
    const auto fail = [](Code code, const char* what) {
        throw Error(code, std::string("deserialize: ") + what);
    };
    if (header.type_code == MERGUS_USER_TYPE) {
        if (given == nullptr) fail(Code::null_pointer, "the data is of a user's type, which must be given");
        if (given->code != MERGUS_USER_TYPE || given->size != header.type_size)
            fail(Code::domain_mismatch, "the data is of another type");
        return given;
    }
    const mergus_type* const own = detail::builtin_type(static_cast<mergus_type_code>(header.type_code));
    if (given != nullptr && detail::intern_type(*given) != own)
        fail(Code::domain_mismatch, "the data is of another type");
    return own;
}

template <class Object>
Object read(const Context& context, std::span<const std::byte> data, const mergus_type* given) {
    constexpr bool is_vector = std::same_as<Object, AnyVector>;
    const Header header = read_header(is_vector, data);
    const mergus_type* const type = type_of_data(header, given);
    return core::with_memory_errors("deserialize", [&] {
        std::vector<std::uint64_t> rows(header.nvals), cols(is_vector ? 0 : header.nvals);
        std::vector<std::max_align_t> values(header.nvals * type->size / sizeof(std::max_align_t) + 1);
        const std::byte* at = data.data() + sizeof header;
        const auto get = [&](void* to, std::size_t bytes) {
            if (bytes != 0) std::memcpy(to, at, bytes);
            at += bytes;
        };
        get(rows.data(), rows.size() * sizeof(std::uint64_t));
        get(cols.data(), cols.size() * sizeof(std::uint64_t));
        if (type->code == MERGUS_BOOL)
            for (std::uint64_t e = 0; e < header.nvals; ++e)
                if (std::to_integer<unsigned>(at[e]) > 1)
                    refuse(is_vector, "a truth value is neither 0 nor 1");
        get(values.data(), header.nvals * type->size);
        try {
            if constexpr (is_vector) {
                Object made(context, type, header.nrows);
                made.build(rows, values.data(), type);
                return made;
            } else {
                Object made(context, type, header.nrows, header.ncols);
                made.build(rows, cols, values.data(), type);
                return made;
            }
        } catch (const Error& error) { // an index out of range, or an entry twice
            if (error.code() == Code::index_out_of_bounds || error.code() == Code::invalid_value)
                refuse(is_vector, error.what());
            throw;
        }
    });
}

} // namespace

std::uint64_t serialized_size(const AnyMatrix& A) {
    return size_of(A);
}
std::uint64_t serialized_size(const AnyVector& u) {
    return size_of(u);
}
std::uint64_t serialize(const AnyMatrix& A, std::span<std::byte> to) {
    return write(A, to);
}
std::uint64_t serialize(const AnyVector& u, std::span<std::byte> to) {
    return write(u, to);
}
std::vector<std::byte> serialize(const AnyMatrix& A) {
    return written(A);
}
std::vector<std::byte> serialize(const AnyVector& u) {
    return written(u);
}
AnyMatrix deserialize_matrix(const Context& context, std::span<const std::byte> data,
                             const mergus_type* type) {
    return read<AnyMatrix>(context, data, type);
}
AnyVector deserialize_vector(const Context& context, std::span<const std::byte> data,
                             const mergus_type* type) {
    return read<AnyVector>(context, data, type);
}

} // namespace mergus
