"""Graphs, and the arguments with which each function of the NetworkX backend is called."""

import itertools
import random
from typing import Any

import networkx as nx
import numpy as np


def _weighted(graph, seed, floats):
    rng = random.Random(seed)
    for _, _, data in graph.edges(data=True):
        if rng.random() < 0.9:  # a missing weight is 1
            data["weight"] = rng.choice([0.5, 1.25, 2.0, 3.5]) if floats else rng.randint(1, 6)
    return graph


def _random(n, m, seed, directed=False, loops=0, isolated=0, floats=True, named=False):
    graph = nx.gnm_random_graph(n, m, seed=seed, directed=directed)
    graph.add_edges_from((v, v) for v in range(1, loops + 1))
    graph.add_nodes_from(range(n, n + isolated))
    rng = random.Random(seed)
    edges = list(graph.edges)
    rng.shuffle(edges)  # neighbours in another order than that of numbers
    made = nx.DiGraph() if directed else nx.Graph()
    made.add_nodes_from((v, {"community": v % 3}) for v in graph)
    made.add_edges_from(edges)
    _weighted(made, seed, floats)
    return nx.relabel_nodes(made, {v: f"node {v}" if v % 2 else ("pair", v) for v in made}) if named else made


UNDIRECTED = {
    "connected": _random(14, 30, 1),
    "sparse": _random(16, 14, 2, isolated=2, floats=False),
    "loops": _random(12, 22, 3, loops=3, isolated=1),
    "named": _random(15, 25, 4, named=True, floats=False),
    "dense": nx.complete_graph(6),
    "tree": nx.balanced_tree(2, 3),
    "path": nx.path_graph(5),
    "edgeless": nx.empty_graph(4),
    "one": nx.empty_graph(1),
    "null": nx.Graph(),
}
DIRECTED = {
    "strong": nx.compose(_random(12, 40, 5, True), nx.cycle_graph(12, create_using=nx.DiGraph)),
    "sparse": _random(16, 24, 6, True, isolated=2, floats=False),
    "loops": _random(12, 30, 7, True, loops=3, isolated=1),
    "named": _random(14, 30, 8, True, named=True),
    "acyclic": nx.DiGraph(_weighted(nx.gnp_random_graph(12, 0.3, 9), 9, False).edges(data=True)),
    "tournament": nx.tournament.random_tournament(7, seed=1),
    "edgeless": nx.empty_graph(4, create_using=nx.DiGraph),
    "one": nx.empty_graph(1, create_using=nx.DiGraph),
    "null": nx.DiGraph(),
    "bare": nx.gnm_random_graph(11, 30, seed=10, directed=True),
}
GRAPHS = {**{f"undirected {k}": g for k, g in UNDIRECTED.items()}, **{f"directed {k}": g for k, g in DIRECTED.items()}}


def first(graph):
    return next(iter(graph), 0)


def some(graph, start=0, step=3):
    return list(graph)[start::step]


def parts(graph):
    return [set(some(graph, k)) for k in range(3) if some(graph, k)]


def pairs(graph):
    nodes = list(graph)[:6]
    return [(u, v) for u, v in itertools.product(nodes, nodes) if u != v]


def end(graph):
    return list(graph)[-1] if len(graph) else 1


W = {"weight": "weight"}
ONE, TWO = (lambda g: (first(g),)), (lambda g: (first(g), end(g)))
NODES, BOTH = (lambda g: (some(g),)), (lambda g: (some(g), some(g, 1)))
NONE = lambda g: ()

