"""The NetworkX backend: dispatch, configuration, and results on every backend of Mergus."""

from pathlib import Path

import mergus.nx
import networkx as nx
import pytest
from conftest import in_a_new_process
from mergus.nx._backend import backend

pytest.importorskip("networkx", "3.6")
pytestmark = pytest.mark.filterwarnings("ignore")
ROOT = Path(__file__).resolve().parents[3]


def test_dispatch_by_priority(priority, caplog):
    graph = nx.path_graph(5)
    with caplog.at_level("DEBUG", logger="networkx"):
        nx.pagerank(graph)
    assert "Using backend 'mergus'" in caplog.text


def test_small_graphs_are_left_to_networkx(priority):
    priority.minimum_nodes = 10
    assert backend.should_run("pagerank", (nx.path_graph(10),), {}) is True
    reason = backend.should_run("pagerank", (nx.path_graph(9),), {})
    assert "9 nodes" in reason and "minimum_nodes" in reason
    assert backend.should_run("pagerank", (mergus.nx.from_networkx(nx.path_graph(2)),), {}) is True


@pytest.mark.parametrize(
    "name, args, kwargs, word",
    [
        ("pagerank", (nx.MultiGraph([(0, 1)]),), {}, "multigraph"),
        ("compose", (nx.Graph(), nx.MultiGraph()), {}, "multigraph"),
        ("compose", (nx.Graph(), nx.DiGraph()), {}, "directed"),
        ("dijkstra_path", (nx.path_graph(2), 0, 1), {"weight": lambda u, v, d: 1}, "function"),
        ("betweenness_centrality_subset", (nx.path_graph(2), [0], [1]), {"weight": "weight"}, "weight"),
        ("transitivity", (nx.DiGraph(),), {}, "undirected"),
        ("pagerank", (nx.Graph(),), {"nonsense": 1}, "nonsense"),
    ],
)
def test_can_run_says_why_not(name, args, kwargs, word):
    assert word in backend.can_run(name, args, kwargs)


def test_can_run():
    assert backend.can_run("pagerank", (nx.path_graph(2),), {"alpha": 0.5}) is True
    assert not hasattr(backend, "max_weight_matching")


def test_the_chosen_backend_of_mergus(priority):
    priority.backend = "suitesparse"
    assert backend.convert_from_nx(nx.path_graph(3)).A.context.backend == "suitesparse"


def test_description_loads_nothing():
    program = "import sys, networkx\nprint(*(m for m in ('numpy', 'mergus', 'mergus._core') if m in sys.modules))"
    loaded = in_a_new_process(program)
    alone = in_a_new_process(program.replace("networkx", "_mergus_networkx; _mergus_networkx.get_info()"))
    assert alone == [] and "mergus" not in loaded


def test_environment():
    program = """import networkx as nx
c = nx.config
print(*c.backend_priority.algos, c.backends.mergus.minimum_nodes, c.fallback_to_nx)"""
    found = in_a_new_process(program, MERGUS_NETWORKX_AUTOCONFIG="true", MERGUS_NETWORKX_MINIMUM_NODES="7")
    assert found == ["mergus", "7", "True"]
    assert in_a_new_process(program, NETWORKX_BACKEND_PRIORITY="mergus")[:1] == ["mergus"]


def test_entry_points():
    from importlib.metadata import entry_points

    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    for group in ("networkx.backends", "networkx.backend_info"):
        (point,) = entry_points(group=group, name="mergus")
        assert f'[project.entry-points."{group}"]\nmergus = "{point.value}"' in text


@pytest.mark.device
def test_on_every_backend(graph):
    directed = nx.gnm_random_graph(20, 60, seed=1, directed=True)
    names = ("pagerank", "triangles", "clustering", "core_number", "square_clustering", "edge_betweenness_centrality")
    for name, G in [(name, graph) for name in names] + [
        ("katz_centrality", directed),
        ("betweenness_centrality", directed),
    ]:
        wanted, found = getattr(nx, name)(G), getattr(nx, name)(G, backend="mergus")
        assert found == pytest.approx(wanted, abs=1e-9), name
    assert list(nx.bfs_edges(graph, 0, backend="mergus")) == list(nx.bfs_edges(graph, 0))
    assert nx.single_source_dijkstra(graph, 0, backend="mergus")[0] == nx.single_source_dijkstra(graph, 0)[0]
    assert {frozenset(c) for c in nx.strongly_connected_components(directed, backend="mergus")} == {
        frozenset(c) for c in nx.strongly_connected_components(directed)
    }
