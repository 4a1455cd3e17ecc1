/// \file ewise.cpp
/// C<mask> ⊙= A ⊕ B on the union of the patterns, and A ⊗ B on their intersection.
#include "operations.hpp"

#include <optional>

namespace mergus::suitesparse {

namespace {

/// B, or a copy of it if mask and both inputs are the same matrix, for which GraphBLAS 7.4 writes wrong
/// values.
class SecondInput {
public:
    explicit SecondInput(const mergus_call& call) {
        if (call.mask == call.A && call.A == call.B)
            copy_ = mergus_matrix{call.B->type, Store(duplicate(call.B->store.get()))};
        matrix_ = copy_.has_value() ? &*copy_ : call.B;
    }
    SecondInput(const SecondInput&) = delete;
    SecondInput& operator=(const SecondInput&) = delete;
    [[nodiscard]] const mergus_matrix* get() const noexcept { return matrix_; }

private:
    std::optional<mergus_matrix> copy_;
    const mergus_matrix* matrix_;
};

/// B with a value for each entry in the cases where GraphBLAS 7.4 would call the operator with exchanged
/// arguments; else null. It computes a bitmap or full A with a list B as B and A with an exchanged operator.
/// If both are stored as one value (iso), it does not exchange a user's operator.
CollectionHandle written_out(const mergus_op& op, Collection A, Collection B) {
    const auto list = [](Collection collection) {
        const std::int32_t form = form_of(collection);
        return form == GxB_SPARSE || form == GxB_HYPERSPARSE;
    };
    if (predefined_binary(op) != nullptr || !iso(A) || list(A) || !list(B)) return {};
    return write_out(B);
}

/// C<mask> ⊙= A ⊗ B.
void multiply(const Target& to, const mergus_op& op, GrB_BinaryOp grb_op, Collection A, Collection B) {
    const CollectionHandle copy = written_out(op, A, B);
    grb::ewise_mult(to, grb_op, A, copy.is_null() ? B : copy.get());
}

/// An entry that is only in A is cast to the operator's z type. GraphBLAS casts it to the x type first, which
/// is wrong if that cast loses information.
bool passes_through(const mergus_op& op, const mergus_type* operand, const mergus_matrix* matrix) {
    return operand == nullptr || operand->code == op.z_type->code || &intern(operand) == matrix->type;
}

/// A ⊕ B in steps: entries of A and B cast to the z type, then overwritten by the operator's results where
/// both have one.
CollectionHandle add_in_steps(mergus_context& context, const mergus_call& call, GrB_BinaryOp op) {
    const Type& z = intern(call.op->z_type);
    const Collection A = call.A->store.get(), B = call.B->store.get();
    const std::uint32_t tran_a = call.descriptor & MERGUS_DESC_TRAN0;
    const std::uint32_t tran_b = call.descriptor & MERGUS_DESC_TRAN1;
    const CollectionHandle both = new_like(call.C->store.get(), z);
    multiply({both.get(), {}, nullptr, context.descriptor(tran_a | tran_b)}, *call.op, op, A, B);
    const CollectionHandle only_A = new_like(both.get(), z);
    copy_through(context, only_A.get(), {}, nullptr, A, tran_a);
    CollectionHandle T = duplicate(only_A.get());
    copy_through(context, T.get(), only_A.get(), nullptr, B,
                 (tran_b / 2) | MERGUS_DESC_STRUCTURE | MERGUS_DESC_COMPLEMENT); // TRAN1 / 2: TRAN0
    copy_through(context, T.get(), both.get(), nullptr, both.get(), MERGUS_DESC_STRUCTURE);
    finish(T.get());
    return T;
}

} // namespace

void ewise_add(mergus_context& context, const mergus_call& call) {
    const GrB_BinaryOp op = context.operators.binary(call.op);
    // Entries pass through unchanged, so a pattern cannot replace the matrix.
    const SecondInput second(call);
    const Operand A(call, call.A->store.get()), B(call, second.get()->store.get());
    const std::uint64_t work = work_of(call, A.get()) + work_of(call, B.get());
    if (!passes_through(*call.op, call.op->x_type, call.A) ||
        !passes_through(*call.op, call.op->y_type, call.B)) {
        CollectionHandle T = add_in_steps(context, call, op);
        write_result(context, call, std::move(T), "GrB_eWiseMult, then the other entries", work);
        return;
    }
    const GrB_BinaryOp accum = context.operators.binary(call.accum);
    const Mask mask(context, call);
    Output C(context, call);
    grb::ewise_add({C.get(), mask.get(), accum, context.descriptor(call.descriptor)}, op, A.get(), B.get());
    C.commit("GrB_eWiseAdd", work);
}

void ewise_mult(mergus_context& context, const mergus_call& call) {
    const GrB_BinaryOp accum = context.operators.binary(call.accum);
    const GrB_BinaryOp op = context.operators.binary(call.op);
    const Operand A(context, call, call.A, call.op->x_type, *call.op);
    const SecondInput second(call);
    const Operand B(context, call, second.get(), call.op->y_type, *call.op);
    const Mask mask(context, call);
    Output C(context, call);
    multiply({C.get(), mask.get(), accum, context.descriptor(call.descriptor)}, *call.op, op, A.get(),
             B.get());
    C.commit("GrB_eWiseMult", work_of(call, A.get()) + work_of(call, B.get()));
}

} // namespace mergus::suitesparse
