/// \file calls_vectors.cpp
/// Operations with a vector as output.
#include "call.hpp"

#include <cstdint>

namespace mergus::tests {

namespace {

void mxv_call(Door& d) {
    const GrB_Semiring semiring = semiring_handle(d.call.algebra.semiring, d.function, d.choice.of(2) == 0);
    check(GrB_mxv(d.w(), d.m(), d.accum(), semiring, d.A(), d.v(), d.descriptor()));
}
void vxm_call(Door& d) {
    const GrB_Semiring semiring = semiring_handle(d.call.algebra.semiring, d.function, d.choice.of(2) == 0);
    check(GrB_vxm(d.w(), d.m(), d.accum(), semiring, d.u(), d.B(), d.descriptor()));
}

#define MERGUS_EWISE_CALL(name, F, with_operator)                                                            \
    void name(Door& d) {                                                                                     \
        const std::uint64_t way = d.choice.of(3);                                                            \
        const GrB_Monoid monoid = monoid_with(d.call.algebra.op);                                            \
        const GrB_Semiring semiring = with_operator(d.call.algebra.op);                                      \
        if (way == 0 && monoid != nullptr)                                                                   \
            check(F##_Monoid(d.w(), d.m(), d.accum(), monoid, d.u(), d.v(), d.descriptor()));                \
        else if (way == 1 && semiring != nullptr)                                                            \
            check(F##_Semiring(d.w(), d.m(), d.accum(), semiring, d.u(), d.v(), d.descriptor()));            \
        else                                                                                                 \
            check(F##_BinaryOp(d.w(), d.m(), d.accum(), d.binary(), d.u(), d.v(), d.descriptor()));          \
    }
MERGUS_EWISE_CALL(ewise_add_call, GrB_Vector_eWiseAdd, semiring_with_add)
MERGUS_EWISE_CALL(ewise_mult_call, GrB_Vector_eWiseMult, semiring_with_multiply)

void apply_call(Door& d) {
    check(GrB_Vector_apply(d.w(), d.m(), d.accum(), d.unary(), d.u(), d.descriptor()));
}
void apply_first_call(Door& d) {
    const GrB_BinaryOp op = d.binary();
    d.with_scalar<forms::GrB_Vector_apply_BinaryOp1st>(
        d.call.instance.scalar, d.call.algebra.op->x_type,
        [&](auto run, auto x) { return run(d.w(), d.m(), d.accum(), op, x, d.u(), d.descriptor()); });
}
void apply_second_call(Door& d) {
    const GrB_BinaryOp op = d.binary();
    d.with_scalar<forms::GrB_Vector_apply_BinaryOp2nd>(
        d.call.instance.scalar, d.call.algebra.op->y_type,
        [&](auto run, auto y) { return run(d.w(), d.m(), d.accum(), op, d.u(), y, d.descriptor()); });
}
void apply_index_call(Door& d) {
    const GrB_IndexUnaryOp op = d.index_unary();
    d.with_scalar<forms::GrB_Vector_apply_IndexOp>(
        d.call.instance.scalar, d.call.algebra.op->y_type,
        [&](auto run, auto y) { return run(d.w(), d.m(), d.accum(), op, d.u(), y, d.descriptor()); });
}
void select_call(Door& d) {
    const GrB_IndexUnaryOp op = d.index_unary();
    d.with_scalar<forms::GrB_Vector_select>(
        d.call.instance.scalar, d.call.algebra.op->y_type,
        [&](auto run, auto y) { return run(d.w(), d.m(), d.accum(), op, d.u(), y, d.descriptor()); });
}

void assign_call(Door& d) {
    const auto rows = d.rows();
    check(GrB_Vector_assign(d.w(), d.m(), d.accum(), d.u(), rows.indices, rows.count, d.descriptor()));
}
void assign_scalar_call(Door& d) {
    const auto rows = d.rows();
    d.with_scalar<forms::GrB_Vector_assign>(d.call.instance.scalar, d.call.w.type(), [&](auto run, auto x) {
        return run(d.w(), d.m(), d.accum(), x, rows.indices, rows.count, d.descriptor());
    });
}
void extract_call(Door& d) {
    const auto rows = d.rows();
    check(GrB_Vector_extract(d.w(), d.m(), d.accum(), d.u(), rows.indices, rows.count, d.descriptor()));
}
/// A row is a column of the transpose.
void extract_from_row_call(Door& d) {
    const auto cols = d.cols();
    check(GrB_Col_extract(d.w(), d.m(), d.accum(), d.A(), cols.indices, cols.count,
                          d.call.instance.rows.front(), d.turned()));
}
void extract_from_column_call(Door& d) {
    const auto rows = d.rows();
    check(GrB_Col_extract(d.w(), d.m(), d.accum(), d.A(), rows.indices, rows.count,
                          d.call.instance.cols.front(), d.descriptor()));
}

void reduce_to_vector_call(Door& d) {
    if (d.choice.of(3) == 0)
        check(GrB_Matrix_reduce_BinaryOp(d.w(), d.m(), d.accum(),
                                         binary_handle(d.call.algebra.monoid->op, d.function), d.A(),
                                         d.descriptor()));
    else
        check(GrB_Matrix_reduce_Monoid(d.w(), d.m(), d.accum(), d.monoid(), d.A(), d.descriptor()));
}

} // namespace

void add_vector_calls(DoorCalls& calls) {
    calls["mxv"] = mxv_call;
    calls["vxm"] = vxm_call;
    calls["vector_ewise_add"] = ewise_add_call;
    calls["vector_ewise_mult"] = ewise_mult_call;
    calls["vector_apply"] = apply_call;
    calls["vector_apply_first"] = apply_first_call;
    calls["vector_apply_second"] = apply_second_call;
    calls["vector_apply_index"] = apply_index_call;
    calls["vector_select"] = select_call;
    calls["vector_assign"] = assign_call;
    calls["vector_assign_scalar"] = assign_scalar_call;
    calls["vector_extract"] = extract_call;
    calls["extract_from_row"] = extract_from_row_call;
    calls["extract_from_column"] = extract_from_column_call;
    calls["reduce_to_vector"] = reduce_to_vector_call;
}

} // namespace mergus::tests
