"""Paths, centralities, structure and similarity against NetworkX."""

import math

import mergus as mg
import networkx as nx
import numpy as np
import pytest
from mergus import algorithms as alg


@pytest.fixture(scope="module")
def graph():
    graph = nx.gnm_random_graph(40, 80, seed=1)
    for a, b in graph.edges:
        graph[a][b]["weight"] = (a * b) % 7 + 1.0
    return graph


@pytest.fixture(scope="module")
def A(graph):
    return mg.Matrix.from_networkx(graph)


@pytest.fixture(scope="module")
def directed():
    graph = nx.gnm_random_graph(30, 120, seed=3, directed=True)
    return nx.relabel_nodes(graph, dict(enumerate(sorted(graph))))


@pytest.fixture(scope="module")
def D(directed):
    return mg.Matrix.from_networkx(directed)


def test_paths(graph, A):
    near = alg.neighbourhoods(A, [5, 0], 2)
    assert near[0].to_dict() == nx.single_source_shortest_path_length(graph, 5, cutoff=2)
    lengths = dict(nx.all_pairs_dijkstra_path_length(graph))
    everything = alg.shortest_path_lengths(A)
    assert all(everything[v].to_dict() == lengths[v] for v in graph)
    tree = alg.shortest_path_tree(A, 3)
    assert tree.distance.to_dict() == lengths[3]
    for target in graph:
        path = tree.path_to(target)
        assert path == [] if target not in lengths[3] else nx.path_weight(graph, path, "weight") == lengths[3][target]
    assert alg.path_to(alg.bfs_parents(A, 3), 3) == [3]
    with pytest.raises(IndexError):
        tree.path_to(40)


def test_widest_paths(graph, A):
    found = alg.widest_paths(A, 3).to_dict()
    assert found.pop(3) == math.inf
    for target, width in found.items():
        wide = nx.Graph((a, b) for a, b, w in graph.edges(data="weight") if w >= width)
        assert nx.has_path(wide, 3, target)
        narrow = nx.Graph((a, b) for a, b, w in graph.edges(data="weight") if w > width)
        assert target not in narrow or 3 not in narrow or not nx.has_path(narrow, 3, target)


def test_maximum_flow(directed):
    for number, (a, b) in enumerate(directed.edges):
        directed[a][b]["capacity"] = number % 5 + 0.5
    C = mg.Matrix.from_networkx(directed, weight="capacity")
    found = alg.maximum_flow(C, 0, 20)
    value, (side, _) = nx.minimum_cut(directed, 0, 20)
    assert found.value == pytest.approx(value)
    assert {v for v, inside in found.source_side if inside} == side  # the cut next to the source is one
    assert found.flow.reduce_rows()[0] - found.flow.reduce_columns().to_dense(0)[0] == pytest.approx(value)
    with pytest.raises(ValueError):
        alg.maximum_flow(C, 3, 3)


def test_random_walks(graph, A, directed, D):
    walks = alg.random_walks(A, [5] * 10, 8, seed=3)
    assert walks.shape == (10, 9) and walks == alg.random_walks(A, [5] * 10, 8, seed=3)
    for walk in range(10):
        route = [walks[walk, t] for t in range(9)]
        assert route[0] == 5 and all(graph.has_edge(a, b) for a, b in zip(route, route[1:]))
    assert alg.random_walks(D, 0, 3, weighted=True).shape == (1, 4)
    with pytest.raises(ValueError):
        alg.random_walks(D, 0, -1)

    walks = alg.random_walks(A, list(range(40)), 8, seed=3, p=0.25, q=4)
    assert walks != alg.random_walks(A, list(range(40)), 8, seed=3)
    pairs = alg.walk_pairs(walks, 40, 2)
    assert alg.walk_pairs(walks.T.copy().T, 40, 2) == pairs
    assert pairs == pairs.T.copy() and pairs.reduce() == 2 * sum(
        sum(apart <= t for t in range(length)) for length in walks.degrees().to_dense(0).tolist() for apart in (1, 2)
    )


def test_a_star(graph, A):
    rest = nx.single_source_dijkstra_path_length(graph, 7)
    bounds = np.array([rest.get(v, np.inf) for v in range(40)])
    for target, start in ((7, 3), (7, 7)):
        found = alg.a_star(A, start, target, bounds)
        assert found.distance == rest[start] and nx.path_weight(graph, found.path, "weight") == rest[start]
        assert found.reached <= alg.a_star(A, start, target, np.zeros(40)).reached
    assert alg.a_star(mg.Graph(A), 3, 7, bounds) == alg.a_star(A, 3, 7, bounds)
    with pytest.raises(ValueError):
        alg.a_star(A, 0, 1, -bounds)


