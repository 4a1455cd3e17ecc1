/// \file tuple_positions.hpp
/// Tuples in host memory. Their positions have 64-bit rows and columns there, and as few bits as possible
/// while they are transferred.
#pragma once

#include "coordinates.hpp"

#include <array>

namespace mergus::cuda {

/// Copies positions to the device. Threads of the host check and pack them, and look at their order,
/// while earlier ones are transferred. \param rows, cols `count` each; of a vector `rows` has the indices
/// \throws Error index_out_of_bounds
[[nodiscard]] Coordinates copy_in_positions(Context& context, const MatrixShape& shape,
                                            const std::uint64_t* rows, const std::uint64_t* cols,
                                            std::uint64_t count);

/// For positions outside a matrix. The front end, which calls only backends that check, names the first.
[[nodiscard]] Error position_outside();

/// An array of the device that goes to host memory.
struct TupleArray {
    const void* from = nullptr;
    std::size_t size = 0; ///< bytes of an element
    void* to = nullptr;   ///< null: not copied
    bool index = false;   ///< to is of 64 bits
};

/// Copies arrays of `count` elements each with Device::read_pieces(); threads of the host widen indices.
void copy_out_tuples(Device& device, const std::array<TupleArray, 3>& arrays, std::uint64_t count);

} // namespace mergus::cuda
