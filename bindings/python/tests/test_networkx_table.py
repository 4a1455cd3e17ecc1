"""The table of functions of the NetworkX backend, and the page that has it."""

import ast
import importlib
import inspect
from pathlib import Path

import pytest
from _mergus_networkx import FUNCTIONS, get_info
from mergus.nx._common import NETWORKX_37

pytest.importorskip("networkx", "3.6")
pytestmark = pytest.mark.filterwarnings("ignore")
ROOT = Path(__file__).resolve().parents[3]


def test_functions_are_those_of_networkx():
    from networkx.utils.backends import _registered_algorithms

    for name, (module, note) in FUNCTIONS.items():
        found = getattr(importlib.import_module(f"mergus.nx.{module}"), name)
        if NETWORKX_37 and name not in _registered_algorithms:
            continue
        mine, theirs = inspect.signature(found), inspect.signature(_registered_algorithms[name].orig_func)
        # A newer NetworkX may have more, which have default values.
        more = [p for p in theirs.parameters.values() if p.name not in mine.parameters] if NETWORKX_37 else []
        assert all(p.default is not p.empty for p in more), name
        assert mine == theirs.replace(parameters=[p for p in theirs.parameters.values() if p not in more]), name
        assert bool(note) or getattr(found, "refuses", None) is None, f"{name} refuses arguments, and has no note"
    assert get_info()["functions"].keys() == FUNCTIONS.keys()
    assert len(FUNCTIONS) >= 90


def test_no_function_calls_networkx():
    """A function that is in the table computes itself: no module calls a function of NetworkX that could be dispatched."""
    from networkx.utils.backends import _registered_algorithms

    for source in (ROOT / "bindings" / "python" / "mergus" / "nx").glob("*.py"):
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "nx":
                assert node.attr not in _registered_algorithms, f"{source.name}: nx.{node.attr}"


def table():
    """The rows of the page: subject and functions, with numbers that lead to the notes."""
    notes = list(dict.fromkeys(note for _, note in FUNCTIONS.values() if note))
    rows = []
    for module in dict.fromkeys(function.module for function in FUNCTIONS.values()):
        title = (
            str(importlib.import_module(f"mergus.nx.{module}").__doc__)
            .partition(".")[0]
            .partition(":")[0]
            .replace("\n", " ")
        )
        mine = ((name, note) for name, (owner, note) in FUNCTIONS.items() if owner == module)
        names = (f"`{name}`" + (f" ({notes.index(note) + 1})" if note else "") for name, note in mine)
        rows.append(f"| {title} | {', '.join(names)} |")
    return "\n".join(
        ["| subject | functions |", "|---|---|", *rows, "", *(f"{n}. {note}" for n, note in enumerate(notes, 1))]
    )


def test_page():
    page = (ROOT / "docs" / "python" / "networkx.md").read_text(encoding="utf-8")
    assert table() in page, f"docs/python/networkx.md needs this table:\n\n{table()}\n"
    assert f"{len(FUNCTIONS)} functions" in page
