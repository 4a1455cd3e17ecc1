/// \file product.cpp
#include "product.hpp"

#include "ops/accumulate.hpp"

#include <algorithm>
#include <bit>

namespace mergus::cuda {

namespace {

/// Threads that share a row of B: about as many as its average row has entries.
std::uint32_t lanes_log2(const Matrix& B) {
    const std::uint64_t average = B.nrows == 0 ? 0 : B.nvals / B.nrows;
    return std::min(5u,
                    static_cast<std::uint32_t>(std::bit_width(average | 1) - 1) + (average > 2 ? 1u : 0u));
}

/// Whether any number of 1s add up to 1.
bool keeps_one(const mergus_op& add) {
    switch (add.code) {
    case MERGUS_OP_ANY:
    case MERGUS_OP_MIN:
    case MERGUS_OP_MAX:
    case MERGUS_OP_TIMES:
    case MERGUS_OP_LOR:
    case MERGUS_OP_LAND:
    case MERGUS_OP_BOR:
    case MERGUS_OP_BAND:
        return true;
    default:
        return false;
    }
}

} // namespace

Product::Product(Context& context, const mergus_call& call, const Matrix& A, const Matrix& B)
    : type(context.intern(call.semiring->add->op->z_type)), nrows(A.nrows), ncols(B.ncols),
      k_order(context.deterministic || !allows_atomics(*call.semiring->add)) {
    operands.a_ptr = A.ptr.data();
    operands.a_col = A.col.data();
    operands.a_val = A.val.data();
    operands.b_ptr = B.ptr.data();
    operands.b_col = B.col.data();
    operands.b_val = B.val.data();
    operands.b_lanes_log2 = lanes_log2(B);
    const bool structure = (call.descriptor & MERGUS_DESC_STRUCTURE) != 0;
    if (call.mask != nullptr) {
        mask = call.mask;
        mask_kind = (call.descriptor & MERGUS_DESC_COMPLEMENT) != 0 ? MaskKind::forbids : MaskKind::admits;
        operands.m_ptr = mask->ptr.data();
        operands.m_col = mask->col.data();
        operands.m_val = mask->val.data();
    }
    common_.index("A_index", A.wide())
        .index("Index", B.wide())
        .index("Row", wide_rows())
        .index("Place", wide_places())
        .type("A_value", A.type)
        .type("B_value", B.type)
        .type("M_value", mask != nullptr ? mask->type : A.type)
        .truth("truth", mask != nullptr ? mask->type : A.type, structure || mask == nullptr)
        .multiply("multiply", call.semiring->mul, A.type, B.type)
        .constant("mask_kind", static_cast<int>(mask_kind));
    value_free = call.semiring->mul->code == MERGUS_OP_PAIR && keeps_one(*call.semiring->add->op);
    sizes.slot = bind_accumulator(common_, *call.semiring->add, k_order);
    sizes.index = B.index_size();
    sizes.masked = mask != nullptr;
    sizes.admits = mask_kind == MaskKind::admits;
    sizes.k_order = k_order;
    sizes.value = type->size;
    // A sorted key has 6 bits for a place beside the column.
    sizes.key = ncols <= std::uint64_t{1} << 26 ? 4 : ncols <= std::uint64_t{1} << 58 ? 8 : 0;
    common_.index("Key", sizes.key != 4);
    // A column above a slot's number, of 8 bits.
    common_.index("SortedSlot", ncols > std::uint64_t{1} << 24)
        .constant("sorts_words", ncols <= std::uint64_t{1} << 56);
    if (context.deterministic) common_.no_contraction();
}

Bindings Product::bind(bool symbolic, std::uint32_t group_threads, bool exclusive) const {
    Bindings bindings = common_;
    // A warp that takes one row of B at a time, because they are long enough for it, adds without atomics.
    exclusive = exclusive || (group_threads == 32 && operands.b_lanes_log2 == 5);
    bindings.constant("symbolic", symbolic)
        .constant("group_threads", group_threads)
        .constant("one_by_one", !symbolic && (k_order || exclusive));
    return bindings;
}

Operands Product::operands_for(std::uint32_t group_threads) const {
    Operands own = operands;
    if (group_threads != 0 && group_threads < 32)
        own.b_lanes_log2 = own.b_lanes_log2 < 2 ? 0 : own.b_lanes_log2 - 2;
    return own;
}

Bindings Product::bind_dense(bool listed) const {
    Bindings bindings = common_;
    bindings.constant("value_free", value_free)
        .constant("listed", listed)
        .line(value_free ? "__device__ __forceinline__ C_value one_value() { return multiply(A_value(), "
                           "B_value(), 0, 0, 0); }"
                         : "__device__ __forceinline__ C_value one_value() { return C_value(); }");
    return bindings;
}

} // namespace mergus::cuda
