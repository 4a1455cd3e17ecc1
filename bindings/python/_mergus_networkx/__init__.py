"""What NetworkX reads about the backend when it is imported. Neither NumPy nor the library is loaded.

The table of functions is the only one: the backend finds its functions by it, and the page docs/python/networkx.md is
compared with it.
"""

from __future__ import annotations

import os
from typing import Any, NamedTuple

#: Functions by the module of mergus.nx that has them.
_MODULES = {
    "assortativity": """
        average_degree_connectivity average_neighbor_degree
    """,
    "centrality": """
        betweenness_centrality betweenness_centrality_subset closeness_centrality degree_centrality
        edge_betweenness_centrality eigenvector_centrality google_matrix
        group_degree_centrality group_in_degree_centrality group_out_degree_centrality harmonic_centrality hits
        in_degree_centrality katz_centrality local_reaching_centrality out_degree_centrality pagerank
    """,
    "biconnected": """
        articulation_points biconnected_component_edges biconnected_components bridges has_bridges is_biconnected
    """,
    "cluster": """
        average_clustering clustering generalized_degree square_clustering transitivity triangles
    """,
    "communities": """
        leiden_communities louvain_communities
    """,
    "components": """
        attracting_components color connected_components is_arborescence is_attracting_component is_bipartite
        is_branching is_connected is_forest is_strongly_connected is_tree is_weakly_connected node_connected_component
        number_attracting_components number_connected_components number_strongly_connected_components
        number_weakly_connected_components strongly_connected_components weakly_connected_components
    """,
    "core": """
        core_number k_core k_corona k_crust k_shell k_truss
    """,
    "cuts": """
        boundary_expansion conductance cut_size edge_expansion inter_community_edges intra_community_edges
        mixing_expansion modularity node_boundary node_expansion normalized_cut_size partition_quality volume
    """,
    "dag": """
        dag_longest_path_length has_cycle is_directed_acyclic_graph topological_generations topological_sort
        transitive_closure
    """,
    "distances": """
        barycenter center diameter eccentricity efficiency global_efficiency gutman_index harmonic_diameter
        hyper_wiener_index local_efficiency periphery radius schultz_index wiener_index
    """,
    "generic": """
        all_pairs_all_shortest_paths all_shortest_paths average_shortest_path_length shortest_path
        shortest_path_length single_source_all_shortest_paths
    """,
    "link_prediction": """
        adamic_adar_index cn_soundarajan_hopcroft common_neighbor_centrality jaccard_coefficient
        preferential_attachment ra_index_soundarajan_hopcroft resource_allocation_index within_inter_cluster
    """,
    "matrices": """
        adjacency_matrix directed_modularity_matrix laplacian_matrix modularity_matrix
        normalized_laplacian_matrix to_numpy_array to_scipy_sparse_array
    """,
    "operators": """
        cartesian_product complement compose difference disjoint_union intersection lexicographic_product power
        reverse strong_product symmetric_difference tensor_product union
    """,
    "structure": """
        fast_could_be_isomorphic faster_could_be_isomorphic is_dominating_set is_eulerian is_isolate is_k_regular
        is_negatively_weighted is_regular is_simple_path is_tournament isolates mutual_weight number_of_isolates
        number_of_selfloops number_of_walks overall_reciprocity reciprocity s_metric score_sequence tournament_matrix
    """,
    "traversal": """
        ancestors bfs_edges bfs_labeled_edges bfs_layers bfs_predecessors bfs_successors bfs_tree descendants
        descendants_at_distance ego_graph generic_bfs_edges
    """,
    "unweighted": """
        all_pairs_shortest_path all_pairs_shortest_path_length bidirectional_shortest_path has_path predecessor
        single_source_shortest_path single_source_shortest_path_length single_target_shortest_path
        single_target_shortest_path_length
    """,
    "weighted": """
        all_pairs_bellman_ford_path all_pairs_bellman_ford_path_length all_pairs_dijkstra all_pairs_dijkstra_path
        all_pairs_dijkstra_path_length bellman_ford_path bellman_ford_path_length
        bellman_ford_predecessor_and_distance bidirectional_dijkstra dijkstra_path dijkstra_path_length
        dijkstra_predecessor_and_distance floyd_warshall floyd_warshall_numpy floyd_warshall_predecessor_and_distance
        goldberg_radzik johnson multi_source_dijkstra multi_source_dijkstra_path multi_source_dijkstra_path_length
        negative_edge_cycle single_source_bellman_ford single_source_bellman_ford_path
        single_source_bellman_ford_path_length single_source_dijkstra single_source_dijkstra_path
        single_source_dijkstra_path_length
    """,
}

