/// \file elements.cpp
/// Single elements of matrices and vectors. Updates are collected in the object's state and applied by two
/// assignments at most: the entries that are set, through their own pattern as mask, and the deleted ones, by
/// the complement of their pattern.
#include <mergus/matrix.hpp>
#include <mergus/vector.hpp>

#include "../objects/catalogue.hpp"
#include "cast_scalar.hpp"
#include "checks.hpp"
#include "dispatch.hpp"

#include <fmt/format.h>

#include <chrono>
#include <mutex>
#include <string_view>
#include <vector>

namespace mergus {

using core::CastScalar;
using core::Checker;
using core::MatrixState;
using core::Operation;
using core::Position;

namespace {

constexpr Operation set_operation{"set_element", &mergus_backend::assign};
constexpr Operation remove_operation{"remove_element", &mergus_backend::assign};
constexpr Operation extract_operation{"extract_element", &mergus_backend::extract};

void check_position(const Checker& check, Position p) {
    const MatrixState& state = check.C();
    if (p.i < state.nrows && p.j < state.ncols) return;
    check.fail(Code::invalid_index,
               state.is_vector
                   ? fmt::format("{} is outside a vector of size {}", p.i, state.nrows)
                   : fmt::format("({}, {}) is outside {} x {}", p.i, p.j, state.nrows, state.ncols));
}

void set_element(const AnyObject& object, std::string_view name, Position p, const Scalar& value) {
    MatrixState& state = core::pending_state_of(object, set_operation.name, name);
    const Checker check(set_operation.name, state);
    const CastScalar cast(check, value, state.type, "the value");
    check_position(check, p);
    cast.require(check);
    if (state.updates.whole() != nullptr) core::apply_updates(state);
    state.updates.set(p, cast.data(), state.type->size);
}

void remove_element(const AnyObject& object, std::string_view name, Position p) {
    MatrixState& state = core::pending_state_of(object, remove_operation.name, name);
    check_position(Checker(remove_operation.name, state), p);
    if (state.updates.whole() != nullptr) core::apply_updates(state);
    state.updates.remove(p);
}

/// Reads an entry from the host's copy or from the backend, as an object with one position: a vector, if the
/// backend has vectors, because a part of a column takes fewer kernels than a matrix.
bool read_element(const MatrixState& state, Position p, void* value) {
    if (const auto found = state.host_entries.find(state, p, value);
        found != core::HostEntries::Found::unknown)
        return found == core::HostEntries::Found::present;
    const auto start = std::chrono::steady_clock::now();
    const bool as_vector = state.context->table().vector_new != nullptr;
    const auto part = core::new_state(extract_operation.name, state.context, state.type, {1, 1, as_vector});
    mergus_call call = core::make_call(no_accum, {});
    call.rows = &p.i;
    call.nrows = 1;
    if (!state.is_vector) {
        call.cols = &p.j;
        call.ncols = 1;
    }
    core::dispatch(extract_operation, {part.get(), nullptr, &state, nullptr}, call);
    const bool present = core::info_of(*part, extract_operation.name).nvals != 0;
    if (present) core::extract_tuples(*part, nullptr, nullptr, value, state.type);
    state.host_entries.spent(std::chrono::steady_clock::now() - start);
    return present;
}

bool extract_element(const AnyObject& object, std::string_view name, Position p, void* value,
                     const mergus_type* type) {
    MatrixState& state = core::pending_state_of(object, extract_operation.name, name);
    const Checker check(extract_operation.name, state);
    type = core::check_type(type, extract_operation.name);
    if (value == nullptr) check.fail(Code::null_pointer, "the value is null");
    core::require_castable(extract_operation.name, state.type, type);
    check_position(check, p);
    core::ValueBuffer held(state.type);
    core::Pending pending = core::Pending::nothing;
    std::unique_lock lock(state.updates.mutex, std::defer_lock);
    if (state.updates.any()) { // no other reader applies them until the end of this call
        lock.lock();
        pending = state.updates.find(p, held.get(), state.type->size);
    }
    if (pending == core::Pending::removed) return false;
    if (pending == core::Pending::nothing && !read_element(state, p, held.get())) return false;
    core::cast_value(value, type, held.get(), state.type);
    return true;
}

/// A new object like `state` with entries at these positions.
std::unique_ptr<MatrixState> built(const MatrixState& state, std::string_view operation,
                                   const mergus_type* type, const std::vector<std::uint64_t>& rows,
                                   const std::vector<std::uint64_t>& cols, const void* values) {
    auto made = core::new_state(operation, state.context, type, state.shape());
    core::build(*made, operation, rows.data(), cols.data(), values, type, rows.size(), nullptr);
    return made;
}

} // namespace

void core::apply_updates(MatrixState& state) {
    const std::lock_guard lock(state.updates.mutex);
    if (!state.updates.any()) return;                             // another reader has applied them
    if (const VectorEntries* const all = state.updates.whole()) { // of an empty handle
        if (!all->indices.empty())
            build(state, set_operation.name, all->indices.data(), nullptr, all->values.data(), state.type,
                  all->indices.size(), nullptr);
        state.updates.clear();
        return;
    }
    const ElementUpdates::Batch batch = state.updates.batch(state.type->size);
    const bool was_empty = info_of(state, set_operation.name).nvals == 0;
    if (!batch.removed_rows.empty() && !was_empty) {
        const std::vector<unsigned char> ones(batch.removed_rows.size(), 1);
        const auto removed = built(state, remove_operation.name, type_of<bool>(), batch.removed_rows,
                                   batch.removed_cols, ones.data());
        dispatch(remove_operation, {&state, removed.get(), &state, nullptr}, make_call(no_accum, DESC_RSC));
    }
    if (!batch.set_rows.empty()) {
        if (was_empty) {
            build(state, set_operation.name, batch.set_rows.data(), batch.set_cols.data(),
                  batch.values.data(), state.type, batch.set_rows.size(), nullptr);
        } else {
            const auto set = built(state, set_operation.name, state.type, batch.set_rows, batch.set_cols,
                                   batch.values.data());
            dispatch(set_operation, {&state, set.get(), set.get(), nullptr}, make_call(no_accum, DESC_S));
        }
    }
    state.updates.clear();
}

void AnyMatrix::set_element(Natural i, Natural j, const Scalar& value) {
    mergus::set_element(*this, "the matrix", {i, j}, value);
}
void AnyMatrix::remove_element(Natural i, Natural j) {
    mergus::remove_element(*this, "the matrix", {i, j});
}
bool AnyMatrix::extract_element(Natural i, Natural j, void* value, const mergus_type* value_type) const {
    return mergus::extract_element(*this, "the matrix", {i, j}, value, value_type);
}

void AnyVector::set_element(Natural i, const Scalar& value) {
    mergus::set_element(*this, "the vector", {i, 0}, value);
}
void AnyVector::remove_element(Natural i) {
    mergus::remove_element(*this, "the vector", {i, 0});
}
bool AnyVector::extract_element(Natural i, void* value, const mergus_type* value_type) const {
    return mergus::extract_element(*this, "the vector", {i, 0}, value, value_type);
}

} // namespace mergus