# Arguments of the calls, where they are not the graph alone: (arguments after the graph, options).
CALLS: dict[str, list[tuple[Any, dict[str, Any]]]] = {
    "all_pairs_shortest_path_length": [(NONE, {}), (NONE, {"cutoff": 2})],
    "all_pairs_shortest_path": [(NONE, {}), (NONE, {"cutoff": 2})],
    "all_shortest_paths": [(TWO, {}), (TWO, W), (TWO, {**W, "method": "bellman-ford"})],
    "all_pairs_all_shortest_paths": [(NONE, {}), (NONE, W)],
    "single_source_all_shortest_paths": [(ONE, {}), (ONE, W)],
    "average_clustering": [(NONE, {}), (NONE, W), (NONE, {"count_zeros": False}), (NODES, {})],
    "average_degree_connectivity": [
        (NONE, {}),
        (NONE, W),
        (NONE, {"source": "in", "target": "out", **W}),
        (NONE, {"nodes": some}),
    ],
    "average_neighbor_degree": [
        (NONE, {}),
        (NONE, W),
        (NONE, {"source": "in", "target": "in+out", **W}),
        (NONE, {"source": "in+out", **W}),
    ],
    "average_shortest_path_length": [
        (NONE, {}),
        (NONE, W),
        (NONE, {"method": "floyd-warshall", **W}),
        (NONE, {"method": "floyd-warshall-numpy", **W}),
    ],
    "bridges": [(NONE, {}), (NONE, {"root": first})],
    "has_bridges": [(NONE, {}), (NONE, {"root": first})],
    "betweenness_centrality": [
        (NONE, {}),
        (NONE, W),
        (NONE, {"k": 5, "seed": 3, **W}),
        (NONE, {"normalized": False}),
        (NONE, {"k": 5, "seed": 3}),
        (NONE, {"k": 5, "seed": 3, "normalized": False}),
    ],
    "betweenness_centrality_subset": [(BOTH, {}), (BOTH, {"normalized": True})],
    "edge_betweenness_centrality": [(NONE, {}), (NONE, {"normalized": False}), (NONE, {"k": 5, "seed": 3})],
    "bfs_edges": [(ONE, {}), (ONE, {"depth_limit": 2})],
    "bfs_tree": [(ONE, {}), (ONE, {"depth_limit": 1})],
    "bfs_layers": [(ONE, {}), (NODES, {})],
    "bfs_labeled_edges": [(ONE, {}), (NODES, {})],
    "center": [(NONE, {}), (NONE, W)],
    "closeness_centrality": [(NONE, {}), (NONE, {"distance": "weight"}), (NONE, {"wf_improved": False}), (ONE, {})],
    "clustering": [(NONE, {}), (NONE, W), (ONE, {}), (NODES, {})],
    "cn_soundarajan_hopcroft": [(NONE, {}), (lambda g: (pairs(g),), {})],
    "common_neighbor_centrality": [(NONE, {}), (lambda g: (pairs(g),), {}), (NONE, {"alpha": 1})],
    "descendants_at_distance": [(lambda g: (first(g), 2), {})],
    "eccentricity": [(NONE, {}), (NONE, W), (ONE, {}), (NODES, {})],
    "ego_graph": [
        (ONE, {}),
        (ONE, {"radius": 2, "center": False}),
        (ONE, {"undirected": True}),
        (ONE, {"distance": "weight", "radius": 3}),
    ],
    "floyd_warshall_numpy": [(NONE, {}), (NONE, {"weight": None})],
    "google_matrix": [
        (NONE, {}),
        (NONE, {"weight": None}),
        (NONE, {"personalization": lambda g: {v: i + 1 for i, v in enumerate(some(g))}}),
    ],
    "harmonic_centrality": [(NONE, {}), (NONE, {"distance": "weight"}), (NODES, {}), (NONE, {"sources": some})],
    "is_k_regular": [(lambda g: (5,), {}), (lambda g: (0,), {})],
    "is_simple_path": [(NODES, {}), (lambda g: (nx.shortest_path(g, first(g), end(g)),), {}), (lambda g: ([],), {})],
    "is_negatively_weighted": [(NONE, {})],
    "jaccard_coefficient": [(NONE, {}), (lambda g: (pairs(g),), {})],
    "resource_allocation_index": [(NONE, {}), (lambda g: (pairs(g),), {})],
    "adamic_adar_index": [(NONE, {}), (lambda g: (pairs(g),), {})],
    "preferential_attachment": [(NONE, {}), (lambda g: (pairs(g),), {})],
    "katz_centrality": [
        (NONE, {"alpha": 0.05}),
        (NONE, {"alpha": 0.02, **W}),
        (NONE, {"alpha": 0.05, "normalized": False}),
        (NONE, {"alpha": 0.05, "beta": lambda g: dict.fromkeys(g, 0.5)}),
    ],
    "eigenvector_centrality": [(NONE, {"max_iter": 1000}), (NONE, {"max_iter": 1000, **W}), (NONE, {"max_iter": 2})],
    "pagerank": [
        (NONE, {}),
        (NONE, {"weight": None}),
        (NONE, {"personalization": lambda g: {v: 2 for v in some(g)}}),
        (NONE, {"nstart": lambda g: {v: 2 for v in some(g)}, "dangling": lambda g: {v: 1 for v in some(g)}}),
        (NONE, {"max_iter": 1}),
    ],
    "k_core": [(NONE, {}), (NONE, {"k": 2})],
    "k_shell": [(NONE, {}), (NONE, {"k": 2})],
    "k_crust": [(NONE, {}), (NONE, {"k": 2})],
    "k_corona": [(lambda g: (2,), {})],
    "k_truss": [(lambda g: (k,), {}) for k in (2, 3, 4)],
    "local_reaching_centrality": [(ONE, {})],
    "modularity": [(lambda g: (parts(g),), {}), (lambda g: (parts(g),), {"weight": None, "resolution": 0.5})],
    "intra_community_edges": [(lambda g: (parts(g),), {})],
    "inter_community_edges": [(lambda g: (parts(g),), {})],
    "partition_quality": [(lambda g: (parts(g),), {})],
    "mutual_weight": [(TWO, {}), (TWO, W)],
    "node_boundary": [(NODES, {}), (BOTH, {})],
    "number_of_walks": [(lambda g: (k,), {}) for k in (0, 1, 3)],
    "power": [(lambda g: (k,), {}) for k in (1, 2, 3)],
    "predecessor": [(ONE, {}), (ONE, {"cutoff": 1}), (TWO, {"return_seen": True}), (ONE, {"return_seen": True})],
    "reciprocity": [(NONE, {}), (NODES, {}), (ONE, {})],
    "shortest_path": [
        (ONE, {}),
        (TWO, {}),
        (NONE, {"target": end}),
        (NONE, {}),
        (TWO, W),
        (ONE, W),
        (ONE, {**W, "method": "bellman-ford"}),
        (NONE, {"target": end, **W}),
    ],
    "shortest_path_length": [
        (ONE, {}),
        (TWO, {}),
        (NONE, {"target": end}),
        (NONE, {}),
        (TWO, W),
        (ONE, W),
        (ONE, {**W, "method": "bellman-ford"}),
        (NONE, {"target": end, **W}),
        (NONE, W),
    ],
    "square_clustering": [(NONE, {}), (NODES, {})],
    "generalized_degree": [(NONE, {}), (ONE, {})],
    "triangles": [(NONE, {}), (NODES, {}), (ONE, {})],
    "to_scipy_sparse_array": [(NONE, {}), (NODES, {"dtype": "float64"}), (NONE, {"weight": None, "format": "csc"})],
    "to_numpy_array": [(NONE, {}), (NODES, {"nonedge": np.nan}), (NONE, {"weight": None, "dtype": "int64"})],
    "laplacian_matrix": [(NONE, {}), (lambda g: (list(g)[::-1],), {"weight": None})],
    "normalized_laplacian_matrix": [(NONE, {}), (NONE, {"weight": None})],
    "modularity_matrix": [(NONE, {}), (NONE, W)],
    "directed_modularity_matrix": [(NONE, {}), (NONE, W)],
    "transitive_closure": [(NONE, {"reflexive": r}) for r in (False, True, None)],
    "dag_longest_path_length": [(NONE, {}), (NONE, {"weight": None}), (NONE, {"default_weight": 4})],
    "within_inter_cluster": [(NONE, {}), (lambda g: (pairs(g),), {"delta": 0.5})],
    "ra_index_soundarajan_hopcroft": [(NONE, {}), (lambda g: (pairs(g),), {})],
    "volume": [(NODES, {}), (NODES, W)],
    "single_source_dijkstra": [(ONE, {}), (TWO, {}), (ONE, {"cutoff": 3})],
    "multi_source_dijkstra": [(lambda g: (set(some(g)),), {}), (lambda g: (set(some(g)), end(g)), {})],
    "single_source_bellman_ford": [(ONE, {}), (TWO, {})],
    "dijkstra_predecessor_and_distance": [(ONE, {}), (ONE, {"cutoff": 3})],
    "leiden_communities": [],  # one of many divisions: test_networkx_communities.py
    "louvain_communities": [],
    "union": [],
    "disjoint_union": [],
    "compose": [],
    "difference": [],
    "symmetric_difference": [],
    "intersection": [],
    "tensor_product": [],
    "cartesian_product": [],
    "strong_product": [],
    "lexicographic_product": [],
    "fast_could_be_isomorphic": [],
    "faster_could_be_isomorphic": [],  # of two graphs: below
}
for name in (
    "ancestors",
    "bfs_predecessors",
    "bfs_successors",
    "descendants",
    "generic_bfs_edges",
    "goldberg_radzik",
    "is_isolate",
    "node_connected_component",
    "bellman_ford_predecessor_and_distance",
    "single_source_bellman_ford_path",
    "single_source_bellman_ford_path_length",
):
    CALLS[name] = [(ONE, {})]