def test_gomory_hu_tree(graph, A):
    for a, b in graph.edges:
        graph[a][b]["capacity"] = graph[a][b]["weight"]
    tree = alg.gomory_hu_tree(A)
    wanted = nx.Graph((v, int(tree.parent[v]), {"weight": tree.capacity[v]}) for v in range(1, 40))
    for v, w in ((0, 5), (3, 9), (12, 30)):
        least = min(wanted[a][b]["weight"] for a, b in nx.utils.pairwise(nx.shortest_path(wanted, v, w)))
        assert least == pytest.approx(nx.minimum_cut_value(graph, v, w))


def test_simrank(directed, D):
    found = alg.simrank(D, decay=0.8, tolerance=1e-10)
    wanted = nx.simrank_similarity(directed, importance_factor=0.8, max_iterations=1000, tolerance=1e-12)
    assert found.converged
    dense = found.scores.to_dense(0)
    # NetworkX ends when no value changes by more than 1e-5 of itself, whatever the tolerance is.
    assert all(dense[i, j] == pytest.approx(wanted[i][j], abs=1e-5) for i in directed for j in directed)


def test_eccentricities(graph, A):
    wanted = {}
    for nodes in nx.connected_components(graph):
        wanted.update(nx.eccentricity(graph.subgraph(nodes)))
    assert alg.eccentricities(A).to_dict() == wanted
    assert alg.diameter(A) == max(wanted.values())


@pytest.mark.parametrize("weight", [None, "weight"])
def test_distance_centralities(graph, A, weight):
    weighted = weight is not None
    assert alg.closeness(A, weighted=weighted).to_dict() == pytest.approx(nx.closeness_centrality(graph, distance=weight))
    assert alg.harmonic(A, weighted=weighted).to_dict() == pytest.approx(nx.harmonic_centrality(graph, distance=weight))


def test_directed_closeness(directed, D):
    assert alg.closeness(D).to_dict() == pytest.approx(nx.closeness_centrality(directed))
    assert alg.harmonic(D, [4]).to_dict() == pytest.approx({4: nx.harmonic_centrality(directed, [4])[4]})


def test_edge_betweenness(graph, A, directed, D):
    found = {(i, j): v for i, j, v in alg.edge_betweenness(A, undirected=True, normalized=True)}
    wanted = nx.edge_betweenness_centrality(graph)
    assert len(found) == 2 * len(wanted)
    assert {edge: found[edge] for edge in wanted} == pytest.approx(wanted)
    found = {(i, j): v for i, j, v in alg.edge_betweenness(D)}
    assert found == pytest.approx(nx.edge_betweenness_centrality(directed, normalized=False))


def test_approximate_betweenness(graph, A):
    wanted = nx.betweenness_centrality(graph)
    exact = alg.approximate_betweenness(A, error=0.01)
    assert exact.sources == 40 and exact.values.to_dict() == pytest.approx(wanted)
    some = alg.approximate_betweenness(A, error=0.4, seed=2)
    assert some.sources < 40
    assert all(abs(some.values[v] - wanted[v]) <= 0.4 for v in graph)


def test_k_path_centrality(D):
    path = mg.Matrix.from_coo([0, 1], [1, 2], True, shape=(3, 3))
    found = alg.k_path_centrality(path, 2, alpha=-0.5, seed=1)
    # Paths of one and of two edges; vertex 2 is visited from 1, and from 0 by the longer path.
    assert found.paths > 70 and found.values[1] == pytest.approx(2, abs=1) and found.values[0] == 0
    assert found.values[2] == pytest.approx(3, abs=1)
    assert alg.k_path_centrality(D, 4, seed=3).values.nvals == D.nrows
    with pytest.raises(ValueError):
        alg.k_path_centrality(D, 0)


def test_iterations(directed, D):
    found = alg.eigenvector_centrality(D, tolerance=1e-12, max_iterations=10000)
    assert found.converged
    assert found.values.to_dict() == pytest.approx(nx.eigenvector_centrality(directed, 10000, 1e-14), abs=1e-8)
    katz = alg.katz_centrality(D, alpha=0.05, tolerance=1e-13)
    assert katz.values.to_dict() == pytest.approx(nx.katz_centrality(directed, 0.05, tol=1e-14), abs=1e-9)
    hubs, authorities = nx.hits(directed, max_iter=1000)
    pages = alg.hits(D, tolerance=1e-12, max_iterations=10000)
    assert pages.converged and pages.hubs.to_dict() == pytest.approx(hubs, abs=1e-6)
    assert pages.authorities.to_dict() == pytest.approx(authorities, abs=1e-6)
    ranks = alg.personalized_pagerank(D, [3, 7], tolerance=1e-12, max_iterations=1000)
    assert ranks.converged
    for row, seed in enumerate((3, 7)):
        wanted = nx.pagerank(directed, personalization={seed: 1}, tol=1e-14, max_iter=1000)
        assert ranks.rank[row].to_dense(0) == pytest.approx(list(wanted.values()), abs=1e-9)


