/// \file operands.cpp
/// Inputs, masks and results of a call.
#include "operands.hpp"

#include <fmt/format.h>

#include <vector>

namespace mergus::suitesparse {

MatrixHandle pattern_of(const mergus_context& context, GrB_Matrix A, const Type& type) {
    MatrixHandle pattern = new_matrix(type, nrows_of(A), ncols_of(A));
    const std::vector<std::uint64_t> zeros(type.size / sizeof(std::uint64_t) + 1);
    const ScalarHandle value = make_scalar(type, zeros.data());
    check(GrB_Matrix_assign_Scalar(pattern.get(), A, nullptr, value.get(), GrB_ALL, nrows_of(A), GrB_ALL,
                                   ncols_of(A), context.descriptor(MERGUS_DESC_STRUCTURE)),
          "GrB_assign", pattern.get());
    finish(pattern.get());
    return pattern;
}

MatrixHandle write_out(GrB_Matrix A) {
    bool iso = false;
    check(GxB_Matrix_iso(&iso, A), "GxB_Matrix_iso", A);
    if (!iso) return {};
    MatrixHandle copy = duplicate(A);
    GrB_Index *row_ptr = nullptr, *cols = nullptr;
    void* values = nullptr;
    GrB_Index row_ptr_size = 0, cols_size = 0, values_size = 0;
    // A null iso argument requests all values.
    check(GxB_Matrix_unpack_CSR(copy.get(), &row_ptr, &cols, &values, &row_ptr_size, &cols_size, &values_size,
                                nullptr, nullptr, nullptr),
          "GxB_Matrix_unpack_CSR", copy.get());
    check(GxB_Matrix_pack_CSR(copy.get(), &row_ptr, &cols, &values, row_ptr_size, cols_size, values_size,
                              false, false, nullptr),
          "GxB_Matrix_pack_CSR", copy.get());
    return copy;
}

MatrixHandle cast_of(const mergus_context& context, GrB_Matrix A, const Type& type) {
    MatrixHandle cast = new_matrix(type, nrows_of(A), ncols_of(A));
    check(GrB_transpose(cast.get(), nullptr, nullptr, A, context.descriptor(MERGUS_DESC_TRAN0)),
          "GrB_transpose", cast.get());
    finish(cast.get());
    return cast;
}

Operand::Operand(const mergus_call& call, GrB_Matrix matrix) : matrix_(matrix) {
    if (matrix == nullptr || call.mask == nullptr || call.accum == nullptr) return;
    std::int32_t form = 0;
    check(GxB_Matrix_Option_get_INT32(matrix, GxB_SPARSITY_STATUS, &form), "GxB_Matrix_Option_get", matrix);
    if (form != GxB_FULL) return;
    check(GrB_Matrix_dup(copy_.put(), matrix), "GrB_Matrix_dup");
    check(GxB_Matrix_Option_set_INT32(copy_.get(), GxB_SPARSITY_CONTROL, GxB_SPARSE), "GxB_Matrix_Option_set",
          copy_.get());
    matrix_ = copy_.get();
}

Operand::Operand(const mergus_context& context, const mergus_call& call, const mergus_matrix* matrix,
                 const mergus_type* declared_type, const mergus_op& op)
    : matrix_(matrix->store.get()) {
    const Type& type = Operators::stand_in(op);
    MatrixHandle pattern;
    if (declared_type == nullptr && !matrix->type->casts_to(type)) {
        pattern = pattern_of(context, matrix_, type);
        matrix_ = pattern.get();
    }
    Operand sparse(call, matrix_);
    matrix_ = sparse.matrix_;
    copy_ = std::move(sparse.copy_.get() != nullptr ? sparse.copy_ : pattern);
}

namespace {

/// A bool matrix for a floating-point or complex mask by value; else null.
MatrixHandle cast_mask(const mergus_context& context, const mergus_call& call) {
    if (call.mask == nullptr || (call.descriptor & MERGUS_DESC_STRUCTURE) != 0) return {};
    const int code = call.mask->type->code;
    if (code < MERGUS_FP32 || code > MERGUS_FC64) return {};
    return cast_of(context, call.mask->store.get(), intern_builtin(MERGUS_BOOL));
}

} // namespace

Mask::Mask(const mergus_context& context, const mergus_call& call)
    : cast_(cast_mask(context, call)), operand_(call, cast_.get() != nullptr ? cast_.get()
                                                      : call.mask != nullptr ? call.mask->store.get()
                                                                             : nullptr) {}

Output::Output(const mergus_context& context, const mergus_call& call, bool whole)
    : context_(context), call_(call) {
    const GrB_Matrix C = call.C->store.get();
    const bool masked = call.mask != nullptr || (call.descriptor & MERGUS_DESC_COMPLEMENT) != 0;
    const bool replaced = masked && (call.descriptor & MERGUS_DESC_REPLACE) != 0;
    const bool keeps = call.accum != nullptr || (masked && !replaced) || !whole;
    if (keeps && nvals_of(C) != 0)
        matrix_ = duplicate(C);
    else
        matrix_ = new_matrix(*call.C->type, nrows_of(C), ncols_of(C));
}

void Output::commit(const char* method, std::uint64_t work) {
    finish(matrix_.get());
    if (mergus_report* report = call_.report; report != nullptr) {
        report->bytes = bytes_of(matrix_.get());
        for (const mergus_matrix* input : {call_.mask, call_.A, call_.B})
            if (input != nullptr) report->bytes += bytes_of(input->store.get());
        report->work = work;
        report->compile_seconds = 0;
        const auto put = [](auto& text, const std::string& value) {
            const std::size_t length = value.copy(text, sizeof text - 1);
            text[length] = '\0';
        };
        put(report->method, method);
        std::string threads = context_.threads > 0 ? fmt::format("at most {} threads", context_.threads)
                                                   : "as many threads as GraphBLAS chooses";
        if (context_.one_thread) threads = "one thread, as the result is to be deterministic";
        put(report->reason, fmt::format("GraphBLAS chooses the algorithm; {}", threads));
    }
    call_.C->store = Store(std::move(matrix_));
}

} // namespace mergus::suitesparse
