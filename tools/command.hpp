/// \file command.hpp
/// The subcommands and their common options.
#pragma once

#include "arguments.hpp"
#include "graph_io.hpp"
#include "session.hpp"

namespace mergus::tools {

/// Only --json, for subcommands that need no backend.
void add_json_option(const Command& command, CommonOptions& options);
/// --backend, --threads, --deterministic.
void add_backend_options(const Command& command, CommonOptions& options);
/// All options above, --fallback and --explain.
void add_common_options(const Command& command, CommonOptions& options);

/// --from, --duplicates and --vertices.
void add_input_options(const Command& command, InputOptions& options);

/// --to. \param what the name of the output in the help text
void add_to_option(const Command& command, std::string& format, const std::string& what);

/// An option of a whole number N, at least `least`.
Argument add_number(const Command& command, const std::string& name, std::uint64_t& value,
                    const std::string& help, std::uint64_t least = 0);

// One file each: cmd_NAME.cpp.
void add_info(const Command& program);
void add_tc(const Command& program);
void add_bfs(const Command& program);
void add_khop(const Command& program);
void add_show(const Command& program);
void add_plot(const Command& program);
void add_sssp(const Command& program);
void add_flow(const Command& program);
void add_walks(const Command& program);
void add_pagerank(const Command& program);
void add_betweenness(const Command& program);
void add_centrality(const Command& program);
void add_components(const Command& program);
void add_scc(const Command& program);
void add_biconnected(const Command& program);
void add_order(const Command& program);
void add_bipartite(const Command& program);
void add_communities(const Command& program);
void add_partition(const Command& program);
void add_mst(const Command& program);
void add_clustering(const Command& program);
void add_motifs(const Command& program);
void add_graphlets(const Command& program);
void add_cliques(const Command& program);
void add_truss(const Command& program);
void add_cores(const Command& program);
void add_mixing(const Command& program);
void add_eccentricity(const Command& program);
void add_mis(const Command& program);
void add_cover(const Command& program);
void add_coloring(const Command& program);
void add_jaccard(const Command& program);
void add_similarity(const Command& program);
void add_mcl(const Command& program);
void add_mxm(const Command& program);
void add_semiring(const Command& program);
void add_transpose(const Command& program);
void add_generate(const Command& program);
void add_convert(const Command& program);
void add_check(const Command& program);
void add_cache(const Command& program);

} // namespace mergus::tools
