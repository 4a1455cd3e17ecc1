/// \file compact.hpp
/// The entries of a matrix that pass a test, moved together.
#pragma once

#include "matrix.hpp"

#include <vector>

namespace mergus::cuda {

/// What a compaction knows: the test keep(x, i, j, y) is bound in `bindings`, with Y_value, needs_row.
struct Compaction {
    Bindings bindings;
    const void* scalar = nullptr; ///< y
    std::size_t scalar_size = 0;
    const mergus_type* z_type = nullptr; ///< of the result
    const void* fill = nullptr;          ///< a value of z_type that every entry gets, or null: its own, cast
};

Matrix compact(Context& context, const Matrix& A, Compaction& how);
/// Adds the kernels of compact().
void request_compact(std::vector<KernelRequest>& requests, const Matrix& A, Compaction how);

/// The entries of `pattern` where hits is 1 (pattern.nvals + 1 numbers, which become their scan), with values
/// of `type` from `vals`, which has one for each entry of the pattern.
template <class Place>
Matrix compact_hits(Context& context, const Matrix& pattern, Array<Place>& hits, const Buffer& vals,
                    const mergus_type* type);
/// Adds the kernels of compact_hits().
void request_compact_hits(std::vector<KernelRequest>& requests, const Matrix& pattern, bool wide_places,
                          const mergus_type* type);

} // namespace mergus::cuda
