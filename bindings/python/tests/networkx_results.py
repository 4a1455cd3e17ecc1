"""Results of NetworkX and of its backend in a form that can be compared."""

import math

import mergus.nx
import networkx as nx
import numpy as np
import scipy.sparse


def plain(value):
    """Results in a form that can be compared: graphs, iterators and matrices as dicts and lists."""
    if value.__class__ in (int, float, str, bool):
        return value
    if isinstance(value, (nx.Graph, mergus.nx.Graph)):
        graph = mergus.nx.to_networkx(value)
        return {
            "directed": graph.is_directed(),
            "graph": graph.graph,
            "nodes": dict(graph.nodes(data=True)),
            "adjacency": {u: dict(row) for u, row in graph.adj.items()},
        }
    if scipy.sparse.issparse(value):
        return value.toarray().tolist()
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(plain(item) for item in value)
    if hasattr(value, "__next__"):
        return [plain(item) for item in value]
    assert not isinstance(value, np.generic), f"{value!r} is a scalar of NumPy"
    return value


def outcome(call):
    """(result, None), or (None, the class of the exception)."""
    try:
        return plain(call()), None
    except Exception as error:
        return None, type(error)


def close(a, b):
    """Whether two results are equal, floats up to rounding."""
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(close(a[key], b[key]) for key in a)
    if isinstance(a, (list, tuple)) and type(a) is type(b):
        return len(a) == len(b) and all(map(close, a, b))
    if isinstance(a, float) or isinstance(b, float):
        if not isinstance(a, (int, float)) or not isinstance(b, (int, float)):
            return False
        return math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-12) or a != a and b != b
    return a == b


def unordered(result):
    """Lists as sorted lists: results whose order NetworkX does not promise."""
    return sorted(map(key, result)) if isinstance(result, list) else result


def key(value):
    return repr(sorted(map(repr, value)) if isinstance(value, set) else value)


def pair_scores(result):
    return {frozenset((u, v)): score for u, v, score in result} if isinstance(result, list) else result


def path_lengths(graph, weight):
    """Replaces paths by their lengths: there may be several shortest ones."""

    def measure(path):
        edges = list(zip(path, path[1:]))
        return [path[0], path[-1], sum(graph[u][v].get(weight, 1) if weight else 1 for u, v in edges)]

    def replace(value):
        if isinstance(value, dict):
            return {key: replace(item) for key, item in value.items()}
        if isinstance(value, list) and value and all(isinstance(v, (str, int, tuple)) and v in graph for v in value):
            return measure(value)
        if isinstance(value, tuple) and value not in graph:
            return tuple(map(replace, value))
        return list(map(replace, value)) if isinstance(value, list) else value

    return replace


ANY_ORDER = {
    "articulation_points",
    "biconnected_components",
    "all_shortest_paths",
    "connected_components",
    "strongly_connected_components",
    "weakly_connected_components",
    "attracting_components",
    "center",
    "barycenter",
    "periphery",
}
PAIR_SCORES = {
    "jaccard_coefficient",
    "resource_allocation_index",
    "adamic_adar_index",
    "preferential_attachment",
    "common_neighbor_centrality",
    "cn_soundarajan_hopcroft",
    "ra_index_soundarajan_hopcroft",
    "within_inter_cluster",
}
ONE_OF_MANY_PATHS = {
    "shortest_path",
    "bidirectional_shortest_path",
    "dijkstra_path",
    "bidirectional_dijkstra",
    "bellman_ford_path",
    "johnson",
    "single_source_dijkstra",
    "single_source_dijkstra_path",
    "multi_source_dijkstra",
    "multi_source_dijkstra_path",
    "all_pairs_dijkstra",
    "all_pairs_dijkstra_path",
    "single_source_bellman_ford",
    "single_source_bellman_ford_path",
    "all_pairs_bellman_ford_path",
    "single_target_shortest_path",
}


def compared(name, graph, weight, result):
    if result is None:
        return None
    if name in PAIR_SCORES:
        return pair_scores(result)
    if name in ANY_ORDER:
        return unordered(result)
    if name in ("all_pairs_all_shortest_paths", "single_source_all_shortest_paths"):
        rows = result if name.startswith("single") else [row for _, paths in result for row in paths.items()]
        return sorted(repr((node, sorted(map(repr, paths)))) for node, paths in rows)
    if name in ONE_OF_MANY_PATHS:
        return path_lengths(graph, weight)(result)
    if name == "bridges":
        return sorted(repr(sorted(map(repr, edge))) for edge in result)
    if name == "biconnected_component_edges":
        return sorted(sorted(repr(sorted(map(repr, edge))) for edge in edges) for edges in result)
    if name == "bfs_layers":
        return [sorted(map(repr, layer)) for layer in result]
    if name == "edge_betweenness_centrality":
        return {key if graph.is_directed() else frozenset(key): value for key, value in result.items()}
    if name.endswith("predecessor_and_distance") and not name.startswith("floyd"):
        before, lengths = result
        return [{node: sorted(map(repr, nodes)) for node, nodes in before.items()}, lengths]
    if name == "floyd_warshall_predecessor_and_distance":
        before, lengths = result  # one of several predecessors: test_paths_are_paths
        return {u: (row.keys(), row.get(u)) for u, row in before.items()}, lengths
    if name == "goldberg_radzik":
        return result[1]  # one of several predecessors: test_paths_are_paths
    if name == "bfs_labeled_edges" or name == "edge_boundary":
        return unordered(result)
    return result
