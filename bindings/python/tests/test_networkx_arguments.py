"""Functions of the NetworkX backend with arguments that need graphs of their own: cutoffs, weights, sources, paths."""

import networkx as nx
import pytest

pytest.importorskip("networkx", "3.6")
pytestmark = pytest.mark.filterwarnings("ignore")


def test_cutoffs_between_levels():
    graph = nx.path_graph(5, create_using=nx.DiGraph)
    for cutoff in (-0.5, 0, 0.5, 1, 1.5, float("inf")):
        for name in ("single_source_shortest_path_length", "single_target_shortest_path_length"):
            function = getattr(nx, name)
            assert function(graph, 2, cutoff, backend="mergus") == function(graph, 2, cutoff)
        found = nx.all_pairs_shortest_path_length(graph, cutoff, backend="mergus")
        assert dict(found) == dict(nx.all_pairs_shortest_path_length(graph, cutoff))


def test_repeated_sources():
    graph = nx.path_graph(5)
    for function in (nx.multi_source_dijkstra, nx.multi_source_dijkstra_path, nx.multi_source_dijkstra_path_length):
        for sources in ([0, 0], [4, 0, 4]):
            assert function(graph, sources, backend="mergus") == function(graph, sources)


@pytest.mark.parametrize("edges", [[(0, 0)], [(0, 1), (1, 2), (2, 2)]])
def test_floyd_warshall_has_loops(edges):
    for made in (nx.Graph(edges), nx.DiGraph(edges)):
        wanted = nx.floyd_warshall_predecessor_and_distance(made)
        assert nx.floyd_warshall_predecessor_and_distance(made, backend="mergus") == wanted


def test_negative_weights():
    graph = nx.DiGraph()
    graph.add_weighted_edges_from([(0, 1, 4), (1, 2, -3), (0, 2, 2), (2, 3, 1), (3, 0, 1)])
    for function in (nx.single_source_bellman_ford, nx.bellman_ford_predecessor_and_distance, nx.goldberg_radzik):
        assert function(graph, 0, backend="mergus") == function(graph, 0)
    assert not nx.negative_edge_cycle(graph, backend="mergus")
    assert nx.johnson(graph, backend="mergus") == nx.johnson(graph)
    assert nx.floyd_warshall(graph, backend="mergus") == nx.floyd_warshall(graph)
    assert nx.is_negatively_weighted(graph, backend="mergus")
    with pytest.raises(NotImplementedError):
        nx.dijkstra_path(graph, 0, 2, backend="mergus")
    graph.add_edge(3, 0, weight=-9)
    assert nx.negative_edge_cycle(graph, backend="mergus")
    for function in (nx.single_source_bellman_ford_path, nx.bellman_ford_predecessor_and_distance, nx.goldberg_radzik):
        with pytest.raises(nx.NetworkXUnbounded):
            function(graph, 0, backend="mergus")


def test_zero_weights():
    graph = nx.cycle_graph(5)
    nx.set_edge_attributes(graph, 0, "weight")
    assert nx.single_source_dijkstra_path_length(graph, 0, backend="mergus") == dict.fromkeys(graph, 0)
    for target, path in nx.single_source_dijkstra_path(graph, 0, backend="mergus").items():
        assert path[0] == 0 and path[-1] == target and nx.is_simple_path(graph, path)
    # NetworkX repeats paths here.
    wanted = {
        source: {target: {*map(tuple, paths)} for target, paths in row.items()}
        for source, row in nx.all_pairs_all_shortest_paths(graph, "weight")
    }
    for source, row in nx.all_pairs_all_shortest_paths(graph, "weight", backend="mergus"):
        for target, paths in row.items():
            assert {*map(tuple, paths)} == wanted[source][target] and len(paths) == len(wanted[source][target])


def test_paths_are_paths():
    graph = nx.gnm_random_graph(30, 70, seed=2, directed=True)
    for u, v in graph.edges:
        graph[u][v]["weight"] = 1 + (u * v) % 5
    lengths = nx.single_source_dijkstra_path_length(graph, 0)
    for call in (nx.single_source_dijkstra_path, nx.single_source_bellman_ford_path):
        paths = call(graph, 0, backend="mergus")
        assert {node: nx.path_weight(graph, path, "weight") for node, path in paths.items()} == lengths
    before, _ = nx.floyd_warshall_predecessor_and_distance(graph, backend="mergus")
    for target in lengths.keys() - {0}:
        path = nx.reconstruct_path(0, target, before)
        assert nx.path_weight(graph, path, "weight") == lengths[target]
    tree = nx.goldberg_radzik(graph, 0, backend="mergus")[0]
    assert all(lengths[u] + graph[u][v]["weight"] == lengths[v] for v, u in tree.items() if u is not None)


def test_reverse_searches():
    graph = nx.gnm_random_graph(30, 60, seed=5, directed=True)
    hops = nx.single_target_shortest_path_length(graph, 3)
    found = list(nx.bfs_edges(graph, 3, reverse=True, backend="mergus"))
    assert {v for _, v in found} == hops.keys() - {3} and all(
        hops[u] + 1 == hops[v] and graph.has_edge(v, u) for u, v in found
    )
    for node, path in nx.single_target_shortest_path(graph, 3, backend="mergus").items():
        assert len(path) == hops[node] + 1 and nx.is_simple_path(graph, path) and (path[0], path[-1]) == (node, 3)
