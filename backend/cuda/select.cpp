/// \file select.cpp
/// select: the entries for which an index unary operator is true.
#include "operations.hpp"

#include "compact.hpp"
#include "merge.hpp"
#include "transpose.hpp"

namespace mergus::cuda {

void select(Context& context, const mergus_call& call) {
    const Effective A(context, *call.A, (call.descriptor & MERGUS_DESC_TRAN0) != 0);
    static const mergus_type boolean{sizeof(mergus_type), MERGUS_BOOL, 1, 1, "bool", nullptr};
    Compaction how;
    how.bindings.type("Y_value", call.scalar_type)
        .constant("looks_at_row", 1)
        .index_unary("keep", call.op, A->type, &boolean);
    how.scalar = call.scalar;
    how.scalar_size = call.scalar_type->size;
    how.z_type = A->type;
    const Write into = Write::of(call);
    std::vector<Wanted> wanted;
    want_compact(wanted, *A, how);
    want_write(wanted, context, *call.C, A->type, into);
    context.jit.prepare(wanted);
    write(context, *call.C, compact(context, *A, how), into);
}

} // namespace mergus::cuda
