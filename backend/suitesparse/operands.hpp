/// \file operands.hpp
/// What goes into a GraphBLAS call and what comes out: inputs in a form that GraphBLAS takes, the mask as the
/// specification reads it, and the result on its way into C.
///
/// Invariant: nothing here changes a matrix of the program's except Output::commit, which cannot fail once it
/// has begun to.
#pragma once

#include "context.hpp"

namespace mergus::suitesparse {

/// Every entry of A as some value of type.
MatrixHandle pattern_of(const mergus_context& context, GrB_Matrix A, const Type& type);
/// A copy of A with a value for every entry, if A is stored as one value for all; else null.
MatrixHandle write_out(GrB_Matrix A);
/// A copy of A, cast.
MatrixHandle cast_of(const mergus_context& context, GrB_Matrix A, const Type& type);

/// A matrix as an input of a call: itself, or what stands for it.
class Operand {
public:
    /// By its values. Where mask and accumulator meet, a full matrix is copied into a sparse one: for
    /// C<M> ⊙= T, GraphBLAS 7.4 looks up column indices in M or T, which full ones do not have.
    Operand(const mergus_call& call, GrB_Matrix matrix);
    /// Of an operator that looks at it as `declared_type` (x_type or y_type) says. If that is null and the
    /// matrix cannot be cast to the type that GraphBLAS's operator has there, its pattern.
    Operand(const mergus_context& context, const mergus_call& call, const mergus_matrix* matrix,
            const mergus_type* declared_type, const mergus_op& op);
    [[nodiscard]] GrB_Matrix get() const noexcept { return matrix_; }

private:
    MatrixHandle copy_;
    GrB_Matrix matrix_;
};

/// The mask of a call, or null. GraphBLAS takes a floating-point −0.0 for true, as its bits are not all 0;
/// the specification casts to bool, and so does this where the values count.
class Mask {
public:
    Mask(const mergus_context& context, const mergus_call& call);
    [[nodiscard]] GrB_Matrix get() const noexcept { return operand_.get(); }

private:
    MatrixHandle cast_;
    Operand operand_;
};

/// The matrix that an operation writes: empty, or a copy of C where C's old entries count.
class Output {
public:
    /// \param whole the operation writes all of C, as all but assign to a region do.
    Output(const mergus_context& context, const mergus_call& call, bool whole = true);
    [[nodiscard]] GrB_Matrix get() const noexcept { return matrix_.get(); }
    /// Puts the finished result in C's place and answers call.report.
    void commit(const char* method, std::uint64_t work);

private:
    const mergus_context& context_;
    const mergus_call& call_;
    MatrixHandle matrix_;
};

} // namespace mergus::suitesparse
