/// \file checks.hpp
/// The checks of arguments that the specification asks for, once for all backends. Each throws an Error that
/// names the operation, the argument, and the shapes or types that do not fit.
#pragma once

#include "../objects/context_state.hpp"

#include <mergus/ops.hpp>

#include <string_view>

namespace mergus::core {

struct Shape {
    std::uint64_t nrows, ncols;
};

/// Shape of an input after the descriptor's transpose.
Shape shape_of(const detail::MatrixState& matrix, bool transposed);

/// One operation being checked. Its name and C's context are in every message.
class Checker {
public:
    Checker(std::string_view operation, const AnyMatrix& C);

    [[nodiscard]] detail::MatrixState& C() const noexcept { return C_; }

    /// An input that is not empty and of C's context.
    const detail::MatrixState& input(const AnyMatrix& matrix, std::string_view argument) const;
    /// No bits but these.
    void descriptor(Descriptor descriptor, Descriptor known = {63}) const;
    void same_shape(std::string_view a, Shape shape_a, std::string_view b, Shape shape_b) const;
    /// Values of `from` are handed to something of type `to`; a null type takes anything.
    void cast(std::string_view what, const mergus_type* from, const mergus_type* to) const;
    /// The mask has C's shape and, unless only its structure counts, values that cast to bool.
    const detail::MatrixState* mask(const Mask& mask, Descriptor flags) const;
    /// T of type `t` can be written into C with that accumulator.
    void output(const BinaryOp& accum, const mergus_type* t) const;
    /// Not null, and of that kind.
    const mergus_op& op(const mergus_op* op, std::string_view argument, mergus_op_kind kind) const;
    const mergus_monoid& monoid(const mergus_monoid* monoid) const;
    /// A list of indices below `limit`. With `unique` no index may be twice in it.
    void indices(std::string_view argument, const Indices& list, std::uint64_t limit, bool unique) const;

    [[noreturn]] void fail(Code code, const std::string& message) const;

private:
    std::string_view operation_;
    detail::MatrixState& C_;
};

} // namespace mergus::core
