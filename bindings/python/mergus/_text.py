"""Matrices and vectors as text and as HTML, with their first entries."""

from __future__ import annotations

import html as escaping
import re
from typing import Any

_ENTRY = re.compile(r"\s+\(([\d, ]+)\)\s+(.*)")


def plain(entries: Any, count: int = 10) -> str:
    """The kind, shape and dtype, and the first entries."""
    _, *rest = entries._native.text(count).splitlines()
    return "\n".join([_title(entries), *rest])


def _title(entries: Any) -> str:
    shape = f"{entries.size} elements" if entries.ndim == 1 else f"{entries.nrows} × {entries.ncols}"
    n = entries.nvals
    return f"<{'Vector' if entries.ndim == 1 else 'Matrix'} {shape}, {entries.dtype}, {n} {'entry' if n == 1 else 'entries'}>"


def html(entries: Any, count: int = 10) -> str:
    """A table of the first entries."""
    rows = []
    for text in entries._native.text(count).splitlines()[1:]:
        found = _ENTRY.fullmatch(text)
        if found is None:
            break
        cells = [*found[1].split(", "), found[2]]
        rows.append("<tr>" + "".join(f"<td>{escaping.escape(cell)}</td>" for cell in cells) + "</tr>")
    more = "" if len(rows) == entries.nvals else f"<p>… {entries.nvals - len(rows)} more</p>"
    head = "<th>index</th>" if entries.ndim == 1 else "<th>row</th><th>column</th>"
    return (
        f"<div><p>{escaping.escape(_title(entries))}</p><table><thead><tr>{head}<th>value</th></tr></thead>"
        f"<tbody>{''.join(rows)}</tbody></table>{more}</div>"
    )
