/// \file vector_operations.cpp
/// Operations with vectors as operands or result. A vector has a list of its entries, so it is stored as any
/// other; for an operation it gets the indices of the stored rows or columns, and the result gets their ids.
#include "operations.hpp"

#include "bitmap/convert.hpp"
#include "call_on_ids.hpp"
#include "positions.hpp"
#include "steps/index_arrays.hpp"
#include "steps/iso.hpp"
#include "vectors/fold_rows.hpp"

#include <array>
#include <utility>

namespace mergus::cuda {

namespace {

bool has(const mergus_call& call, std::uint32_t flag) noexcept {
    return (call.descriptor & flag) != 0;
}

/// A new vector for a result T, without mask and accumulator.
Matrix new_vector(Context& context, const mergus_type* type, std::uint64_t size) {
    Matrix vector = blank_matrix(context, type, 1, size);
    vector.is_vector = true;
    return vector;
}

mergus_call to_T(const mergus_call& call, Matrix& T) {
    mergus_call result = call;
    result.C = &T;
    result.mask = nullptr;
    result.accum = nullptr;
    result.descriptor &= ~std::uint32_t{MERGUS_DESC_REPLACE | MERGUS_DESC_STRUCTURE | MERGUS_DESC_COMPLEMENT};
    return result;
}

/// Writes T, whose entries are those of the stored rows, into the vector C.
void write_rows(Context& context, const mergus_call& call, Matrix&& T, const Ids& ids) {
    csr(context, T);
    T.bitmap.reset();
    Matrix result = vector_from_ranks(context, std::move(T), ids, call.C->ncols);
    write_vector(context, call, std::move(result));
}

void product_with_vector(Context& context, const mergus_call& call, Operation ordinary, bool u_first) {
    CallOnIds ids(context, call);
    const Matrix &A = u_first ? *call.B : *call.A, &u = u_first ? *call.A : *call.B;
    const bool by_rows = u_first ? has(call, MERGUS_DESC_TRAN1) : !has(call, MERGUS_DESC_TRAN0);
    Space &rows = ids.space(nrows_of(A)), &cols = ids.space(ncols_of(A));
    cols.has_rows = !by_rows;
    if (u_first)
        ids.B(rows, cols);
    else
        ids.A(rows, cols);
    if (!ids.unite()) return ordinary(context, call);
    const Space &of_result = by_rows ? rows : cols, &of_u = by_rows ? cols : rows;
    const Matrix ranks = vector_to_ranks(context, u, of_u.ids);
    Matrix T = new_vector(context, call.semiring->add->op->z_type, of_result.stored());
    mergus_call product = to_T(ids.call(), T);
    (u_first ? product.A : product.B) = &ranks;
    if (call.semiring->mul->kind == MERGUS_INDEX_BINARY) {
        const Ids none;
        const ProductByIds by_ids(context, product, u_first ? none : of_result.ids, of_u.ids,
                                  u_first ? of_result.ids : none);
        by_ids.put_into(product);
        ordinary(context, product);
    } else {
        ordinary(context, product);
    }
    write_rows(context, call, std::move(T), of_result.ids);
}

void reduce_to_column(Context& context, const mergus_call& call, Operation ordinary) {
    CallOnIds ids(context, call);
    const bool transposed = has(call, MERGUS_DESC_TRAN0);
    Space& rows = ids.space(nrows_of(*call.C));
    Space& reduced = ids.space(transposed ? nrows_of(*call.A) : ncols_of(*call.A));
    ids.C(rows, ids.space(1, false));
    ids.A(transposed ? reduced : rows, transposed ? rows : reduced);
    if (!ids.unite()) return ordinary(context, call);
    ordinary(context, ids.call());
    ids.finish();
}

} // namespace

void mxv_on_ids(Context& context, const mergus_call& call, Operation ordinary) {
    product_with_vector(context, call, ordinary, false);
}

void vxm_on_ids(Context& context, const mergus_call& call, Operation ordinary) {
    product_with_vector(context, call, ordinary, true);
}

void reduce_rows_on_ids(Context& context, const mergus_call& call, Operation ordinary) {
    if (!call.C->is_vector) return reduce_to_column(context, call, ordinary);
    CallOnIds ids(context, call);
    Space &rows = ids.space(nrows_of(*call.A)), &cols = ids.space(ncols_of(*call.A));
    cols.has_rows = has(call, MERGUS_DESC_TRAN0);
    ids.A(rows, cols);
    if (!ids.unite()) return ordinary(context, call);
    const Space& of_result = has(call, MERGUS_DESC_TRAN0) ? cols : rows;
    Matrix T = new_vector(context, call.monoid->op->z_type, of_result.stored());
    ordinary(context, to_T(ids.call(), T));
    write_rows(context, call, std::move(T), of_result.ids);
}

void diag_on_ids(Context& context, const mergus_call& call, Operation ordinary) {
    const Matrix& v = csr(context, *call.A);
    const std::uint64_t entries = v.nvals + nvals_of(*call.C);
    if (!has_hypersparse(call) && !is_hypersparse(context, nrows_of(*call.C), entries))
        return ordinary(context, call);
    if (v.nvals == 0) {
        Matrix T = blank_matrix(context, v.type, nrows_of(*call.C), ncols_of(*call.C));
        return write_on_ids(context, call, std::move(T));
    }
    Array<std::uint64_t> indices(context.device, v.nvals);
    if (v.wide())
        context.device.copy(indices.data(), v.col.data(), v.nvals * sizeof(std::uint64_t));
    else
        indices.buffer() = ConvertIndex(context, false, true).run(v.col.data(), v.nvals);
    const auto diagonal = static_cast<std::uint64_t>(call.diagonal);
    const Ids rows = shifted(context, indices, call.diagonal < 0 ? std::uint64_t{0} - diagonal : 0);
    const Ids cols = diagonal == 0 ? rows : shifted(context, indices, call.diagonal > 0 ? diagonal : 0);
    // The entries of v are those of a full vector's matrix.
    Matrix full = vector_to_ranks(context, v, std::make_shared<const IdList>(std::move(indices)));
    Matrix T = blank_matrix(context, v.type, full.ncols, full.ncols);
    mergus_call stored = to_T(call, T);
    stored.A = &full;
    stored.diagonal = 0;
    ordinary(context, stored);
    csr(context, T);
    set_ids(T, nrows_of(*call.C), ncols_of(*call.C), rows, cols);
    write_on_ids(context, call, std::move(T));
}

void extract_diag_on_ids(Context& context, const mergus_call& call, Operation ordinary) {
    CallOnIds ids(context, call);
    Space &rows = ids.space(nrows_of(*call.A)), &cols = ids.space(ncols_of(*call.A));
    ids.A(rows, cols);
    if (!ids.unite()) return ordinary(context, call);
    // At most one entry of a row is on the diagonal. Its index in the vector is its row, below the main
    // diagonal its column.
    Matrix D = select_by_ids(context, *ids.call().A, "mergus::functions::diag<bool>", call.diagonal, rows.ids,
                             cols.ids);
    Matrix T = raw_vector(context, D.type, call.C->ncols, D.nvals);
    const bool is_right = call.diagonal >= 0;
    const Buffer stored = is_right ? ExpandRows(context, true).run(D) : Buffer();
    const void* const index = is_right ? stored.data() : D.col.data();
    const bool is_wide = is_right || D.wide();
    const Ids& of_index = is_right ? rows.ids : cols.ids;
    if (of_index != nullptr)
        T.col = map_columns(context, index, is_wide, D.nvals, of_index->data(), T.wide());
    else if (is_wide != T.wide())
        T.col = ConvertIndex(context, is_wide, T.wide()).run(index, D.nvals);
    else
        context.device.copy(T.col.data(), index, D.nvals * T.index_size());
    own_values(context, D);
    T.val = std::move(D.val);
    write_vector(context, call, std::move(T));
}

} // namespace mergus::cuda
