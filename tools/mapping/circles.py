"""Circles of a graph: its strongly connected components of more than one node."""

from __future__ import annotations

from collections.abc import Mapping, Set


def circles(graph: Mapping[str, Set[str]]) -> list[list[str]]:
    """Each circle with its members in the order of their names, the largest first (Tarjan, without recursion)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    on_stack: set[str] = set()
    found: list[list[str]] = []
    for root in sorted(graph):
        if root not in index:
            _visit(root, graph, index, low, stack, on_stack, found)
    return sorted((sorted(one) for one in found if len(one) > 1), key=lambda one: (-len(one), one))


def _visit(
    root: str,
    graph: Mapping[str, Set[str]],
    index: dict[str, int],
    low: dict[str, int],
    stack: list[str],
    on_stack: set[str],
    found: list[list[str]],
) -> None:
    waiting = [(root, iter(sorted(graph.get(root, ()))))]
    index[root] = low[root] = len(index)
    stack.append(root)
    on_stack.add(root)
    while waiting:
        node, onward = waiting[-1]
        step = next((one for one in onward if one not in index or one in on_stack), None)
        if step is None:
            waiting.pop()
            if waiting:
                low[waiting[-1][0]] = min(low[waiting[-1][0]], low[node])
            if low[node] == index[node]:
                found.append(_cut(stack, on_stack, node))
        elif step in index:
            low[node] = min(low[node], index[step])
        else:
            index[step] = low[step] = len(index)
            stack.append(step)
            on_stack.add(step)
            waiting.append((step, iter(sorted(graph.get(step, ())))))


def _cut(stack: list[str], on_stack: set[str], node: str) -> list[str]:
    at = stack.index(node)
    cut = stack[at:]
    del stack[at:]
    on_stack -= set(cut)
    return cut
