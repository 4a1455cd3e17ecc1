/// \file select.cpp
/// select: the entries for which an index unary operator is true.
#include "compact.hpp"
#include "operations.hpp"
#include "transpose/transpose.hpp"
#include "write_result.hpp"

namespace mergus::cuda {

void select(Context& context, const mergus_call& call) {
    TransposedInput A(context, *call.A, (call.descriptor & MERGUS_DESC_TRAN0) != 0);
    static const mergus_type boolean{sizeof(mergus_type), MERGUS_BOOL, 1, 1, "bool", nullptr};
    EntryTest test;
    test.bindings.type("Y_value", call.scalar_type).index_unary("keep", call.op, A->type, &boolean);
    test.y = call.scalar;
    test.y_size = call.scalar_type->size;
    const SelectEntries select(context, *A, test, A->type);
    const WriteResult write(context, *call.C, A->type, OutputSpec::of(call));
    compile_kernels(context, A, select, write);
    A.run();
    write.run(select.run(*A));
}

} // namespace mergus::cuda
