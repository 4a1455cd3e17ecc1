"""The graph algorithms against NetworkX; progress and stopping."""

import math

import mergus as mg
import networkx as nx
import numpy as np
import pytest
from mergus import algorithms as alg


@pytest.fixture(scope="module")
def graph():
    """An undirected graph of several components, with loops."""
    graph = nx.disjoint_union(nx.gnm_random_graph(40, 90, seed=1), nx.karate_club_graph())
    for a, b in graph.edges:
        graph[a][b].clear()
    graph.add_edge(3, 3)
    graph.add_node(100)
    return nx.convert_node_labels_to_integers(graph)


@pytest.fixture(scope="module")
def simple(graph):
    simple = graph.copy()
    simple.remove_edges_from(nx.selfloop_edges(simple))
    return simple


@pytest.fixture(scope="module")
def A(graph):
    return mg.Matrix.from_networkx(graph)


@pytest.fixture(scope="module")
def directed():
    graph = nx.gnm_random_graph(50, 170, seed=3, directed=True)
    rng = np.random.default_rng(4)
    for a, b in graph.edges:
        graph[a][b]["weight"] = float(rng.integers(1, 20))
    return graph


def test_breadth_first_search(graph, A):
    for source in (0, 45):
        lengths = nx.single_source_shortest_path_length(graph, source)
        assert alg.bfs_levels(A, source).to_dict() == lengths
        parents = alg.bfs_parents(A, source).to_dict()
        assert parents.pop(source) == source
        assert {v: lengths[p] + 1 for v, p in parents.items()} == {v: n for v, n in lengths.items() if v != source}
    both = alg.bfs_levels(A, [0, 45])
    assert both.shape == (2, A.nrows) and both.dtype == np.int32
    assert both[1] == alg.bfs_levels(A, 45)
    with pytest.raises(IndexError):
        alg.bfs_levels(A, A.nrows)
    with pytest.raises(IndexError):
        alg.bfs_levels(A, [-1])


def test_shortest_paths(directed):
    D = mg.Matrix.from_networkx(directed)
    assert alg.shortest_paths(D, 7).to_dict() == nx.single_source_dijkstra_path_length(directed, 7)
    reverse = nx.single_source_dijkstra_path_length(directed.reverse(), 7)
    assert alg.shortest_paths(D.T, 7).to_dict() == reverse


def test_pagerank(directed):
    result = alg.pagerank(mg.Matrix.from_networkx(directed), tolerance=1e-12)
    wanted = nx.pagerank(directed, weight=None, tol=1e-14, max_iter=1000)
    assert result.converged and result.residual <= 1e-12
    assert result.rank.to_dict() == pytest.approx(wanted, abs=1e-10)
    with pytest.raises(mg.InvalidValue):
        alg.pagerank(mg.Matrix.from_networkx(directed), damping=2)


def test_betweenness(simple):
    U = mg.Matrix.from_networkx(simple)
    assert alg.betweenness(U, undirected=True).to_dict() == pytest.approx(
        nx.betweenness_centrality(simple, normalized=False)
    )
    assert alg.betweenness(U, undirected=True, normalized=True).to_dict() == pytest.approx(
        nx.betweenness_centrality(simple)
    )
    assert alg.betweenness(U, [0, 1]).size == U.nrows


def test_weighted_betweenness(directed):
    found = alg.betweenness(mg.Matrix.from_networkx(directed), weighted=True, normalized=True)
    assert found.to_dict() == pytest.approx(nx.betweenness_centrality(directed, weight="weight"))


def test_triangles_and_clustering(A, simple):
    counts = nx.triangles(simple)
    assert alg.triangle_count(A) == sum(counts.values()) // 3
    assert alg.triangles(A).to_dict() == counts
    assert alg.clustering_coefficients(A).to_dict() == pytest.approx(nx.clustering(simple))


def test_cores_and_trusses(A, simple):
    assert alg.core_numbers(A).to_dict() == nx.core_number(simple)
    for k in (3, 4):
        truss = alg.k_truss(A, k)
        assert {(i, j) for i, j, _ in truss if i < j} == {tuple(sorted(e)) for e in nx.k_truss(simple, k).edges}
    with pytest.raises(mg.InvalidValue):
        alg.k_truss(A, 2)