def test_structure(graph, A, directed, D):
    support = {(i, j): n for i, j, n in alg.edge_support(A)}
    assert sum(support.values()) == 2 * sum(nx.triangles(graph).values())
    assert alg.transitivity(A) == pytest.approx(nx.transitivity(graph))
    assert {(i, j) for i, j, _ in alg.k_core(A, 3) if i < j} == {tuple(sorted(e)) for e in nx.k_core(graph, 3).edges}
    numbers = {(i, j): k for i, j, k in alg.truss_numbers(A)}
    for k in (2, 3, 4, 5):
        assert {e for e in numbers if e[0] < e[1] and numbers[e] >= k} == {
            tuple(sorted(e)) for e in nx.k_truss(graph, k).edges
        }
    assert alg.square_clustering(A).to_dict() == pytest.approx(nx.square_clustering(graph))
    found = alg.motifs(A)
    assert (found.triangles, found.cliques) == tuple(
        sum(len(c) == size for c in nx.enumerate_all_cliques(graph)) for size in (3, 4)
    )
    wedges = sum(d * (d - 1) // 2 for _, d in graph.degree)
    assert found.wedges == wedges - 3 * found.triangles
    orbits = alg.graphlet_degrees(A).to_dense()
    assert orbits.shape == (40, 15) and orbits[:, 14].sum() == 4 * found.cliques
    assert (orbits[:, 3] == list(nx.triangles(graph).values())).all()
    assert orbits[:, 7].sum() == found.stars and orbits[:, 8].sum() == 4 * found.cycles
    colours = alg.coloring(A, seed=3).to_dense()
    assert all(colours[a] != colours[b] for a, b in graph.edges)
    assert alg.assortativity(A) == pytest.approx(nx.degree_assortativity_coefficient(graph))
    assert alg.assortativity(D) == pytest.approx(nx.degree_assortativity_coefficient(directed))
    assert alg.rich_club(A).to_dict() == pytest.approx(nx.rich_club_coefficient(graph, normalized=False))


def test_cliques_and_covers(graph, A):
    found = alg.maximal_cliques(A)
    rows = [set() for _ in range(found.members.nrows)]
    for clique, vertex, _ in found.members:
        rows[clique].add(vertex)
    assert found.complete and sorted(map(sorted, rows)) == sorted(map(sorted, nx.find_cliques(graph)))
    assert not alg.maximal_cliques(A, limit=3).complete
    assert all(len(list(row)) for row in rows) and alg.maximal_cliques(A, least=5).members.nrows == sum(
        len(row) >= 5 for row in rows
    )
    cover = set(alg.vertex_cover(A, seed=1).to_dict())
    assert all(a in cover or b in cover for a, b in graph.edges)
    assert nx.is_dominating_set(graph, alg.dominating_set(A, seed=1).to_dict())


def test_k_way_partition():
    ring = nx.ring_of_cliques(12, 10)
    found = alg.k_way_partition(mg.Matrix.from_networkx(ring), 3, imbalance=0, seed=1)
    labels = found.labels.to_dense()
    assert found.balance == 1 and found.cut == sum(labels[a] != labels[b] for a, b in ring.edges) == 3
    with pytest.raises(ValueError):
        alg.k_way_partition(mg.Matrix.from_networkx(ring), 0)


def test_similarity(graph, A):
    pairs = [(a, b) for a in graph for b in graph if a < b][::7]
    P = mg.Matrix.from_coo(*zip(*pairs), True, shape=A.shape)
    wanted = {
        "jaccard": nx.jaccard_coefficient,
        "adamic_adar": nx.adamic_adar_index,
        "resource_allocation": nx.resource_allocation_index,
        "preferential_attachment": nx.preferential_attachment,
    }
    for score, function in wanted.items():
        found = {(i, j): value for i, j, value in alg.similarity(A, P, score)}
        assert found == pytest.approx({(a, b): value for a, b, value in function(graph, pairs)})
    common = {(i, j): value for i, j, value in alg.similarity(A, P, "common_neighbours")}
    assert common == {(a, b): len(list(nx.common_neighbors(graph, a, b))) for a, b in pairs}
    with pytest.raises(ValueError):
        alg.similarity(A, P, "unknown")


def test_most_similar():
    rng = np.random.default_rng(5)
    dense = rng.random((30, 12)) * (rng.random((30, 12)) < 0.5)
    found = alg.most_similar(mg.Matrix.from_dense(dense, missing=0), 3)
    with np.errstate(invalid="ignore"):
        unit = dense / np.linalg.norm(dense, axis=1)[:, None]
    cosine = np.nan_to_num(unit @ unit.T)
    np.fill_diagonal(cosine, 0)
    assert found.score.shape == (30, 3)
    for i in range(30):
        best = sorted((c for c in cosine[i] if c > 0), reverse=True)[:3]
        assert [found.score[i, k] for k in range(len(best))] == pytest.approx(best)
        assert [cosine[i, found.row[i, k]] for k in range(len(best))] == pytest.approx(best)
