"""What rulebooks are called and told of in one line, and how they are found by everyday words of any language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from bot.domain.likeness import sound
from bot.domain.regulation.adjusting import usual_length
from bot.domain.regulation.offered import Offered, Shelf
from bot.domain.regulation.rulebook_checks import SUMMARY_LENGTH
from bot.domain.rulebook import Rulebook
from bot.i18n import LOCALES, Voice
from bot.rendering.text import quote

_SHELVES: Final = tuple(Shelf)
_NO_MATCH: Final = 9


def title_of(rulebook: Rulebook, voice: Voice) -> str:
    """What readers call the kind of event; text of a person, to be quoted where Discord formats."""
    return rulebook.title_in(voice.locale)


def summary_of(rulebook: Rulebook, voice: Voice) -> str:
    """What is played, in one line: the file's own, or one made of its settings."""
    return rulebook.summary_in(voice.locale) or _made_summary(rulebook, voice)


def label_of(rulebook: Rulebook, voice: Voice) -> str:
    """Title and line as one suggestion."""
    return f"{title_of(rulebook, voice)} · {summary_of(rulebook, voice)}"


def quoted_label(rulebook: Rulebook, voice: Voice) -> str:
    """The same where Discord formats."""
    return f"{quote(title_of(rulebook, voice))} · {quote(summary_of(rulebook, voice), SUMMARY_LENGTH)}"


def _made_summary(rulebook: Rulebook, voice: Voice) -> str:
    parts = [voice.say(f"rulebook.kind.{kind}") for kind in kinds_of(rulebook)]
    if rulebook.traits.has_matches:
        parts.append(games_of(usual_length(rulebook), voice))
    if rulebook.teams is not None:
        parts.append(voice.say("rulebook.line.teams", size=rulebook.teams.size))
    if rulebook.registration.capacity is not None:
        parts.append(voice.count("rulebook.line.seats", rulebook.registration.capacity))
    return " · ".join(parts)


def games_of(best_of: int, voice: Voice) -> str:
    """How long a match is, where one game is no "best of"."""
    return voice.say("rulebook.line.one_game") if best_of == 1 else voice.say("rulebook.line.best_of", n=best_of)


def kinds_of(rulebook: Rulebook) -> tuple[str, ...]:
    """What is played, as the keys of the catalogues call it: the main thing first."""
    lives = rulebook.knockout.lives
    bracket = "knockout" if lives == 1 else "double"
    main = bracket if rulebook.traits.is_bracket else str(rulebook.format)
    return (
        main,
        *(("final",) if rulebook.cut is not None or rulebook.traits.in_groups else ()),
        *(("teams",) if rulebook.teams is not None else ()),
    )


def fitting(offered: Iterable[Offered], typed: str, voice: Voice) -> list[Offered]:
    """Those that the typed letters can mean, the likeliest first; all of them where nothing was typed.

    Titles, names and everyday words of all languages count, without regard to accents, signs and capitals. The server's
    own come first, then ordinary ones, then those of regulations.
    """
    wanted = sound(typed)
    ranked = ((_rank(one.rulebook, wanted, voice), one) for one in offered)
    found = [(rank, one) for rank, one in ranked if rank < _NO_MATCH]
    return [one for _, one in sorted(found, key=lambda each: (_SHELVES.index(each[1].shelf), each[0]))]


def find_meant(offered: Sequence[Offered], typed: str, voice: Voice) -> Offered | None:
    """The one that was typed by its name or title, or else the likeliest; None where nothing fits."""
    exact = next((one for one in offered if one.name == typed), None)
    wanted = sound(typed)
    titled = (one for one in offered if wanted in {sound(text) for text in _titles(one.rulebook)})
    return exact or next(titled, None) or next(iter(fitting(offered, typed, voice) if wanted else ()), None)


def _rank(rulebook: Rulebook, wanted: str, voice: Voice) -> int:
    """How well the rulebook fits, best first; `_NO_MATCH` where it does not."""
    if not wanted or sound(title_of(rulebook, voice)) == wanted:
        return 0
    named = [sound(text) for text in (*_titles(rulebook), rulebook.name)]
    first, *others = map(_words, kinds_of(rulebook))
    besides = [words for kind in others for words in kind]
    ranks = ((*named, *first), besides, (" ".join((*named, *first, *besides)),))
    return next((rank for rank, texts in enumerate(ranks, 1) if _any_says(texts, wanted)), _NO_MATCH)


def _titles(rulebook: Rulebook) -> Iterator[str]:
    yield rulebook.title
    yield from (rulebook.title_in(locale) for locale in LOCALES)


@lru_cache(maxsize=64)
def _words(kind: str) -> tuple[str, ...]:
    """Everyday words for the kind, in all languages: a reader of one may know the thing by another's word."""
    said = (Voice(locale).say(f"rulebook.words.{kind}") for locale in LOCALES)
    return tuple(sound(one) for words in said for one in words.split(","))


def _any_says(texts: Iterable[str], wanted: str) -> bool:
    return any(_says(text, wanted) for text in texts)


def _says(text: str, wanted: str) -> bool:
    """Whether each wanted word begins one of the text's, or all of them stand there written together."""
    words = text.split()
    return all(any(word.startswith(one) for word in words) for one in wanted.split()) or (
        wanted.replace(" ", "") in text.replace(" ", "")
    )
