/// \file call_on_ids.cpp
#include "call_on_ids.hpp"

namespace mergus::cuda {

const SpacedOperand* CallOnIds::add(const Matrix* operand, Space& rows, Space& cols) {
    return operand == nullptr || operand->is_vector ? nullptr : &spaces_.add(*operand, rows, cols);
}

void CallOnIds::C(Space& rows, Space& cols) {
    mask_ = add(given_.mask, rows, cols);
    output_.emplace(spaces_, given_, rows, cols);
}

void CallOnIds::place() {
    spaces_.unite();
    if (output_) call_.C = &output_->matrix();
    const auto replace = [](const Matrix*& operand, const SpacedOperand* spaced) {
        if (spaced != nullptr) operand = &spaced->matrix();
    };
    replace(call_.A, A_);
    replace(call_.B, B_);
    replace(call_.mask, mask_);
}

void CallOnIds::finish() {
    if (output_) output_->finish();
}

} // namespace mergus::cuda
