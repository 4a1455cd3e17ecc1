/// \file contents.hpp
/// The entries of matrices and vectors as maps.
#pragma once

#include "graphblas_testing.hpp"

#include <map>
#include <utility>
#include <vector>

namespace mergus::tests {

using Position = std::pair<GrB_Index, GrB_Index>;
using Content = std::map<Position, double>;

inline Content content_of(GrB_Matrix A) {
    GrB_Index count = 0;
    OK(GrB_Matrix_nvals(&count, A));
    std::vector<GrB_Index> rows(count), cols(count);
    std::vector<double> values(count);
    OK(GrB_Matrix_extractTuples_FP64(rows.data(), cols.data(), values.data(), &count, A));
    Content made;
    for (GrB_Index k = 0; k < count; ++k) made[{rows[k], cols[k]}] = values[k];
    return made;
}
inline Content content_of(GrB_Vector u) {
    GrB_Index count = 0;
    OK(GrB_Vector_nvals(&count, u));
    std::vector<GrB_Index> indices(count);
    std::vector<double> values(count);
    OK(GrB_Vector_extractTuples_FP64(indices.data(), values.data(), &count, u));
    Content made;
    for (GrB_Index k = 0; k < count; ++k) made[{indices[k], 0}] = values[k];
    return made;
}

inline void put_content(GrB_Matrix* A, GrB_Index n, const Content& content, GrB_Type type = GrB_FP64) {
    OK(GrB_Matrix_new(A, type, n, n));
    for (const auto& [at, x] : content) OK(GrB_Matrix_setElement_FP64(*A, x, at.first, at.second));
}
inline void put_content(GrB_Vector* u, GrB_Index n, const Content& content, GrB_Type type = GrB_FP64) {
    OK(GrB_Vector_new(u, type, n));
    for (const auto& [at, x] : content) OK(GrB_Vector_setElement_FP64(*u, x, at.first));
}

/// Entries of an n x n matrix where (3 i + 5 j + seed) % 4 is 0.
inline Content pattern(GrB_Index n, GrB_Index seed, GrB_Index columns) {
    Content made;
    for (GrB_Index i = 0; i < n; ++i)
        for (GrB_Index j = 0; j < columns; ++j)
            if ((3 * i + 5 * j + i * j + seed) % 4 == 0) made[{i, j}] = static_cast<double>(i * n + j + seed);
    return made;
}

inline void make_scalar(ScalarObject& s, double value) {
    OK(GrB_Scalar_new(s.put(), GrB_FP64));
    OK(GrB_Scalar_setElement_FP64(s, value));
}

} // namespace mergus::tests
