/// \file export.hpp
/// Marks what the shared library exports; everything else is hidden.
#pragma once

#if defined(_WIN32)
#error "Mergus supports POSIX systems only."
#endif

#define MERGUS_API __attribute__((visibility("default")))
