"""Fixtures. The backend is that of MERGUS_BACKEND; tests marked `device` also run on the emulated device."""

import os
import subprocess
import sys

import mergus as mg
import networkx as nx
import numpy as np
import pytest
import scipy.sparse


def pytest_configure(config):
    config.addinivalue_line("markers", "device: runs on every backend; others run on suitesparse")
    config.addinivalue_line(
        "markers", "gpu: needs the backend cuda, and CuPy or PyTorch; skipped elsewhere, with the reason"
    )


def pytest_collection_modifyitems(config, items):
    if mg.default_context().backend != "suitesparse":
        chosen = [item for item in items if item.get_closest_marker("device")]
        config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
        items[:] = chosen


@pytest.fixture(autouse=True)
def networkx_settings():
    """NetworkX' configuration is the same after a test as before it."""
    config, settings = nx.config, nx.config.backends.mergus
    before = config.backend_priority.algos, config.fallback_to_nx, settings.minimum_nodes, settings.backend
    yield settings
    config.backend_priority.algos, config.fallback_to_nx, settings.minimum_nodes, settings.backend = before


@pytest.fixture
def graph():
    graph = nx.karate_club_graph()
    graph.add_node("alone", colour="red")
    return graph


@pytest.fixture
def priority(networkx_settings):
    """Mergus is asked first, for graphs of any size."""
    nx.config.backend_priority.algos, networkx_settings.minimum_nodes = ["mergus"], 0
    return networkx_settings


def in_a_new_process(program, **environment):
    """The words that a program prints; it must succeed."""
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env={**os.environ, **environment}
    )
    assert run.returncode == 0, run.stderr
    return run.stdout.split()


def random_csr(rows, cols, density, seed, dtype=np.float64):
    """A random matrix of SciPy with small integers as values, so that sums are exact."""
    rng = np.random.default_rng(seed)
    matrix = scipy.sparse.random(rows, cols, density, format="csr", random_state=seed)
    matrix.data = rng.integers(1, 6, matrix.nnz).astype(dtype)
    matrix.sort_indices()
    return scipy.sparse.csr_array(matrix.astype(dtype))


@pytest.fixture
def A():
    return random_csr(13, 11, 0.3, 1)


@pytest.fixture
def B():
    return random_csr(11, 9, 0.3, 2)


@pytest.fixture
def S():
    """A square matrix."""
    return random_csr(12, 12, 0.3, 3)


def same(result, wanted):
    """Whether a Matrix has the entries of a SciPy matrix; explicit zeros count."""
    found = result.to_scipy()
    wanted = scipy.sparse.csr_array(wanted)
    wanted.sort_indices()
    return (
        found.shape == wanted.shape
        and np.array_equal(found.indptr, wanted.indptr)
        and np.array_equal(found.indices, wanted.indices)
        and np.array_equal(found.data, wanted.data)
    )
