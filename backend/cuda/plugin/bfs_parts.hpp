/// \file plugin/bfs_parts.hpp
/// The functions of the extension bfs_parts.
#pragma once

#include <mergus/plugin/bfs_parts.h>

namespace mergus::cuda {

[[nodiscard]] const mergus_bfs_parts& bfs_parts() noexcept;

} // namespace mergus::cuda
