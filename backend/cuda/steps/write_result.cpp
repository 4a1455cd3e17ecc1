/// \file write_result.cpp
#include "write_result.hpp"

#include "iso.hpp"

#include <utility>

namespace mergus::cuda {

namespace {

/// C<mask, replace> ⊙= T as a combination of C and T.
Combination combination(const Matrix& C, const OutputSpec& how) {
    Combination combination;
    combination.both = how.accum;
    combination.z_type = C.type;
    combination.mask = how.mask;
    combination.structure = how.structure;
    combination.complement = how.complement;
    combination.y_is_masked = how.mask == nullptr || how.t_is_masked;
    combination.replace = how.replace;
    combination.region = how.region;
    const bool all_in_t = how.accum == nullptr && how.t_fills_mask; // T has all admitted entries of C
    const bool unmasked = how.mask == nullptr && how.accum != nullptr;
    combination.keeps_x = unmasked || (!how.replace && (how.accum != nullptr || all_in_t));
    return combination;
}

} // namespace

OutputSpec OutputSpec::of(const mergus_call& call) {
    OutputSpec how;
    how.mask = call.mask;
    how.structure = (call.descriptor & MERGUS_DESC_STRUCTURE) != 0;
    how.complement = (call.descriptor & MERGUS_DESC_COMPLEMENT) != 0;
    how.replace = (call.descriptor & MERGUS_DESC_REPLACE) != 0;
    how.accum = call.accum;
    return how;
}

bool OutputSpec::overwrites(const Matrix& C) const noexcept {
    if (C.nvals == 0) return true;
    if (accum != nullptr || region.rows || region.cols) return false;
    return mask == nullptr || replace;
}

WriteResult::WriteResult(Context& context, Matrix& C, const mergus_type* t_type, const OutputSpec& how,
                         bool t_iso)
    : context_(context), C_(C), cast_(context, t_type, C.type) {
    const bool takes_over = how.overwrites(C) && (how.mask == nullptr || how.t_is_masked);
    if (!takes_over) combine_.emplace(context, C, C.iso, t_type, t_iso, combination(C, how));
}

void WriteResult::kernels(KernelRequests& requests) const {
    if (combine_)
        combine_->kernels(requests);
    else
        cast_.kernels(requests);
}

void WriteResult::run(Matrix&& T) const {
    if (combine_) return combine_->run_into(C_, T);
    Matrix result = cast_.run(std::move(T));
    result.is_vector = C_.is_vector;
    if (result.is_vector) own_values(context_, result);
    C_ = std::move(result);
}

void WriteResult::run_with(const Matrix& T) const {
    if (combine_) return combine_->run_into(C_, T);
    run(copy_of(context_, T));
}

} // namespace mergus::cuda
