/// \file packing.hpp
/// Arrays for pack and unpack.
#pragma once

#include "graphblas_testing.hpp"

#include <cstdlib>
#include <cstring>
#include <vector>

namespace mergus::tests {

template <class T>
T* array_of(const std::vector<T>& values) {
    auto* const made = static_cast<T*>(std::malloc(values.size() * sizeof(T) + 1)); // NOLINT: pack frees it
    REQUIRE(made != nullptr);
    if (!values.empty()) std::memcpy(made, values.data(), values.size() * sizeof(T));
    return made;
}

/// Copies and frees an array that unpack returned.
template <class T>
std::vector<T> content_of(const void* array, GrB_Index bytes) {
    std::vector<T> made(bytes / sizeof(T));
    if (!made.empty()) std::memcpy(made.data(), array, bytes);
    std::free(const_cast<void*>(array)); // NOLINT: the program's
    return made;
}

inline double entry(GrB_Matrix A, GrB_Index i, GrB_Index j) {
    double x = -1;
    static_cast<void>(GrB_Matrix_extractElement_FP64(&x, A, i, j));
    return x;
}
inline double entry(GrB_Vector u, GrB_Index i) {
    double x = -1;
    static_cast<void>(GrB_Vector_extractElement_FP64(&x, u, i));
    return x;
}

} // namespace mergus::tests
