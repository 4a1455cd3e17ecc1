/// \file operators.hpp
/// The functions of the built-in operators (operators.def), and the typecast: one definition for the host
/// compiler and for device compilers.
///
/// This text is compiled into the library. CMake also joins it with its parts, and run-time compilers get the
/// result in front of every kernel. It therefore includes nothing but its parts, and uses only the language,
/// fixed-width type names and the C math functions that every device has. It never divides by zero, overflows
/// a signed integer, or converts a value that does not fit. Semantics: GraphBLAS C API 2.0, tables 3.3–3.5.
/// Where these leave the result open (integer division by zero, casts out of range, complex numbers): as
/// SuiteSparse:GraphBLAS.
///
/// mergus::complex<R> must be defined before this text, with a constructor from two parts, real() and imag().
/// On the host it is std::complex (types.hpp), on a device a struct of the same layout.

#include "operators/types.hpp"

#include "operators/unary.hpp"

#include "operators/arithmetic.hpp"

#include "operators/logic.hpp"

#include "operators/complex_math.hpp"

#include "operators/math.hpp"

#include "operators/index.hpp"
