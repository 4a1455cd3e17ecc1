/// \file graphs.hpp
/// What graph algorithms by extensions of the local backend share.
#pragma once

#include "context.hpp"

namespace mergus::blocks {

/// The function of the local backend. \throws Error not_implemented without one: the library takes its
/// generic method
mergus_operation require_extension(mergus_operation function, const char* name);
void run_extension(Device& device, mergus_operation function, const mergus_call& call);
/// Whether each device has room for all of a graph beside its blocks.
[[nodiscard]] bool has_room_for_all(const mergus_context& context, const mergus_matrix& A);
/// Whether the pattern of a graph in rows of blocks is symmetric, by the extension bfs_parts of the local
/// backend, which has it. Found once for a matrix, until its blocks change.
[[nodiscard]] bool is_symmetric(mergus_context& context, const mergus_matrix& A);
/// \throws Error not_implemented if not
void require_room_for_all(const mergus_context& context, const mergus_matrix& A);

} // namespace mergus::blocks
