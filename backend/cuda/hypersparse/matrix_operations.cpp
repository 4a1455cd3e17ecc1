/// \file matrix_operations.cpp
/// Operations whose operands and result are matrices.
#include "operations.hpp"

#include "bitmap/convert.hpp"
#include "call_on_ids.hpp"
#include "positions.hpp"

#include <array>
#include <cstring>
#include <utility>

namespace mergus::cuda {

namespace {

bool has(const mergus_call& call, std::uint32_t flag) noexcept {
    return (call.descriptor & flag) != 0;
}

bool is_square(const Matrix& matrix) noexcept {
    return nrows_of(matrix) == ncols_of(matrix);
}

/// C and one operand of C's shape, or of its transpose.
void add_like_C(CallOnIds& ids, const mergus_call& call, Space& rows, Space& cols) {
    const bool a_is_transposed = has(call, MERGUS_DESC_TRAN0), b_is_transposed = has(call, MERGUS_DESC_TRAN1);
    ids.C(rows, cols);
    ids.A(a_is_transposed ? cols : rows, a_is_transposed ? rows : cols);
    ids.B(b_is_transposed ? cols : rows, b_is_transposed ? rows : cols);
}

/// The spaces of C's columns, for an operation on A and A', or on C and A': one list for rows and columns, if
/// the matrices are square. Otherwise they would be renumbered in every call.
Space& columns_of_C(CallOnIds& ids, const mergus_call& call, Space& rows, bool with_transpose) {
    return with_transpose && is_square(*call.C) ? rows : ids.space(ncols_of(*call.C));
}

/// Whether C or a mask has entries that meet those of A.
bool meets_C(const mergus_call& call) noexcept {
    return keeps_entries(call) || call.mask != nullptr || call.C == call.A || call.C == call.B;
}

/// Whether an index unary operator reads positions. It is known of built-in operators only.
bool reads_position(const mergus_op& op) noexcept {
    return op.kind == MERGUS_INDEX_UNARY && (op.code < MERGUS_OP_VALUEEQ || op.code > MERGUS_OP_VALUEGE);
}

/// Whether an operator compares row and column: in one list their ranks compare as their ids do.
bool compares_row_and_column(const mergus_call& call) noexcept {
    const bool is_of_diagonal = call.op->code >= MERGUS_OP_TRIL && call.op->code <= MERGUS_OP_OFFDIAG;
    std::int64_t diagonal = 0;
    if (is_of_diagonal) std::memcpy(&diagonal, call.scalar, sizeof diagonal);
    return is_of_diagonal && diagonal == 0;
}

} // namespace

bool has_hypersparse(const mergus_call& call) noexcept {
    for (const Matrix* const matrix : {static_cast<const Matrix*>(call.C), call.mask, call.A, call.B})
        if (matrix != nullptr && matrix->hypersparse != nullptr) return true;
    return false;
}

bool concerns_hypersparse(const Context& context, const mergus_call& call) {
    bool some_matrix = false;
    for (const Matrix* const matrix : {static_cast<const Matrix*>(call.C), call.mask, call.A, call.B}) {
        if (matrix == nullptr || matrix->is_vector) continue;
        some_matrix = true;
        if (is_large(*matrix)) return true;
    }
    return some_matrix && forced<StorageChoice>(context).form == Storage::hypersparse;
}

void mxm_on_ids(Context& context, const mergus_call& call, Operation ordinary) {
    CallOnIds ids(context, call);
    const bool a_is_transposed = has(call, MERGUS_DESC_TRAN0), b_is_transposed = has(call, MERGUS_DESC_TRAN1);
    // An operand in two pairs of spaces would be renumbered in every call.
    const bool twice = call.A == call.B || call.C == call.A || call.C == call.B;
    const bool one_list = twice && is_square(*call.A) && is_square(*call.B);
    Space& i = ids.space(nrows_of(*call.C));
    Space& k = one_list ? i : ids.space(a_is_transposed ? nrows_of(*call.A) : ncols_of(*call.A));
    Space& j = one_list ? i : ids.space(ncols_of(*call.C));
    k.has_rows = true;
    ids.C(i, j);
    ids.A(a_is_transposed ? k : i, a_is_transposed ? i : k);
    ids.B(b_is_transposed ? j : k, b_is_transposed ? k : j);
    if (!ids.unite()) return ordinary(context, call);
    if (call.semiring->mul->kind == MERGUS_INDEX_BINARY) {
        const ProductByIds product(context, ids.call(), i.ids, k.ids, j.ids);
        product.put_into(ids.call());
        ordinary(context, ids.call());
    } else {
        ordinary(context, ids.call());
    }
    ids.finish();
}

void ewise_on_ids(Context& context, const mergus_call& call, Operation ordinary) {
    CallOnIds ids(context, call);
    const bool one_is_transposed = has(call, MERGUS_DESC_TRAN0) != has(call, MERGUS_DESC_TRAN1);
    Space& rows = ids.space(nrows_of(*call.C));
    Space& cols = columns_of_C(ids, call, rows, one_is_transposed);
    add_like_C(ids, call, rows, cols);
    if (!ids.unite()) return ordinary(context, call);
    ordinary(context, ids.call());
    ids.finish();
}

void transpose_on_ids(Context& context, const mergus_call& call, Operation ordinary) {
    CallOnIds ids(context, call);
    const bool transposed = !has(call, MERGUS_DESC_TRAN0);
    Space& rows = ids.space(nrows_of(*call.C));
    Space& cols = columns_of_C(ids, call, rows, transposed && meets_C(call));
    ids.C(rows, cols);
    ids.A(transposed ? cols : rows, transposed ? rows : cols);
    if (!ids.unite()) return ordinary(context, call);
    ordinary(context, ids.call());
    ids.finish();
}

void apply_on_ids(Context& context, const mergus_call& call, Operation ordinary) {
    CallOnIds ids(context, call);
    const bool transposed = has(call, call.B != nullptr ? MERGUS_DESC_TRAN1 : MERGUS_DESC_TRAN0);
    Space& rows = ids.space(nrows_of(*call.C));
    const bool compares = compares_row_and_column(call);
    Space& cols = columns_of_C(ids, call, rows, compares || (transposed && meets_C(call)));
    add_like_C(ids, call, rows, cols);
    if (!ids.unite()) return ordinary(context, call);
    if (reads_position(*call.op) && !(compares && rows.ids == cols.ids)) {
        const PositionsByIds positions(context, call, rows.ids, cols.ids);
        positions.put_into(ids.call());
        ordinary(context, ids.call());
    } else {
        ordinary(context, ids.call());
    }
    ids.finish();
}

void select_on_ids(Context& context, const mergus_call& call, Operation ordinary) {
    apply_on_ids(context, call, ordinary);
}

void reduce_scalar_on_ids(Context& context, const mergus_call& call, Operation ordinary) {
    CallOnIds ids(context, call);
    ids.A(ids.space(nrows_of(*call.A)), ids.space(ncols_of(*call.A)));
    if (!ids.unite()) return ordinary(context, call);
    ordinary(context, ids.call());
}

void isequal_on_ids(Context& context, const mergus_call& call, Operation ordinary) {
    CallOnIds ids(context, call);
    Space &rows = ids.space(nrows_of(*call.A)), &cols = ids.space(ncols_of(*call.A));
    ids.A(rows, cols);
    ids.B(rows, cols);
    if (!ids.unite()) return ordinary(context, call);
    ordinary(context, ids.call());
}

void kronecker_on_ids(Context& context, const mergus_call& call, Operation ordinary) {
    const Matrix &A = *call.A, &B = *call.B;
    const std::uint64_t a_entries = nvals_of(A), b_entries = nvals_of(B);
    if (a_entries != 0 && b_entries > (UINT64_MAX / 64) / a_entries)
        throw Error(Code::out_of_memory, "the product has more entries than memory can address");
    const std::uint64_t entries = a_entries * b_entries + nvals_of(*call.C);
    const bool is_listed = is_hypersparse(context, nrows_of(*call.C), entries) ||
                           is_hypersparse(context, ncols_of(*call.C), entries);
    if (!is_listed && !has_hypersparse(call)) return ordinary(context, call);

    OnSpaces spaces(context); // all with lists: of the rows and columns that have entries
    const std::array<Space*, 4> of = {&spaces.space(nrows_of(A)), &spaces.space(ncols_of(A)),
                                      &spaces.space(nrows_of(B)), &spaces.space(ncols_of(B))};
    const SpacedOperand &a = spaces.add(A, *of[0], *of[1]), &b = spaces.add(B, *of[2], *of[3]);
    for (Space* const space : of) space->listed = true;
    spaces.unite();
    const bool a_is_transposed = has(call, MERGUS_DESC_TRAN0), b_is_transposed = has(call, MERGUS_DESC_TRAN1);
    const auto product = [&](bool of_rows) {
        const Space &left = *of[a_is_transposed == of_rows ? 1 : 0],
                    &right = *of[b_is_transposed == of_rows ? 3 : 2];
        return product_ids(context, left.ids, right.ids, right.dimension);
    };
    const Ids rows = product(true), cols = product(false);
    Matrix T = blank_matrix(context, call.op->z_type, rows->size(), cols->size());
    mergus_call stored = call;
    stored.C = &T;
    stored.mask = nullptr;
    stored.accum = nullptr;
    stored.descriptor &= ~std::uint32_t{MERGUS_DESC_REPLACE | MERGUS_DESC_STRUCTURE | MERGUS_DESC_COMPLEMENT};
    stored.A = &a.matrix();
    stored.B = &b.matrix();
    ordinary(context, stored);
    csr(context, T);
    set_ids(T, nrows_of(*call.C), ncols_of(*call.C), rows, cols);
    write_on_ids(context, call, std::move(T));
}

} // namespace mergus::cuda
