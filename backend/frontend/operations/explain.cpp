/// \file explain.cpp
#include "explain.hpp"

#include "call_scopes.hpp"
#include "diagnostics.hpp"
#include "dispatch.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace mergus {

namespace {

/// Appends "A 3x4 fp64 transposed", or "u size 5 fp64".
void add_operand(std::string& text, std::string_view matrix_name, std::string_view vector_name,
                 const detail::MatrixState* state, bool transposed) {
    if (state == nullptr) return;
    if (!text.empty()) text += ", ";
    text += state->is_vector ? fmt::format("{} size {}", vector_name, state->nrows)
                             : fmt::format("{} {}x{}", matrix_name, state->nrows, state->ncols);
    text += fmt::format(" {}{}", type_name(state->type), transposed ? " transposed" : "");
}

std::string named(std::string_view kind, std::string_view name, const mergus_type* type) {
    return fmt::format("{} {} on {}", kind, name, type_name(type));
}

std::string algebra_of(const mergus_call& call) {
    if (call.semiring != nullptr)
        return named("semiring", call.semiring->name, call.semiring->add->op->z_type);
    if (call.monoid != nullptr) return named("monoid", call.monoid->op->name, call.monoid->op->z_type);
    if (call.op != nullptr) return named("operator", call.op->name, call.op->z_type);
    return {};
}

std::string mask_of(const detail::MatrixState* mask, std::uint32_t descriptor) {
    std::string text = mask == nullptr                             ? ""
                       : (descriptor & MERGUS_DESC_STRUCTURE) != 0 ? "structure"
                                                                   : "values";
    if (mask != nullptr && (descriptor & MERGUS_DESC_COMPLEMENT) != 0) text = "complement of " + text;
    if ((descriptor & MERGUS_DESC_REPLACE) != 0) text += text.empty() ? "none, replace" : ", replace";
    return text;
}

} // namespace

std::string to_string(const Explanation& e) {
    std::string line = fmt::format("{} on {}{}:", e.operation, e.backend, e.fallback ? " (fallback)" : "");
    const auto add = [&](std::string_view label, std::string_view value) {
        if (!value.empty()) line += fmt::format(" {}{};", label, value);
    };
    add("", e.output);
    add("", e.inputs);
    add("", e.algebra);
    add("mask ", e.mask);
    add("accum ", e.accum);
    add("fallback because ", e.fallback_reason);
    if (!e.method.empty())
        line +=
            fmt::format(" method {}{};", e.method, e.reason.empty() ? "" : fmt::format(" ({})", e.reason));
    line += fmt::format(" work {}, {} bytes, {:.3f} ms", e.work, e.bytes, e.seconds * 1e3);
    if (e.compile_seconds > 0) line += fmt::format(", {:.3f} ms of it compiling", e.compile_seconds * 1e3);
    return line;
}

namespace core {

ExplainedCall::ExplainedCall(detail::ContextState& context, std::string_view operation) noexcept
    : context_(context) {
    if (!context.logs() && !context.options().explain && explain_of_thread() == nullptr) return;
    Told& told = told_.emplace(Told{});
    told.report.struct_size = sizeof told.report;
    told.explanation.operation = operation;
    told.explanation.backend = context.table().name;
}

void ExplainedCall::ran_on(std::string_view backend, std::string_view reason) noexcept {
    if (!told_) return;
    told_->explanation.fallback = true;
    told_->explanation.backend = backend;
    for (const std::string_view code : {code_name(Code::not_implemented), code_name(Code::out_of_memory)})
        if (reason.starts_with(code)) reason.remove_prefix(std::min(reason.size(), code.size() + 2)); // ": "
    try {
        told_->explanation.fallback_reason = reason;
    } catch (...) { // no memory for the text
    }
}

void ExplainedCall::done(const Operands& operands, const mergus_call& call) noexcept {
    if (!told_) return;
    try {
        Explanation& e = told_->explanation;
        const bool a_is_vector = operands.A != nullptr && operands.A->is_vector;
        add_operand(e.output, "C", "w", operands.C, false);
        add_operand(e.inputs, "A", "u", operands.A, (call.descriptor & MERGUS_DESC_TRAN0) != 0);
        add_operand(e.inputs, a_is_vector ? "A" : "B", a_is_vector ? "v" : "u", operands.B,
                    (call.descriptor & MERGUS_DESC_TRAN1) != 0);
        e.algebra = algebra_of(call);
        e.mask = mask_of(operands.mask, call.descriptor);
        if (call.accum != nullptr)
            e.accum = fmt::format("{} on {}", call.accum->name, type_name(call.accum->z_type));
        finish();
    } catch (...) { // out of memory: the call is not reported
    }
}

void ExplainedCall::done(const mergus_segmented_merge_args& args) noexcept {
    if (!told_) return;
    try {
        told_->explanation.inputs =
            fmt::format("{} keys of {} bits with values of {} bytes in {} sub-segments of {} segments",
                        args.count, args.key_bits, args.value_size, args.subsegments, args.segments);
        if (args.monoid != nullptr)
            told_->explanation.algebra = named("monoid", args.monoid->op->name, args.monoid->op->z_type);
        finish();
    } catch (...) { // as above
    }
}

void ExplainedCall::finish() {
    Explanation& e = told_->explanation;
    const mergus_report& report = told_->report;
    e.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - told_->start).count();
    // A plugin may have left a text without terminating null.
    e.method = std::string_view(report.method, strnlen(report.method, sizeof report.method));
    e.reason = std::string_view(report.reason, strnlen(report.reason, sizeof report.reason));
    e.bytes = report.bytes;
    e.work = report.work;
    e.compile_seconds = report.compile_seconds;
    if (context_.logs()) print_stderr("mergus: {}\n", to_string(e));
    if (context_.options().explain) tell(context_.options().explain);
    if (const auto* explain = explain_of_thread()) tell(*explain);
}

void ExplainedCall::tell(const std::function<void(const Explanation&)>& explain) const {
    try {
        explain(told_->explanation);
    } catch (const std::exception& error) {
        if (context_.logs()) print_stderr("mergus: explain threw: {}\n", error.what());
    } catch (...) {
        if (context_.logs()) print_stderr("mergus: explain threw\n");
    }
}

} // namespace core

} // namespace mergus
