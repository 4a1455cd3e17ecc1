/// \file coordinates.hpp
/// Matrices from (row, column, value) triples in any order.
#pragma once

#include "matrix.hpp"

#include <vector>

namespace mergus::cuda {

/// Triples on the device: indices of 64 bits if `wide`, else of 32.
struct Coordinates {
    std::uint64_t count = 0;
    bool wide = false;
    Buffer rows;
    Buffer cols;
    Buffer values;
};

/// Sorted into a matrix. Triples at one place are folded from the left, in the order given, by dup (a binary
/// operator, between casts from and to `type`); with a null dup they are INVALID_VALUE.
Matrix from_coordinates(Context& context, const mergus_type* type, std::uint64_t nrows, std::uint64_t ncols,
                        Coordinates&& triples, const mergus_op* dup);

/// Adds the kernels of from_coordinates() for `count` triples whose indices are wide or not.
void request_coordinates(std::vector<KernelRequest>& requests, const mergus_type* type, std::uint64_t ncols,
                         std::uint64_t count, bool wide, const mergus_op* dup);

} // namespace mergus::cuda
