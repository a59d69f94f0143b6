"""Maximum-weight matchings, by rustworkx."""

from __future__ import annotations

from collections.abc import Iterable

Edge = tuple[int, int]
"""Two nodes of a graph, the lower first."""


def max_weight_matching(nodes: int, edges: Iterable[tuple[int, int, int]]) -> tuple[Edge, ...]:
    """Of the matchings with the most edges the one that weighs most, in order; edges are two nodes and a weight."""
    # Most starts of the bot come hours before anybody is paired, and the library takes 3 MiB.
    import rustworkx  # noqa: PLC0415

    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(nodes))
    graph.add_edges_from(list(edges))
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return tuple(sorted((min(pair), max(pair)) for pair in found))
