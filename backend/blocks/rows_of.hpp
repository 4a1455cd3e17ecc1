/// \file rows_of.hpp
/// Rows of a block in host memory, as they pass between ranks: the message has the shape of these rows alone.
#pragma once

#include "transfer.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace mergus::blocks {

/// These rows of a block, without the others; nothing if they, with their numbers, have more bytes than that,
/// or if the block is a list of entries. \param rows increasing 64-bit numbers \throws Error panic
std::optional<HostArrays> rows_of(const HostArrays& block, std::span<const std::byte> rows,
                                  std::uint64_t most_bytes);

/// The same rows at their places in a block of that shape.
HostArrays in_place(HostArrays part, const std::vector<std::uint64_t>& rows, const Shape& shape,
                    HostMemory& memory);

} // namespace mergus::blocks
