/// \file reused_pattern.hpp
/// The patterns of a product, as find_positions.cuh has them.
#pragma once

#include "mxm/problem.hpp"

namespace mergus::cuda {

/// As ReusedPattern of find_positions.cuh.
struct ReusedPattern {
    const std::uint64_t* a_ptr;
    const void* a_col;
    const std::uint64_t* b_ptr;
    const void* b_col;
    const std::uint64_t* c_ptr;
    const void* c_col;
};

[[nodiscard]] inline ReusedPattern reused_pattern(const MxmProblem& problem, const Matrix& C) {
    const Operands& in = problem.operands;
    return {in.a_ptr, in.a_col, in.b_ptr, in.b_col, C.ptr.data(), C.col.data()};
}

} // namespace mergus::cuda
