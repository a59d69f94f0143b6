"""Who is one person in several files: a name that stands once in each is one, unless the organiser says otherwise."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from bot.domain.likeness import Likes, look, sound


@dataclass(frozen=True, slots=True)
class Named:
    """Somebody of one file: the id there, the name, and the site on which the name may be an account."""

    file_id: str
    name: str
    site: str | None


@dataclass(frozen=True, slots=True)
class Figure:
    """One person of the files, as far as names say it; `at` holds the id in each file, by the file's number."""

    key: str
    name: str
    site: str | None
    at: Mapping[int, str]


class Namesakes(ValueError):
    """Two of one file bear a name that stands in another file too: nobody can tell which of them is meant there."""

    def __init__(self, name: str, file: int, other: int) -> None:
        """`file` has two of the name, `other` one more."""
        super().__init__(name)
        self.name, self.file, self.other = name, file, other


def written_alike(name: str) -> str:
    """The same for two names that differ in capitals, accents, signs or spaces alone."""
    return sound(name) or look(name)


def figures(files: Sequence[Iterable[Named]], apart: Collection[str] = ()) -> tuple[Figure, ...]:
    """The people of all files, in the order in which they first stand there; raises Namesakes.

    `apart` are names, as `written_alike` gives them, that are another person's in each file.
    """
    listed = [tuple(one) for one in files]
    counts = [Counter(written_alike(one.name) for one in people) for people in listed]
    _refuse_namesakes(listed, counts, apart)
    found: dict[str, Figure] = {}
    for number, people in enumerate(listed):
        for one in people:
            letters = written_alike(one.name)
            alone = letters in apart or counts[number][letters] > 1
            key = f"{number}.{one.file_id}" if alone else f"={letters}"
            known = found.get(key, Figure(key, one.name, one.site, {}))
            found[key] = Figure(key, known.name, known.site or one.site, {**known.at, number: one.file_id})
    return tuple(found.values())


def _refuse_namesakes(
    listed: Sequence[Sequence[Named]], counts: Sequence[Counter[str]], apart: Collection[str]
) -> None:
    for number, people in enumerate(listed):
        for one in people:
            letters = written_alike(one.name)
            others = [at for at, count in enumerate(counts) if at != number and count[letters]]
            if counts[number][letters] > 1 and others and letters not in apart:
                raise Namesakes(one.name, number, others[0])


def slips(everybody: Iterable[Figure]) -> tuple[tuple[str, str], ...]:
    """Names of people who never meet in one file and are a slip of the pen apart: they may be one person."""
    known = {one.key: one for one in everybody}
    likes: Likes[str] = Likes((key, one.name) for key, one in known.items())
    pairs: dict[frozenset[str], tuple[str, str]] = {}
    for key, one in known.items():
        for other, _ in likes.of(one.name):
            if other != key and known[other].at.keys().isdisjoint(one.at):
                pairs.setdefault(frozenset((key, other)), (one.name, known[other].name))
    return tuple(pairs.values())


def in_several(everybody: Iterable[Figure]) -> tuple[tuple[str, int], ...]:
    """The names that stand in several files and are taken for one person each, with the number of files."""
    found: defaultdict[str, int] = defaultdict(int)
    for one in everybody:
        if len(one.at) > 1:
            found[one.name] = len(one.at)
    return tuple(found.items())
