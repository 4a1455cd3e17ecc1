/// \file vector.hpp
/// Sparse vectors: AnyVector, whose domain is known at run time, and Vector<T>.
#pragma once

#include <mergus/algebra.hpp>
#include <mergus/context.hpp>
#include <mergus/error.hpp>
#include <mergus/export.hpp>
#include <mergus/host_data.hpp>
#include <mergus/indices.hpp>
#include <mergus/natural.hpp>
#include <mergus/object.hpp>
#include <mergus/plugin.h>
#include <mergus/scalar.hpp>
#include <mergus/types.hpp>
#include <mergus/value_list.hpp>
#include <mergus/vector_arrays.hpp>

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mergus {

/// The greatest size of a vector. Backends that need memory for every index accept less.
inline constexpr std::uint64_t max_vector_size = std::uint64_t{1} << 60;

/// A sparse vector in a context, with a type known at run time. Its entries have indices below size().
/// Operators that read positions get the index as row, and 0 as column. A moved-from vector is empty: every
/// call on it throws uninitialized_object. dup() copies.
class MERGUS_API AnyVector : public AnyObject {
public:
    AnyVector() noexcept = default;
    /// A vector without entries. \throws Error invalid_value if the size is negative or over
    /// max_vector_size.
    AnyVector(const Context& context, const mergus_type* type, Natural size);

    /// The size: indices are below it.
    [[nodiscard]] std::uint64_t size() const;

    /// A deep copy.
    [[nodiscard]] AnyVector dup() const;
    /// A deep copy in another context.
    [[nodiscard]] AnyVector to(const Context& context) const;
    /// Changes the size. Entries at indices beyond the new size are deleted.
    void resize(Natural size);

    /// Fills an empty vector with entries (indices[e], values[e]), in any order; values are cast to type().
    /// Duplicate entries are combined with dup in the order given; without dup they throw invalid_value.
    /// \throws Error output_not_empty, index_out_of_bounds.
    void build(const IndexList& indices, const void* values, const mergus_type* value_type,
               const BinaryOp& dup = no_accum);

    /// Writes all entries in the order of their indices; each array has room for nvals() elements or is null.
    /// Values are cast to value_type.
    void extract_tuples(std::uint64_t* indices, void* values, const mergus_type* value_type) const;

    /// The entry i becomes `value`, by the rules of Scalar. Element updates are collected and applied
    /// together, before the next operation on the vector, so that many of them in a row are fast.
    /// \throws Error invalid_index, invalid_value, domain_mismatch.
    void set_element(Natural i, const Scalar& value);
    /// Deletes the entry i, if there is one. \throws Error invalid_index, invalid_value.
    void remove_element(Natural i);
    /// Whether there is an entry i; writes it to `value`, cast to value_type. \throws Error invalid_index.
    bool extract_element(Natural i, void* value, const mergus_type* value_type) const;

    /// A vector from arrays in host or device memory. mergus_vector_arrays (plugin.h) specifies the formats,
    /// the ownership of the arrays, and the order of work on a stream of the caller. Indices, their order and
    /// truth values are checked, unless arrays.flags has MERGUS_CSR_TRUSTED.
    static AnyVector import_arrays(const Context& context, const mergus_vector_arrays& arrays);
    /// As above, with arrays that release_arrays returned. The vector takes them over, without a copy where
    /// the backend can. After an error `arrays` still owns them.
    static AnyVector import_arrays(const Context& context, VectorArrays&& arrays);
    /// Copies into the arrays that `arrays` points to (host or device), in the format arrays.format, with
    /// room for arrays.capacity elements. They can be read on return, or, with arrays.stream, in the order of
    /// that stream. \throws Error before anything is written: invalid_value for 32-bit indices if size() is
    /// over 2^32, or for MERGUS_VECTOR_FULL if the vector is not full; insufficient_space.
    void export_arrays(mergus_vector_arrays& arrays) const;
    /// Moves the arrays out of the vector, without a copy where the backend can, and leaves it without
    /// entries. They can be read at once on any stream.
    /// \param format a mergus_vector_format; 0: the backend chooses. \throws Error invalid_value for
    /// MERGUS_VECTOR_FULL if the vector is not full.
    [[nodiscard]] VectorArrays release_arrays(int format = 0);

    /// A vector with an entry at every index: `size` values of `type` in host memory.
    static AnyVector from_dense(const Context& context, const void* values, const mergus_type* type,
                                Natural size);

    /// All entries on the host, as those of a matrix with one column; see AnyMatrix::to_tuples.
    [[nodiscard]] Tuples to_tuples() const;

    /// \internal
    explicit AnyVector(std::unique_ptr<detail::MatrixState> state) noexcept;
};

/// A vector over T: a built-in type, or a struct made with MERGUS_TYPE.
template <ValueType T>
class Vector : public AnyVector {
public:
    /// T.
    using value_type = T;

    Vector() noexcept = default;
    /// A vector without entries.
    Vector(const Context& context, Natural size) : AnyVector(context, type_of<T>(), size) {}

    /// Takes over a vector of type T. \throws Error domain_mismatch if it has another type; then `any` is as
    /// before.
    explicit Vector(AnyVector&& any)
        : AnyVector(std::move((detail::require_type(any, type_of<T>(), "Vector"), any))) {}

    /// A vector with these entries; see AnyVector::build.
    static Vector from_tuples(const Context& context, Natural size, const IndexList& indices,
                              const ValueList<T>& values, const BinaryOp& dup = no_accum) {
        Vector vector(context, size);
        vector.build(indices, values, dup);
        return vector;
    }

    /// A vector with an entry at every index. The values are copied.
    static Vector from_dense(const Context& context, const ValueList<T>& values) {
        return Vector(AnyVector::from_dense(context, values.data(), type_of<T>(), values.size()));
    }
    /// All size() values, with `missing` at indices without an entry.
    [[nodiscard]] std::vector<T> to_dense(const T& missing = T{}) const {
        std::vector<std::uint64_t> indices;
        std::vector<T> values, dense(size(), missing);
        extract_tuples(indices, values);
        for (std::size_t e = 0; e < indices.size(); ++e) dense[indices[e]] = values[e];
        return dense;
    }

    /// A deep copy.
    [[nodiscard]] Vector dup() const { return Vector(AnyVector::dup()); }
    /// A deep copy in another context.
    [[nodiscard]] Vector to(const Context& context) const { return Vector(AnyVector::to(context)); }

    using AnyVector::build;
    /// Fills an empty vector; see AnyVector::build. \throws Error dimension_mismatch for lists of different
    /// lengths.
    void build(const IndexList& indices, const ValueList<T>& values, const BinaryOp& dup = no_accum) {
        if (values.size() != indices.size())
            throw Error(Code::dimension_mismatch, "build: " + std::to_string(indices.size()) +
                                                      " indices but " + std::to_string(values.size()) +
                                                      " values");
        AnyVector::build(indices, values.data(), type_of<T>(), dup);
    }

    using AnyVector::extract_tuples;
    /// All entries in the order of their indices.
    void extract_tuples(std::vector<std::uint64_t>& indices, std::vector<T>& values) const
        requires(!std::same_as<T, bool>) {
        const std::uint64_t count = nvals();
        indices.resize(count);
        values.resize(count);
        AnyVector::extract_tuples(indices.data(), values.data(), type_of<T>());
    }
    void extract_tuples(std::vector<std::uint64_t>& indices,
                        std::vector<bool>& values) const requires std::same_as<T, bool> {
        const std::uint64_t count = nvals();
        const auto bytes = std::make_unique<bool[]>(count + 1);
        indices.resize(count);
        AnyVector::extract_tuples(indices.data(), bytes.get(), type_of<T>());
        values.assign(bytes.get(), bytes.get() + count);
    }

    using AnyVector::extract_element;
    /// The entry i, if there is one. \throws Error invalid_index.
    [[nodiscard]] std::optional<T> extract_element(Natural i) const {
        T value;
        return AnyVector::extract_element(i, &value, type_of<T>()) ? std::optional<T>(value) : std::nullopt;
    }
};

/// Size, type, number of entries and the first entries, as in
///
///     vector of size 90 of fp64, 12 entries
///       (3)  2.5
///       …
///
/// Values of a user type are written byte by byte in hexadecimal. An empty object is "empty object".
/// \param entries how many entries to write. \throws Error of reading the vector.
MERGUS_API std::string to_string(const AnyVector& vector, Natural entries = 10);
/// Writes to_string(vector).
MERGUS_API std::ostream& operator<<(std::ostream& out, const AnyVector& vector);

} // namespace mergus