def test_independent_set(A, simple):
    members = {v for v, inside in alg.maximal_independent_set(A, seed=3) if inside}
    assert nx.is_dominating_set(simple, members)
    assert not any(a in members and b in members for a, b in simple.edges)


def test_jaccard(A, simple):
    found = {(i, j): value for i, j, value in alg.jaccard(A)}
    wanted = {(a, b): value for a, b, value in nx.jaccard_coefficient(simple, simple.edges) if value}
    assert {k: v for k, v in found.items() if k in wanted} == pytest.approx(wanted)
    assert len(found) == 2 * len(wanted)


def test_components(A, graph):
    labels = alg.connected_components(A).to_dict()
    assert {v: min(component) for component in nx.connected_components(graph) for v in component} == labels


def test_components_of_a_long_path():
    """Whose vertices have random numbers: groups join in few rounds."""
    path = np.random.default_rng(1).permutation(3000)
    A = alg.undirected(mg.Matrix.from_coo(path[:-1], path[1:], True, shape=(3000, 3000)))
    steps = []
    assert alg.connected_components(A, progress=steps.append).reduce("max") == 0
    assert len(steps) < 20


def test_markov_clustering():
    two_cliques = nx.disjoint_union(nx.complete_graph(5), nx.complete_graph(6))
    two_cliques.add_edge(0, 5)
    result = alg.markov_clustering(mg.Matrix.from_networkx(two_cliques))
    assert result.converged and result.clusters.to_dense().tolist() == [0] * 5 + [5] * 6


def _sets(labels):
    """Communities as a set of sets; each label is the least vertex."""
    found = {}
    for vertex, label in labels:
        found.setdefault(label, set()).add(vertex)
    assert all(label == min(vertices) for label, vertices in found.items())
    return set(map(frozenset, found.values()))


def test_strong_components_and_orders(directed):
    D = mg.Matrix.from_networkx(directed)
    assert _sets(alg.strongly_connected_components(D)) == set(map(frozenset, nx.strongly_connected_components(directed)))
    assert not alg.is_acyclic(D)
    with pytest.raises(ValueError):
        alg.topological_order(D)
    upwards = nx.DiGraph((a, b) for a, b in directed.edges if a < b)
    U = mg.Matrix.from_coo(*zip(*upwards.edges), True, shape=D.shape)
    assert alg.is_acyclic(U)
    levels = alg.topological_levels(U).to_dense()
    assert all(levels[v] == k for k, part in enumerate(nx.topological_generations(upwards)) for v in part)
    assert alg.topological_order(U).to_dense().tolist() == sorted(range(U.nrows), key=lambda v: (levels[v], v))


def test_minimum_spanning_forest(directed):
    graph = nx.Graph()
    for a, b, data in directed.edges(data=True):
        graph.add_edge(a, b, weight=min(data["weight"], graph.get_edge_data(a, b, {"weight": math.inf})["weight"]))
    forest = alg.minimum_spanning_forest(mg.Matrix.from_networkx(directed))
    wanted = nx.minimum_spanning_tree(graph)
    assert forest == forest.T and forest.nvals == 2 * wanted.number_of_edges()
    assert forest.reduce() == 2 * wanted.size(weight="weight")


def test_biconnected_components(A, simple):
    found = alg.biconnected_components(A)
    assert set(found.articulation_points.to_dict()) == set(nx.articulation_points(simple))
    assert {(i, j) for i, j, _ in found.bridges if i < j} == {tuple(sorted(edge)) for edge in nx.bridges(simple)}
    parts = {}
    for i, j, number in found.components:
        parts.setdefault(number, set()).update((i, j))
    assert found.number == len(parts)
    assert sorted(map(sorted, parts.values())) == sorted(map(sorted, nx.biconnected_components(simple)))


def test_maximum_matching():
    graph = nx.bipartite.random_graph(20, 15, 0.1, seed=6)
    A = mg.Matrix.from_any(nx.bipartite.biadjacency_matrix(graph, range(20), range(20, 35)))
    found = alg.maximum_matching(A).to_dict()
    assert len(found) == len(nx.bipartite.hopcroft_karp_matching(graph, range(20))) // 2
    assert len(set(found.values())) == len(found)
    assert all(graph.has_edge(row, 20 + column) for row, column in found.items())


