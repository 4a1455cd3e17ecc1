/// \file rows_of.hpp
/// Rows of a block in host memory, as they pass between ranks: the shape of the message is that of the rows
/// alone. A list of entries passes as it is.
#pragma once

#include "transfer.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace mergus::blocks {

/// These rows of a block, without the others. \param rows increasing 64-bit numbers
/// \throws Error invalid_index
HostArrays rows_of(const HostArrays& block, std::span<const std::byte> rows);

/// The same rows at their places in a block of that shape.
HostArrays in_place(HostArrays part, const std::vector<std::uint64_t>& rows, const Shape& shape,
                    HostMemory& memory);

} // namespace mergus::blocks
