/// \file mxm.cpp
/// C<mask, replace> ⊙= A ⊕.⊗ B: the table of methods, the operands, the product by the first method that
/// makes it (method.cpp), and the result through mask and accumulator into C (steps/write_result.cpp). If
/// memory suffices for no method, the product is made in ranges of rows (row_ranges.cpp).
#include "method.hpp"
#include "operations.hpp"
#include "result.hpp"
#include "row_ranges.hpp"
#include "steps/iso.hpp"
#include "steps/write_result.hpp"
#include "transpose/transpose.hpp"

#include <array>
#include <utility>

namespace mergus::cuda {

namespace product_methods {

// Each record stands at the end of a file of its method.
extern const ProductMethod diagonal, masked_dot, dense_accumulator, masked_rows, subwarp_esc, k_way_merge,
    register_band, pattern_classes, spilled_k_way_merge, owned_columns, two_launch, binned;

namespace {
constexpr std::array in_order = {
    &diagonal,      &masked_dot,      &dense_accumulator,   &masked_rows,   &subwarp_esc, &k_way_merge,
    &register_band, &pattern_classes, &spilled_k_way_merge, &owned_columns, &two_launch,  &binned};
} // namespace
constexpr std::span<const ProductMethod* const> all(in_order);

} // namespace product_methods

namespace {

/// C<M> ⊙= A ⊕.⊗ B by a method that reads B as the call has it. \return whether C has been written
bool multiply_given_B(const Methods& methods, Context& context, const mergus_call& call, const Matrix& A,
                      bool flipped, const OutputSpec& output) {
    Matrix B; // its sizes alone: whether B is symmetric is not asked yet
    static_cast<MatrixShape&>(B) = *call.B;
    B.iso = call.B->iso;
    const bool transposed = (call.descriptor & MERGUS_DESC_TRAN1) != 0;
    if (transposed) std::swap(B.nrows, B.ncols);
    MxmProblem problem(context, call, A, B, flipped);
    problem.given_B = call.B;
    problem.transposes_B = transposed;
    try {
        std::optional<Matrix> T = multiply_by(methods, context, call, problem, nullptr);
        if (!T) return false;
        const WriteResult write(context, *call.C, problem.type, output);
        compile_kernels(context, write);
        write.run(std::move(*T));
        return true;
    } catch (const Error& error) { // the other methods take less memory
        if (error.code() != Code::out_of_memory) throw;
        return false;
    }
}

void multiply(Context& context, const mergus_call& call, bool flipped) {
    TransposedInput A(context, *call.A, (call.descriptor & MERGUS_DESC_TRAN0) != 0);
    OutputSpec output = OutputSpec::of(call);
    output.t_is_masked = true;
    const Methods for_given_B = methods_for_given_B(context, call);
    if (!for_given_B.empty()) {
        compile_kernels(context, A);
        A.run();
        if (multiply_given_B(for_given_B, context, call, *A, flipped, output)) return;
    }
    TransposedInput B(context, *call.B, (call.descriptor & MERGUS_DESC_TRAN1) != 0);
    if (!for_given_B.empty()) {
        compile_kernels(context, B);
    } else {
        compile_kernels(context, A, B);
        A.run();
    }
    B.run();
    try {
        MxmProblem problem(context, call, *A, *B, flipped);
        const WriteResult write(context, *call.C, problem.type, output);
        LentOffsets lent(context, call, write.takes_over());
        problem.lent_offsets = lent.offsets();
        Matrix T = multiply(context, call, problem, write);
        if (problem.one_value && write.takes_over() && may_be_iso(T) && !call.C->is_vector)
            set_one_value(context, T, T.val.data());
        write.run(std::move(T));
        lent.written();
        return;
    } catch (const ResultTooLarge& error) {
        if (error.bytes() > context.device.properties().memory) throw;
    } catch (const Error& error) {
        if (error.code() != Code::out_of_memory) throw;
    }
    multiply_in_ranges(context, call, *A, *B, flipped);
}

} // namespace

void mxm(Context& context, const mergus_call& call) {
    multiply(context, call, false);
}

void multiply_flipped(Context& context, const mergus_call& call) {
    multiply(context, call, true);
}

} // namespace mergus::cuda
