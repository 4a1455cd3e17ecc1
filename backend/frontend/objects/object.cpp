/// \file object.cpp
/// What matrices and vectors have in common: their states, and the calls that treat both alike.
#include <mergus/object.hpp>

#include "array_copies.hpp"
#include "catalogue.hpp"
#include "matrix_state.hpp"

#include <mergus/cast.hpp>
#include <mergus/error.hpp>
#include <mergus/matrix.hpp>
#include <mergus/vector.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <utility>

namespace mergus {

namespace detail {

MatrixState::~MatrixState() {
    host_entries.forget(*this);
    if (handle == nullptr) return;
    context->locked([&] {
        context->table().matrix_free(context->handle(), handle);
        return 0;
    });
}

std::uint64_t MatrixState::nvals() const {
    // Threads that read the object at the same time store the same numbers.
    if (counted_pattern_.load(std::memory_order_acquire) == pattern)
        return counted_nvals_.load(std::memory_order_relaxed);
    const std::uint64_t counted = core::info_of(*this, "nvals").nvals;
    counted_nvals_.store(counted, std::memory_order_relaxed);
    counted_pattern_.store(pattern, std::memory_order_release);
    return counted;
}

void MatrixState::changed() noexcept {
    pattern = core::new_pattern();
    host_entries.forget(*this);
}

void MatrixState::becomes(MatrixState& other) noexcept {
    host_entries.forget(*this); // they are counted by the context
    other.host_entries.forget(other);
    std::swap(context, other.context);
    std::swap(handle, other.handle);
    changed();
}

void MatrixState::becomes_row_of(const MatrixState& A) {
    row_of_ = A.host_entries.row_reads();
    row_pattern_.store(pattern, std::memory_order_relaxed);
}

void MatrixState::read_by_host() const noexcept {
    std::uint64_t expected = pattern;
    if (row_pattern_.load(std::memory_order_relaxed) == expected &&
        row_pattern_.compare_exchange_strong(expected, 0, std::memory_order_relaxed))
        row_of_->read();
}

} // namespace detail

namespace core {

std::uint64_t new_pattern() noexcept {
    static std::atomic<std::uint64_t> last{0};
    return ++last;
}

MatrixState& pending_state_of(const AnyObject& object, std::string_view operation,
                              std::string_view argument) {
    if (object.state() == nullptr)
        throw Error(Code::uninitialized_object,
                    fmt::format("{}: {} is an empty object", operation, argument));
    return *object.state();
}

MatrixState& state_of(const AnyObject& object, std::string_view operation, std::string_view argument) {
    MatrixState& state = pending_state_of(object, operation, argument);
    if (state.updates.any()) {
        const detail::StaysInContext other_threads_may_read_it;
        apply_updates(state);
    }
    return state;
}

MatrixState& output_state_of(const AnyObject& object, std::string_view operation, std::string_view argument) {
    MatrixState& state = pending_state_of(object, operation, argument);
    if (state.updates.any()) apply_updates(state);
    return state;
}

void check_dimensions(std::string_view operation, std::uint64_t nrows, std::uint64_t ncols) {
    if (nrows > max_dimension || ncols > max_dimension)
        throw Error(
            Code::invalid_value,
            fmt::format("{}: {} x {} is too large: matrices are limited to {} (2^60) rows and columns",
                        operation, nrows, ncols, max_dimension));
}

void check_size(std::string_view operation, std::uint64_t size) {
    if (size > max_vector_size)
        throw Error(Code::invalid_value, fmt::format("{}: size {} is too large: vectors are limited to {} "
                                                     "(2^60) entries",
                                                     operation, size, max_vector_size));
}

const mergus_type* check_type(const mergus_type* type, std::string_view operation) {
    if (type == nullptr) throw Error(Code::null_pointer, fmt::format("{}: the type is null", operation));
    return detail::intern_type(*type);
}

void require_castable(std::string_view operation, const mergus_type* from, const mergus_type* to) {
    if (from != to && (from->code == MERGUS_USER_TYPE || to->code == MERGUS_USER_TYPE))
        throw Error(Code::domain_mismatch, fmt::format("{}: values of type {} cannot be cast to {}",
                                                       operation, type_name(from), type_name(to)));
}

void require_kind(std::string_view operation, std::string_view argument, const mergus_op& op,
                  mergus_op_kind kind) {
    static constexpr std::string_view kinds[] = {"?", "a unary", "a binary", "an index unary",
                                                 "an index binary"};
    if (op.kind != kind)
        throw Error(op.kind == MERGUS_INDEX_BINARY ? Code::domain_mismatch : Code::invalid_value,
                    fmt::format("{}: {} ({}) is not {} operator", operation, argument, op.name,
                                kinds[static_cast<std::size_t>(kind)]));
}

void check_dup(const mergus_op* dup, const mergus_type* type) {
    if (dup == nullptr) return;
    require_kind("build", "dup", *dup, MERGUS_BINARY);
    for (const mergus_type* side : {dup->x_type, dup->y_type, dup->z_type})
        if (side != nullptr) require_castable("build: dup", type, side);
}

std::unique_ptr<MatrixState> new_state(std::string_view operation,
                                       const std::shared_ptr<ContextState>& context, const mergus_type* type,
                                       Shape shape) {
    auto state = std::make_unique<MatrixState>(context, type, shape);
    if (shape.is_vector) {
        auto args = defaults<mergus_vector_new_args>();
        args.type = type;
        args.size = shape.nrows;
        context->call(operation, context->table().vector_new, &args);
        state->handle = args.vector;
    } else {
        auto args = defaults<mergus_matrix_new_args>();
        args.type = type;
        args.nrows = shape.nrows;
        args.ncols = shape.ncols;
        context->call(operation, context->table().matrix_new, &args);
        state->handle = args.matrix;
    }
    return state;
}

std::unique_ptr<MatrixState> duplicate(const MatrixState& state) {
    const auto function = state.context->table().matrix_dup;
    if (function == nullptr) return copy_to(state, state.context);
    auto copy = std::make_unique<MatrixState>(state.context, state.type, state.shape());
    auto args = defaults<mergus_matrix_dup_args>();
    args.matrix = state.handle;
    try {
        state.context->call("dup", function, &args);
    } catch (const Error& error) {
        return state.context->in_blocks_or_rethrow(
            error, [&](const auto& blocks) { return copy_to(state, blocks); });
    }
    copy->handle = args.copy;
    return copy;
}

std::unique_ptr<MatrixState> copy_to(const MatrixState& state, const std::shared_ptr<ContextState>& context) {
    return state.is_vector ? copy_vector_to(state, context) : copy_csr_to(state, context);
}

mergus_matrix_info info_of(const MatrixState& state, std::string_view operation) {
    auto info = defaults<mergus_matrix_info>();
    state.context->call(operation, state.context->table().matrix_info, state.handle, &info);
    return info;
}

void clear(MatrixState& state) {
    if (const auto empty = state.context->table().matrix_clear)
        state.context->call("clear", empty, state.handle);
    else
        std::swap(state.handle, new_state("clear", state.context, state.type, state.shape())->handle);
    state.updates.clear();
    state.changed();
}

void resize(MatrixState& state, Shape shape) {
    auto args = defaults<mergus_matrix_resize_args>();
    args.matrix = state.handle;
    args.nrows = shape.nrows;
    args.ncols = shape.ncols;
    state.context->call("resize", state.context->table().matrix_resize, &args);
    state.nrows = shape.nrows;
    state.ncols = shape.ncols;
    state.changed();
}

namespace {

/// Whether the list is 0, 1, 2, …
bool counts_up(const std::uint64_t* list, std::uint64_t count) {
    for (std::uint64_t k = 0; k < count; ++k)
        if (list[k] != k) return false;
    return true;
}

/// A vector with an entry at every index takes its values as one array, without a sort.
bool build_full(MatrixState& state, std::string_view operation, const std::uint64_t* indices,
                const void* values, const mergus_type* value_type, std::uint64_t nvals,
                const mergus_op* dup) {
    constexpr std::uint64_t least = 1024; // below, a backend sorts as quickly
    const bool casts = value_type != state.type || (dup != nullptr && dup->z_type != state.type);
    if (!state.is_vector || nvals != state.nrows || nvals < least || casts ||
        state.type->code == MERGUS_BOOL || state.context->table().vector_import == nullptr ||
        !counts_up(indices, nvals))
        return false;
    auto arrays = defaults<mergus_vector_arrays>();
    arrays.type = state.type;
    arrays.size = arrays.nvals = nvals;
    arrays.format = MERGUS_VECTOR_FULL;
    arrays.memory = MERGUS_MEMORY_HOST;
    arrays.values = const_cast<void*>(values); // without a release function the import copies them
    auto args = defaults<mergus_vector_import_args>();
    args.arrays = &arrays;
    MatrixState made(state.context, state.type, state.shape());
    state.context->call(operation, state.context->table().vector_import, &args);
    made.handle = args.vector;
    std::swap(state.handle, made.handle);
    return true;
}

/// \throws Error index_out_of_bounds for the first entry outside the object
void check_positions(const MatrixState& state, const std::uint64_t* rows, const std::uint64_t* cols,
                     std::uint64_t nvals) {
    for (std::uint64_t e = 0; e < nvals; ++e) {
        if (rows[e] < state.nrows && (state.is_vector || cols[e] < state.ncols)) continue;
        throw Error(Code::index_out_of_bounds,
                    state.is_vector ? fmt::format("build: entry {} is at {}, outside a vector of size {}", e,
                                                  rows[e], state.nrows)
                                    : fmt::format("build: entry {} is at ({}, {}), outside {} x {}", e,
                                                  rows[e], cols[e], state.nrows, state.ncols));
    }
}

} // namespace

void build(MatrixState& state, std::string_view operation, const std::uint64_t* rows,
           const std::uint64_t* cols, const void* values, const mergus_type* value_type, std::uint64_t nvals,
           const mergus_op* dup) {
    if (build_full(state, operation, rows, values, value_type, nvals, dup)) {
        state.changed();
        return;
    }
    if (state.context->plugin().build.checks_indices == 0) check_positions(state, rows, cols, nvals);
    auto args = defaults<mergus_matrix_build_args>();
    args.matrix = state.handle;
    args.rows = rows;
    args.cols = state.is_vector ? nullptr : cols;
    args.values = values;
    args.value_type = value_type;
    args.nvals = nvals;
    args.dup = dup;
    try {
        state.context->call(operation, state.context->table().matrix_build, &args);
    } catch (const Error& error) { // dup may be a function of the host
        if (error.code() == Code::index_out_of_bounds) check_positions(state, rows, cols, nvals);
        if (error.code() == Code::out_of_memory)
            return state.context->in_blocks_or_rethrow(error, [&](const auto& blocks) {
                const auto made = new_state(operation, blocks, state.type, state.shape());
                build(*made, operation, rows, cols, values, value_type, nvals, dup);
                state.becomes(*made);
            });
        if (error.code() != Code::not_implemented || !state.context->options().fallback_to_cpu) throw;
        const auto on_cpu = new_state(operation, state.context->fallback(), state.type, state.shape());
        build(*on_cpu, operation, rows, cols, values, value_type, nvals, dup);
        state.becomes(*copy_to(*on_cpu, state.context)); // it may be in blocks
        state.context->count_fallback();
    }
    state.changed();
}

std::optional<std::uint64_t> pending_nvals(const MatrixState& state) {
    if (!state.updates.any()) return std::nullopt;
    const std::lock_guard lock(state.updates.mutex);
    const VectorEntries* const all = state.updates.whole();
    if (all == nullptr) return std::nullopt;
    return all->indices.size();
}

bool extract_pending(const MatrixState& state, std::uint64_t* indices, void* values,
                     const mergus_type* value_type) {
    if (!state.updates.any()) return false;
    const std::lock_guard lock(state.updates.mutex);
    const VectorEntries* const all = state.updates.whole();
    if (all == nullptr) return false;
    state.read_by_host();
    if (indices != nullptr) std::ranges::copy(all->indices, indices);
    if (values == nullptr) return true;
    value_type = check_type(value_type, "extract_tuples");
    require_castable("extract_tuples", state.type, value_type);
    auto* const to = static_cast<unsigned char*>(values);
    for (std::size_t e = 0; e < all->indices.size(); ++e)
        cast_value(to + e * value_type->size, value_type, all->values.data() + e * state.type->size,
                   state.type);
    return true;
}

void extract_tuples(const MatrixState& state, std::uint64_t* rows, std::uint64_t* cols, void* values,
                    const mergus_type* value_type) {
    state.read_by_host();
    if (values != nullptr) {
        value_type = check_type(value_type, "extract_tuples");
        require_castable("extract_tuples", state.type, value_type);
    } else {
        value_type = state.type;
    }
    auto args = defaults<mergus_matrix_extract_tuples_args>();
    args.matrix = state.handle;
    args.rows = rows;
    args.cols = cols;
    args.values = values;
    args.value_type = value_type;
    state.context->call("extract_tuples", state.context->table().matrix_extract_tuples, &args);
}

} // namespace core

namespace {

constexpr std::string_view itself = "the matrix or vector";

} // namespace

AnyObject::AnyObject() noexcept = default;
AnyObject::AnyObject(std::unique_ptr<detail::MatrixState> state) noexcept : state_(std::move(state)) {}
AnyObject::AnyObject(AnyObject&&) noexcept = default;
AnyObject& AnyObject::operator=(AnyObject&&) noexcept = default;
AnyObject::~AnyObject() = default;

std::uint64_t AnyObject::nvals() const {
    if (const auto waiting = core::pending_nvals(core::pending_state_of(*this, "nvals", itself)))
        return *waiting;
    return core::state_of(*this, "nvals", itself).nvals();
}
std::uint64_t AnyObject::bytes() const {
    const detail::MatrixState& state = core::state_of(*this, "bytes", itself);
    return core::info_of(state, "bytes").bytes + state.host_entries.bytes();
}
const mergus_type* AnyObject::type() const {
    return core::pending_state_of(*this, "type", itself).type;
}
Context AnyObject::context() const {
    return Context(core::pending_state_of(*this, "context", itself).context);
}

void AnyObject::clear() {
    core::clear(core::pending_state_of(*this, "clear", itself));
}

void detail::require_type(const AnyObject& object, const mergus_type* type, const char* what) {
    if (object.state() != nullptr && object.type() != type)
        throw Error(Code::domain_mismatch, fmt::format("{}<T>: the object is of type {}, not {}", what,
                                                       type_name(object.type()), type_name(type)));
}

} // namespace mergus
