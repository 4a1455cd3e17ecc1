"""The NetworkX backend: functions of NetworkX that compute with Mergus.

NetworkX finds it by the entry points of the package, and converts its graphs. ``from_networkx`` converts one in advance:

>>> import networkx as nx, mergus.nx
>>> graph = mergus.nx.from_networkx(nx.karate_club_graph())
>>> nx.pagerank(graph)
"""

from __future__ import annotations

from ._graph import DiGraph, Graph, from_networkx, to_networkx

__all__ = ["DiGraph", "Graph", "from_networkx", "to_networkx"]
