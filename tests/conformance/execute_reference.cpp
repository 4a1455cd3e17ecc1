/// \file execute_reference.cpp
/// Hands an instance to the naive reference.
#include "conformance/execute.hpp"
#include "reference/operations.hpp"

#include <stdexcept>

namespace mergus::conformance {

reference::Matrix execute_reference(const Instance& instance) {
    namespace ref = reference;
    const std::string& operation = instance.words.operation;
    const Algebra& algebra = instance.algebra;
    const ref::Matrix& A = instance.matrix(role_A);
    const ref::Matrix& B = instance.matrix(role_B);
    const ref::Matrix& C = instance.matrix(role_C);
    const ref::Output output{instance.has(role_M) ? &instance.matrix(role_M) : nullptr, instance.accum,
                             instance.descriptor};
    const ref::List rows = instance.layout.all_rows ? nullptr : &instance.rows;
    const ref::List cols = instance.layout.all_cols ? nullptr : &instance.cols;

    if (operation == "mxm") return ref::mxm(C, output, *algebra.semiring, A, B);
    if (operation == "transpose") return ref::transpose(C, output, A);
    if (operation == "select") return ref::select(C, output, *algebra.op, A, instance.scalar);
    if (operation == "apply") return ref::apply(C, output, *algebra.op, A);
    if (operation == "apply_first") return ref::apply_first(C, output, *algebra.op, instance.scalar, A);
    if (operation == "apply_second" || operation == "apply_index")
        return ref::apply_second(C, output, *algebra.op, A, instance.scalar);
    if (operation == "ewise_add") return ref::ewise_add(C, output, *algebra.op, A, B);
    if (operation == "ewise_mult") return ref::ewise_mult(C, output, *algebra.op, A, B);
    if (operation == "reduce_rows") return ref::reduce_rows(C, output, *algebra.monoid, A);
    if (operation == "assign") return ref::assign(C, output, A, rows, cols);
    if (operation == "assign_scalar") return ref::assign_scalar(C, output, instance.scalar, rows, cols);
    if (operation == "extract") return ref::extract(C, output, A, rows, cols);
    if (operation == "build")
        return ref::build(C.type, C.nrows, C.ncols, instance.tuple_rows, instance.tuple_cols,
                          instance.tuple_values, algebra.op);
    if (operation == "reduce_scalar") {
        ref::Matrix result{instance.scalar.type, 1, 1, {}};
        result.entries[{0, 0}] = ref::reduce_scalar(instance.scalar, instance.accum, *algebra.monoid, A);
        return result;
    }
    throw std::invalid_argument("there is no operation " + operation);
}

} // namespace mergus::conformance
