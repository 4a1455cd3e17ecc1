/// \file matrix.hpp
/// Sparse matrices: AnyMatrix, whose domain is known at run time, and Matrix<T>.
#pragma once

#include <mergus/algebra.hpp>
#include <mergus/context.hpp>
#include <mergus/csr_arrays.hpp>
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

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mergus {

/// The greatest number of rows or columns. Backends store matrices of far more rows than entries without an
/// offset for every row, and may accept less.
inline constexpr std::uint64_t max_dimension = std::uint64_t{1} << 60;

/// An nrows × ncols sparse matrix in a context, with a type known at run time. A moved-from matrix is empty:
/// every call on it throws uninitialized_object. dup() copies.
class MERGUS_API AnyMatrix : public AnyObject {
public:
    AnyMatrix() noexcept = default;
    /// A matrix without entries. \throws Error invalid_value if a dimension is negative or over
    /// max_dimension.
    AnyMatrix(const Context& context, const mergus_type* type, Natural nrows, Natural ncols);

    /// Rows.
    [[nodiscard]] std::uint64_t nrows() const;
    /// Columns.
    [[nodiscard]] std::uint64_t ncols() const;

    /// A deep copy.
    [[nodiscard]] AnyMatrix dup() const;
    /// A deep copy in another context.
    [[nodiscard]] AnyMatrix to(const Context& context) const;
    /// Changes the shape. Entries outside the new shape are deleted.
    void resize(Natural nrows, Natural ncols);

    /// Fills an empty matrix with entries (rows[e], cols[e], values[e]), in any order; values are cast to
    /// type(). Duplicate entries are combined with dup in the order given; without dup they throw
    /// invalid_value. \throws Error output_not_empty, index_out_of_bounds.
    void build(const IndexList& rows, const IndexList& cols, const void* values,
               const mergus_type* value_type, const BinaryOp& dup = no_accum);

    /// Writes all entries in row-major order; each array has room for nvals() elements or is null. Values
    /// are cast to value_type.
    void extract_tuples(std::uint64_t* rows, std::uint64_t* cols, void* values,
                        const mergus_type* value_type) const;

    /// The entry (i, j) becomes `value`, by the rules of Scalar. Element updates are collected and applied
    /// together, before the next operation on the matrix, so that many of them in a row are fast.
    /// \throws Error invalid_index, invalid_value, domain_mismatch.
    void set_element(Natural i, Natural j, const Scalar& value);
    /// Deletes the entry (i, j), if there is one. \throws Error invalid_index, invalid_value.
    void remove_element(Natural i, Natural j);
    /// Whether there is an entry (i, j); writes it to `value`, cast to value_type.
    /// \throws Error invalid_index.
    bool extract_element(Natural i, Natural j, void* value, const mergus_type* value_type) const;

    /// A matrix from compressed sparse rows in host or device memory. mergus_csr (plugin.h) specifies the
    /// ownership of the arrays and the order of work on a stream of the caller. Offsets, ranges, order and
    /// truth values are checked, unless csr.flags has MERGUS_CSR_TRUSTED.
    static AnyMatrix import_csr(const Context& context, const mergus_csr& csr);
    /// As above, with arrays that release_csr returned. The matrix takes them over, without a copy where the
    /// backend can. After an error `arrays` still owns them.
    static AnyMatrix import_csr(const Context& context, CsrArrays&& arrays);
    /// Copies into the arrays that csr points to (host or device), with room for nrows()+1 offsets and
    /// csr.capacity entries. They can be read on return, or, with csr.stream, in the order of that stream.
    /// Indices are unsigned. \throws Error before anything is written: invalid_value for 32-bit columns if
    /// ncols() is over 2^32 (even if those columns are empty), and for 32-bit offsets if nvals() is over
    /// 2^32 − 1; insufficient_space.
    void export_csr(mergus_csr& csr) const;
    /// Moves the arrays out of the matrix, without a copy where the backend can, and leaves it without
    /// entries. They can be read at once on any stream.
    [[nodiscard]] CsrArrays release_csr();

    /// From host arrays. The type follows from their field: bool (all true), int64, fp64 or fc64; or it is
    /// given and values are cast to it.
    static AnyMatrix from_csr(const Context& context, const Csr& csr);
    static AnyMatrix from_csr(const Context& context, const Csr& csr, const mergus_type* type);
    /// From host tuples. The type follows from their field as for from_csr, or is given and values are cast
    /// to it. Duplicates are treated as by build().
    static AnyMatrix from_tuples(const Context& context, const Tuples& tuples,
                                 const BinaryOp& dup = no_accum);
    static AnyMatrix from_tuples(const Context& context, const Tuples& tuples, const mergus_type* type,
                                 const BinaryOp& dup = no_accum);
    /// All entries on the host. The field is integer for bool (pattern if all values are true) and the
    /// integer types, complex for complex types, and real otherwise. \throws Error domain_mismatch for a
    /// user type, invalid_value for a uint64 above 2^63 − 1.
    [[nodiscard]] Tuples to_tuples() const;

    /// \internal
    explicit AnyMatrix(std::unique_ptr<detail::MatrixState> state) noexcept;
};

/// A matrix over T: a built-in type, or a struct made with MERGUS_TYPE.
template <ValueType T>
class Matrix : public AnyMatrix {
public:
    /// T.
    using value_type = T;

    Matrix() noexcept = default;
    /// A matrix without entries.
    Matrix(const Context& context, Natural nrows, Natural ncols)
        : AnyMatrix(context, type_of<T>(), nrows, ncols) {}

    /// Takes over a matrix of type T. \throws Error domain_mismatch if it has another type; then `any` is as
    /// before.
    explicit Matrix(AnyMatrix&& any)
        : AnyMatrix(std::move((detail::require_type(any, type_of<T>(), "Matrix"), any))) {}

    /// A matrix with these entries; see AnyMatrix::build.
    static Matrix from_tuples(const Context& context, Natural nrows, Natural ncols, const IndexList& rows,
                              const IndexList& cols, const ValueList<T>& values,
                              const BinaryOp& dup = no_accum) {
        Matrix matrix(context, nrows, ncols);
        matrix.build(rows, cols, values, dup);
        return matrix;
    }
    /// Entries of a file or a generator; the values are cast to T.
    static Matrix from_tuples(const Context& context, const Tuples& tuples, const BinaryOp& dup = no_accum) {
        return Matrix(AnyMatrix::from_tuples(context, tuples, type_of<T>(), dup));
    }
    /// The values are cast to T.
    static Matrix from_csr(const Context& context, const Csr& csr) {
        return Matrix(AnyMatrix::from_csr(context, csr, type_of<T>()));
    }

    /// A deep copy.
    [[nodiscard]] Matrix dup() const { return Matrix(AnyMatrix::dup()); }
    /// A deep copy in another context.
    [[nodiscard]] Matrix to(const Context& context) const { return Matrix(AnyMatrix::to(context)); }

    using AnyMatrix::build;
    /// Fills an empty matrix; see AnyMatrix::build. \throws Error dimension_mismatch for lists of different
    /// lengths.
    void build(const IndexList& rows, const IndexList& cols, const ValueList<T>& values,
               const BinaryOp& dup = no_accum) {
        if (values.size() != rows.size())
            throw Error(Code::dimension_mismatch, "build: " + std::to_string(rows.size()) + " rows but " +
                                                      std::to_string(values.size()) + " values");
        AnyMatrix::build(rows, cols, values.data(), type_of<T>(), dup);
    }

    using AnyMatrix::extract_tuples;
    /// All entries in row-major order.
    void extract_tuples(std::vector<std::uint64_t>& rows, std::vector<std::uint64_t>& cols,
                        std::vector<T>& values) const requires(!std::same_as<T, bool>) {
        const std::uint64_t count = nvals();
        rows.resize(count);
        cols.resize(count);
        values.resize(count);
        AnyMatrix::extract_tuples(rows.data(), cols.data(), values.data(), type_of<T>());
    }
    void extract_tuples(std::vector<std::uint64_t>& rows, std::vector<std::uint64_t>& cols,
                        std::vector<bool>& values) const requires std::same_as<T, bool> {
        const std::uint64_t count = nvals();
        const auto bytes = std::make_unique<bool[]>(count + 1);
        rows.resize(count);
        cols.resize(count);
        AnyMatrix::extract_tuples(rows.data(), cols.data(), bytes.get(), type_of<T>());
        values.assign(bytes.get(), bytes.get() + count);
    }

    using AnyMatrix::extract_element;
    /// The entry (i, j), if there is one. \throws Error invalid_index.
    [[nodiscard]] std::optional<T> extract_element(Natural i, Natural j) const {
        T value;
        return AnyMatrix::extract_element(i, j, &value, type_of<T>()) ? std::optional<T>(value)
                                                                      : std::nullopt;
    }
};

/// Shape, type, number of entries and the first entries, row by row, as in
///
///     3 x 4 matrix of fp64, 12 entries
///       (0, 1)  2.5
///       …
///
/// Values of a user type are written byte by byte in hexadecimal. An empty object is "empty object".
/// \param entries how many entries to write. \throws Error of reading the matrix.
MERGUS_API std::string to_string(const AnyMatrix& matrix, Natural entries = 10);
/// Writes to_string(matrix).
MERGUS_API std::ostream& operator<<(std::ostream& out, const AnyMatrix& matrix);

} // namespace mergus
