/// \file temporary.hpp
/// What a driver and its primitives share. Plain C++17, since nvcc reads it too.
#pragma once

#include <cstddef>

namespace mergus::cuda {

/// Scratch of a primitive. A call with null data only sets bytes.
struct Temporary {
    void* data = nullptr;
    std::size_t bytes = 0;
};

/// The types that the primitives work on.
enum class Word { u32, u64, i64 };

} // namespace mergus::cuda
