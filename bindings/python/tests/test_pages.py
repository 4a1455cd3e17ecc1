"""Every block of Python in docs/python and the README runs, and prints what the block of text behind it has."""

import contextlib
import importlib.util
import io
import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
# graphblas.md needs a package of its own: bindings/python-graphblas.
PAGES = [*sorted(set((ROOT / "docs" / "python").glob("*.md")) - {ROOT / "docs" / "python" / "graphblas.md"}), ROOT / "README.md"]
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def blocks(page):
    """(line, program, output or None) of each block of Python."""
    text = page.read_text(encoding="utf-8")
    found = list(FENCE.finditer(text))
    for this, following in zip(found, [*found[1:], None]):
        if this[1] != "python":
            continue
        adjacent = following is not None and following[1] == "text" and not text[this.end() : following.start()].strip()
        yield text[: this.start()].count("\n") + 2, this[2], following[2] if adjacent else None


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.parent.name + "-" + page.stem)
def test_page(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    if "import pandas" in page.read_text(encoding="utf-8"):
        pytest.importorskip("pandas")
    names = {"__name__": "page"}
    for line, program, output in blocks(page):
        # Compiled with the page as its file, at its line: translated functions read their source there.
        source = tmp_path / f"{page.stem}_{line}.py"
        source.write_text("\n" * (line - 1) + program, encoding="utf-8")
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(source.read_text(encoding="utf-8"), str(source), "exec"), names)
        if output is not None:
            assert printed.getvalue() == output, f"{page.name}:{line}"


def test_notebook():
    """Its cells run, and their outputs are those that it stores."""
    spec = importlib.util.spec_from_file_location("execute", ROOT / "docs" / "python" / "execute.py")
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    for path in (ROOT / "docs" / "python").glob("*.ipynb"):
        stored = path.read_text(encoding="utf-8")
        assert script.text_of(script.executed(json.loads(stored))) == stored, f"{path.name}: run docs/python/execute.py"


def test_there_are_pages():
    assert sum(len(list(blocks(page))) for page in PAGES) > 20
