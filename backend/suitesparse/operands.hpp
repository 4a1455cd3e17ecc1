/// \file operands.hpp
/// Inputs, masks and outputs of a GraphBLAS call.
///
/// Invariant: only Output::commit and write_in_place() (in_place.hpp) change a matrix of the program, and
/// they cannot fail after they have started to.
#pragma once

#include "context.hpp"

namespace mergus::suitesparse {

/// A collection with the pattern of A and arbitrary values of `type`.
CollectionHandle pattern_of(const mergus_context& context, Collection A, const Type& type);
/// A copy of A with a value for each entry if A is stored as one value for all (iso); else null.
CollectionHandle write_out(Collection A);
/// A copy of A with cast values.
CollectionHandle cast_of(const mergus_context& context, Collection A, const Type& type);
/// C<mask> ⊙= A or, with TRAN0 in `bits` (MERGUS_DESC_), A'.
void copy_through(const mergus_context& context, Collection C, Collection mask, GrB_BinaryOp accum,
                  Collection A, std::uint32_t bits);

/// An input of a call: the matrix or vector itself or a replacement.
class Operand {
public:
    /// For operations that use the values. With a mask and an accumulator, a full matrix is copied to a
    /// sparse one: for C<M> ⊙= T, GraphBLAS 7.4 reads column indices of M and T, which full matrices do not
    /// have.
    Operand(const mergus_call& call, Collection input);
    /// For an operator whose x_type or y_type is `declared_type`. If that is null (unused operand) and the
    /// matrix cannot be cast to the type of GraphBLAS's operator, the pattern is used instead.
    Operand(const mergus_context& context, const mergus_call& call, const mergus_matrix* matrix,
            const mergus_type* declared_type, const mergus_op& op);
    [[nodiscard]] Collection get() const noexcept { return input_; }

private:
    CollectionHandle copy_;
    Collection input_;
};

/// The mask of a call, or null. GraphBLAS treats a floating-point −0.0 as true, because its bits are not all
/// 0. The specification casts values to bool, which this class does for masks by value.
class Mask {
public:
    Mask(const mergus_context& context, const mergus_call& call);
    [[nodiscard]] Collection get() const noexcept { return operand_.get(); }

private:
    CollectionHandle cast_;
    Operand operand_;
};

/// The entries of A as the work of a call; 0 if there is no report.
std::uint64_t work_of(const mergus_call& call, Collection A);
/// Fills call.report, if there is one.
void fill_report(const mergus_context& context, const mergus_call& call, Collection result,
                 const char* method, std::uint64_t work);

/// What an operation writes: empty, or a copy of C if the result depends on C's old entries.
class Output {
public:
    /// \param whole whether the operation writes all of C; false for assign to a region
    Output(const mergus_context& context, const mergus_call& call, bool whole = true);
    /// Of a computed result of C's type and shape.
    Output(const mergus_context& context, const mergus_call& call, CollectionHandle result) noexcept
        : context_(context), call_(call), result_(std::move(result)) {}
    [[nodiscard]] Collection get() const noexcept { return result_.get(); }
    /// Replaces C by the result and fills call.report.
    void commit(const char* method, std::uint64_t work);

private:
    const mergus_context& context_;
    const mergus_call& call_;
    CollectionHandle result_;
};

} // namespace mergus::suitesparse
