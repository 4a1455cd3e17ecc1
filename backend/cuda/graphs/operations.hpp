/// \file operations.hpp
/// Graph algorithms that are extensions of the table.
#pragma once

#include "objects/context.hpp"

namespace mergus::cuda {

void count_triangles(Context& context, const mergus_call& call);
void bfs_levels(Context& context, const mergus_call& call);
void bfs_parents(Context& context, const mergus_call& call);
void connected_components(Context& context, const mergus_call& call);
void strong_components(Context& context, const mergus_call& call);
void spanning_forest(Context& context, const mergus_call& call);
void shortest_paths(Context& context, const mergus_call& call);

} // namespace mergus::cuda
