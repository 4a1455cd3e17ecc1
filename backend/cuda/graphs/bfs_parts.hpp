/// \file bfs_parts.hpp
/// Steps of a breadth-first search of which other contexts have other rows: the extension bfs_parts
/// (mergus/plugin/bfs_parts.h).
#pragma once

#include "objects/matrix.hpp"

#include <mergus/plugin/bfs_parts.h>

#include <array>

namespace mergus::cuda {

[[nodiscard]] Matrix bfs_vector(Context& context, const mergus_type* type, std::uint64_t size,
                                std::uint8_t byte);
void bfs_insert(Context& context, Matrix& set, std::uint64_t vertex);
[[nodiscard]] std::array<std::uint64_t, 2> bfs_asymmetry(Context& context, const Matrix& A,
                                                         std::uint64_t first);
void bfs_search_part(Context& context, const mergus_bfs_part& part, bool pull);
void bfs_unite(Context& context, Matrix& set, const Matrix& other);
std::uint64_t bfs_next_level(Context& context, Matrix& found, Matrix& frontier, Matrix& visited,
                             Matrix& levels, std::uint64_t first, std::int32_t level);
[[nodiscard]] Matrix bfs_row(Context& context, const Matrix& levels);

} // namespace mergus::cuda