#: What a function does not take, or does differently.
_NOTES = {
    **dict.fromkeys(
        ("color", "core_number", "k_core", "k_corona", "k_crust", "k_shell", "square_clustering", "transitivity"),
        "Undirected graphs only.",
    ),
    **dict.fromkeys(("overall_reciprocity", "reciprocity", "transitive_closure"), "Directed graphs only."),
    **dict.fromkeys(
        ("edge_betweenness_centrality", "betweenness_centrality_subset"),
        "Without weights.",
    ),
    **dict.fromkeys(("bfs_edges", "bfs_predecessors", "bfs_successors", "bfs_tree"), "Without `sort_neighbors`."),
    **dict.fromkeys(("cut_size", "mixing_expansion"), "Directed graphs need `T`."),
    **dict.fromkeys(("eccentricity", "harmonic_diameter"), "Without `sp`."),
    **dict.fromkeys(("leiden_communities", "louvain_communities"), "Without `max_level`."),
    **dict.fromkeys(
        ("compose", "difference", "disjoint_union", "intersection", "symmetric_difference", "union"),
        "Both graphs directed, or both undirected.",
    ),
    **dict.fromkeys(
        ("cartesian_product", "lexicographic_product", "strong_product", "tensor_product"), "Without edge attributes."
    ),
    "barycenter": "Without `attr` and `sp`.",
    "bellman_ford_predecessor_and_distance": "Without `target`.",
    "betweenness_centrality": "Without endpoints.",
    "biconnected_component_edges": "Graphs without self-loops.",
    "ego_graph": "With `undirected`, no `distance` in a directed graph.",
    "fast_could_be_isomorphic": "Undirected graphs only.",
    "generic_bfs_edges": "Without `neighbors`.",
    "google_matrix": "`nodelist` has all nodes.",
    "hits": "Power iteration, up to 100 times `max_iter` steps.",
    "is_negatively_weighted": "Without `edge`.",
    "local_reaching_centrality": "Directed graphs without weights; without `paths`.",
    "reverse": "Graphs without attributes, and graphs of the backend: NetworkX does not pass the attributes of others.",
    "to_numpy_array": "No structured dtypes.",
}


class Function(NamedTuple):
    """A function of NetworkX that the backend has."""

    module: str
    note: str


FUNCTIONS = {
    name: Function(module, _NOTES.get(name, "")) for module, names in _MODULES.items() for name in names.split()
}


def _first(name: str) -> None:
    """Puts the backend into a list of the environment, unless it is there."""
    listed = [part for item in os.environ.get(name, "").split(",") if (part := item.strip())]
    if "mergus" not in listed:
        os.environ[name] = ",".join(["mergus", *listed])


def get_info() -> dict[str, Any]:
    """The description of the backend (entry point ``networkx.backend_info``).

    With ``MERGUS_NETWORKX_AUTOCONFIG=true`` NetworkX uses the backend for all algorithms that it has.
    """
    if os.environ.get("MERGUS_NETWORKX_AUTOCONFIG", "").strip().lower() == "true":
        _first("NETWORKX_BACKEND_PRIORITY_ALGOS")
        os.environ.setdefault("NETWORKX_FALLBACK_TO_NX", "true")
    return {
        "backend_name": "mergus",
        "project": "mergus",
        "package": "mergus.nx",
        "short_summary": "Sparse matrix algebra on GPUs and CPUs.",
        "default_config": {
            "backend": os.environ.get("MERGUS_NETWORKX_BACKEND", ""),
            "minimum_nodes": int(os.environ.get("MERGUS_NETWORKX_MINIMUM_NODES", "1000")),
        },
        "functions": {
            name: {"additional_docs": function.note} if function.note else {} for name, function in FUNCTIONS.items()
        },
    }
