/// \file vector.cpp
/// AnyVector: construction, size, tuples.
#include <mergus/vector.hpp>

#include "matrix_state.hpp"

#include <fmt/format.h>

namespace mergus {

using core::check_type;
using core::pending_state_of;
using core::Shape;
using core::state_of;
using detail::MatrixState;

AnyVector::AnyVector(std::unique_ptr<MatrixState> state) noexcept : AnyObject(std::move(state)) {}

AnyVector::AnyVector(const Context& context, const mergus_type* type, Natural size) {
    type = check_type(type, "Vector");
    core::check_size("Vector", size);
    state_ = core::new_state("Vector", context.state(), type, core::vector_shape(size));
}

std::uint64_t AnyVector::size() const {
    return pending_state_of(*this, "size", "the vector").nrows;
}

AnyVector AnyVector::dup() const {
    return AnyVector(core::duplicate(state_of(*this, "dup", "the vector")));
}

AnyVector AnyVector::to(const Context& context) const {
    return AnyVector(core::copy_to(state_of(*this, "to", "the vector"), context.state()));
}

void AnyVector::resize(Natural size) {
    core::check_size("resize", size);
    core::resize(state_of(*this, "resize", "the vector"), core::vector_shape(size));
}

void AnyVector::build(const IndexList& index_list, const void* values, const mergus_type* value_type,
                      const BinaryOp& dup) {
    MatrixState& state = state_of(*this, "build", "the vector");
    const std::span<const std::uint64_t> indices = index_list.list();
    value_type = check_type(value_type, "build");
    if (values == nullptr && !indices.empty()) throw Error(Code::null_pointer, "build: values is null");
    core::require_castable("build", value_type, state.type);
    core::check_dup(dup.get(), state.type);
    if (nvals() != 0) throw Error(Code::output_not_empty, "build: the vector already has entries");
    core::build(state, "build", indices.data(), nullptr, values, value_type, indices.size(), dup.get());
}

void AnyVector::extract_tuples(std::uint64_t* indices, void* values, const mergus_type* value_type) const {
    if (core::extract_pending(pending_state_of(*this, "extract_tuples", "the vector"), indices, values,
                              value_type))
        return;
    core::extract_tuples(state_of(*this, "extract_tuples", "the vector"), indices, nullptr, values,
                         value_type);
}

} // namespace mergus
