/// \file runtime.hpp
/// Types, operators, monoids and semirings from strings at run time, in the convention of
/// SuiteSparse:GraphBLAS (GxB_Type_new, GxB_BinaryOp_new). One text serves every backend: the system's
/// compiler compiles it for the CPU, and on a GPU it is a part of the kernels. docs/SEMIRINGS.md says what
/// a text may use: what C11 and C++20 have in common, the functions of <math.h>, the types of <stdint.h>,
/// no preprocessor lines.
///
///     auto hypot = mergus::define_binary_op("f", "void f(double* z, const double* x, const double* y) {"
///                                                " *z = sqrt(*x * *x + *y * *y); }", fp64, fp64, fp64);
///     auto semiring = mergus::make_semiring(mergus::make_monoid(hypot, 0.0), mergus::ops::times<double>);
///
/// A `text` is either a definition of one or more functions, of which `name` is the operator (an empty name:
/// the last one), or a single expression (it has no braces) of x and y, and where the operator sees indices
/// of i, j and k.
///
/// Operators, monoids and semirings are reference-counted: a semiring keeps its operators alive, and copies
/// may be destroyed in any order. Compiled code stays loaded until the process ends. All functions are
/// thread-safe.
///
/// Errors: compile_error, with the operator's name, the line of the text and the compiler's message;
/// invalid_value (a name, a size, a NUL in a text, a text of more than 65536 bytes, a global or static
/// variable that is not const), null_pointer (a type, an empty operator), domain_mismatch, io_error.
///
/// The compiler is $MERGUS_CC, or else the first of $CXX, c++, g++, clang++ and cc that can be run. Its
/// output is kept in the cache of compiled kernels ($MERGUS_CACHE_DIR). A text runs with all rights of the
/// process.
#pragma once

#include <mergus/algebra.hpp>
#include <mergus/export.hpp>
#include <mergus/natural.hpp>
#include <mergus/scalar.hpp>
#include <mergus/types.hpp>

#include <cstddef>
#include <optional>
#include <string_view>

namespace mergus {

/// A type from its C definition, such as "typedef struct { double re, im; } cplx;". Returns the same object
/// for the same definition until the process ends. \param size in bytes, if the caller knows it; a
/// definition with another size throws invalid_value. A type has at most 4096 bytes (GPU backends accept at
/// least 64).
MERGUS_API const mergus_type* define_type(std::string_view name, std::string_view definition,
                                          std::optional<Natural> size = {});

/// void f(Z* z, const X* x)
MERGUS_API UnaryOp define_unary_op(std::string_view name, std::string_view text, const mergus_type* z,
                                   const mergus_type* x);

/// void f(Z* z, const X* x, const Y* y)
MERGUS_API BinaryOp define_binary_op(std::string_view name, std::string_view text, const mergus_type* z,
                                     const mergus_type* x, const mergus_type* y);

/// void f(Z* z, const X* x, GrB_Index i, GrB_Index j, const Y* y)
MERGUS_API IndexUnaryOp define_index_unary_op(std::string_view name, std::string_view text,
                                              const mergus_type* z, const mergus_type* x,
                                              const mergus_type* y);

/// void f(Z* z, const X* x, GrB_Index ix, GrB_Index jx, const Y* y, GrB_Index iy, GrB_Index jy, const T*
/// theta), the multiply x = A(ix, jx), y = B(iy, jy) of mxm, where jx = iy is the k of an expression. theta
/// is a constant of the operator. Default: 0.0 (double).
MERGUS_API IndexBinaryOp define_index_binary_op(std::string_view name, std::string_view text,
                                                const mergus_type* z, const mergus_type* x,
                                                const mergus_type* y,
                                                const std::optional<Scalar>& theta = {});

/// A monoid from any operator T × T → T. check_laws() (laws.hpp) tests its laws. `identity` and `terminal`
/// are C++ values that T represents (the rule of Scalar): 0, -INFINITY; a Scalar with an explicit type must
/// have the type T, because a cast would hide a mistake. `properties` are those of the operator. They cannot
/// add a property that a built-in operator lacks (minus, first).
MERGUS_API AnyMonoid make_monoid(const BinaryOp& op, const Scalar& identity,
                                 const std::optional<Scalar>& terminal = {},
                                 MonoidProperties properties = {});
template <ValueType T>
Monoid<T> make_monoid(const Typed<BinaryOp, T>& op, const Scalar& identity,
                      const std::optional<Scalar>& terminal = {}, MonoidProperties properties = {}) {
    return Monoid<T>(make_monoid(static_cast<const BinaryOp&>(op), identity, terminal, properties));
}

/// C's type is that of `add` and the result of `mul`.
MERGUS_API AnySemiring make_semiring(const AnyMonoid& add, const BinaryOp& mul);
MERGUS_API AnySemiring make_semiring(const AnyMonoid& add, const IndexBinaryOp& mul);
template <ValueType T>
Semiring<T> make_semiring(const Monoid<T>& add, const BinaryOp& mul) {
    return Semiring<T>(make_semiring(static_cast<const AnyMonoid&>(add), mul));
}
template <ValueType T>
Semiring<T> make_semiring(const Monoid<T>& add, const IndexBinaryOp& mul) {
    return Semiring<T>(make_semiring(static_cast<const AnyMonoid&>(add), mul));
}

/// Whether a device could compile a definition by a macro (define.hpp): compiles its text for the CPU without
/// the program around it, as operators from strings are. A text that uses a variable, function or macro of
/// the program, which the program's own compiler accepts, is a compile_error with its line. For tests of a
/// program: it takes a compiler, and about 0.1 s for a text that is not in the cache. Operators that are
/// built in or come from strings always pass. \throws Error compile_error, also for an operator without a
/// text (callable.hpp); invalid_value, null_pointer, io_error.
MERGUS_API void check_text(const UnaryOp& op);
MERGUS_API void check_text(const BinaryOp& op);
MERGUS_API void check_text(const IndexUnaryOp& op);
MERGUS_API void check_text(const AnyMonoid& monoid);
MERGUS_API void check_text(const AnySemiring& semiring);

} // namespace mergus
