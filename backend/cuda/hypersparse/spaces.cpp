/// \file spaces.cpp
#include "spaces.hpp"

#include "bitmap/convert.hpp"

#include <algorithm>
#include <utility>

namespace mergus::cuda {

namespace {

/// The entries of an object, which may be new.
std::uint64_t entries_of(const Matrix& matrix) {
    return matrix.is_blank() ? 0 : nvals_of(matrix);
}

} // namespace

bool keeps_entries(const mergus_call& call) noexcept {
    const bool replaces = call.mask == nullptr || (call.descriptor & MERGUS_DESC_REPLACE) != 0;
    return call.accum != nullptr || call.rows != nullptr || call.cols != nullptr || !replaces;
}

Space& OnSpaces::space(std::uint64_t dimension, bool listed) {
    return spaces_.emplace_back(Space{dimension, 0, listed, false, nullptr});
}

const SpacedOperand& OnSpaces::add(const Matrix& operand, Space& rows, Space& cols, bool is_output) {
    const std::uint64_t entries = entries_of(operand);
    rows.entries += entries;
    if (&rows != &cols) cols.entries += entries;
    rows.has_rows = true;
    SpacedOperand& added = operands_.emplace_back();
    added.given_ = &operand;
    added.is_output_ = is_output;
    added.rows_ = &rows;
    added.cols_ = &cols;
    return added;
}

void OnSpaces::include(Space& space, Ids ids) {
    included_.push_back({&space, std::move(ids)});
    space.entries += included_.back().ids->size();
}

void OnSpaces::find_ids(SpacedOperand& operand) const {
    if (operand.given_->is_blank()) return;
    const Matrix& matrix = csr(context_, *operand.given_);
    if (operand.rows_->listed)
        operand.own_rows_ =
            row_ids(matrix) != nullptr ? row_ids(matrix) : rows_with_entries(context_, matrix);
    if (operand.cols_->listed)
        operand.own_cols_ =
            col_ids(matrix) != nullptr ? col_ids(matrix) : columns_with_entries(context_, matrix);
}

void OnSpaces::place(SpacedOperand& operand) const {
    if (operand.is_output_) return;
    const Ids &rows = operand.rows_->ids, &cols = operand.cols_->ids;
    if (operand.given_->is_blank()) {
        operand.copy_ =
            empty_matrix(context_, operand.given_->type, operand.rows_->stored(), operand.cols_->stored());
        set_ids(*operand.copy_, nrows_of(*operand.given_), ncols_of(*operand.given_), rows, cols);
        return;
    }
    // One object may be an operand in several pairs of spaces.
    bool has_other_lists = false, changes_as_output = false;
    for (const SpacedOperand& other : operands_) {
        if (other.given_ != operand.given_ || (other.rows_->ids == rows && other.cols_->ids == cols))
            continue;
        has_other_lists = true;
        changes_as_output |= other.is_output_;
    }
    auto& matrix = const_cast<Matrix&>(*operand.given_); // its form alone changes
    if (row_ids(matrix) == rows && col_ids(matrix) == cols && !changes_as_output) return;
    const bool stays = matrix.hypersparse != nullptr && !has_other_lists &&
                       !is_too_long(rows, matrix.nvals) && !is_too_long(cols, matrix.nvals);
    if (stays)
        renumber(context_, matrix, rows, cols);
    else
        operand.copy_ = with_ids(context_, matrix, rows, cols);
}

bool OnSpaces::decide() {
    for (Space& space : spaces_)
        space.listed =
            space.listed && is_hypersparse(context_, space.dimension, space.entries, space.has_rows);
    return required_ ||
           std::any_of(spaces_.begin(), spaces_.end(), [](const Space& space) { return space.listed; }) ||
           std::any_of(operands_.begin(), operands_.end(),
                       [](const SpacedOperand& operand) { return operand.given_->hypersparse != nullptr; });
}

void OnSpaces::unite() {
    for (SpacedOperand& operand : operands_) find_ids(operand);
    const auto join = [&](Space& space, const Ids& ids) {
        if (space.listed && ids != nullptr)
            space.ids = space.ids == nullptr ? ids : united(context_, space.ids, ids);
    };
    for (const SpacedOperand& operand : operands_) {
        join(*operand.rows_, operand.own_rows_);
        join(*operand.cols_, operand.own_cols_);
    }
    for (const Included& included : included_) join(*included.space, included.ids);
    for (Space& space : spaces_)
        if (space.listed && space.ids == nullptr)
            space.ids = distinct(context_, Array<std::uint64_t>(), 1, true).ids;
    for (SpacedOperand& operand : operands_) place(operand);
}

SpacedOutput::SpacedOutput(OnSpaces& spaces, const mergus_call& call, Space& rows, Space& cols)
    : context_(spaces.context()), C_(*call.C), rows_(rows), cols_(cols),
      replaces_(!keeps_entries(call) || C_.is_blank()), nrows_(nrows_of(C_)), ncols_(ncols_of(C_)) {
    rows.has_rows = true;
    if (!replaces_)
        spaces.add(C_, rows, cols, true);
    else if (C_.hypersparse != nullptr)
        spaces.require();
}

Matrix& SpacedOutput::matrix() {
    // Before the operation: nothing may fail after it has written C.
    if (rows_.ids != nullptr || cols_.ids != nullptr)
        lists_ = std::make_shared<const Hypersparse>(Hypersparse{nrows_, ncols_, rows_.ids, cols_.ids});
    if (replaces_) {
        result_ = blank_matrix(context_, C_.type, rows_.stored(), cols_.stored());
        return *result_;
    }
    csr(context_, C_);
    MatrixShape shape = C_;
    shape.nrows = rows_.stored();
    shape.ncols = cols_.stored();
    if (may_be_bitmap(context_, shape)) { // which is converted to rows afterwards
        result_ = with_ids(context_, C_, rows_.ids, cols_.ids);
        return *result_;
    }
    renumber(context_, C_, rows_.ids, cols_.ids);
    return C_;
}

void SpacedOutput::finish() {
    Matrix& written = result_ ? *result_ : C_;
    csr(context_, written); // a bitmap only in a result of its own
    written.bitmap.reset();
    written.hypersparse = lists_;
    try {
        settle(context_, written);
    } catch (const Error& error) { // the lists stay longer than necessary
        if (error.code() != Code::out_of_memory) throw;
    }
    if (result_) C_ = std::move(*result_);
}

} // namespace mergus::cuda
