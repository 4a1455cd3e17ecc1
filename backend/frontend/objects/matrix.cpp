/// \file matrix.cpp
/// AnyMatrix: construction, shape, tuples, single elements.
#include <mergus/matrix.hpp>

#include "matrix_state.hpp"

#include <fmt/format.h>

namespace mergus {

using core::check_type;
using core::pending_state_of;
using core::Shape;
using core::state_of;
using detail::MatrixState;

AnyMatrix::AnyMatrix(std::unique_ptr<MatrixState> state) noexcept : AnyObject(std::move(state)) {}

AnyMatrix::AnyMatrix(const Context& context, const mergus_type* type, Natural rows, Natural cols) {
    type = check_type(type, "Matrix");
    core::check_dimensions("Matrix", rows, cols);
    state_ = core::new_state("Matrix", context.state(), type, {rows, cols});
}

std::uint64_t AnyMatrix::nrows() const {
    return pending_state_of(*this, "nrows", "the matrix").nrows;
}
std::uint64_t AnyMatrix::ncols() const {
    return pending_state_of(*this, "ncols", "the matrix").ncols;
}

AnyMatrix AnyMatrix::dup() const {
    return AnyMatrix(core::duplicate(state_of(*this, "dup", "the matrix")));
}

AnyMatrix AnyMatrix::to(const Context& context) const {
    return AnyMatrix(core::copy_to(state_of(*this, "to", "the matrix"), context.state()));
}

void AnyMatrix::resize(Natural nrows, Natural ncols) {
    core::check_dimensions("resize", nrows, ncols);
    core::resize(state_of(*this, "resize", "the matrix"), {nrows, ncols});
}

void AnyMatrix::build(const IndexList& row_list, const IndexList& col_list, const void* values,
                      const mergus_type* value_type, const BinaryOp& dup) {
    MatrixState& state = state_of(*this, "build", "the matrix");
    const std::span<const std::uint64_t> rows = row_list.list(), cols = col_list.list();
    value_type = check_type(value_type, "build");
    if (rows.size() != cols.size())
        throw Error(Code::dimension_mismatch,
                    fmt::format("build: {} rows but {} columns", rows.size(), cols.size()));
    if (values == nullptr && !rows.empty()) throw Error(Code::null_pointer, "build: values is null");
    core::require_castable("build", value_type, state.type);
    core::check_dup(dup.get(), state.type);
    if (nvals() != 0) throw Error(Code::output_not_empty, "build: the matrix already has entries");
    core::build(state, "build", rows.data(), cols.data(), values, value_type, rows.size(), dup.get());
}

void AnyMatrix::extract_tuples(std::uint64_t* rows, std::uint64_t* cols, void* values,
                               const mergus_type* value_type) const {
    core::extract_tuples(state_of(*this, "extract_tuples", "the matrix"), rows, cols, values, value_type);
}

} // namespace mergus