def test_bipartite_sides(A):
    assert alg.bipartite_sides(A) is None
    sides = alg.bipartite_sides(mg.Matrix.from_networkx(nx.grid_2d_graph(3, 4))).to_dense().reshape(3, 4)
    assert all(sides[i, j] == (i + j) % 2 for i in range(3) for j in range(4))


def test_communities():
    graph = nx.karate_club_graph()
    K = mg.Matrix.from_networkx(graph, weight=None)
    for method in (alg.louvain, alg.leiden):
        found = method(K, seed=1)
        assert found.quality == pytest.approx(0.41979, abs=1e-5) and found.number == 4
        parts = _sets(found.labels)
        assert found.quality == pytest.approx(nx.community.modularity(graph, parts, weight=None))
        assert alg.modularity(K, found.labels) == pytest.approx(found.quality)
        assert method(K, quality="cpm", resolution=2).number == 34
        with pytest.raises(ValueError):
            method(K, quality="best")
        with pytest.raises(mg.Stopped):
            method(K, progress=lambda step: False)
    assert alg.modularity(K, [0] * 34, resolution=0) == pytest.approx(1)
    halves = [v // 17 for v in range(34)]
    wanted = nx.conductance(graph, range(17))
    assert alg.conductance(K, halves).to_dict() == pytest.approx({0: wanted, 1: wanted})
    cliques = nx.disjoint_union(nx.complete_graph(5), nx.complete_graph(6))
    cliques.add_edge(0, 5)
    found = alg.label_propagation(mg.Matrix.from_networkx(cliques), seed=4)
    assert found.converged and found.labels.to_dense().tolist() == [0] * 5 + [5] * 6


def test_undirected(directed):
    pattern = alg.undirected(mg.Matrix.from_networkx(directed))
    assert pattern.dtype == bool and pattern == pattern.T and pattern.diag().nvals == 0


def test_algorithms_take_graphs_of_other_libraries(simple):
    assert alg.triangle_count(simple) == sum(nx.triangles(simple).values()) // 3
    with pytest.raises(mg.DimensionMismatch):
        alg.triangle_count(mg.Matrix((2, 3)))


def test_progress(A):
    steps = []
    alg.bfs_levels(A, 0, progress=steps.append)
    assert [step["step"] for step in steps] == list(range(len(steps))) and len(steps) > 2
    assert steps[0]["algorithm"].startswith("bfs") and steps[0]["residual"] is None
    steps.clear()
    alg.pagerank(A, progress=steps.append)
    assert steps[-1]["residual"] <= steps[-1]["tolerance"]


def test_progress_stops(A):
    with pytest.raises(mg.Stopped):
        alg.bfs_levels(A, 0, progress=lambda step: step["step"] < 1)
    partial = alg.pagerank(A, progress=lambda step: step["step"] < 2)
    assert partial.iterations == 2 and not partial.converged

    def fails(step):
        raise ZeroDivisionError(step["step"])

    with pytest.raises(ZeroDivisionError):
        alg.core_numbers(A, progress=fails)
    assert math.isclose(alg.pagerank(A).rank.reduce(), 1)  # the matrix is usable


@pytest.mark.device
def test_on_every_backend():
    graph = nx.karate_club_graph()
    K = mg.Matrix.from_networkx(graph, weight=None)
    assert alg.triangle_count(K) == 45
    assert alg.bfs_levels(K, 0).to_dict() == nx.single_source_shortest_path_length(graph, 0)
    assert alg.connected_components(K).reduce("max") == 0


def test_graphs_of_networkx_and_sources_of_numpy():
    G = nx.path_graph(4)
    assert alg.betweenness(G, undirected=True).to_dict() == nx.betweenness_centrality(G, normalized=False)
    A = mg.Matrix(G)
    for source in (np.int64(1), np.array(1)):
        assert alg.bfs_levels(A, source) == alg.bfs_levels(A, 1)
    assert alg.bfs_levels(A, [1]).shape == (1, 4)


def test_a_false_value_of_numpy_ends_an_algorithm(S):
    A = mg.Matrix(S)
    with pytest.raises(mg.Stopped):
        alg.betweenness(A, progress=lambda step: np.bool_(False))
    assert alg.pagerank(A, progress=lambda step: None).converged