for name in (
    "single_source_dijkstra_path",
    "single_source_dijkstra_path_length",
    "single_source_shortest_path",
    "single_source_shortest_path_length",
    "single_target_shortest_path",
    "single_target_shortest_path_length",
):
    CALLS[name] = [(ONE, {}), (ONE, {"cutoff": 2})]
for name in (
    "bellman_ford_path",
    "bellman_ford_path_length",
    "bidirectional_dijkstra",
    "bidirectional_shortest_path",
    "dijkstra_path",
    "dijkstra_path_length",
    "efficiency",
    "has_path",
):
    CALLS[name] = [(TWO, {})]
for name in ("multi_source_dijkstra_path", "multi_source_dijkstra_path_length"):
    CALLS[name] = [(lambda g: (set(some(g)),), {}), (lambda g: (set(some(g)),), {"cutoff": 2})]
for name in ("conductance", "edge_expansion", "mixing_expansion", "normalized_cut_size", "cut_size"):
    CALLS[name] = [(NODES, {}), (NODES, W), (BOTH, W), (lambda g: (some(g, 0, 2), some(g)), W)]
for name in (
    "boundary_expansion",
    "node_expansion",
    "is_dominating_set",
    "group_degree_centrality",
    "group_in_degree_centrality",
    "group_out_degree_centrality",
):
    CALLS[name] = [(NODES, {})]
for name in (
    "barycenter",
    "diameter",
    "radius",
    "periphery",
    "harmonic_diameter",
    "wiener_index",
    "hyper_wiener_index",
    "schultz_index",
    "gutman_index",
    "negative_edge_cycle",
):
    CALLS[name] = [(NONE, {}), (NONE, W)]
