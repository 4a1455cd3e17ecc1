"""python-graphblas itself, where it is installed: the blocks of docs/python/graphblas.md, each page in a process of its own."""
import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = Path(__file__).resolve().parents[3] / "docs/python/graphblas.md"
BLOCK = re.compile(r"^```python\n(.*?)^```\n(?:\s*```text\n(.*?)^```)?", re.DOTALL | re.MULTILINE)


@pytest.mark.skipif(importlib.util.find_spec("graphblas") is None, reason="python-graphblas is not installed")
def test_the_page_runs(tmp_path):
    blocks = BLOCK.findall(PAGE.read_text(encoding="utf-8"))
    assert blocks
    run = subprocess.run(
        [sys.executable, "-c", "".join(program for program, _ in blocks)],
        capture_output=True, text=True, cwd=tmp_path, check=False,
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout == "".join(output for _, output in blocks)
