/// \file dispatch.cpp
#include "dispatch.hpp"

#include "objects/report.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>

namespace mergus::cuda {

namespace {

/// Whether C's entries can be in the result.
bool keeps_entries(const mergus_call& call) {
    const bool replaces = call.mask == nullptr || (call.descriptor & MERGUS_DESC_REPLACE) != 0;
    return call.accum != nullptr || call.rows != nullptr || call.cols != nullptr || !replaces;
}

const char* storage_of(const Matrix& matrix) {
    if (matrix.is_bitmap()) return matrix.has_rows() ? "bitmaps and rows" : "bitmap";
    if (!matrix.is_vector) return matrix.hypersparse != nullptr ? "hypersparse" : "csr";
    return matrix.full() ? "full" : "list";
}

} // namespace

CallOnRows::CallOnRows(Context& context, const mergus_call& call, bool applies_mask)
    : call_(call), conversions_(context), C_(call.C) {
    invalidate_captured(call);
    for (const Matrix* const operand : {call.mask, call.A, call.B})
        if (operand != nullptr) conversions_.rows(*operand);
    if (C_ == nullptr) return;
    // Nothing reads the rows of a blank C: the result replaces C, unless a mask has yet to be applied to the
    // result.
    if (C_->is_blank() && (call.mask == nullptr || applies_mask)) return;
    if (keeps_entries(call) || C_->has_rows()) {
        conversions_.rows(*C_);
        return;
    }
    result_ = empty_matrix(context, C_->type, C_->nrows, C_->ncols);
    result_->is_vector = C_->is_vector;
    call_.C = &*result_;
}

void CallOnRows::finish() {
    conversions_.keep();
    if (result_) *C_ = std::move(*result_);
    if (C_ != nullptr) C_->bitmap.reset(); // the operation may have changed the rows in place
}

void report_storage(const mergus_call& call) {
    if (call.report == nullptr) return;
    std::string text(facts::storage);
    const auto add = [&](const char* name, const Matrix* operand) {
        if (operand != nullptr)
            text += fmt::format("{}{} {}", text.ends_with(": ") ? "" : ", ", name, storage_of(*operand));
    };
    add("C", call.C);
    add("mask", call.mask);
    add("A", call.A);
    add("B", call.B);
    core::write_text(call.report->reason, text);
}

} // namespace mergus::cuda
