/// \file serialize.hpp
/// A matrix or vector as an array of bytes, for files, messages and other processes of the same machine type:
/// the byte order is that of the machine, and a reader with another one refuses the data. The C API's
/// GrB_Matrix_serialize has the same format.
///
/// Cost: a copy of the entries on the host; 16 bytes and the value for an entry of a matrix, 8 bytes and the
/// value for an entry of a vector.
#pragma once

#include <mergus/export.hpp>
#include <mergus/matrix.hpp>
#include <mergus/vector.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace mergus {

/// The number of bytes that serialize writes.
[[nodiscard]] MERGUS_API std::uint64_t serialized_size(const AnyMatrix& A);
[[nodiscard]] MERGUS_API std::uint64_t serialized_size(const AnyVector& u);

/// Writes into memory of any alignment. \return the number of bytes. \throws Error insufficient_space before
/// anything is written, uninitialized_object, out_of_memory.
MERGUS_API std::uint64_t serialize(const AnyMatrix& A, std::span<std::byte> to);
MERGUS_API std::uint64_t serialize(const AnyVector& u, std::span<std::byte> to);

/// The bytes, in memory of their own.
[[nodiscard]] MERGUS_API std::vector<std::byte> serialize(const AnyMatrix& A);
/// The bytes, in memory of their own.
[[nodiscard]] MERGUS_API std::vector<std::byte> serialize(const AnyVector& u);

/// The matrix or vector of serialize, in any context. A built-in type is that of the data. A user's type has
/// no name in the data, so `type` must be given, and only its size is compared. All numbers are checked;
/// bytes behind the data are ignored. \throws Error parse_error if the data is none of a matrix (of a
/// vector), domain_mismatch if `type` is another type, null_pointer for a user's type that is not given,
/// invalid_value for a vector over max_vector_size, out_of_memory.
[[nodiscard]] MERGUS_API AnyMatrix deserialize_matrix(const Context& context, std::span<const std::byte> data,
                                                      const mergus_type* type = nullptr);
[[nodiscard]] MERGUS_API AnyVector deserialize_vector(const Context& context, std::span<const std::byte> data,
                                                      const mergus_type* type = nullptr);
/// The same with a type known at compile time, also a user's.
template <ValueType T>
[[nodiscard]] Matrix<T> deserialize_matrix(const Context& context, std::span<const std::byte> data) {
    return Matrix<T>(deserialize_matrix(context, data, type_of<T>()));
}
/// The same with a type known at compile time, also a user's.
template <ValueType T>
[[nodiscard]] Vector<T> deserialize_vector(const Context& context, std::span<const std::byte> data) {
    return Vector<T>(deserialize_vector(context, data, type_of<T>()));
}

} // namespace mergus
