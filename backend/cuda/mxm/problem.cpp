/// \file problem.cpp
#include "problem.hpp"

#include "jit/unused_type.hpp"
#include "steps/accumulate.hpp"
#include "steps/iso.hpp"
#include "tuning.hpp"

#include <algorithm>
#include <bit>

namespace mergus::cuda {

namespace {

/// The logarithm of the threads that share a row of B: about as many as its average row has entries.
std::uint32_t row_threads_log2(const Matrix& B) {
    const std::uint64_t average = B.nrows == 0 ? 0 : B.nvals / B.nrows;
    return std::min(5u,
                    static_cast<std::uint32_t>(std::bit_width(average | 1) - 1) + (average > 2 ? 1u : 0u));
}

/// Whether the sum of any number of ones is one.
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

/// Whether the sum of any number of equal values is this value.
bool keeps_all(const mergus_op& add) {
    switch (add.code) {
    case MERGUS_OP_ANY:
    case MERGUS_OP_MIN:
    case MERGUS_OP_MAX:
    case MERGUS_OP_BOR:
    case MERGUS_OP_BAND:
        return true;
    case MERGUS_OP_LOR:
    case MERGUS_OP_LAND:
        return add.z_type->code == MERGUS_BOOL;
    default:
        return false;
    }
}

} // namespace

void bind_multiply(Bindings& bindings, const mergus_op* mul, const mergus_type* a, const mergus_type* b,
                   bool flipped) {
    if (!flipped) {
        bindings.multiply("multiply", mul, a, b);
        return;
    }
    bindings.multiply("multiply_flipped", mul, b, a)
        .line("__device__ __forceinline__ auto multiply(const A_value& a, const B_value& b, int64_t i, "
              "int64_t k, int64_t j) {\n    return multiply_flipped(b, a, j, k, i);\n}");
}

bool is_value_free(const mergus_semiring& semiring) {
    return semiring.mul->code == MERGUS_OP_PAIR && keeps_one(*semiring.add->op);
}

MxmProblem::MxmProblem(Context& context, const mergus_call& call, const Matrix& A, const Matrix& B,
                       bool flipped, std::uint64_t first_row)
    : A(A), B(B), choice(forced<tuning::Choice>(context)), device(context.device.properties()),
      type(context.intern(call.semiring->add->op->z_type)), add(call.semiring->add), nrows(A.nrows),
      ncols(B.ncols), ordered_fold(context.deterministic || !allows_atomics(*call.semiring->add)) {
    operands.a_ptr = A.ptr.data();
    operands.a_col = A.col.data();
    operands.a_val = A.val.data();
    operands.b_ptr = B.ptr.data();
    operands.b_col = B.col.data();
    operands.b_val = B.val.data();
    operands.b_threads_log2 = row_threads_log2(B);
    structural = (call.descriptor & MERGUS_DESC_STRUCTURE) != 0;
    operands.first_row = first_row;
    if (call.mask != nullptr) {
        mask = call.mask;
        mask_kind = (call.descriptor & MERGUS_DESC_COMPLEMENT) != 0 ? MaskKind::complement : MaskKind::normal;
        operands.m_ptr = mask->ptr.data();
        operands.m_col = mask->col.data();
        operands.m_val = structural ? static_cast<const void*>(mask->ptr.data()) : values_of(context, *mask);
    }
    const mergus_op* const mul = call.semiring->mul;
    const bool reads_a = (flipped ? mul->y_type : mul->x_type) != nullptr,
               reads_b = (flipped ? mul->x_type : mul->y_type) != nullptr;
    a_type = reads_a ? A.type : unused_type();
    b_type = reads_b ? B.type : unused_type();
    common_ = shape_bindings();
    common_.type("A_value", a_type)
        .type("B_value", b_type)
        .line(line_values(A.iso && reads_a, 'A'))
        .line(line_values(B.iso && reads_b, 'B'));
    bind_multiply(common_, mul, a_type, b_type, flipped);
    is_pair = mul->code == MERGUS_OP_PAIR;
    positional = mul->kind == MERGUS_INDEX_BINARY;
    value_free = is_value_free(*call.semiring);
    equal_products = is_pair || ((A.iso || !reads_a) && (B.iso || !reads_b) && !positional);
    one_value = value_free || (equal_products && keeps_all(*call.semiring->add->op));
    locks = ordered_fold && !context.deterministic && !choice.ordered && allows_locks(*call.semiring->add);
    if (locks) locked_ = Bindings(common_);
    sizes.slot = bind_accumulator(common_, *call.semiring->add, ordered_fold).bytes;
    if (locks) sizes.slot = bind_locked_accumulator(locked_, *call.semiring->add);
    sizes.index = B.index_size();
    sizes.masked = mask != nullptr;
    sizes.in_mask_order = mask_kind == MaskKind::normal;
    sizes.ordered_fold = ordered_fold && !locks;
    sizes.locks = locks;
    sizes.native_add = !ordered_fold && has_native_add(*call.semiring->add);
    sizes.exchanges = !ordered_fold && needs_swaps(*call.semiring->add);
    sizes.one_row_of_b = sizes.exchanges && mask_kind == MaskKind::normal;
    sizes.value = type->size;
    sizes.spread = tuning::spread_bytes(type->size, type->alignment);
    // A word of esc_row.cuh has a column above an index of 8 bits.
    sizes.key = ncols <= std::uint64_t{1} << 24 ? 4 : ncols <= std::uint64_t{1} << 56 ? 8 : 0;
    bind_words(common_);
    if (locks) bind_words(locked_);
    if (context.deterministic) common_.no_contraction();
}

Bindings MxmProblem::shape_bindings() const {
    const mergus_type* const m_type = mask != nullptr && !structural ? mask->type : unused_type();
    Bindings bindings;
    bindings.index("A_index", A.wide())
        .index("Index", B.wide())
        .index("Row", wide_rows())
        .index("B_offset", needs_wide(B.nvals))
        .type("M_value", m_type)
        .truth("truth", m_type, structural || mask == nullptr)
        .constant("mask_kind", static_cast<int>(mask_kind));
    return bindings;
}

void MxmProblem::bind_words(Bindings& bindings) const {
    bindings.index("Key", sizes.key != 4);
    // A sorted word of hash.cuh has a column above a slot's number of 8 bits.
    bindings.index("SortedSlot", ncols > std::uint64_t{1} << 24)
        .constant("sorts_words", ncols <= std::uint64_t{1} << 56);
}

const Bindings& MxmProblem::pattern() const {
    if (!pattern_) {
        Bindings& bindings = pattern_.emplace(shape_bindings());
        bindings.line("typedef uint8_t A_value, B_value;\ntypedef const uint8_t *A_values, *B_values;\n"
                      "__device__ __forceinline__ uint8_t multiply(uint8_t, uint8_t, int64_t, int64_t, "
                      "int64_t) { return 1; }");
        bind_no_values(bindings);
        bind_words(bindings);
    }
    return *pattern_;
}

Bindings MxmProblem::bind(Phase phase, std::uint32_t group_threads, bool one_row) const {
    Bindings bindings = phase == Phase::symbolic ? pattern() : common_;
    // Where rows of B are long enough for a whole warp, a warp takes one at a time and adds without atomics.
    one_row = one_row || (group_threads == 32 && operands.b_threads_log2 == 5) ||
              (sizes.one_row_of_b && group_threads != 0 && group_threads <= 32);
    bindings.constant("symbolic", phase == Phase::symbolic)
        .constant("group_threads", group_threads)
        .constant("ordered_fold", phase == Phase::numeric && (ordered_fold || one_row));
    return bindings;
}

Bindings MxmProblem::bind_slots(Phase phase, std::uint32_t group_threads) const {
    if (!locks || phase == Phase::symbolic) return bind(phase, group_threads);
    Bindings bindings = locked_;
    const bool one_row = group_threads == 32 && operands.b_threads_log2 == 5;
    bindings.constant("symbolic", 0)
        .constant("group_threads", group_threads)
        .constant("ordered_fold", one_row);
    return bindings;
}

Bindings MxmProblem::bind_dense(Phase phase, bool listed) const {
    const bool symbolic = phase == Phase::symbolic;
    Bindings bindings = symbolic ? pattern() : common_;
    const bool ones = value_free && !symbolic;
    bindings.constant("value_free", ones)
        .constant("listed", listed)
        .constant("symbolic", symbolic)
        .constant("group_threads", 0)
        .constant("ordered_fold", 0)
        .line(ones ? Literal("__device__ __forceinline__ C_value one_value() { return multiply(A_value(), "
                             "B_value(), 0, 0, 0); }")
                   : Literal("__device__ __forceinline__ C_value one_value() { return C_value(); }"));
    return bindings;
}

Operands MxmProblem::operands_for(std::uint32_t group_threads) const {
    Operands own = operands;
    if (group_threads != 0 && group_threads < 32)
        own.b_threads_log2 = own.b_threads_log2 < 2 ? 0 : own.b_threads_log2 - 2;
    return own;
}

double MxmProblem::average_products() const noexcept {
    const auto count = [](std::uint64_t n) { return static_cast<double>(std::max<std::uint64_t>(n, 1)); };
    return static_cast<double>(A.nvals) / count(A.nrows) * (static_cast<double>(B.nvals) / count(B.nrows));
}

ProfiledMatrices MxmProblem::profiled() const noexcept {
    const Matrix* const M = mask_kind == MaskKind::normal ? mask : nullptr;
    return {&A, &B == &A ? nullptr : &B, M == &A || M == &B ? nullptr : M};
}

Array<std::uint64_t> MxmProblem::offsets(Device& device) const {
    return lent_offsets != nullptr ? Array<std::uint64_t>::view(*lent_offsets)
                                   : Array<std::uint64_t>(device, nrows + 1);
}

tuning::Bins MxmProblem::plan(Phase phase) const {
    return tuning::make_bins({sizes, ncols, device.shared_per_block_optin, device.memory,
                              phase == Phase::symbolic, dense_blocks, choice, left_out});
}

bool MxmProblem::may_use(const Accumulator& accumulator) const {
    return choice.has(accumulator) &&
           std::find(left_out.begin(), left_out.end(), &accumulator) == left_out.end();
}

} // namespace mergus::cuda
