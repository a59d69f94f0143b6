"""The parts of the figures: each is counted as plain values, which go to JSON as they are and into tables as text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from types import MappingProxyType
from typing import Any, Final

from tools.figures import joints, sizes
from tools.figures import width as widths
from tools.figures.sources import Source, house
from tools.figures.statements import asked_again, in_units
from tools.figures.verbs import costs
from tools.figures.watching import Watch
from tools.mapping.rooms import Role

LARGEST_TOLD: Final = 15
Figures = dict[str, Any]


def rooms() -> Figures:
    """Lines by room."""
    return {"rooms": [asdict(one) for one in sizes.rooms(house())]}


def functions() -> Figures:
    """Functions and files by their size, what is complex, and the shims."""
    sources, product = house(), _product()
    return {
        "lengths": [asdict(sizes.lengths("all", sources)), asdict(sizes.lengths("all but the rehearsals", product))],
        "files_by_size": sizes.files_by_size(product),
        "largest_files": [asdict(one) for one in sizes.largest(product, LARGEST_TOLD)],
        "complex": [asdict(one) for one in sizes.complex_functions(product)],
        "shims": [asdict(one) for one in sizes.shims(product)],
    }


def formats() -> Figures:
    """Who asks which format an event has."""
    return {"askers": [asdict(one) for one in joints.askers_of_formats(_product())]}


def features() -> Figures:
    """Which features know each other, in their verbs and over all roles."""
    product = _product()
    return {"verbs": _pairs([one for one in product if one.role is Role.VERBS]), "all roles": _pairs(product)}


def _pairs(sources: Sequence[Source]) -> Figures:
    mutual = joints.mutual_pairs(sources)
    from_core = joints.core_to_capabilities(sources)
    folders = len(joints.folders(sources))
    return {
        "possible": folders * (folders - 1) // 2,
        "mutual": [asdict(one) for one in mutual],
        "mutual_without_core": [asdict(one) for one in joints.of_capabilities(mutual)],
        "from_core": {f"{one} → {other}": many for (one, other), many in from_core.items()},
    }


def rows() -> Figures:
    """What the stores spend on writing and reading rows by hand."""
    stores = [one for one in _product() if one.path.endswith("store.py")]
    found = sizes.rows_by_hand(stores)
    lines = sum(len(one.text.splitlines()) for one in stores)
    return {"lines": lines, "code": sum(map(sizes.code_lines, stores)), "stores": [asdict(one) for one in found]}


def modules() -> Figures:
    """Modules that one other alone imports."""
    product = _product()
    return {
        "modules": len(product),
        "import_lines": joints.import_lines(product),
        "one_importer": [asdict(one) for one in joints.lodgers(product)],
    }


def width() -> Figures:
    """Into how many files it falls, and what they spend on finding each other."""
    product = _product()
    found = widths.width(product)
    code = sum(map(sizes.code_lines, product)) - found.imports
    return asdict(found) | {"code": code, "share": round(found.imports / code, 4)}


def verbs() -> Figures:
    """What a member's press costs."""
    return {"verbs": [_cost(verb, watch) for verb, watch in costs().items()]}


def _cost(verb: str, watch: Watch) -> Figures:
    inside = in_units(watch.press.statements)
    reads = sum(one.is_read for one in inside)
    return {
        "verb": verb,
        "files": watch.press.files,
        "functions": len(watch.press.functions),
        "reads": reads,
        "writes": len(inside) - reads,
        "statements": len(inside),
        "read_again": asked_again(inside),
        "reads_outside": len(watch.press.statements) - len(inside),
        "files_until_rest": watch.whole.files,
        "functions_until_rest": len(watch.whole.functions),
        "statements_until_rest": len(watch.whole.statements),
    }


def _product() -> list[Source]:
    return [one for one in house() if not one.is_rehearsal]


PARTS: Final[Mapping[str, Callable[[], Figures]]] = MappingProxyType(
    {
        "rooms": rooms,
        "functions": functions,
        "formats": formats,
        "features": features,
        "rows": rows,
        "modules": modules,
        "width": width,
        "verbs": verbs,
    }
)
"""By the names that `--only` takes, in the order in which they are told."""
