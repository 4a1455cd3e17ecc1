/// \file isequal.cpp
/// isequal: two matrices of one shape and number of entries compared in one pass.
#include "operations.hpp"
#include "steps/combine.hpp"

namespace mergus::cuda {

void isequal(Context& context, const mergus_call& call) {
    Combination how;
    how.intersection = true;
    how.both = call.op;
    how.z_type = context.intern(call.op->z_type);
    const Matrix &A = *call.A, &B = *call.B;
    const CombineMatrices combine(context, A, A.iso, B.type, B.iso, how);
    *static_cast<bool*>(call.result) = combine.all_equal(A, B);
}

} // namespace mergus::cuda
