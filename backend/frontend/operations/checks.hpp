/// \file checks.hpp
/// The argument checks of the specification, for all backends. A failed check throws an Error that names the
/// operation, the argument, and the shapes or types.
#pragma once

#include "../objects/matrix_state.hpp"

#include <mergus/ops.hpp>

#include <string>
#include <string_view>

namespace mergus::core {

/// The shape of a matrix, or of its transpose. Vectors have no transpose.
Shape shape_of(const detail::MatrixState& matrix, bool transposed);
/// "3 x 4", "a vector of size 5".
std::string text_of(Shape shape);

/// The checks of one call. Messages begin with the name of the operation. The order is that of the
/// specification: objects, domains (cast, output, mask_values), dimensions (same_shape, mask_shape), indices.
class Checker {
public:
    /// C gives the context of the call. For a call without C it is the first input. `argument` is its name in
    /// messages.
    Checker(std::string_view operation, const AnyObject& C, std::string_view argument = "C");
    Checker(std::string_view operation, detail::MatrixState& C) noexcept : operation_(operation), C_(C) {}

    [[nodiscard]] detail::MatrixState& C() const noexcept { return C_; }
    /// The arguments' names in messages: C, A and B, or w, u and v if C is a vector.
    [[nodiscard]] std::string_view name_C() const noexcept { return C_.is_vector ? "w" : "C"; }
    [[nodiscard]] std::string_view name_A() const noexcept { return C_.is_vector ? "u" : "A"; }
    [[nodiscard]] std::string_view name_B() const noexcept { return C_.is_vector ? "v" : "B"; }

    /// The flags of mask and descriptor together: two complements cancel. Unknown bits are refused.
    /// Transposes are dropped if C is a vector, except those in `transposes`.
    [[nodiscard]] Descriptor flags(const Mask& mask, Descriptor descriptor, Descriptor transposes = {}) const;
    /// Refuses bits that are not in `known`.
    void descriptor(Descriptor descriptor, Descriptor known) const;
    /// An input: not empty, and of C's context.
    const detail::MatrixState& input(const AnyObject& object, std::string_view argument) const;
    void same_shape(std::string_view a, Shape shape_a, std::string_view b, Shape shape_b) const;
    /// Values of type `from` can be cast to `to`. A null type stands for an unused argument of an operator.
    /// In messages they are `value` "into" `into`, or `value` alone.
    void cast(std::string_view value, std::string_view into, const mergus_type* from,
              const mergus_type* to) const {
        if (from != nullptr && to != nullptr && from != to) cast_between(value, into, from, to);
    }
    /// The mask has, unless it is structural, values that can be cast to bool.
    void mask_values(const Mask& mask, Descriptor flags) const;
    /// The mask is of C's kind and shape.
    void mask_shape(const Mask& mask) const;
    /// The same for a part of C, of that name and shape.
    void mask_shape(const Mask& mask, std::string_view part, Shape shape) const;
    /// T of type `t` can be written into C with that accumulator.
    void output(const BinaryOp& accum, const mergus_type* t) const;
    /// An operator that is not null and of that kind.
    const mergus_op& op(const mergus_op* op, std::string_view argument, mergus_op_kind kind) const;
    const mergus_monoid& monoid(const mergus_monoid* monoid) const;
    const mergus_semiring& semiring(const mergus_semiring* semiring) const;
    /// The number of a row or column. \throws Error invalid_index
    void index(std::string_view argument, std::uint64_t index, std::uint64_t limit) const;
    /// All indices of the list are below `limit`.
    void indices(std::string_view argument, const Indices& list, std::uint64_t limit) const;
    /// As indices(); and no index is in the list twice.
    void unique_indices(std::string_view argument, const Indices& list, std::uint64_t limit) const;

    [[noreturn]] void fail(Code code, const std::string& message) const;

private:
    void cast_between(std::string_view value, std::string_view into, const mergus_type* from,
                      const mergus_type* to) const;

    std::string_view operation_;
    detail::MatrixState& C_;
};

} // namespace mergus::core
