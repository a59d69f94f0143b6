"""Finding commands by the words that people type for them, whatever their case, accents and number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from bot.i18n.names import sound

_NAME, _OLD_NAME, _WORD, _OPTION, _TEXT = 7.0, 5.0, 8.0, 2.0, 1.5
"""How much a word tells of a command, by where it stands: its name, an old one, the words that people type, texts."""
_LATER: Final = 0.15
"""So much less each further group of such words tells: the first are what most people call it."""
_WHOLE: Final = 8.0
"""What it tells besides that all that was typed is one such group, or the name itself."""
_BEGUN, _MISSPELT = 0.6, 0.3
"""The share that counts where a word is only begun, or has one wrong letter."""
_SHORTEST: Final = 4
"""Letters of the shortest word that may be only begun or misspelt, and that counts among others."""
_NEAREST: Final = 0.4
"""Of what fits best, the share that something has to reach to be shown beside it."""
_ENDINGS: Final = "aeio"


@dataclass(frozen=True, slots=True)
class Findable:
    """A command as somebody may ask for it, in the reader's language and in English."""

    words: str
    """What it is: "tournament remove"."""
    old_names: tuple[str, ...] = ()
    typed: tuple[tuple[str, ...], ...] = ()
    """What people type for it, a list for each language, what most of them call it first."""
    options: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()


def search(findables: Iterable[Findable], typed: str, most: int) -> list[str]:
    """The commands that the typed words may mean, best first; none where nothing fits."""
    wanted = stems(typed)
    told = [(_fits(one, wanted), one.words) for one in findables]
    best = max((points for points, _ in told), default=0)
    found = sorted((-points, words) for points, words in told if points and points >= best * _NEAREST)
    return [words for _, words in found][:most]


@lru_cache(maxsize=8_192)
def stems(text: str) -> tuple[str, ...]:
    """The words of a text without case, accents and the endings by which one and many differ in our languages."""
    return tuple(map(_stem, sound(text).split()))


def _stem(word: str) -> str:
    """So that "results" and "result" are one, "risultati" and "risultato", "inscrições" and "inscrição"."""
    if len(word) < _SHORTEST:
        return word
    one = f"{word[:-3]}ao" if word.endswith("oes") else word.removesuffix("s")
    return one[:-1] if len(one) > _SHORTEST and one[-1] in _ENDINGS else one


def _fits(findable: Findable, wanted: tuple[str, ...]) -> float:
    """How well the command fits all that was typed; 0 where it does not."""
    weights = _weights(findable)
    return sum(_tells(weights, one) for one in wanted) + _WHOLE * (wanted in _groups(findable))


def _tells(weights: Mapping[str, float], wanted: str) -> float:
    """What the one word says for the command: as it was typed, else as a beginning or with a letter put right."""
    exact = weights.get(wanted, 0.0)
    if exact or len(wanted) < _SHORTEST:
        return exact
    begun = (weight * _BEGUN for word, weight in weights.items() if word.startswith(wanted))
    near = (weight * _MISSPELT for word, weight in weights.items() if _differ_by_a_letter(word, wanted))
    return max((*begun, *near), default=0.0)


@lru_cache(maxsize=1_024)
def _groups(findable: Findable) -> frozenset[tuple[str, ...]]:
    typed = (group for groups in findable.typed for group in groups)
    return frozenset(map(stems, (findable.words, *findable.old_names, *typed)))


@lru_cache(maxsize=1_024)
def _weights(findable: Findable) -> Mapping[str, float]:
    """What each word tells of the command, the most that any place gives it."""
    weights: dict[str, float] = {}
    for text, weight in _told(findable):
        words = stems(text)
        # Of several words the short ones are those that any sentence has.
        for word in words if len(words) == 1 else (one for one in words if len(one) >= _SHORTEST):
            weights[word] = max(weight, weights.get(word, 0.0))
    return weights


def _told(findable: Findable) -> Iterator[tuple[str, float]]:
    """Each text that tells of the command, with what a word of it counts."""
    yield findable.words, _NAME
    yield from ((name, _OLD_NAME) for name in findable.old_names)
    for groups in findable.typed:
        yield from ((group, (_WORD - _LATER * n) / len(group.split()) ** 0.5) for n, group in enumerate(groups))
    yield from ((option, _OPTION) for option in findable.options)
    yield from ((text, _TEXT) for text in findable.texts)


def _differ_by_a_letter(one: str, other: str) -> bool:
    """Whether one letter is wrong, missing, too many, or has changed places with the next."""
    if min(len(one), len(other)) < _SHORTEST or abs(len(one) - len(other)) > 1:
        return False
    same = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    left, right = one[same:], other[same:]
    swapped = left[:2] == right[1::-1] and left[2:] == right[2:]
    return swapped or left[1:] == right[1:] or left[1:] == right or left == right[1:]
