/// \file ewise.cpp
/// ewise_add and ewise_mult: the union and the intersection of two matrices.
#include "operations.hpp"
#include "steps/combine.hpp"
#include "steps/write_result.hpp"
#include "transpose/transpose.hpp"

namespace mergus::cuda {

namespace {

void ewise(Context& context, const mergus_call& call, bool intersection) {
    TransposedInput A(context, *call.A, (call.descriptor & MERGUS_DESC_TRAN0) != 0);
    TransposedInput B(context, *call.B, (call.descriptor & MERGUS_DESC_TRAN1) != 0);
    Combination how;
    how.intersection = intersection;
    how.both = call.op;
    how.z_type = context.intern(call.op->z_type);
    how.keeps_x = !intersection;
    const CombineMatrices combine(context, *A, A->iso, B->type, B->iso, how);
    const WriteResult write(context, *call.C, how.z_type, OutputSpec::of(call));
    compile_kernels(context, A, B, combine, write);
    A.run();
    B.run();
    write.run(combine.run(*A, *B));
}

} // namespace

void ewise_add(Context& context, const mergus_call& call) {
    ewise(context, call, false);
}
void ewise_mult(Context& context, const mergus_call& call) {
    ewise(context, call, true);
}

} // namespace mergus::cuda
