/// \file checks.cpp
#include "checks.hpp"

#include "index_pieces.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <vector>

namespace mergus::core {

namespace {

/// Whether no index is in the list twice, found by a bit for each index below the limit. False where that
/// would take longer than a sort.
bool distinct_by_bits(std::span<const std::uint64_t> list, std::uint64_t limit) {
    if (limit / 64 > list.size()) return false;
    std::vector<std::uint64_t> seen(limit / 64 + 1);
    return std::all_of(list.begin(), list.end(), [&](std::uint64_t index) {
        const std::uint64_t bit = std::uint64_t{1} << (index % 64);
        const bool is_new = (seen[index / 64] & bit) == 0;
        seen[index / 64] |= bit;
        return is_new;
    });
}

} // namespace

using detail::MatrixState;

Shape shape_of(const MatrixState& matrix, bool transposed) {
    return transposed && !matrix.is_vector ? Shape{matrix.ncols, matrix.nrows} : matrix.shape();
}

std::string text_of(Shape shape) {
    return shape.is_vector ? fmt::format("a vector of size {}", shape.nrows)
                           : fmt::format("{} x {}", shape.nrows, shape.ncols);
}

Checker::Checker(std::string_view operation, const AnyObject& C, std::string_view argument)
    : operation_(operation), C_(state_of(C, operation, argument)) {}

void Checker::fail(Code code, const std::string& message) const {
    throw Error(code, fmt::format("{}: {}", operation_, message));
}

const MatrixState& Checker::input(const AnyObject& object, std::string_view argument) const {
    const MatrixState& state = state_of(object, operation_, argument);
    if (state.context != C_.context && !state.context->is_related_to(*C_.context))
        fail(Code::invalid_object,
             fmt::format("{} belongs to another context (backend {}) than {} (backend {}); use to()",
                         argument, state.context->table().name, name_C(), C_.context->table().name));
    return state;
}

Descriptor Checker::flags(const Mask& mask, Descriptor given, Descriptor transposes) const {
    constexpr Descriptor known{MERGUS_DESC_REPLACE | MERGUS_DESC_STRUCTURE | MERGUS_DESC_COMPLEMENT |
                               MERGUS_DESC_TRAN0 | MERGUS_DESC_TRAN1 | MERGUS_DESC_DETERMINISTIC};
    descriptor(given, known);
    if (C_.is_vector) given.bits &= ~DESC_T0T1.bits | transposes.bits;
    const Descriptor joined = given | mask.flags();
    return given.has(DESC_C) && mask.flags().has(DESC_C) ? joined ^ DESC_C : joined;
}

void Checker::descriptor(Descriptor descriptor, Descriptor known) const {
    if (!known.has(descriptor))
        fail(Code::invalid_value,
             fmt::format("the descriptor has unknown bits {:#x}", descriptor.bits & ~known.bits));
}

void Checker::same_shape(std::string_view a, Shape shape_a, std::string_view b, Shape shape_b) const {
    if (shape_a.nrows != shape_b.nrows || shape_a.ncols != shape_b.ncols)
        fail(Code::dimension_mismatch,
             fmt::format("{} is {}, but {} is {}", a, text_of(shape_a), b, text_of(shape_b)));
}

void Checker::cast_between(std::string_view value, std::string_view into, const mergus_type* from,
                           const mergus_type* to) const {
    from = detail::intern_type(*from);
    to = detail::intern_type(*to);
    if (from != to && (from->code == MERGUS_USER_TYPE || to->code == MERGUS_USER_TYPE))
        fail(Code::domain_mismatch,
             fmt::format("{}{}{}: {} cannot be cast to {}", value, into.empty() ? "" : " into ", into,
                         type_name(from), type_name(to)));
}

void Checker::mask_values(const Mask& mask, Descriptor flags) const {
    if (mask.object() == nullptr) return;
    const MatrixState& state = input(*mask.object(), "the mask");
    if (!flags.has(DESC_S) && state.type->code == MERGUS_USER_TYPE)
        fail(Code::domain_mismatch,
             fmt::format("the mask's values of type {} cannot be cast to bool; use structure()",
                         type_name(state.type)));
}

void Checker::mask_shape(const Mask& mask) const {
    mask_shape(mask, name_C(), C_.shape());
}

void Checker::mask_shape(const Mask& mask, std::string_view part, Shape shape) const {
    if (mask.object() == nullptr) return;
    const MatrixState& state = input(*mask.object(), "the mask");
    if (state.is_vector != shape.is_vector)
        fail(Code::dimension_mismatch,
             fmt::format("the mask is a {}, but {} is a {}", state.is_vector ? "vector" : "matrix", part,
                         shape.is_vector ? "vector" : "matrix"));
    same_shape("the mask", state.shape(), part, shape);
}

void Checker::output(const BinaryOp& accum, const mergus_type* t) const {
    const mergus_op* ac = accum.get();
    if (ac == nullptr) {
        cast("the result", name_C(), t, C_.type);
        return;
    }
    require_kind(operation_, "accum", *ac, MERGUS_BINARY);
    cast(name_C(), "accum", C_.type, ac->x_type);
    cast("the result", "accum", t, ac->y_type);
    cast("accum", name_C(), ac->z_type, C_.type);
    cast("the result", name_C(), t, C_.type); // where C has no entry
}

const mergus_op& Checker::op(const mergus_op* op, std::string_view argument, mergus_op_kind kind) const {
    if (op == nullptr) fail(Code::null_pointer, fmt::format("{} is empty", argument));
    require_kind(operation_, argument, *op, kind);
    return *op;
}

const mergus_monoid& Checker::monoid(const mergus_monoid* monoid) const {
    if (monoid == nullptr) fail(Code::null_pointer, "the monoid is empty");
    const mergus_op& add = op(monoid->op, "the monoid's operator", MERGUS_BINARY);
    for (const mergus_type* side : {add.x_type, add.y_type})
        if (side != nullptr && side != add.z_type &&
            detail::intern_type(*side) != detail::intern_type(*add.z_type))
            fail(Code::domain_mismatch, fmt::format("the monoid's operator {} maps {} to {}", add.name,
                                                    type_name(side), type_name(add.z_type)));
    if (monoid->identity == nullptr) fail(Code::null_pointer, "the monoid has no identity");
    return *monoid;
}

const mergus_semiring& Checker::semiring(const mergus_semiring* semiring) const {
    if (semiring == nullptr || semiring->mul == nullptr) fail(Code::null_pointer, "the semiring is empty");
    const mergus_type* on = monoid(semiring->add).op->z_type;
    const mergus_op& mul =
        op(semiring->mul, "the semiring's multiply",
           semiring->mul->kind == MERGUS_INDEX_BINARY ? MERGUS_INDEX_BINARY : MERGUS_BINARY);
    if (detail::intern_type(*mul.z_type) != detail::intern_type(*on))
        fail(Code::domain_mismatch, fmt::format("semiring {}: the multiply gives {}, the monoid is on {}",
                                                semiring->name, type_name(mul.z_type), type_name(on)));
    return *semiring;
}

void Checker::index(std::string_view argument, std::uint64_t index, std::uint64_t limit) const {
    if (index >= limit)
        fail(Code::invalid_index, fmt::format("{} is {}, not below {}", argument, index, limit));
}

void Checker::indices(std::string_view argument, const Indices& list, std::uint64_t limit) const {
    const std::span<const std::uint64_t> given = list.list();
    if (list.all() || all_below(given, limit)) return;
    for (std::size_t e = 0; e < given.size(); ++e)
        if (given[e] >= limit)
            fail(Code::index_out_of_bounds,
                 fmt::format("{}[{}] is {}, not below {}", argument, e, given[e], limit));
}

void Checker::unique_indices(std::string_view argument, const Indices& indices_or_all,
                             std::uint64_t limit) const {
    const std::span<const std::uint64_t> list = indices_or_all.list();
    if (strictly_increases(list) && (list.empty() || list.back() < limit)) return;
    indices(argument, indices_or_all, limit);
    if (distinct_by_bits(list, limit)) return;
    std::vector<std::uint64_t> sorted(list.begin(), list.end());
    std::sort(sorted.begin(), sorted.end());
    const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
    if (twice != sorted.end())
        fail(Code::invalid_value, fmt::format("{} holds {} more than once", argument, *twice));
}

} // namespace mergus::core
