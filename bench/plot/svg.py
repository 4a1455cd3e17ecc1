"""A small SVG writer.

The output depends on nothing but its arguments: coordinates have one decimal, and attributes keep their order. Colours are
CSS classes with a light and a dark variant. The background is drawn, so that text is readable on any page.
"""
from html import escape

LIGHT = {"back": "#ffffff", "text": "#24292f", "faint": "#57606a", "grid": "#d8dee4", "axis": "#57606a", "mean": "#bc4c00",
         "a": "#0969da", "b": "#d4820f", "c": "#6e7781", "d": "#1a7f5a"}
DARK = {"back": "#0d1117", "text": "#e6edf3", "faint": "#9198a1", "grid": "#30363d", "axis": "#9198a1", "mean": "#ffa657",
        "a": "#58a6ff", "b": "#e3b341", "c": "#8b949e", "d": "#3fb98c"}


def rules(colours):
    """One rule for each class. No CSS variables: several renderers lack them."""
    lines = [f".{name} {{ fill: {colours[name]}; }}" for name in ("back", "text", "faint")]
    lines += [f".{name} {{ stroke: {colours[name]}; }}" for name in ("grid", "axis", "mean")]
    lines += [f".meantext {{ fill: {colours['mean']}; }}"]
    for series in "abcd":
        lines += [f".fill-{series} {{ fill: {colours[series]}; }}", f".line-{series} {{ stroke: {colours[series]}; }}"]
    return "\n".join(lines)


STYLE = f"""
svg {{ font: 11px system-ui, -apple-system, "Segoe UI", sans-serif; }}
.title {{ font-size: 14px; font-weight: 600; }}
.mean {{ stroke-dasharray: 5 3; }}
polyline {{ fill: none; stroke-width: 2; }}
{rules(LIGHT)}
@media (prefers-color-scheme: dark) {{
{rules(DARK)}
}}
"""


def number(x):
    """A coordinate with at most one decimal."""
    text = f"{x:.1f}"
    return text[:-2] if text.endswith(".0") else text


class Svg:
    """A drawing of width × height pixels. `title` is also the text for screen readers."""

    def __init__(self, width, height, title, description):
        self.width, self.height = width, height
        self.parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" '
            f'aria-labelledby="title desc">',
            f'<title id="title">{escape(title)}</title>',
            f'<desc id="desc">{escape(description)}</desc>',
            f"<style>{STYLE}</style>",
            f'<rect class="back" width="{width}" height="{height}" rx="6"/>',
        ]

    def _add(self, name, css, content=None, **attributes):
        words = [f'{key.replace("_", "-")}="{number(v) if isinstance(v, (int, float)) else escape(v)}"'
                 for key, v in attributes.items()]
        opening = f'<{name} class="{css}" {" ".join(words)}'
        self.parts.append(f"{opening}/>" if content is None else f"{opening}>{content}</{name}>")

    def line(self, css, x1, y1, x2, y2):
        self._add("line", css, x1=x1, y1=y1, x2=x2, y2=y2)

    def rect(self, css, x, y, width, height, hover):
        self._add("rect", css, f"<title>{escape(hover)}</title>", x=x, y=y, width=width, height=height)

    def circle(self, css, x, y, r, hover):
        self._add("circle", css, f"<title>{escape(hover)}</title>", cx=x, cy=y, r=r)

    def polyline(self, css, points):
        self._add("polyline", css, points=" ".join(f"{number(x)},{number(y)}" for x, y in points))

    def text(self, css, x, y, text, anchor="start", angle=0):
        turn = {"transform": f"rotate({angle} {number(x)} {number(y)})"} if angle else {}
        self._add("text", css, escape(text), x=x, y=y, text_anchor=anchor, **turn)

    def render(self):
        return "\n".join(self.parts) + "\n</svg>\n"
