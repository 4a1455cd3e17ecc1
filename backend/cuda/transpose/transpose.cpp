/// \file transpose.cpp
/// The transpose: the table of methods, transposed inputs, and the operation with its mask and accumulator.
#include "transpose.hpp"

#include "jit/unused_type.hpp"
#include "objects/report.hpp"
#include "steps/iso.hpp"
#include "steps/symmetry.hpp"
#include "steps/write_result.hpp"

#include <array>
#include <utility>

namespace mergus::cuda {

namespace transpose_methods {

// Each record stands at the end of its method's file.
extern const TransposeMethod banded, partition, sort;

namespace {
constexpr std::array in_order = {&banded, &partition, &sort};
} // namespace
constexpr MethodTable<TransposeMethod> all(in_order);

} // namespace transpose_methods

TransposeChoice TransposeChoice::parse(std::string_view text) {
    TransposeChoice choice;
    choice.read(variable, transpose_methods::all, text);
    return choice;
}

Transposition::Transposition(Context& context, const Matrix& A, bool values)
    : problem_{context, A, values && !A.iso ? A.type : unused_type()}, values_(values) {
    if (A.nvals != 0) start_next_method();
}

void Transposition::start_next_method() {
    method_ = start_next(transpose_methods::all, forced<TransposeChoice>(problem_.context), problem_, next_);
}

void Transposition::kernels(KernelRequests& list) const {
    if (method_) method_->kernels(list);
}

Matrix Transposition::run() {
    auto& [context, A, moved] = problem_;
    if (A.nvals == 0) return empty_matrix(context, A.type, A.ncols, A.nrows);
    for (;;) {
        if (std::optional<Matrix> T = method_->run()) {
            if (A.iso && values_) set_one_value(context, *T, A.val.data());
            return std::move(*T);
        }
        start_next_method();
        compile_kernels(context, *this);
    }
}

void Transposition::explain(mergus_report& report) const {
    if (!method_) return;
    report_method(&report, transpose_methods::all[next_ - 1]->name);
    method_->explain(report);
}

namespace {

/// Entries from which a matrix is tested for symmetry before it is transposed: the test reads columns and
/// values once and waits for the device; a transpose of fewer entries takes about as long.
constexpr std::uint64_t transposed_entries = 1 << 16;

bool is_symmetric(Context& context, const Matrix& A, bool values) {
    if (A.nrows != A.ncols) return false;
    if (const std::optional<bool> known = known_symmetry(A, values)) return *known;
    if (!context.keeps || (A.nvals < transposed_entries && !context.keeps_all)) return false;
    return values ? has_symmetric_values(context, A) : has_symmetric_pattern(context, A);
}

/// Keeps the transpose with A.
const Matrix& keep(Context& context, const Matrix& A, std::shared_ptr<const Matrix> transpose, bool values) {
    if (!values) return *(derive<DerivedTranspose<false>>(context, A).matrix = std::move(transpose));
    if (A.derived) A.derived->objects.erase<DerivedTranspose<false>>();
    return *(derive<DerivedTranspose<true>>(context, A).matrix = std::move(transpose));
}

} // namespace

std::shared_ptr<const Matrix> cached_transpose(Context& context, const Matrix& A, bool values) {
    if (derived<DerivedTranspose<true>>(A) != nullptr)
        return derive<DerivedTranspose<true>>(context, A).matrix;
    if (!values && derived<DerivedTranspose<false>>(A) != nullptr)
        return derive<DerivedTranspose<false>>(context, A).matrix;
    return nullptr;
}

std::shared_ptr<const Matrix> known_transpose(Context& context, const Matrix& A, bool values) {
    if (std::shared_ptr<const Matrix> kept = cached_transpose(context, A, values)) return kept;
    if (is_symmetric(context, A, values)) return {std::shared_ptr<void>(), &A};
    return nullptr;
}

const Matrix& transpose_of(Context& context, const Matrix& A, bool values) {
    if (const std::shared_ptr<const Matrix> known = known_transpose(context, A, values)) return *known;
    values = values || A.iso; // one value costs nothing
    Transposition transposition(context, A, values);
    compile_kernels(context, transposition);
    return keep(context, A, std::make_shared<const Matrix>(transposition.run()), values);
}

TransposedInput::TransposedInput(Context& context, const Matrix& matrix, bool transposed)
    : context_(context), matrix_(matrix) {
    if (transposed && context.keeps_all) (void)transpose_of(context, matrix);
    input_ = transposed ? known_transpose(context, matrix)
                        : std::shared_ptr<const Matrix>(std::shared_ptr<void>(), &matrix);
    if (input_) return;
    transposition_.emplace(context, matrix);
    made_ = std::make_shared<Matrix>();
    made_->type = matrix.type;
    made_->nrows = matrix.ncols;
    made_->ncols = matrix.nrows;
    made_->nvals = matrix.nvals;
    made_->iso = matrix.iso;
    input_ = made_;
}

void TransposedInput::run() {
    if (!transposition_) return;
    *made_ = transposition_->run();
    keep(context_, matrix_, made_, true);
}

void transpose(Context& context, const mergus_call& call) {
    const Matrix& A = *call.A;
    const bool transposed = (call.descriptor & MERGUS_DESC_TRAN0) == 0; // else the result is A'', a copy
    const WriteResult write(context, *call.C, A.type, OutputSpec::of(call));
    const std::shared_ptr<const Matrix> kept = transposed ? cached_transpose(context, A, true) : nullptr;
    if (kept || !transposed) {
        compile_kernels(context, write);
        return write.run(copy_of(context, kept ? *kept : A));
    }
    // Not kept: C is the transpose, and two copies would need more memory than the caller asked for.
    Transposition transposition(context, A);
    compile_kernels(context, transposition, write);
    Matrix T = transposition.run();
    if (call.report != nullptr) transposition.explain(*call.report);
    write.run(std::move(T));
}

} // namespace mergus::cuda
