/// \file grb.hpp
/// SuiteSparse:GraphBLAS for C++: its header, owning handles, and the exception for failed calls.
///
/// Invariant: every GrB_Info is passed to check(), and every GrB object is owned by a handle. Only features
/// common to versions 7.4 to 10 are used, and only functions with a type suffix.
#pragma once

#include <mergus/error.hpp>
#include <mergus/plugin.h>

// GraphBLAS.h includes these; newer versions do so inside extern "C".
#include <cerrno>
#include <cinttypes>
#include <climits>
#include <cmath>
#include <complex.h>
#include <complex>
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

extern "C" {
#if __has_include(<GraphBLAS.h>)
#include <GraphBLAS.h>
#else
#include <suitesparse/GraphBLAS.h>
#endif
}
#undef I

#include <string>
#include <utility>

namespace mergus::suitesparse {

/// The exception of this backend; plugin.cpp converts it to a status.
class Failure : public Error {
public:
    /// \param code a mergus_code
    Failure(std::int32_t code, const std::string& message) : Error(static_cast<Code>(code), message) {}
};

/// Owns one GrB object.
template <class Object, GrB_Info (*Free)(Object*)>
class Handle {
public:
    Handle() noexcept = default;
    explicit Handle(Object object) noexcept : object_(object) {}
    Handle(Handle&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
    Handle& operator=(Handle&& other) noexcept {
        std::swap(object_, other.object_);
        return *this;
    }
    ~Handle() {
        if (object_ != nullptr) Free(&object_);
    }

    [[nodiscard]] Object get() const noexcept { return object_; }
    /// The address for a constructor of the C API, which writes the object there.
    [[nodiscard]] Object* put() noexcept { return &object_; }
    [[nodiscard]] Object release() noexcept { return std::exchange(object_, nullptr); }

private:
    Object object_ = nullptr;
};

using MatrixHandle = Handle<GrB_Matrix, GrB_Matrix_free>;
using VectorHandle = Handle<GrB_Vector, GrB_Vector_free>;
using ScalarHandle = Handle<GrB_Scalar, GrB_Scalar_free>;
using DescriptorHandle = Handle<GrB_Descriptor, GrB_Descriptor_free>;
using UnaryOpHandle = Handle<GrB_UnaryOp, GrB_UnaryOp_free>;
using BinaryOpHandle = Handle<GrB_BinaryOp, GrB_BinaryOp_free>;
using IndexUnaryOpHandle = Handle<GrB_IndexUnaryOp, GrB_IndexUnaryOp_free>;
using MonoidHandle = Handle<GrB_Monoid, GrB_Monoid_free>;
using SemiringHandle = Handle<GrB_Semiring, GrB_Semiring_free>;

/// A GrB_Matrix, a GrB_Vector, or neither (null): a reference that owns nothing.
class Collection {
public:
    Collection() noexcept = default;
    Collection(GrB_Matrix matrix) noexcept : matrix_(matrix) {}
    Collection(GrB_Vector vector) noexcept : vector_(vector) {}

    [[nodiscard]] bool is_null() const noexcept { return matrix_ == nullptr && vector_ == nullptr; }
    [[nodiscard]] bool is_vector() const noexcept { return vector_ != nullptr; }
    /// Null if this is a vector.
    [[nodiscard]] GrB_Matrix matrix() const noexcept { return matrix_; }
    /// Null if this is a matrix.
    [[nodiscard]] GrB_Vector vector() const noexcept { return vector_; }

private:
    GrB_Matrix matrix_ = nullptr;
    GrB_Vector vector_ = nullptr;
};

/// \throws Failure unless info is GrB_SUCCESS. \param function the name of the GrB function. \param object
/// the output, from which GraphBLAS's message is read, or null
void check(GrB_Info info, const char* function, Collection object = {});

/// X(PREFIX, SUFFIX, C type) for every built-in type, in the order of mergus_type_code. Types, and functions
/// with a type suffix, are named PREFIX_…_SUFFIX: complex numbers are SuiteSparse's extension. Their C type
/// is std::complex or _Complex, by version.
#define MERGUS_GRB_TYPES(X)                                                                                  \
    X(GrB, BOOL, bool)                                                                                       \
    X(GrB, INT8, std::int8_t)                                                                                \
    X(GrB, INT16, std::int16_t)                                                                              \
    X(GrB, INT32, std::int32_t)                                                                              \
    X(GrB, INT64, std::int64_t)                                                                              \
    X(GrB, UINT8, std::uint8_t)                                                                              \
    X(GrB, UINT16, std::uint16_t)                                                                            \
    X(GrB, UINT32, std::uint32_t)                                                                            \
    X(GrB, UINT64, std::uint64_t)                                                                            \
    X(GrB, FP32, float)                                                                                      \
    X(GrB, FP64, double)                                                                                     \
    X(GxB, FC32, GxB_FC32_t)                                                                                 \
    X(GxB, FC64, GxB_FC64_t)

} // namespace mergus::suitesparse
