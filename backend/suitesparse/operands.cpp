/// \file operands.cpp
/// Inputs, masks and results of a call.
#include "operands.hpp"

#include <fmt/format.h>

#include <vector>

namespace mergus::suitesparse {

CollectionHandle pattern_of(const mergus_context& context, Collection A, const Type& type) {
    CollectionHandle pattern = new_like(A, type);
    const std::vector<std::uint64_t> zeros(type.size / sizeof(std::uint64_t) + 1);
    const ScalarHandle value = make_scalar(type, zeros.data());
    grb::assign_scalar({pattern.get(), A, nullptr, context.descriptor(MERGUS_DESC_STRUCTURE)}, value.get(),
                       {GrB_ALL, nrows_of(A), GrB_ALL, ncols_of(A)});
    finish(pattern.get());
    return pattern;
}

CollectionHandle write_out(Collection A) {
    if (!iso(A)) return {};
    if (A.is_vector()) { // packing a sparse vector may fail after the arrays have been taken out
        const MatrixHandle row = as_row(A.vector(), type_of(A));
        const CollectionHandle written = write_out(row.get());
        return row_of(written.is_null() ? row.get() : written.get().matrix());
    }
    MatrixHandle copy = duplicate(A.matrix());
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

CollectionHandle cast_of(const mergus_context& context, Collection A, const Type& type) {
    CollectionHandle cast = new_like(A, type);
    copy_through(context, cast.get(), {}, nullptr, A, 0);
    finish(cast.get());
    return cast;
}

void copy_through(const mergus_context& context, Collection C, Collection mask, GrB_BinaryOp accum,
                  Collection A, std::uint32_t bits) {
    grb::transpose({C, mask, accum, context.descriptor(bits ^ MERGUS_DESC_TRAN0)}, A);
}

Operand::Operand(const mergus_call& call, Collection input) : input_(input) {
    if (input.is_null() || call.mask == nullptr || call.accum == nullptr) return;
    if (form_of(input) != GxB_FULL) return;
    copy_ = duplicate(input);
    set_forms(copy_.get(), GxB_SPARSE);
    input_ = copy_.get();
}

Operand::Operand(const mergus_context& context, const mergus_call& call, const mergus_matrix* matrix,
                 const mergus_type* declared_type, const mergus_op& op)
    : input_(matrix->store.get()) {
    CollectionHandle pattern;
    if (declared_type == nullptr && !matrix->type->casts_to(Operators::stand_in(op))) {
        pattern = pattern_of(context, input_, Operators::stand_in(op));
        input_ = pattern.get();
    }
    Operand sparse(call, input_);
    input_ = sparse.input_;
    copy_ = std::move(sparse.copy_.is_null() ? pattern : sparse.copy_);
}

namespace {

/// A bool copy of a floating-point or complex mask by value; else null.
CollectionHandle cast_mask(const mergus_context& context, const mergus_call& call) {
    if (call.mask == nullptr || (call.descriptor & MERGUS_DESC_STRUCTURE) != 0) return {};
    const int code = call.mask->type->code;
    if (code < MERGUS_FP32 || code > MERGUS_FC64) return {};
    return cast_of(context, call.mask->store.get(), intern_builtin(MERGUS_BOOL));
}

} // namespace

Mask::Mask(const mergus_context& context, const mergus_call& call)
    : cast_(cast_mask(context, call)), operand_(call, !cast_.is_null()       ? cast_.get()
                                                      : call.mask != nullptr ? call.mask->store.get()
                                                                             : Collection()) {}

Output::Output(const mergus_context& context, const mergus_call& call, bool whole)
    : context_(context), call_(call) {
    const Collection C = call.C->store.get();
    const bool masked = call.mask != nullptr || (call.descriptor & MERGUS_DESC_COMPLEMENT) != 0;
    const bool replaced = masked && (call.descriptor & MERGUS_DESC_REPLACE) != 0;
    const bool keeps = call.accum != nullptr || (masked && !replaced) || !whole;
    if (keeps && nvals_of(C) != 0)
        result_ = duplicate(C);
    else
        result_ = new_like(C, *call.C->type);
}

std::uint64_t work_of(const mergus_call& call, Collection A) {
    return call.report == nullptr ? 0 : nvals_of(A);
}

void fill_report(const mergus_context& context, const mergus_call& call, Collection result,
                 const char* method, std::uint64_t work) {
    mergus_report* report = call.report;
    if (report == nullptr) return;
    report->bytes = bytes_of(result);
    for (const mergus_matrix* input : {call.mask, call.A, call.B})
        if (input != nullptr) report->bytes += bytes_of(input->store.get());
    report->work = work;
    report->compile_seconds = 0;
    const auto put = [](auto& text, const std::string& value) {
        const std::size_t length = value.copy(text, sizeof text - 1);
        text[length] = '\0';
    };
    put(report->method, method);
    std::string threads = context.threads > 0 ? fmt::format("at most {} threads", context.threads)
                                              : "as many threads as GraphBLAS chooses";
    if (context.one_thread) threads = "one thread, as the result is to be deterministic";
    put(report->reason, fmt::format("GraphBLAS chooses the algorithm; {}", threads));
}

void Output::commit(const char* method, std::uint64_t work) {
    finish(result_.get());
    fill_report(context_, call_, result_.get(), method, work);
    call_.C->store = Store(std::move(result_));
}

} // namespace mergus::suitesparse
