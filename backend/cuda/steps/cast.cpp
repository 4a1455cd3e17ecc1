/// \file cast.cpp
#include "cast.hpp"

#include "iso.hpp"
#include "map.hpp"

#include <utility>

namespace mergus::cuda {

namespace {

/// A cast reads neither rows nor columns, so one kernel serves all matrices.
MapValues mapping(Context& context, const mergus_type* from, const mergus_type* to) {
    return {context, MatrixShape{.type = from}, MapFunction{}, to};
}

} // namespace

void Cast::kernels(KernelRequests& requests) const {
    if (from_ != to_) mapping(context_, from_, to_).kernels(requests);
}

Matrix Cast::run(Matrix&& matrix) const {
    if (from_ == to_) return std::move(matrix);
    Matrix result = std::move(matrix);
    result.val = run(result.val.data(), stored_values(result));
    result.type = to_;
    return result;
}

Buffer Cast::run(const void* values, std::uint64_t count) const {
    return mapping(context_, from_, to_).run(values, count);
}

} // namespace mergus::cuda
