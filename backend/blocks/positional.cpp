/// \file positional.cpp
/// Operators that read positions must read those of the whole matrix. A built-in one gets the position of the
/// block's first entry in its scalar. For another, the part of A stays at its place in a matrix that ends
/// with it: no operator has to be changed or compiled again.
#include "positional.hpp"

namespace mergus::blocks {

namespace {

/// Whether the operator's result depends on i or j.
bool reads_positions(const mergus_op& op) {
    return op.kind == MERGUS_INDEX_UNARY && !(op.code >= MERGUS_OP_VALUEEQ && op.code <= MERGUS_OP_VALUEGE);
}

/// The scalar with which the operator gives at (i - row, j - col) what it gives with `y` at (i, j). False if
/// there is none, or the operator is not built in.
bool shifted_scalar(const mergus_op& op, std::int64_t y, std::int64_t row, std::int64_t col,
                    std::int64_t& shifted) {
    switch (op.code) {
    case MERGUS_OP_TRIL:
    case MERGUS_OP_TRIU:
    case MERGUS_OP_DIAG:
    case MERGUS_OP_OFFDIAG: // j - i against y
        return !__builtin_add_overflow(y, row - col, &shifted);
    case MERGUS_OP_ROWLE:
    case MERGUS_OP_ROWGT: // i against y
        return !__builtin_sub_overflow(y, row, &shifted);
    case MERGUS_OP_COLLE:
    case MERGUS_OP_COLGT: // j against y
        return !__builtin_sub_overflow(y, col, &shifted);
    case MERGUS_OP_ROWINDEX:
        return !__builtin_add_overflow(y, row, &shifted);
    case MERGUS_OP_COLINDEX:
        return !__builtin_add_overflow(y, col, &shifted);
    case MERGUS_OP_DIAGINDEX:
        return !__builtin_add_overflow(y, col - row, &shifted);
    default:
        return false;
    }
}

bool is_int64(const mergus_type* type) {
    return type != nullptr && type->code == MERGUS_INT64;
}

/// An operation with positions: T from the part of A at its place, then C<mask> ⊙= the part of T.
void run_in_place(Region& region, const mergus_call& call, Entry entry, const char* name) {
    const bool transposed = has(call, MERGUS_DESC_TRAN0);
    LocalPtr A =
        gather_in_place(region.context, region.cache, *call.A, transposed ? region.cols : region.rows,
                        transposed ? region.rows : region.cols);
    const mergus_type* type = entry == &mergus_backend::select ? A->type() : intern(call.op->z_type);
    const bool is_vector = call.C->is_vector;
    const LocalPtr T =
        region.cache.device().make(type, {region.rows.end(), is_vector ? 1 : region.cols.end(), is_vector});
    mergus_call inputs = inputs_of(call);
    inputs.A = A->handle();
    region.run_into(T, entry, name, inputs);
    A.reset();
    region.write(part_of(T, region.rows, region.cols));
}

} // namespace

void run_positional(mergus_context& context, const mergus_call& call, Entry entry, const char* name) {
    const bool transposed = has(call, MERGUS_DESC_TRAN0);
    compute(context, call, cuts_like({{call.A, transposed}}), false, [&](Region& region) {
        const bool at_origin = region.rows.first == 0 && region.cols.first == 0;
        mergus_call inputs = inputs_of(call);
        std::int64_t scalar = 0;
        if (!at_origin && reads_positions(*call.op)) {
            std::int64_t y = 0;
            if (call.scalar != nullptr && is_int64(call.scalar_type))
                y = *static_cast<const std::int64_t*>(call.scalar);
            if (!is_int64(call.scalar_type) || !is_int64(call.op->y_type) ||
                !shifted_scalar(*call.op, y, static_cast<std::int64_t>(region.rows.first),
                                static_cast<std::int64_t>(region.cols.first), scalar)) {
                run_in_place(region, call, entry, name);
                return;
            }
            inputs.scalar = &scalar;
        }
        const LocalPtr A = region.operand(*call.A, transposed);
        inputs.A = A->handle();
        region.run(entry, name, inputs);
    });
}

} // namespace mergus::blocks
