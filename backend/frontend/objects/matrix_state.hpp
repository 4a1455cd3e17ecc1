/// \file matrix_state.hpp
/// The state behind AnyMatrix and AnyVector, and how states are made and copied.
#pragma once

#include "context_state.hpp"
#include "element_updates.hpp"
#include "host_entries.hpp"

#include <mergus/object.hpp>
#include <mergus/plugin.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <string_view>

namespace mergus::core {

/// The shape of a matrix. A vector of size n is n × 1.
struct Shape {
    std::uint64_t nrows, ncols;
    bool is_vector = false;
};
inline Shape vector_shape(std::uint64_t size) {
    return {size, 1, true};
}

/// A number that no pattern of the process has had before.
std::uint64_t new_pattern() noexcept;

} // namespace mergus::core

namespace mergus::detail {

/// A matrix or a vector. Invariant: the handle and `updates` together are the object.
class MatrixState {
public:
    MatrixState(std::shared_ptr<ContextState> context, const mergus_type* type, core::Shape shape) noexcept
        : context(std::move(context)), type(type), nrows(shape.nrows), ncols(shape.ncols),
          is_vector(shape.is_vector) {}
    ~MatrixState();
    MatrixState(const MatrixState&) = delete;
    MatrixState& operator=(const MatrixState&) = delete;

    [[nodiscard]] core::Shape shape() const noexcept { return {nrows, ncols, is_vector}; }

    /// The number of entries in the handle. The backend is asked once for each pattern.
    [[nodiscard]] std::uint64_t nvals() const;
    /// The entries have changed, by anything but set_values().
    void changed() noexcept;
    /// Exchanges handle and context with an object of the same type and shape.
    void becomes(MatrixState& other) noexcept;
    /// This vector has become a row of A.
    void becomes_row_of(const MatrixState& A);
    /// The host reads all entries.
    void read_by_host() const noexcept;

    std::shared_ptr<ContextState> context;
    mergus_matrix* handle = nullptr; ///< null only while the object is being made
    const mergus_type* type;         ///< interned
    std::uint64_t nrows;             ///< of a vector: its size
    std::uint64_t ncols;             ///< of a vector: 1
    bool is_vector;
    core::ElementUpdates updates; ///< not yet in the handle
    /// Identifies the object and its pattern; renewed by changed().
    std::uint64_t pattern = core::new_pattern();
    mutable core::HostEntries host_entries; ///< what reads of single elements and rows keep

private:
    std::shared_ptr<core::RowReads> row_of_; ///< of the last matrix that this vector was a row of
    /// This vector's pattern since it became a row, until the host reads it.
    mutable std::atomic<std::uint64_t> row_pattern_{0};
    /// The entries that the pattern `counted_pattern_` had; of no pattern before the first nvals().
    mutable std::atomic<std::uint64_t> counted_nvals_{0}, counted_pattern_{0};
};

} // namespace mergus::detail

namespace mergus::core {

using detail::ContextState;
using detail::MatrixState;

/// The state of an object that is not empty, with all element updates in its handle. \throws Error
/// uninitialized_object: "mxm: A is an empty object"; and what applying the updates throws. The object stays
/// in its context, because other threads may read it.
MatrixState& state_of(const AnyObject& object, std::string_view operation, std::string_view argument);
/// The same for the object that a call changes: with its updates it may become an object in blocks.
MatrixState& output_state_of(const AnyObject& object, std::string_view operation, std::string_view argument);
/// The same for calls that do not use the handle: the updates stay pending.
MatrixState& pending_state_of(const AnyObject& object, std::string_view operation, std::string_view argument);

/// An object without entries. \throws Error not_implemented for a vector, if the backend has none
std::unique_ptr<MatrixState> new_state(std::string_view operation,
                                       const std::shared_ptr<ContextState>& context, const mergus_type* type,
                                       Shape shape);
/// A deep copy in the same context.
std::unique_ptr<MatrixState> duplicate(const MatrixState& state);
/// A deep copy in any context.
std::unique_ptr<MatrixState> copy_to(const MatrixState& state, const std::shared_ptr<ContextState>& context);

/// Entries and bytes, from the backend.
mergus_matrix_info info_of(const MatrixState& state, std::string_view operation);
/// Deletes all entries.
void clear(MatrixState& state);
/// Changes the shape of the object.
void resize(MatrixState& state, Shape shape);
/// Writes entries into an object that has none. `cols` is null for a vector. Arguments are checked.
void build(MatrixState& state, std::string_view operation, const std::uint64_t* rows,
           const std::uint64_t* cols, const void* values, const mergus_type* value_type, std::uint64_t nvals,
           const mergus_op* dup);
/// Reads all entries; each array may be null.
void extract_tuples(const MatrixState& state, std::uint64_t* rows, std::uint64_t* cols, void* values,
                    const mergus_type* value_type);

/// The number of entries, if those of a vector wait in its updates; then extract_pending() has copied them.
std::optional<std::uint64_t> pending_nvals(const MatrixState& state);
/// Reads all entries of a vector if they are pending updates. \return whether they are
bool extract_pending(const MatrixState& state, std::uint64_t* indices, void* values,
                     const mergus_type* value_type);

/// Applies the updates to the handle. After an error neither has changed.
void apply_updates(MatrixState& state);

/// \throws Error null_pointer
const mergus_type* check_type(const mergus_type* type, std::string_view operation);
/// \throws Error domain_mismatch
void require_castable(std::string_view operation, const mergus_type* from, const mergus_type* to);
/// The operator has that kind. \throws Error domain_mismatch for one on positions, with which only a semiring
/// multiplies; invalid_value
void require_kind(std::string_view operation, std::string_view argument, const mergus_op& op,
                  mergus_op_kind kind);
/// The operator of a build. \throws Error invalid_value, domain_mismatch
void check_dup(const mergus_op* dup, const mergus_type* type);

/// \throws Error invalid_value if a dimension is over max_dimension, or a size over max_vector_size.
void check_dimensions(std::string_view operation, std::uint64_t nrows, std::uint64_t ncols);
void check_size(std::string_view operation, std::uint64_t size);

} // namespace mergus::core
