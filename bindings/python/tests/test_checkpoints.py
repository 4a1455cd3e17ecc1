"""Algorithms that end in the middle go on from their checkpoints."""

import mergus as mg
import networkx as nx
import numpy as np
import pytest
from mergus import algorithms as alg

CALLS = {
    "pagerank": lambda A, **options: alg.pagerank(A, tolerance=1e-4, **options),
    "markov_clustering": alg.markov_clustering,
    "louvain": lambda A, max_passes=5, **options: alg.louvain(A, max_passes=max_passes, **options),
    "leiden": lambda A, max_passes=5, **options: alg.leiden(A, max_passes=max_passes, **options),
}


@pytest.fixture(scope="module")
def A():
    return mg.Matrix.from_networkx(nx.connected_caveman_graph(4, 5))


class Steps:
    """Counts the steps of the calls that report to it, and ends them after `limit` steps."""

    def __init__(self, limit=None):
        self.made, self.limit = 0, limit

    def __call__(self, step):
        self.made += step["step"] > 0
        return self.limit is None or self.made < self.limit


def stop(name, A, place):
    """Ends a call in the middle. The methods of Louvain and Leiden keep their state after a pass over all levels."""
    if name in ("louvain", "leiden"):
        CALLS[name](A, max_passes=1, checkpoints=place)
    else:
        found = CALLS[name](A, checkpoints=place, progress=Steps(4))
        assert not found.converged and found.iterations == 4


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("form", [str, lambda path: path, alg.Checkpoints, lambda path: alg.Checkpoints(path, 3600)])
def test_a_stopped_call_goes_on(name, form, A, tmp_path):
    whole, rest = Steps(), Steps()
    with mg.deterministic():
        expected = CALLS[name](A, progress=whole)
        stop(name, A, form(tmp_path))
        assert [file.name.startswith(name) for file in tmp_path.iterdir()] == [True]
        found = CALLS[name](A, checkpoints=form(tmp_path), progress=rest)
    assert found == expected
    assert 0 < rest.made < whole.made
    assert not list(tmp_path.iterdir())  # the end was reached


def test_a_call_with_other_options_begins_anew(A, tmp_path):
    stop("pagerank", A, tmp_path)
    assert alg.pagerank(A, damping=0.8, max_iterations=1, checkpoints=tmp_path).iterations == 1
    assert len(list(tmp_path.iterdir())) == 2
    assert alg.pagerank(A, max_iterations=6, checkpoints=tmp_path).iterations == 6
    assert len(list(tmp_path.iterdir())) == 2


def test_without_a_directory_no_file_is_written(A, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    alg.pagerank(A, max_iterations=2)
    assert not list(tmp_path.iterdir())
    alg.pagerank(A, max_iterations=2, checkpoints="")  # the current one, as of pathlib
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize("name", CALLS)
def test_bad_directories(name, A, tmp_path):
    with pytest.raises(mg.IoError, match="no directory .*missing"):
        CALLS[name](A, checkpoints=tmp_path / "missing")
    with pytest.raises(mg.InvalidValue, match="-1"):
        CALLS[name](A, checkpoints=alg.Checkpoints(tmp_path, -1))
    with pytest.raises(mg.InvalidValue, match="nan"):
        CALLS[name](A, checkpoints=alg.Checkpoints(tmp_path, np.nan))
    with pytest.raises(TypeError):
        CALLS[name](A, checkpoints=5)


def test_a_damaged_file_is_an_error(A, tmp_path):
    stop("pagerank", A, tmp_path)
    (file,) = tmp_path.iterdir()
    file.write_bytes(file.read_bytes()[:-1])
    with pytest.raises(mg.ParseError, match="checksum"):
        alg.pagerank(A, checkpoints=tmp_path)
