/// \file temporary.hpp
/// Types that drivers and primitives share. C++17, because nvcc compiles them too.
#pragma once

#include <cstddef>

namespace mergus::cuda {

/// Scratch memory of a primitive. With null data a call only sets bytes.
struct Temporary {
    void* data = nullptr;
    std::size_t bytes = 0;
};

/// The element types of the primitives.
enum class Word { u32, u64, i64 };

} // namespace mergus::cuda
