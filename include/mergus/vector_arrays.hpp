/// \file vector_arrays.hpp
/// Ownership of the arrays of a vector.
#pragma once

#include <mergus/export.hpp>
#include <mergus/plugin.h>

#include <cstdint>
#include <utility>

namespace mergus {

/// Owns arrays in host or device memory that AnyVector::release_arrays moved out of a vector, and frees them
/// when it is destroyed, from any thread. The arrays keep the context of the vector alive. Work of the caller
/// on device arrays must be complete before they are freed. Move-only; a moved-from object is empty.
class VectorArrays {
public:
    VectorArrays() noexcept = default;
    /// Takes over arrays with their release function.
    explicit VectorArrays(const mergus_vector_arrays& arrays) noexcept : arrays_(arrays) {}
    VectorArrays(VectorArrays&& other) noexcept : arrays_(other.release()) {}
    VectorArrays& operator=(VectorArrays&& other) noexcept {
        VectorArrays(std::move(other)).swap(*this);
        return *this;
    }
    VectorArrays(const VectorArrays&) = delete;
    VectorArrays& operator=(const VectorArrays&) = delete;
    ~VectorArrays() {
        if (arrays_.release != nullptr) arrays_.release(arrays_.release_arg);
    }
    void swap(VectorArrays& other) noexcept { std::swap(arrays_, other.arrays_); } ///< exchanges the contents

    [[nodiscard]] std::uint64_t size() const noexcept { return arrays_.size; }   ///< the size of the vector
    [[nodiscard]] std::uint64_t nvals() const noexcept { return arrays_.nvals; } ///< entries

    /// Pointers, format, value type and kind of memory. The object keeps the ownership.
    [[nodiscard]] const mergus_vector_arrays& arrays() const noexcept { return arrays_; }
    /// Gives up the ownership: the caller calls arrays.release(arrays.release_arg) once, if it is not null.
    [[nodiscard]] mergus_vector_arrays release() noexcept {
        return std::exchange(arrays_, mergus_vector_arrays{});
    }

private:
    mergus_vector_arrays arrays_{};
};

} // namespace mergus
