/// \file graphblas_testing.hpp
/// What the tests of the C API share.
#pragma once

#include <mergus_graphblas/mergus_graphblas.h>

#include <doctest/doctest.h>

#include <string>

/// A call that succeeds, with the library's message if it does not.
#define OK(...) ::mergus::tests::check_success((__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__)

namespace mergus::tests {

/// One check for all calls: a check at each of them takes most of the compile time of a file.
inline void check_success(GrB_Info info, const char* call, const char* file, int line) {
    CHECK_MESSAGE(info == GrB_SUCCESS, file, ":", line, ": ", call, ": ",
                  std::string(mergus_graphblas_last_error()));
}

/// GrB_init, once in the process.
inline void initialise() {
    static const GrB_Info info = GrB_init(GrB_NONBLOCKING);
    REQUIRE(info == GrB_SUCCESS);
}

/// An object that frees itself.
template <class Handle, GrB_Info (*release)(Handle*)>
class Owned {
public:
    Owned() = default;
    Owned(const Owned&) = delete;
    Owned& operator=(const Owned&) = delete;
    ~Owned() { release(&handle_); }
    Handle* put() { return &handle_; }
    operator Handle() const { return handle_; } // NOLINT(google-explicit-constructor): it is the handle

private:
    Handle handle_ = nullptr;
};
using Matrix = Owned<GrB_Matrix, GrB_Matrix_free>;
using Vector = Owned<GrB_Vector, GrB_Vector_free>;
using ScalarObject = Owned<GrB_Scalar, GrB_Scalar_free>;
using Type = Owned<GrB_Type, GrB_Type_free>;
using Unary = Owned<GrB_UnaryOp, GrB_UnaryOp_free>;
using Binary = Owned<GrB_BinaryOp, GrB_BinaryOp_free>;
using IndexUnary = Owned<GrB_IndexUnaryOp, GrB_IndexUnaryOp_free>;
using MonoidObject = Owned<GrB_Monoid, GrB_Monoid_free>;
using SemiringObject = Owned<GrB_Semiring, GrB_Semiring_free>;
using DescriptorObject = Owned<GrB_Descriptor, GrB_Descriptor_free>;

} // namespace mergus::tests
