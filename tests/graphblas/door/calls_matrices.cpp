/// \file calls_matrices.cpp
/// Operations with a matrix as output, and reductions of matrices.
#include "call.hpp"

#include <cstdint>

namespace mergus::tests {

namespace {

void mxm_call(Door& d) {
    const GrB_Semiring semiring = semiring_handle(d.call.algebra.semiring, d.function, d.choice.of(2) == 0);
    check(GrB_mxm(d.C(), d.M(), d.accum(), semiring, d.A(), d.B(), d.descriptor()));
}

/// The operator itself, or the monoid or semiring that has it.
void ewise_add_call(Door& d) {
    const std::uint64_t way = d.choice.of(3);
    const GrB_Monoid monoid = monoid_with(d.call.algebra.op);
    const GrB_Semiring semiring = semiring_with_add(d.call.algebra.op);
    if (way == 0 && monoid != nullptr)
        check(GrB_Matrix_eWiseAdd_Monoid(d.C(), d.M(), d.accum(), monoid, d.A(), d.B(), d.descriptor()));
    else if (way == 1 && semiring != nullptr)
        check(GrB_Matrix_eWiseAdd_Semiring(d.C(), d.M(), d.accum(), semiring, d.A(), d.B(), d.descriptor()));
    else
        check(
            GrB_Matrix_eWiseAdd_BinaryOp(d.C(), d.M(), d.accum(), d.binary(), d.A(), d.B(), d.descriptor()));
}

#define MERGUS_MULTIPLY_CALL(name, F)                                                                        \
    void name(Door& d) {                                                                                     \
        const std::uint64_t way = d.choice.of(3);                                                            \
        const GrB_Monoid monoid = monoid_with(d.call.algebra.op);                                            \
        const GrB_Semiring semiring = semiring_with_multiply(d.call.algebra.op);                             \
        if (way == 0 && monoid != nullptr)                                                                   \
            check(F##_Monoid(d.C(), d.M(), d.accum(), monoid, d.A(), d.B(), d.descriptor()));                \
        else if (way == 1 && semiring != nullptr)                                                            \
            check(F##_Semiring(d.C(), d.M(), d.accum(), semiring, d.A(), d.B(), d.descriptor()));            \
        else                                                                                                 \
            check(F##_BinaryOp(d.C(), d.M(), d.accum(), d.binary(), d.A(), d.B(), d.descriptor()));          \
    }
MERGUS_MULTIPLY_CALL(ewise_mult_call, GrB_Matrix_eWiseMult)
MERGUS_MULTIPLY_CALL(kronecker_call, GrB_Matrix_kronecker)

void transpose_call(Door& d) {
    check(GrB_transpose(d.C(), d.M(), d.accum(), d.A(), d.descriptor()));
}

void apply_call(Door& d) {
    check(GrB_Matrix_apply(d.C(), d.M(), d.accum(), d.unary(), d.A(), d.descriptor()));
}
void apply_first_call(Door& d) {
    const GrB_BinaryOp op = d.binary();
    d.with_scalar<forms::GrB_Matrix_apply_BinaryOp1st>(
        d.call.instance.scalar, d.call.algebra.op->x_type,
        [&](auto run, auto x) { return run(d.C(), d.M(), d.accum(), op, x, d.A(), d.descriptor()); });
}
void apply_second_call(Door& d) {
    const GrB_BinaryOp op = d.binary();
    d.with_scalar<forms::GrB_Matrix_apply_BinaryOp2nd>(
        d.call.instance.scalar, d.call.algebra.op->y_type,
        [&](auto run, auto y) { return run(d.C(), d.M(), d.accum(), op, d.A(), y, d.descriptor()); });
}
void apply_index_call(Door& d) {
    const GrB_IndexUnaryOp op = d.index_unary();
    d.with_scalar<forms::GrB_Matrix_apply_IndexOp>(
        d.call.instance.scalar, d.call.algebra.op->y_type,
        [&](auto run, auto y) { return run(d.C(), d.M(), d.accum(), op, d.A(), y, d.descriptor()); });
}
void select_call(Door& d) {
    const GrB_IndexUnaryOp op = d.index_unary();
    d.with_scalar<forms::GrB_Matrix_select>(
        d.call.instance.scalar, d.call.algebra.op->y_type,
        [&](auto run, auto y) { return run(d.C(), d.M(), d.accum(), op, d.A(), y, d.descriptor()); });
}

void assign_call(Door& d) {
    const auto rows = d.rows(), cols = d.cols();
    check(GrB_Matrix_assign(d.C(), d.M(), d.accum(), d.A(), rows.indices, rows.count, cols.indices,
                            cols.count, d.descriptor()));
}
void assign_scalar_call(Door& d) {
    const auto rows = d.rows(), cols = d.cols();
    d.with_scalar<forms::GrB_Matrix_assign>(d.call.instance.scalar, d.call.C.type(), [&](auto run, auto x) {
        return run(d.C(), d.M(), d.accum(), x, rows.indices, rows.count, cols.indices, cols.count,
                   d.descriptor());
    });
}
void assign_to_row_call(Door& d) {
    const auto cols = d.cols();
    check(GrB_Row_assign(d.C(), d.m(), d.accum(), d.u(), d.call.instance.rows.front(), cols.indices,
                         cols.count, d.descriptor()));
}
void assign_to_column_call(Door& d) {
    const auto rows = d.rows();
    check(GrB_Col_assign(d.C(), d.m(), d.accum(), d.u(), rows.indices, rows.count,
                         d.call.instance.cols.front(), d.descriptor()));
}
void extract_call(Door& d) {
    const auto rows = d.rows(), cols = d.cols();
    check(GrB_Matrix_extract(d.C(), d.M(), d.accum(), d.A(), rows.indices, rows.count, cols.indices,
                             cols.count, d.descriptor()));
}

} // namespace

void add_matrix_calls(DoorCalls& calls) {
    calls["mxm"] = mxm_call;
    calls["ewise_add"] = ewise_add_call;
    calls["ewise_mult"] = ewise_mult_call;
    calls["kronecker"] = kronecker_call;
    calls["transpose"] = transpose_call;
    calls["apply"] = apply_call;
    calls["apply_first"] = apply_first_call;
    calls["apply_second"] = apply_second_call;
    calls["apply_index"] = apply_index_call;
    calls["select"] = select_call;
    calls["assign"] = assign_call;
    calls["assign_scalar"] = assign_scalar_call;
    calls["assign_to_row"] = assign_to_row_call;
    calls["assign_to_column"] = assign_to_column_call;
    calls["extract"] = extract_call;
}

} // namespace mergus::tests
