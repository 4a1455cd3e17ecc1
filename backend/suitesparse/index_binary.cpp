/// \file index_binary.cpp
/// Products with index binary operators. GraphBLAS 7 and 8 have no such operators, so the entries carry the
/// indices: A becomes a matrix of {f, i, k, value} and B one of {j, value}, and one binary operator, the same
/// for all f, unpacks them. With f in the entry, calls and threads share no state.
///
/// Invariant: the offset of the value in its entry is a multiple of the alignment of max_align_t.
#include "index_binary.hpp"

#include "csr.hpp"
#include "operations.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace mergus::suitesparse {

namespace {

struct alignas(std::max_align_t) FirstEntry {
    mergus_index_binary_function function;
    std::int64_t i;
    std::int64_t k;
};
struct alignas(std::max_align_t) SecondEntry {
    std::int64_t j;
};

/// The binary operator that unpacks the entries and calls f.
void multiply(void* z, const void* x, const void* y) {
    FirstEntry first;
    SecondEntry second;
    std::memcpy(&first, x, sizeof first);
    std::memcpy(&second, y, sizeof second);
    first.function(z, static_cast<const unsigned char*>(x) + sizeof first,
                   static_cast<const unsigned char*>(y) + sizeof second, first.i, first.k, second.j);
}

/// The type of entries that consist of a head and a value.
template <class Head>
const Type& wide_type(const char* which, const Type& value) {
    constexpr std::size_t step = alignof(std::max_align_t);
    const std::size_t size = sizeof(Head) + (value.size + step - 1) / step * step;
    return intern_internal(fmt::format("mergus_{}_{}", which, size).c_str(), size);
}

/// A matrix with the pattern of `matrix` whose entries are head(row, column) followed by the value.
template <class MakeHead>
Store widen(const mergus_context& context, const mergus_call& call, const mergus_matrix* matrix,
            const mergus_type* declared_type, const mergus_op& op, const Type& wide, MakeHead head) {
    const Type& type = declared_type != nullptr ? intern(declared_type) : Operators::stand_in(op);
    const Operand operand(context, call, matrix, declared_type, op);
    const GrB_Index nrows = nrows_of(operand.get()), ncols = ncols_of(operand.get());
    MatrixHandle result = new_matrix(wide, nrows, ncols);
    MatrixHandle cast = cast_of(context, operand.get(), type).take_matrix();
    const GrB_Index nvals = nvals_of(cast.get());
    if (nvals == 0) return Store(std::move(result));

    const TakenArrays narrow(std::move(cast));
    auto own = std::make_unique<OwnArrays>(nrows, nvals, nvals * wide.size);
    std::copy_n(narrow.row_ptr, nrows + 1, own->row_ptr.get());
    std::copy_n(narrow.cols, nvals, own->cols.get());
    auto* to = reinterpret_cast<unsigned char*>(own->values.get());
    const auto* from = static_cast<const unsigned char*>(narrow.values);
    for (GrB_Index row = 0; row < nrows; ++row)
        for (GrB_Index p = narrow.row_ptr[row]; p < narrow.row_ptr[row + 1]; ++p) {
            const auto entry =
                head(static_cast<std::int64_t>(row), static_cast<std::int64_t>(narrow.cols[p]));
            unsigned char* const written = to + p * wide.size;
            std::memset(written, 0, wide.size);
            std::memcpy(written, &entry, sizeof entry);
            std::memcpy(written + sizeof entry, from + (narrow.iso ? 0 : p) * type.size, type.size);
        }
    return lend(std::move(result), std::move(own), nvals, false);
}

} // namespace

void mxm_index_binary(mergus_context& context, const mergus_call& call, std::uint64_t work) {
    const mergus_op& mul = *call.semiring->mul;
    const bool a_transposed = (call.descriptor & MERGUS_DESC_TRAN0) != 0;
    const bool b_transposed = (call.descriptor & MERGUS_DESC_TRAN1) != 0;
    const Type& z = intern(mul.z_type);
    const Type& x = wide_type<FirstEntry>("first", mul.x_type != nullptr ? intern(mul.x_type) : z);
    const Type& y = wide_type<SecondEntry>("second", mul.y_type != nullptr ? intern(mul.y_type) : z);
    const GrB_BinaryOp accum = context.operators.binary(call.accum);
    const CallSemiring semiring(context.operators.monoid(*call.semiring->add),
                                context.operators.user_binary(&multiply, z, x, y));

    // The indices are those of the factors after transposition.
    const Store A = widen(context, call, call.A, mul.x_type, mul, x, [&](std::int64_t row, std::int64_t col) {
        return FirstEntry{mul.function.index_binary, a_transposed ? col : row, a_transposed ? row : col};
    });
    const Store B = widen(context, call, call.B, mul.y_type, mul, y, [&](std::int64_t row, std::int64_t col) {
        return SecondEntry{b_transposed ? row : col};
    });
    const Mask mask(context, call);
    Output C(context, call);
    grb::product({C.get(), mask.get(), accum, context.descriptor(call.descriptor)}, semiring.get(), A.get(),
                 B.get());
    C.commit("GrB_mxm, indices carried in the entries", work);
}

} // namespace mergus::suitesparse
