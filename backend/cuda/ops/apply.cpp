/// \file apply.cpp
/// apply in its four forms: unary, scalar bound first or second, index unary.
#include "objects/copy_arrays.hpp"
#include "operations.hpp"
#include "steps/iso.hpp"
#include "steps/map.hpp"
#include "steps/write_result.hpp"
#include "transpose/transpose.hpp"

#include <utility>

namespace mergus::cuda {

void apply(Context& context, const mergus_call& call) {
    const bool scalar_first = call.B != nullptr;
    const Matrix& input = *(scalar_first ? call.B : call.A);
    const bool transposed = (call.descriptor & (scalar_first ? MERGUS_DESC_TRAN1 : MERGUS_DESC_TRAN0)) != 0;
    TransposedInput A(context, input, transposed);
    // Without an accumulator the values are mapped to C's type directly.
    const mergus_type* z_type = context.intern(call.accum == nullptr ? call.C->type : call.op->z_type);
    const MapValues map(context, *A, MapFunction::of(call), z_type);
    const WriteResult write(context, *call.C, z_type, OutputSpec::of(call));
    ArrayCopies copies(context);
    compile_kernels(context, A, map, write, copies);
    A.run();
    Matrix T = copy_of_pattern(*A, z_type, copies);
    copies.run();
    T.val = map.run(*A);
    T.iso = map.gives_one_value(*A);
    write.run(std::move(T));
}

} // namespace mergus::cuda
