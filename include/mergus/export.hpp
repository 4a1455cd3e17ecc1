/// \file export.hpp
/// Marks what the shared library exports; everything else is hidden. Included first by every public header,
/// so it also checks the language.
#pragma once

#if __cplusplus <= 201703L
#error "Mergus needs C++20: compile with -std=c++20, or with CMake set CMAKE_CXX_STANDARD to 20"
#include <mergus/needs-c++20> // no such file: ends the compilation here, before errors in every header
#endif

#if defined(_WIN32)
#error "Mergus supports POSIX systems only."
#endif

/// A symbol that the shared library exports.
#define MERGUS_API __attribute__((visibility("default")))
