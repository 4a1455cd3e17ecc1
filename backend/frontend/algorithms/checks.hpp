/// \file checks.hpp
/// Checks of arguments that algorithms share.
#pragma once

#include <mergus/error.hpp>
#include <mergus/matrix.hpp>

#include <fmt/format.h>

namespace mergus::core {

inline void require_square(const AnyMatrix& A, const char* algorithm) {
    if (A.nrows() != A.ncols())
        throw Error(Code::dimension_mismatch, fmt::format("{}: the adjacency matrix is {} x {}, not square",
                                                          algorithm, A.nrows(), A.ncols()));
}

} // namespace mergus::core
