/// \file operations.hpp
/// Graph algorithms that are extensions of the table.
#pragma once

#include "objects/context.hpp"

#include <mergus/plugin/graph_methods.h>

namespace mergus::cuda {

void count_triangles(Context& context, const mergus_call& call);
void count_share_of_triangles(Context& context, const mergus_call& call);
void bfs_levels(Context& context, const mergus_call& call);
void bfs_parents(Context& context, const mergus_call& call);
void connected_components(Context& context, const mergus_call& call);
void add_edges_to_components(Context& context, const mergus_call& call);
void connect_communities(Context& context, const mergus_call& call);
void contract_communities(Context& context, const mergus_call& call);
void strong_components(Context& context, const mergus_call& call);
void spanning_forest(Context& context, const mergus_call& call);
void shortest_paths(Context& context, const mergus_call& call);
void betweenness(Context& context, const mergus_call& call);
void truss_numbers(Context& context, const mergus_call& call);
void move_sweep(Context& context, const mergus_local_moving_args& args);
void refine_communities(Context& context, const mergus_local_moving_args& args);
void measure_communities(Context& context, const mergus_local_moving_args& args);
void renumber_communities(Context& context, const mergus_local_moving_args& args);

} // namespace mergus::cuda
